"""What may be asked of an event, and what a decision must be told from outside. Plain values."""

from collections.abc import Mapping
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
    """Enter persons as one. `by`: who does; the others are asked."""

    persons: tuple[str, ...]
    by: str


class Accept(NamedTuple):
    """Say yes to an entry in which one was named."""

    entry: str
    by: str


class CheckIn(NamedTuple):
    """Say that one is there."""

    entry: str
    by: str


LEFT_THE_CLUB = "left_the_club"


class Withdraw(NamedTuple):
    """Take an entry out. `cause`: own, director, LEFT_THE_CLUB."""

    entry: str
    cause: str
    reason: str = ""


class CloseEntries(NamedTuple):
    """End entering: who is in it is seeded, or the event is postponed or cancelled."""


class Propose(NamedTuple):
    """A pairing of the next round, as it was found."""

    pairing: dict[str, Any]


class CannotPair(NamedTuple):
    """The next round could not be paired, or nobody is left to play."""

    code: str
    data: dict[str, Any]


class Wish(NamedTuple):
    """Of the next pairing: that two entries meet, or that they do not now and not later; or (`what` empty) neither."""

    what: str
    entries: tuple[str, str]
    reason: str


class TryAgain(NamedTuple):
    """Pair the next round once more."""


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


class Outage(NamedTuple):
    """Give back the time in which nobody could act: so many seconds, up to this record of downtime."""

    last: int
    seconds: int


class CloseRound(NamedTuple):
    """End a round now, as its hard deadline would."""

    number: int
    reason: str


class Extend(NamedTuple):
    """Give a round more time."""

    number: int
    until: datetime
    reason: str


class Rule(NamedTuple):
    """A director's result for a table: `losers` forfeit, or each entry gets `points`."""

    number: int
    table: int
    reason: str
    losers: tuple[int, ...] = ()
    points: dict[str, dict[str, int]] = {}


class Penalize(NamedTuple):
    """Take something from an entry. Match points ×2, VP ×100."""

    entry: str
    reason: str
    match_points: int = 0
    vp: int = 0


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


class Finalize(NamedTuple):
    """Let the standings be final; `standing`: their hash."""

    standing: str


Command = (
    Create
    | ChangeRules
    | Publish
    | Enter
    | Accept
    | CheckIn
    | Withdraw
    | CloseEntries
    | Propose
    | CannotPair
    | Wish
    | TryAgain
    | PublishRound
    | OpenRound
    | MakeTables
    | TakeResult
    | Overdue
    | Outage
    | CloseRound
    | Extend
    | Rule
    | Penalize
    | Pause
    | Resume
    | Cancel
    | Protest
    | Answer
    | Finalize
)


class Found(NamedTuple):
    """How far the game of a table has come: complete deals, their totals by side, the time each side has used in its
    own turns (ms), and when each last did something."""

    deals: int
    totals: tuple[int, ...]
    used: tuple[int, ...]
    moved: tuple[datetime | None, ...]


class Context(NamedTuple):
    """What a decision is told: the time, who asks (None: the house), a piece of chance, how those tables of the round
    stand that have not ended, and at which games of it who asks sits or has sat, whoever was paired there."""

    at: datetime
    by: str | None = None
    chance: str = ""
    found: Mapping[int, Found] = {}
    sat: frozenset[str] = frozenset()
