"""What is asked of the reserves of an entry. Plain values."""

from typing import NamedTuple


class NameReserve(NamedTuple):
    """Name somebody who may take the seat of one of an entry who does not come; they are asked."""

    entry: str
    person: str
    reason: str = ""


class AgreeReserve(NamedTuple):
    """Say yes to that."""

    entry: str


class DropReserve(NamedTuple):
    """Somebody is a reserve of an entry no more."""

    entry: str
    person: str
    reason: str = ""


class TakeSeat(NamedTuple):
    """Take, as a reserve, the seat at a table of one who does not come."""

    number: int
    table: int


Command = NameReserve | AgreeReserve | DropReserve | TakeSeat
