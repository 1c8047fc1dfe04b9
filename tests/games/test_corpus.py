"""Games that were finished under a version of the rules are told the same by every later program."""

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from config.kernel.event_store import check_chain, digests, row_hash
from engine import commands as asks
from engine.decide import decide
from engine.shuffle import SecretChance
from games import projector, table
from games.rows import Row
from games.table import TableEvent
from tests.games.corpus import read, stored

pytestmark = pytest.mark.pure

GAMES = list(stored())


def test_there_is_a_corpus_of_both_rulesets_of_the_seeds() -> None:
    names = {path.stem.split("-")[0] for path in GAMES}
    assert {"classic", "favourite"} <= names


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_finished_game_is_chained_and_folds_to_the_totals_it_told(path: Path) -> None:
    game_id, rows = read(path)
    last = check_chain((row.hashed(game_id), digests(row.hidden or {}), row.hidden or {}, row.hash) for row in rows)
    assert last == rows[-1].hash
    state = projector.fold(rows)
    assert state is not None and state.status == "finished"
    ended = next(row for row in rows if row.type == "game_ended")
    assert (list(state.game.totals), list(state.game.winners or ())) == (ended.data["totals"], ended.data["winners"])


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_deciding_every_action_of_a_finished_game_again_gives_rows_with_the_same_hashes(path: Path) -> None:
    game_id, rows = read(path)
    opened = {row.data["deal"]: row.data["secret"] for row in rows if row.type == "deal_scored"}
    state, previous = None, ""
    for _, group in groupby(rows, key=lambda row: row.action_id):
        action = list(group)
        again = [projector.to_store(event) for event in decided(state, action, opened)]
        assert [event["type"] for event in again] == [row.type for row in action]
        for event, row in zip(again, action, strict=True):
            told = row._replace(type=event["type"], schema=event["schema"], seat=event.get("seat"), data=event["data"])
            hidden = {
                name: {"salt": (row.hidden or {})[name]["salt"], "value": value}
                for name, value in event.get("hidden", {}).items()
            }
            previous = row_hash(told.hashed(game_id), digests(hidden), previous or None)
            assert previous == row.hash, f"row {row.version}, {row.type}"
        state = projector.project(state, action, [projector.event_of(row) for row in action])


def decided(state: projector.State | None, action: list[Row], secrets: dict[int, str]) -> list[Any]:
    """All events of an action, decided again: the table's as they stand, the game's by today's rules."""
    events: list[Any] = [TableEvent(row.type, row.data, row.seat) for row in action if row.type in table.AUDIENCE]
    if state is None or (events and events[-1].type != "started"):
        return events
    game = state.game
    nonces = {deal: state.table.nonces_of(deal) for deal in secrets}
    chance = SecretChance(game.players, game.ruleset, secrets, nonces)
    return [*events, *decide(game, asks.Begin() if events else command_of(action[0]), chance)]


def command_of(row: Row) -> asks.Command:
    """The command that this first event of an action tells of."""
    data, seat = row.data, row.seat or 0
    match row.type:
        case "melded" | "pile_taken":
            melds = [
                {"cards": laid["cards"], **({} if laid["new"] else {"to": laid["name"]})} for laid in data["melds"]
            ]
            return asks.parse({"do": "meld" if row.type == "melded" else "take_pile", "melds": melds}, seat)
        case "discarded":
            return asks.parse({"do": "discard", "card": data["card"]}, seat)
        case "answered":
            return asks.parse({"do": "answer", "yes": data["yes"]}, seat)
        case "grabbed":
            return asks.parse({"do": "grab", "fraction": data["fraction"]}, seat)
    return asks.parse({"do": {"drew": "draw", "passed": "pass", "asked": "ask"}[row.type]}, seat)
