"""What is asked of an event before its rounds: drafting, publishing, who is in it. Plain values."""

from datetime import datetime
from typing import Any, NamedTuple


class Create(NamedTuple):
    """Draft an event of a club."""

    club: str
    rules: dict[str, Any]


class ChangeRules(NamedTuple):
    """Other rules, while it is a draft."""

    rules: dict[str, Any]


class Publish(NamedTuple):
    """Tell the club, let people enter; the rules stand from now on."""


class Enter(NamedTuple):
    """Enter persons as one. `by`: who does; the others are asked. `external_id`: what their own system calls it.
    `alone`: they look for whoever is missing."""

    persons: tuple[str, ...]
    by: str
    external_id: str | None = None
    alone: bool = False


class Accept(NamedTuple):
    """Say yes to an entry in which one was named."""

    entry: str
    by: str


class CheckIn(NamedTuple):
    """Say that one is there."""

    entry: str
    by: str


class AskToJoin(NamedTuple):
    """Want to play with another entry that looks for others too; who is asked and asks in turn plays with them."""

    entry: str
    other: str
    by: str


class PutTogether(NamedTuple):
    """Make one entry of several that look for others, as who runs the event."""

    entries: tuple[str, ...]
    reason: str


LEFT_THE_CLUB = "left_the_club"


class Rest(NamedTuple):
    """Say that one cannot play a round, or (`wanted` false) that one can after all."""

    entry: str
    by: str
    number: int
    wanted: bool


class Withdraw(NamedTuple):
    """Take an entry out. `cause`: own, director, LEFT_THE_CLUB."""

    entry: str
    cause: str
    reason: str = ""


class Reschedule(NamedTuple):
    """Let the event begin at another time, by the clocks of its place."""

    starts: datetime
    reason: str


class CloseEntries(NamedTuple):
    """End entering: who is in it is seeded, or the event is postponed or cancelled."""


Command = (
    Create
    | ChangeRules
    | Publish
    | Enter
    | Accept
    | AskToJoin
    | PutTogether
    | CheckIn
    | Rest
    | Withdraw
    | Reschedule
    | CloseEntries
)
