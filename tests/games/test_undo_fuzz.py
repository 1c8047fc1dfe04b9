"""Taking actions back, over and over, in games played at random: nothing else of a game is another for it. Pure."""

import os
from random import Random

import pytest

from games import clock, projector, replay
from games.projector import State, encode
from tests.games.paper import Paper

pytestmark = pytest.mark.pure

GAMES = int(os.environ.get("UNDO_GAMES", "60"))
"""So many games; `UNDO_GAMES=10000` plays ten thousand."""
ROOMY = {"base": "classic", "minimums": [50]}
KINDS: list[tuple[int, object, dict[str, object]]] = [
    (2, ROOMY, {"clock": {"turn_seconds": 60, "bank_seconds": 90, "increment_seconds": 5, "bank_cap_seconds": 120}}),
    (4, {"base": "favourite", "minimums": [50]}, {"teams": 2, "clock": {"turn_seconds": 86_400, "weekends": True}}),
    (3, {"base": "pagat", "minimums": [30]}, {}),
    (4, {"base": "classic", "minimums": [0, 0], "stock_out": "first_pass", "hand_size": 7}, {"teams": 2}),
]


def time_left(state: State, paper: Paper) -> list[tuple[int, int]]:
    """Of the allowance and in the bank, for each seat, now."""
    readings = clock.read(clock.of(state.table.clock), state.clock, paper.at)
    return [(one.turn, one.bank) for one in readings]


def undo_in(paper: Paper, before: State, had: list[tuple[int, int]]) -> None:
    """Takes the last action back and compares with what was before it."""
    last = paper.state.undoable
    assert last is not None
    ended_the_turn = last.type == "discarded"
    paper.later(paper.chance.choice((0, 1, 59, 4000, 90_000)))
    paper.undo()
    after = paper.state
    assert (after.game, after.undoable, after.to_act) == (before.game, None, before.to_act)
    assert after.marks.game == len(paper.rows), "whoever has not seen it is told so"
    if ended_the_turn:
        assert time_left(after, paper) == had, "neither more time than there was, nor less"
    else:
        assert after.clock == before.clock, "it was their turn all the time"


def play_and_undo(number: int) -> tuple[int, int]:
    """A whole game; how many actions it had, and how many of them were taken back."""
    players, ruleset, more = KINDS[number % len(KINDS)]
    paper, undone = Paper(players, ruleset, number, **more), 0
    while paper.state.to_act and len(paper.rows) < 3000:
        paper.later(paper.chance.choice((0, 2, 30, 70, 50_000)))
        before, had = paper.state, time_left(paper.state, paper)
        began = len(paper.rows)
        paper.step()
        new = paper.rows[began:]
        plain = len(new) == 1 and new[0].type in ("melded", "discarded")
        assert (paper.state.undoable is not None) == plain, [row.type for row in new]
        if plain and paper.chance.random() < 0.3:
            undo_in(paper, before, had)
            undone += 1
        if paper.chance.random() < 0.05:  # as it is read from the database
            paper.state = projector.decode(encode(paper.state))
    assert paper.state.game.over
    check_the_log(paper, number)
    return len(paper.rows), undone


def check_the_log(paper: Paper, number: int) -> None:
    """V81: the undone branch stays in the log, is decided again by the audit, and makes no difference to the game."""
    gone = {version for row in paper.rows if row.type == "action_undone" for version in row.data["versions"]}
    straight = projector.fold(row for row in paper.rows if row.version not in gone and "undo" not in row.type)
    assert straight is not None and straight.game == paper.state.game
    folded = projector.fold(paper.rows)
    assert folded is not None and encode(folded) == encode(paper.state)
    if number % 5 == 0:
        assert list(replay.faults(paper.rows, paper.secrets)) == []


def test_a_game_goes_on_as_if_what_was_taken_back_had_never_been() -> None:
    """V80: after it anything that was legal is, to the end of the game, and each state is what the log gives."""
    begin = Random(os.environ.get("UNDO_SEED", "fairdeal")).randrange(10**9) // 4 * 4
    played = [play_and_undo(begin + number) for number in range(GAMES)]
    assert sum(undone for _, undone in played) > 5 * GAMES
    print(f"{GAMES} games, {sum(rows for rows, _ in played)} rows, {sum(undone for _, undone in played)} undone")
