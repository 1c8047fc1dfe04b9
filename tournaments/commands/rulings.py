"""What people ask who lead an event, and who play in it. Plain values."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple


class Wish(NamedTuple):
    """Of the next pairing: that two entries meet, or that they do not now and not later; or (`what` empty) neither."""

    what: str
    entries: tuple[str, str]
    reason: str


Sides = tuple[tuple[str, ...], ...]
"""The entries of a table by side."""


class PairByHand(NamedTuple):
    """The next round as a person pairs it. `accepted`: the soft rules that do not hold, by name."""

    number: int
    tables: tuple[Sides, ...]
    rests: tuple[str, ...]
    accepted: tuple[str, ...]
    reason: str


class TryAgain(NamedTuple):
    """Pair the next round once more."""


class CloseRound(NamedTuple):
    """End a round now. `policies`: what becomes of a table that is not over; one that has none ends as at the hard
    deadline."""

    number: int
    reason: str
    policies: Mapping[int, str] = {}


class Extend(NamedTuple):
    """Give a round more time."""

    number: int
    until: datetime
    reason: str


class RePair(NamedTuple):
    """Pair a round anew that everybody knows already."""

    number: int
    reason: str


class ExtendTable(NamedTuple):
    """Give one table more time than its round has."""

    number: int
    table: int
    until: datetime
    reason: str


class Lift(NamedTuple):
    """Take a forfeit back: the table is begun anew."""

    number: int
    table: int
    reason: str


class Rule(NamedTuple):
    """A director's result for a table: `losers` forfeit, or each entry gets `points`, or these are the totals of the
    sides."""

    number: int
    table: int
    reason: str
    losers: tuple[int, ...] = ()
    points: dict[str, dict[str, int]] = {}
    totals: tuple[int, ...] = ()


class Penalize(NamedTuple):
    """Take something from an entry. Match points ×2, VP ×100."""

    entry: str
    reason: str
    match_points: int = 0
    vp: int = 0


class Disqualify(NamedTuple):
    """Out of the standings, whatever was played."""

    entry: str
    reason: str


class Substitute(NamedTuple):
    """Another plays for somebody of an entry from the next round on."""

    entry: str
    leaves: str
    comes: str
    reason: str


class Second(NamedTuple):
    """Another officer's word on a correction: it stands from now on, or it is dropped."""

    correction: int
    agrees: bool
    reason: str


class Object(NamedTuple):
    """Somebody who plays says that a correction is not to stand by itself."""

    correction: int
    entry: str
    reason: str


class Pause(NamedTuple):
    """Let nothing begin or end by itself for a while."""

    reason: str


class Resume(NamedTuple):
    """Go on; whatever time was set is later by the pause."""


class Cancel(NamedTuple):
    """Call the event off. `cause`: director, with a reason; club_closed."""

    reason: str = ""
    cause: str = "director"


class Protest(NamedTuple):
    """Say that a result is wrong, before it is final."""

    entry: str
    reason: str


class Answer(NamedTuple):
    """Say what came of a protest, by its version."""

    protest: int
    reason: str


Command = (
    Wish
    | PairByHand
    | TryAgain
    | CloseRound
    | Extend
    | RePair
    | ExtendTable
    | Lift
    | Rule
    | Penalize
    | Disqualify
    | Substitute
    | Second
    | Object
    | Pause
    | Resume
    | Cancel
    | Protest
    | Answer
)
