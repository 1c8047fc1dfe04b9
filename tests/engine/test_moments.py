"""What each action is answered at each moment of a turn: the order in which refusals are looked for, as a table."""

from typing import Any

import pytest

from engine.scenario import check_scenario
from tests.engine.stories import BOOKS

pytestmark = pytest.mark.pure

MELDS = BOOKS | {"51": "5S 5C 5H"}
ON_FOOT = {"in_foot": True, "played_from_foot": True}

ACTIONS: dict[str, dict[str, Any]] = {
    "grab": {"do": "grab", "fraction": 500_000},
    "draw": {"do": "draw"},
    "take": {"do": "take_pile", "melds": [{"cards": "KC KH KD"}]},
    "meld": {"do": "meld", "melds": [{"cards": "5D", "to": "51"}]},
    "ask": {"do": "ask"},
    "answer": {"do": "answer", "yes": True},
    "discard": {"do": "discard", "card": "9H"},
    "pass": {"do": "pass"},
}

ASK = {"seat": 0, "do": "ask"}
YES, NO = ({"seat": 2, "do": "answer", "yes": yes} for yes in (True, False))
TAKE = {"seat": 0, **ACTIONS["take"]}
GRAB = {"base": "pagat", "dealing": "grab", "hand_size": 7, "foot_size": 7}
HEAP = " ".join(rank + suit for suit in "CDHS" for rank in "AKQJT98765")
ALL_PLAY = {"base": "pagat", "minimums": [50], "stock_out": "at_once"}

BEFORE, AFTER = (
    "KH KD 5D 9H",
    "5D 9H",
)  # with the pile, or after the draw: a king's meld, a five laid, the nine discarded


def given(phase: str, hand: str, foot: bool = True, **more: Any) -> dict[str, Any]:
    """A position of four with the books to go out and the partner on the foot."""
    mine = {"hand": hand, **(ON_FOOT if foot else {})}
    table = {"turn": {"seat": 0, "phase": phase}, "seats": [mine, {}, ON_FOOT, {}], "teams": [{"melds": MELDS}, {}]}
    return {**table, "pile": "KC", **more}


ALONE = given("play", AFTER) | {"seats": [{"hand": AFTER, **ON_FOOT}, {}], "teams": [{"melds": MELDS}, {}]}
HEAPED = {"seats": [{}, {}], "teams": [{}, {}], "dealer": 1, "order": HEAP}
LAST = {"seat": 0, **ACTIONS["discard"]}

MOMENTS: dict[str, tuple[Any, dict[str, Any], list[dict[str, Any]], int]] = {
    "before the draw": ("pagat", given("draw", BEFORE, foot=False), [], 0),
    "before it, on the foot": ("pagat", given("draw", BEFORE), [], 0),
    "before it, no pile": ("pagat", given("draw", BEFORE, pile=""), [], 0),
    "before it, no stock": ("pagat", given("draw", BEFORE, foot=False, stock=""), [], 0),
    "no stock, on the foot": ("pagat", given("draw", BEFORE, stock=""), [], 0),
    "no stock and no pile": ("pagat", given("draw", BEFORE, stock="", pile=""), [], 0),
    "before it, after a no": ("pagat", given("draw", BEFORE), [ASK, NO], 0),
    "before it, after a yes": ("pagat", given("draw", BEFORE), [ASK, YES], 0),
    "no stock, after a no": ("pagat", given("draw", BEFORE, stock=""), [ASK, NO], 0),
    "no stock, after a yes": ("pagat", given("draw", BEFORE, stock=""), [ASK, YES], 0),
    "after the draw": ("pagat", given("play", AFTER, foot=False), [], 0),
    "after it, on the foot": ("pagat", given("play", AFTER), [], 0),
    "after it, after a no": ("pagat", given("play", AFTER), [ASK, NO], 0),
    "after it, after a yes": ("pagat", given("play", AFTER), [ASK, YES], 0),
    "after the pile": ("pagat", given("draw", BEFORE), [TAKE], 0),
    "the pile, after a no": ("pagat", given("draw", BEFORE), [ASK, NO, TAKE], 0),
    "the pile, after a yes": ("pagat", given("draw", BEFORE), [ASK, YES, TAKE], 0),
    "one card, no stock": ("pagat", given("play", "9H", stock=""), [], 0),
    "one card, after a no": ("pagat", given("play", "9H", stock=""), [ASK, NO], 0),
    "one card, after a yes": ("pagat", given("play", "9H", stock=""), [ASK, YES], 0),
    "alone, after the draw": ("pagat", ALONE, [], 0),
    "asked by the partner": ("pagat", given("play", AFTER), [ASK], 2),
    "having asked": ("pagat", given("play", AFTER), [ASK], 0),
    "an opponent, meanwhile": ("pagat", given("play", AFTER), [ASK], 1),
    "another's turn": ("pagat", given("draw", BEFORE), [], 1),
    "the partner's turn": ("pagat", given("play", AFTER), [], 2),
    "at the heap": (GRAB, HEAPED, [], 0),
    "another at the heap": (GRAB, HEAPED, [], 1),
    "after the game": (ALL_PLAY, given("play", AFTER, foot=False, stock=""), [LAST], 1),
}

TABLE = """
                       | grab            | draw            | take            | meld            | ask             | answer          | discard         | pass
before the draw        | wrong_phase     | ok              | ok              | wrong_phase     | not_in_foot     | wrong_phase     | wrong_phase     | stock_not_empty
before it, on the foot | wrong_phase     | ok              | ok              | wrong_phase     | ok              | wrong_phase     | wrong_phase     | stock_not_empty
before it, no pile     | wrong_phase     | ok              | pile_empty      | wrong_phase     | cannot_go_out   | wrong_phase     | wrong_phase     | stock_not_empty
before it, no stock    | wrong_phase     | stock_empty     | ok              | wrong_phase     | not_in_foot     | wrong_phase     | wrong_phase     | ok
no stock, on the foot  | wrong_phase     | stock_empty     | ok              | wrong_phase     | ok              | wrong_phase     | wrong_phase     | ok
no stock and no pile   | wrong_phase     | stock_empty     | pile_empty      | wrong_phase     | cannot_go_out   | wrong_phase     | wrong_phase     | ok
before it, after a no  | wrong_phase     | ok              | ok              | wrong_phase     | already_asked   | wrong_phase     | wrong_phase     | stock_not_empty
before it, after a yes | wrong_phase     | must_go_out     | ok              | wrong_phase     | already_asked   | wrong_phase     | wrong_phase     | stock_not_empty
no stock, after a no   | wrong_phase     | stock_empty     | ok              | wrong_phase     | already_asked   | wrong_phase     | wrong_phase     | ok
no stock, after a yes  | wrong_phase     | stock_empty     | ok              | wrong_phase     | already_asked   | wrong_phase     | wrong_phase     | must_go_out
after the draw         | wrong_phase     | wrong_phase     | wrong_phase     | ok              | not_in_foot     | wrong_phase     | ok              | wrong_phase
after it, on the foot  | wrong_phase     | wrong_phase     | wrong_phase     | must_keep_two   | ok              | wrong_phase     | ok              | wrong_phase
after it, after a no   | wrong_phase     | wrong_phase     | wrong_phase     | must_keep_two   | already_asked   | wrong_phase     | ok              | wrong_phase
after it, after a yes  | wrong_phase     | wrong_phase     | wrong_phase     | ok              | already_asked   | wrong_phase     | must_go_out     | wrong_phase
after the pile         | wrong_phase     | wrong_phase     | wrong_phase     | must_keep_two   | ok              | wrong_phase     | ok              | wrong_phase
the pile, after a no   | wrong_phase     | wrong_phase     | wrong_phase     | must_keep_two   | already_asked   | wrong_phase     | ok              | wrong_phase
the pile, after a yes  | wrong_phase     | wrong_phase     | wrong_phase     | ok              | already_asked   | wrong_phase     | must_go_out     | wrong_phase
one card, no stock     | wrong_phase     | wrong_phase     | wrong_phase     | card_not_held   | ok              | wrong_phase     | must_keep_two   | ok
one card, after a no   | wrong_phase     | wrong_phase     | wrong_phase     | card_not_held   | already_asked   | wrong_phase     | must_keep_two   | ok
one card, after a yes  | wrong_phase     | wrong_phase     | wrong_phase     | card_not_held   | already_asked   | wrong_phase     | ok              | wrong_phase
alone, after the draw  | wrong_phase     | wrong_phase     | wrong_phase     | ok              | nobody_to_ask   | wrong_phase     | ok              | wrong_phase
asked by the partner   | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer | ok              | awaiting_answer | awaiting_answer
having asked           | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer
an opponent, meanwhile | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer | awaiting_answer
another's turn         | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn
the partner's turn     | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn
at the heap            | ok              | wrong_phase     | wrong_phase     | wrong_phase     | wrong_phase     | wrong_phase     | wrong_phase     | wrong_phase
another at the heap    | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn   | not_your_turn
after the game         | game_over       | game_over       | game_over       | game_over       | game_over       | game_over       | game_over       | game_over
"""  # noqa: E501


def rows() -> dict[str, dict[str, str]]:
    """The answers by moment and action."""
    head, *lines = ([cell.strip() for cell in line.split("|")] for line in TABLE.strip("\n").splitlines())
    return {moment: dict(zip(head[1:], answers, strict=True)) for moment, *answers in lines}


ANSWERS = rows()


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_is_answered_by_the_first_reason_that_applies(moment: str, action: str) -> None:
    ruleset, position, before, seat = MOMENTS[moment]
    answer = ANSWERS[moment][action]
    then = {} if answer == "ok" else {"refused": answer}
    story = {"ruleset": ruleset, "given": position, "when": [*before, {"seat": seat, **ACTIONS[action]}], "then": then}
    assert [str(failure) for failure in check_scenario(story)] == []
