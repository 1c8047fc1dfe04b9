"""Who may see a table, and which seat is whose. The seat comes from who is asking, never from what is asked."""

from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from accounts.clubs import selectors as clubs
from accounts.clubs.models import Membership
from accounts.clubs.permissions import MATRIX
from games import table
from games.models import Seat
from games.table import Holder, Table


def may_see(one: Table, creator: UUID | None, user_id: UUID | None) -> bool:
    """Whether this person (None: nobody known) may know that the table exists."""
    if one.visibility == table.PUBLIC:
        return True
    if user_id is None:
        return False
    if seat_of(one, user_id) is not None:
        return True
    if one.club is not None:
        return belongs(one, user_id)
    return user_id == creator or one.invited_to(person(user_id)) is not None


def belongs(one: Table, user_id: UUID) -> bool:
    """Whether this person may look in at a table of a club, and sit down at it: who sees the club's tables, and who
    is invited by name, unless the club has banned them. Looked up anew each time: one statement."""
    assert one.club is not None
    own = clubs.own_state(UUID(one.club), user_id)
    if own is not None and own[0] == Membership.State.MEMBER and own[1] in MATRIX["see tables"]:
        return True
    banned = own is not None and own[0] == Membership.State.BANNED
    return not banned and one.invited_to(person(user_id)) is not None


def may_sit(one: Table, user_id: UUID | None) -> bool:
    """Whether a person who may see a table may take an open seat: at a public one of a club only who belongs there."""
    if one.club is None or one.visibility == table.PRIVATE or user_id is None or seat_of(one, user_id) is not None:
        return True
    return belongs(one, user_id)


def part_of(user_id: UUID) -> Q:
    """Tables in which a person has a part, as a search: they made it, sit at it or are invited to it. At a table of a
    club it is no part to have made it, and whom the club has banned is invited no more (`may_see`)."""
    seats = Seat.objects.filter(game=OuterRef("pk"), kind="user", holder=str(user_id))
    asked = Q(Exists(seats.filter(invited=True))) & ~Q(club__in=clubs.clubs_closed_to(user_id))
    return Q(creator=user_id, club=None) | Q(Exists(seats.filter(invited=False))) | asked


def seen_by(user_id: UUID | None) -> Q:
    """Tables that a person (None: nobody known) may see, as a search: what `may_see` says of each of them."""
    public = Q(visibility=table.PUBLIC)
    return (
        public if user_id is None else public | Q(club__in=clubs.clubs_where(user_id, "see tables")) | part_of(user_id)
    )


def person(user_id: UUID) -> Holder:
    """A person as the holder of a seat."""
    return Holder("user", str(user_id))


def seat_of(one: Table, user_id: UUID | None) -> int | None:
    """The seat of a person at a table; None for a spectator."""
    return None if user_id is None else one.seat_of(person(user_id))
