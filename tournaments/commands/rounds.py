"""What an event asks of itself: a round from its pairing to its close. Plain values."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Propose(NamedTuple):
    """A pairing of the next round, as it was found."""

    pairing: dict[str, Any]


class CannotPair(NamedTuple):
    """The next round could not be paired, or nobody is left to play."""

    code: str
    data: dict[str, Any]


class PublishRound(NamedTuple):
    """Tell everybody whom they meet."""

    number: int


class OpenRound(NamedTuple):
    """Let a round begin."""

    number: int


class MakeTables(NamedTuple):
    """The games of some tables of the round: table → game."""

    number: int
    games: Mapping[int, str]


class TakeResult(NamedTuple):
    """How a game ended, as it stands in `outcomes`."""

    game: str
    outcome: int
    status: str
    totals: tuple[int, ...]
    losers: tuple[int, ...] = ()


class Overdue(NamedTuple):
    """The time of a round has come: its soft deadline, or its hard one."""

    number: int


class LookFor(NamedTuple):
    """The time for a first move is over: whoever has not come yet is looked for, and others may take their seats."""

    number: int


class EndSearch(NamedTuple):
    """Nobody is looked for any more: who is still waited for and has not come forfeits."""

    number: int


class Outage(NamedTuple):
    """Give back the time in which nobody could act: so many seconds, up to this record of downtime."""

    last: int
    seconds: int


class Unopposed(NamedTuple):
    """The time to object to a correction is over."""


class Finalize(NamedTuple):
    """Let the standings be final; `standing`: their hash."""

    standing: str


Command = (
    Propose
    | CannotPair
    | PublishRound
    | OpenRound
    | MakeTables
    | TakeResult
    | Overdue
    | LookFor
    | EndSearch
    | Outage
    | Unopposed
    | Finalize
)
