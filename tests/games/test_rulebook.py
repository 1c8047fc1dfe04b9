"""The rules as text: whole, made from the parameters, and shown to whoever may see the table."""

import html
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from engine.cards import VALUE
from engine.melds import BOOK, SMALLEST
from engine.presets import CLASSIC, FAVOURITE, PRESETS, build
from engine.ruleset import BOUNDS, Flag, Kinds, Number, Numbers, PerKind, Ruleset
from games.rulebook import chapters, rulebook
from games.rulebook.parameters import PARAMETERS, said
from tests.games.playing import new_table, people

pure = pytest.mark.pure


def values(name: str) -> list[Any]:
    """Every kind of value that a parameter may have: all words, both answers, a few numbers with the bounds."""
    bound = BOUNDS[name]
    match bound:
        case Flag():
            return [True, False]
        case Number():
            return [*bound.words, *sorted({bound.low, bound.low + 1, (bound.low + bound.high) // 2, bound.high})]
        case Numbers():
            return [[0], [50, 90], [300] * 8]
        case PerKind():
            return [{"clean": a, "dirty": b, "wild": c} for a, b, c in ((1, 2, 1), (2, 1, 1), (2, 2, 2), (0, 0, 0))]
    return list(bound.words)


BASES: dict[str, dict[str, Any]] = {
    "grab_bonus": {"dealing": "grab"},  # elsewhere it has no effect
    "wild_melds": {"books_to_go_out": {"clean": 2, "dirty": 2, "wild": 0}},
}
"""Where a parameter is varied, if not in the classic rules."""


def page_of(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def text(ruleset: Ruleset, *seating: int) -> str:
    return "\n".join(str(section) for section in rulebook(ruleset, *seating))


VARIATIONS = [(name, value) for name in BOUNDS for value in values(name)]


@pure
@pytest.mark.parametrize("seating", [(), (4, 2)], ids=["any number", "two pairs"])
@pytest.mark.parametrize("name", BOUNDS)
def test_each_value_of_each_parameter_makes_rules_that_read_otherwise(name: str, seating: tuple[int, ...]) -> None:
    base = {"base": "classic", **BASES.get(name, {})}
    told = [text(build({**base, name: value}), *seating) for value in values(name)]
    assert len(set(told)) == len(told)
    assert text(build(base), *seating)


@pure
@pytest.mark.parametrize("seating", [(), (4, 2), (6, 2), (3, 3)], ids=str)
@pytest.mark.parametrize("name", PRESETS)
def test_no_sentence_is_empty_unfilled_or_said_twice(name: str, seating: tuple[int, ...]) -> None:
    for section in rulebook(PRESETS[name], *seating):
        assert section.title and section.sentences
        for sentence in section.sentences:
            assert sentence.endswith(".") and "%" not in sentence and "_" not in sentence
        assert len(set(section.sentences)) == len(section.sentences)


@pure
def test_the_numbers_in_the_text_are_those_of_the_ruleset() -> None:
    odd = replace(
        CLASSIC, draw=3, hand_size=12, foot_size=15, pile_take=9, minimums=(55, 95), book_bonus=Kinds(510, 310, 1510)
    )
    told = text(odd)
    for number in (
        "3 cards from the stock",
        "hand of 12 cards",
        "foot of 15 cards",
        "top 9 cards",
        "55",
        "95",
        "1,510",
    ):
        assert number in told


@pure
def test_what_the_text_says_in_words_is_what_the_engine_reckons_with() -> None:
    """Three to seven cards a meld, at least four packs, and cards that share a line share a value."""
    assert (SMALLEST, BOOK, FAVOURITE.pack_count(2)) == (3, 7, 4)
    for together in ("A2", "KQJT98", "7654"):
        assert len({VALUE[f"{rank}S"] for rank in together}) == 1
    cards = next(section for section in rulebook(CLASSIC) if section.slug == "cards")
    assert [value for _, value in cards.table[:4]] == ["50", "20", "10", "5"]


@pure
def test_of_those_who_play_alone_no_partner_is_spoken() -> None:
    assert "partner" in text(CLASSIC, 4, 2)
    assert "partner" not in text(CLASSIC, 4, 4).lower()


@pure
@pytest.mark.parametrize("name", PRESETS)
def test_the_most_wilds_of_each_size_are_those_that_the_seeds_and_sheets_give(name: str) -> None:
    expected = {"bicycle": "1 1 2 2 3"}.get(name, "1 1 1 2 2")
    melds = next(section for section in rulebook(PRESETS[name]) if section.slug == "melds")
    assert " ".join(most for _, most in melds.table) == expected


@pure
def test_what_differs_from_the_classic_rules_is_marked_and_nothing_else() -> None:
    def marked(name: str) -> list[str]:
        return [line.text for one in chapters(PRESETS[name]) for line in (*one.sentences, *one.table) if line.differs]

    assert marked("classic") == []
    assert any("meld all your cards, or all but one" in line for line in marked("pagat"))
    assert not any("red three never stays" in line for line in marked("pagat"))


@pure
def test_every_parameter_and_value_has_its_words() -> None:
    """The table of parameters covers the engine's exactly."""
    assert set(PARAMETERS) == set(BOUNDS)
    for name, bound in BOUNDS.items():
        assert set(PARAMETERS[name].words) == set(getattr(bound, "words", ()))
        assert str(PARAMETERS[name].label) and str(PARAMETERS[name].sentence).endswith(".")
        for value in values(name):
            assert said(name, value)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.django_db
def test_each_preset_has_a_page_for_everybody(name: str) -> None:
    answer = Client().get(f"/rules/{name}")
    assert answer.status_code == 200
    for section in rulebook(PRESETS[name]):
        assert section.title in page_of(answer)
        for sentence in section.sentences:
            assert sentence in page_of(answer)


@pytest.mark.django_db
def test_rules_that_there_are_not_are_not_found() -> None:
    assert Client().get("/rules/poker").status_code == 404


@pytest.mark.django_db
def test_the_rules_of_a_table_are_told_to_whoever_may_see_it() -> None:
    ann, ben, cora = people("ann", "ben", "cora")
    house = {"base": "classic", "draw": 4}
    public = new_table(ann, ["me", "open"], ruleset=house)
    private = new_table(ann, ["me", "user:ben"], ruleset=house, visibility="private")

    def asks(user: Any, game_id: Any) -> Any:
        client = Client()
        if user:
            client.force_login(user)
        return client.get(f"/tables/{game_id}/rules")

    assert "draw 4 cards from the stock" in page_of(asks(None, public))
    assert [asks(user, private).status_code for user in (ann, ben, cora, None)] == [200, 200, 404, 404]
    assert asks(ann, "00000000-0000-4000-8000-000000000000").status_code == 404
    assert "no-store" in asks(ben, private)["Cache-Control"]
