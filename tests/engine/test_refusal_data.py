"""A refusal carries the data from which a helpful sentence is made."""

from typing import Any

import pytest

from engine.commands import parse
from engine.decide import check
from engine.errors import Refused
from engine.notation import read_position
from engine.presets import build
from engine.state import Question

pytestmark = pytest.mark.pure

K7 = "KC KH KD KS KC KH KD"
ON_FOOT = {"in_foot": True, "played_from_foot": True}


def meld(cards: str, to: str | None = None) -> dict[str, Any]:
    lay = {"cards": cards} if to is None else {"cards": cards, "to": to}
    return {"do": "meld", "melds": [lay]}


def position(hand: str, melds: dict[str, str], **more: Any) -> dict[str, Any]:
    seat = {"hand": hand, **more.pop("seat", {})}
    return {
        "turn": {"seat": 0, "phase": more.pop("phase", "play")},
        "seats": [seat, {}, {}, {}],
        "teams": [{"melds": melds}, {}],
        **more,
    }


Q = {"Q1": "QD QS QC"}
STORIES: list[tuple[str, str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ("below_minimum", "classic", position("KC KH KD 9D", {}), meld("KC KH KD"), {"laid": 30, "needed": 50}),
    (
        "too_many_wilds",
        "classic",
        position("2C 9D 4H", {"K1": "KC KH JK"}),
        meld("2C", "K1"),
        {"meld": "K1", "cards": "2C", "naturals": 0, "wilds": 1},
    ),
    (
        "too_many_wilds",
        "classic",
        position("KC 2C 2D 9D", Q),
        meld("KC 2C 2D"),
        {"cards": "KC 2C 2D", "naturals": 1, "wilds": 2},
    ),
    ("mixed_ranks", "classic", position("KC KH 9D 4H", Q), meld("KC KH 9D"), {"cards": "KC KH 9D"}),
    ("mixed_ranks", "classic", position("KC 9D", Q), meld("KC", "Q1"), {"cards": "KC", "meld": "Q1"}),
    (
        "book_complete",
        "classic",
        position("KC 9D", {"K1": K7}),
        meld("KC", "K1"),
        {"cards": "KC", "meld": "K1", "naturals": 1, "wilds": 0},
    ),
    (
        "too_few_cards",
        "classic",
        position("KC KH 9D", Q),
        meld("KC KH"),
        {"cards": "KC KH", "naturals": 2, "wilds": 0},
    ),
    ("too_few_cards", "classic", position("KC KH 9D", Q), {"do": "meld", "melds": []}, {"laid": 0}),
    ("meld_of_threes", "classic", position("3S 3C 3S", Q), meld("3S 3C 3S"), {"cards": "3S 3C 3S"}),
    ("rank_already_open", "pagat", position("QD QS QC 9D", Q), meld("QD QS QC"), {"rank": "Q"}),
    ("card_not_held", "classic", position("KC 9D", Q), meld("KC KC KD"), {"cards": "KC KD"}),
    ("card_not_held", "classic", position("KC 9D", Q), {"do": "discard", "card": "KD"}, {"cards": "KD"}),
    ("unknown_meld", "classic", position("KC 9D", Q), meld("KC", "K1"), {"meld": "K1"}),
    ("must_keep_two", "classic", position("QH 9D", Q, seat=ON_FOOT), meld("QH", "Q1"), {"kept": 1}),
    ("must_keep_two", "classic", position("QH", Q, seat=ON_FOOT), {"do": "discard", "card": "QH"}, {"kept": 0}),
    ("not_your_turn", "classic", {**position("KC", Q), "turn": {"seat": 2}}, {"do": "draw"}, {"turn": 2}),
    ("wrong_phase", "classic", position("KC", Q), {"do": "draw"}, {"phase": "play"}),
    ("wrong_phase", "classic", position("KC", Q, phase="draw"), meld("KC"), {"phase": "draw"}),
    (
        "pile_blocked",
        "classic",
        position("KC", Q, phase="draw", pile="3S KC"),
        {"do": "take_pile", "melds": []},
        {"top": "3S", "why": "three"},
    ),
    (
        "pile_blocked",
        "favourite",
        position("KC", Q, phase="draw", pile="2S KC"),
        {"do": "take_pile", "melds": []},
        {"top": "2S", "why": "wild"},
    ),
    (
        "no_pair",
        "classic",
        position("KC", Q, phase="draw", pile="KC"),
        {"do": "take_pile", "melds": []},
        {"top": "KC"},
    ),
    (
        "top_not_melded",
        "classic",
        position("KC KD", Q, phase="draw", pile="KC"),
        {"do": "take_pile", "melds": []},
        {"top": "KC"},
    ),
    ("stock_empty", "classic", position("KC", Q, phase="draw", stock=""), {"do": "draw"}, {}),
    (
        "one_meld_action",
        "classic",
        position("QH KC KH KD", Q),
        {"do": "meld", "melds": [{"cards": "QH", "to": "Q1"}, {"cards": "KC KH KD"}]},
        {"melded": "both"},
    ),
]


@pytest.mark.parametrize(("code", "rules", "given", "action", "data"), STORIES, ids=lambda one: str(one)[:60])
def test_a_refusal_says_what_was_wrong(
    code: str, rules: str, given: dict[str, Any], action: dict[str, Any], data: dict[str, Any]
) -> None:
    game = read_position(build(rules), given)
    with pytest.raises(Refused) as refused:
        check(game, parse(action, 0))
    assert (refused.value.code, refused.value.data) == (code, data)
    assert str(refused.value).startswith(code)
    assert all(repr(value) in str(refused.value) for value in data.values())


@pytest.mark.parametrize(
    ("house", "why"),
    [({"pile_take": "never"}, "never"), ({"pile_before_opening": False}, "not_opened")],
)
def test_a_pile_that_the_ruleset_bars_says_why(house: dict[str, Any], why: str) -> None:
    game = read_position(build({"base": "classic", **house}), position("KC KD", {}, phase="draw", pile="KH"))
    with pytest.raises(Refused) as refused:
        check(game, parse({"do": "take_pile", "melds": []}, 0))
    assert refused.value.data == {"top": "KH", "why": why}


def test_a_question_says_who_has_not_answered() -> None:
    game = read_position(build("classic"), position("KC", Q))
    game = game._replace(deal=game.playing._replace(question=Question(0, (2,))))
    with pytest.raises(Refused) as refused:
        check(game, parse({"do": "draw"}, 0))
    assert refused.value.data == {"waiting_for": [2]}
