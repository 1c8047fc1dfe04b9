"""The position before the game's last action, kept while that can be taken back. Pure.

Only a meld or a discard can, that a person chose, and only if nothing came of it: no card drawn, no foot taken up, no
seat passed over, no deal ended. Each of these is a row of its own, so what can be taken back is an action of one row.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from engine import codec, state
from games import clock as clocks
from games import table
from games.clock import Clock
from games.rows import PERSONS, Row, timestamp
from games.table import TableEvent

KINDS = frozenset(("melded", "discarded"))
ENDS = frozenset(("undo_wanted", "action_undone", "substituted", "overdue", "forfeited", "truncated"))


class Position:
    """A game that is kept: as it is, or as it was stored until it is asked for, since few are."""

    def __init__(self, game: state.Game | None, stored: dict[str, Any] | None = None) -> None:
        self._game, self._stored = game, stored

    def game(self, now: state.Game) -> state.Game:
        """The game. `now`: another of the same ruleset, which is not stored twice."""
        if self._game is None:
            self._game = codec.decode_state({**(self._stored or {}), "ruleset": now.ruleset.to_dict()})
        return self._game

    def to_store(self) -> dict[str, Any]:
        """The game as plain JSON, without its ruleset."""
        if self._stored is None and self._game is not None:
            self._stored = codec.encode_state(self._game)
            del self._stored["ruleset"]
        return self._stored or {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.to_store() == other.to_store()

    __hash__ = None  # type: ignore[assignment]


class Undoable(NamedTuple):
    """An action that can be taken back, and what was before it. `agreed`: who wants that, first whose it was.

    `clock` is kept where the action ended a turn, else it runs on.
    """

    version: int
    seat: int
    at: datetime
    type: str
    data: dict[str, Any]
    before: Position
    clock: Clock | None
    agreed: tuple[int, ...] = ()

    @property
    def last(self) -> table.LastAction:
        """What of it the table has to know."""
        return table.LastAction(self.version, self.seat, self.agreed)

    def clock_again(self, now: Clock, at: datetime) -> Clock:
        """The clock once the action is taken back at a moment. `now`: the clock as it stands then."""
        return now if self.clock is None else clocks.reopened(self.clock, self.seat, self.at, at)


def of(rows: Sequence[Row], before: state.Game, ticking: Clock) -> Undoable | None:
    """What can be taken back after the rows of an action; `before`, `ticking`: game and clock before it."""
    row = rows[0]
    if len(rows) > 1 or row.type not in KINDS or row.actor_kind not in PERSONS or row.seat is None:
        return None
    kept = ticking if row.type == "discarded" else None
    return Undoable(row.version, row.seat, row.at, row.type, row.data, Position(before), kept)


def told(kept: Undoable, event: TableEvent) -> Undoable | None:
    """What can be taken back after an event of the table: nothing once it was, somebody has said no, or another plays
    in somebody's place, who was not there."""
    if event.type == "undo_wanted" and event.data["agrees"] and event.seat is not None:
        return kept._replace(agreed=(*kept.agreed, event.seat))
    return None if event.type in ENDS else kept


# --- As JSON ------------------------------------------------------------------------------------------------------


def encode(kept: Undoable) -> dict[str, Any]:
    """What can be taken back as plain JSON, without the ruleset, which the game has."""
    before = kept.before.to_store()
    plain = {**kept._asdict(), "at": timestamp(kept.at), "before": before, "agreed": list(kept.agreed)}
    if kept.clock is None:
        del plain["clock"]
    else:
        plain["clock"] = clocks.encode(kept.clock)
    return plain


def decode(plain: dict[str, Any]) -> Undoable:
    """What `encode` wrote."""
    ticking = clocks.decode(plain["clock"]) if "clock" in plain else None
    before = Position(None, plain["before"])
    read = {
        "before": before,
        "at": datetime.fromisoformat(plain["at"]),
        "agreed": tuple(plain["agreed"]),
        "clock": ticking,
    }
    return Undoable(**plain | read)
