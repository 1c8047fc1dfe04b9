"""The examples in the rules: whatever the ruleset, each says what the engine says."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RulesetRefused
from engine.presets import CLASSIC, PRESETS, build
from engine.ruleset import BOUNDS, Ruleset
from engine.scenario import check_scenario
from games.rulebook import chapters
from games.rulebook.examples import Example
from tests.engine.strategies import SEATINGS, rulesets
from tests.games.test_rulebook import values

pytestmark = pytest.mark.pure


def shown(ruleset: Ruleset, *seating: int) -> list[Example]:
    return [example for chapter in chapters(ruleset, *seating) for example in chapter.examples]


def check(ruleset: Ruleset, *seating: int) -> None:
    """Play every example as a scenario of its own."""
    for example in shown(ruleset, *seating):
        then = {"refused": example.refused} if example.refused else {}
        scenario = {"ruleset": ruleset.to_dict(), "given": example.given, "when": list(example.when), "then": then}
        assert list(check_scenario(scenario)) == [], example.says
        assert example.says and example.outcome.endswith(".") and "%" not in example.says + example.outcome
        cards = {face for group in example.cards for face in group.names.split(", ")}
        assert cards and all(cards)


def variations() -> list[Any]:
    """Each preset, and each with one parameter changed."""
    found = []
    for name in PRESETS:
        for parameter in BOUNDS:
            for value in values(parameter):
                try:
                    build({"base": name, parameter: value})
                except RulesetRefused:
                    continue
                found.append((name, parameter, value))
    return found


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seating", [(), *SEATINGS], ids=str)
def test_of_each_preset_every_example_is_what_the_engine_says(name: str, seating: tuple[int, ...]) -> None:
    check(PRESETS[name], *seating)


@pytest.mark.parametrize("parameter", BOUNDS)
def test_of_each_change_of_one_parameter_too(parameter: str) -> None:
    for name, changed, value in variations():
        if changed == parameter:
            check(build({"base": name, parameter: value}))


@given(rulesets(), st.sampled_from([(), *SEATINGS]))
@settings(max_examples=100)
def test_of_any_ruleset_for_any_number_of_players_too(ruleset: Ruleset, seating: tuple[int, ...]) -> None:
    check(ruleset, *seating)


def said(says: str, ruleset: Ruleset) -> Example:
    return next(example for example in shown(ruleset) if example.says.startswith(says))


@pytest.mark.parametrize(
    ("says", "refused"),
    [
        ("Three fours and two wilds", {"classic": "too_many_wilds", "favourite": "too_many_wilds", "bicycle": None}),
        ("Wilds alone", {"classic": None, "favourite": "no_wild_melds", "bicycle": "no_wild_melds"}),
        ("One more king, laid on", {"classic": "book_complete", "favourite": None}),
        ("You start a meld of nines", {"classic": "one_meld_action", "pagat": None}),
        ("You hold two kings", {"classic": None, "favourite": None}),
        ("You hold a king and a two", {"classic": "no_pair"}),
        ("With the books: you meld all but", dict.fromkeys(PRESETS)),
        ("With the books: you meld all your", {"favourite": None, "pagat": None, "classic": "cannot_go_out"}),
        ("With one book too few", {"classic": "cannot_go_out", "bicycle": "must_keep_two"}),
        ("In deal 1, worth 50", dict.fromkeys(PRESETS)),
        ("In deal 1, worth 45", dict.fromkeys(PRESETS, "below_minimum")),
    ],
)
def test_known_disputes_end_as_the_rules_say(says: str, refused: dict[str, str | None]) -> None:
    assert {name: said(says, PRESETS[name]).refused for name in refused} == refused


def test_the_example_of_a_score_adds_up_as_a_person_would() -> None:
    """Two clean books of 70, two dirty ones of 80, a wild one of 170, and three nines."""
    table = dict(said("Somebody goes out", CLASSIC).table)
    assert table == {
        "Cards in melds": "500",
        "Clean books": "1,000",
        "Dirty books": "600",
        "Wild books": "1,500",
        "Red threes on the table": "100",
        "Going out": "100",
        "Cards still held": "-10",
        "The score": "3,790",
    }


def test_an_example_that_says_otherwise_than_the_engine_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: a lie about one example does not pass."""
    lie = said("Wilds alone", CLASSIC)._replace(refused="no_wild_melds")
    monkeypatch.setattr("tests.games.test_examples.shown", lambda *args: [lie])
    with pytest.raises(AssertionError, match="Wilds alone"):
        check(replace(CLASSIC))
