"""What is asked of a game that is to go on at another time. Plain values."""

from datetime import datetime
from typing import NamedTuple


class AskToAdjourn(NamedTuple):
    """A side of a table wants it put off until then, or agrees to what the others want; `until` None: it does not."""

    number: int
    table: int
    until: datetime | None


class Adjourn(NamedTuple):
    """Put a table off until then, as who leads the event."""

    number: int
    table: int
    until: datetime
    reason: str


class EndAdjournment(NamedTuple):
    """Let the tables go on whose time has come."""

    number: int


Command = AskToAdjourn | Adjourn | EndAdjournment
