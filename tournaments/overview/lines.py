"""The lines that templates are given. Plain values."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from tournaments import state


class EntryLine(NamedTuple):
    """Who plays as one, for lists."""

    id: str
    name: str
    note: str
    mine: bool
    active: bool


class TableLine(NamedTuple):
    """A table of a round. `hot`: it holds the round up."""

    round: int
    number: int
    sides: tuple[str, ...]
    status: str
    outcome: str
    reasons: tuple[str, ...]
    game: UUID | None
    mine: bool
    open: bool
    real: bool = False
    put_off: datetime | None = None
    scores: tuple[tuple[str, str], ...] = ()  # who has written what

    @property
    def every(self) -> str:
        """All sides, as a form names them."""
        return ",".join(str(side) for side in range(len(self.sides)))


class RoundLine(NamedTuple):
    """A round with its tables and who rests."""

    number: int
    status: str
    state: str
    times: state.Times
    tables: list[TableLine]
    rests: list[tuple[str, str, str]]
    open: bool


class StandingLine(NamedTuple):
    """A line of the standings: rank, who, what each key gives with its parts, and the rounds."""

    rank: int
    entry: str
    name: str
    mine: bool
    active: bool
    values: list[tuple[str, str]]
    rounds: list[tuple[str, str]]
