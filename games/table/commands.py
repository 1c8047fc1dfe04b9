"""What is asked of a table."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.clock.late import Step
from games.table.state import Holder, Seat


class Create(NamedTuple):
    """Set up a table. `seats`: for each whom it is for, and whether they were asked rather than seated. `club`: the id
    of the club whose table it is. `undo`: whether an action can be taken back when all agree."""

    rules_version: int
    ruleset: dict[str, Any]
    players: int
    teams: int
    visibility: str
    clock: Any
    commitments: tuple[str, ...]
    seats: tuple[Seat, ...]
    club: str | None = None
    undo: bool = True


class Sit(NamedTuple):
    """Take an open seat, or the one that is kept for the holder."""

    seat: int
    holder: Holder


class Leave(NamedTuple):
    """Give a seat or an invitation back, before the start; or, as who made the table, take an invitation back."""

    seat: int
    holder: Holder
    maker: bool = False


class AddNonce(NamedTuple):
    """Stir one's own chance into the shuffle of a deal to come."""

    seat: int
    deal: int
    nonce: str


class TellCalendar(NamedTuple):
    """Say when the clock of one's seat is to rest; nobody else is told."""

    seat: int
    calendar: dict[str, Any]


class Pause(NamedTuple):
    """Want a pause, or agree to it; or (`agrees` false) not, and then nobody's consent counts any longer."""

    seat: int
    agrees: bool


class Resume(NamedTuple):
    """Go on after a pause."""

    seat: int


class EndPause(NamedTuple):
    """The house lets a paused table go on."""


class Substitute(NamedTuple):
    """Let another play in a seat's place from now on; `returns`: whether who is replaced may come back."""

    seat: int
    holder: Holder
    returns: bool = False


class Undo(NamedTuple):
    """Want one's own last action, the row `version`, taken back, or agree to it; or (`agrees` false) not."""

    seat: int
    version: int
    agrees: bool


class Overdue(NamedTuple):
    """A turn, or an answer, of this seat was not made in time."""

    seat: int


class Resign(NamedTuple):
    """Want one's team to give the game up, or agree to it; or (`agrees` false) not."""

    seat: int
    agrees: bool


class End(NamedTuple):
    """End the game where it stands; or, with `teams`, as given up by these. `because`: a word for it."""

    because: str
    teams: tuple[int, ...] = ()


class Want(NamedTuple):
    """Look for somebody who plays a seat from now on, or (`wanted` false) no longer; `returns` as in `Substitute`.

    `asker`: the seat of who says so; None: an officer of the club.
    """

    seat: int
    wanted: bool
    returns: bool = True
    asker: int | None = None


class Freeze(NamedTuple):
    """Let the table rest until its club's officers let it go on; `reason`: SHA-256(salt ‖ text)."""

    reason: str


class Unfreeze(NamedTuple):
    """Let a frozen table go on. `by_event`: the event that has put it off, which alone knows until when."""

    by_event: bool = False


Command = (
    Create
    | Sit
    | Leave
    | AddNonce
    | TellCalendar
    | Pause
    | Resume
    | EndPause
    | Substitute
    | Undo
    | Overdue
    | Resign
    | End
    | Want
    | Freeze
    | Unfreeze
)


class LastAction(NamedTuple):
    """The game's last action, where it is one that can be taken back: its row, whose it was, who agrees to it."""

    version: int
    seat: int
    agreed: tuple[int, ...] = ()


class Context(NamedTuple):
    """What the table cannot know by itself: how far the game has come, and what of it can be taken back; what is done
    about overdue turns; which seats have a decision to make; the secrets of the deals; up to which row the log tells of
    deals that are over; which seats wait for their players in vain; and for which of them a table without a clock waits
    too long."""

    deals_begun: int = 0
    over: bool = False
    last: LastAction | None = None
    late: tuple[Step, ...] = ()
    deciding: frozenset[int] = frozenset()
    secrets: Mapping[int, str] = {}
    opened: int = 0
    absent: frozenset[int] = frozenset()
    waited_for: frozenset[int] = frozenset()
