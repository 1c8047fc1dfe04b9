"""Who may see a table, and which seat is whose. The seat comes from who is asking, never from what is asked."""

from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.clubs import selectors as clubs
from accounts.clubs.models import Membership
from accounts.clubs.permissions import MATRIX, MEMBERS
from accounts.models import User
from games import table
from games.models import Seat
from games.table import Holder, Table

LEADS = "rule in events"
"""Whose this is in a club knows also of the tables that are held back."""


def may_see(one: Table, creator: UUID | None, user_id: UUID | None, held_back: bool = False) -> bool:
    """Whether this person (None: nobody known) may know that the table exists. Of one that is held back who leads its
    club does, and who plays or may stand in there."""
    if one.visibility == table.PUBLIC:
        return True
    if user_id is None:
        return False
    if has_place(one, user_id):
        return True
    if one.club is not None and held_back:
        part = clubs.parts_in(UUID(one.club), user_id).get(user_id)
        return part in MATRIX[LEADS] or (any(seat.offer for seat in one.seats) and may_stand_in(one, user_id))
    if one.club is not None:
        return belongs(one, user_id)
    return user_id == creator or one.invited_to(person(user_id)) is not None


def belongs(one: Table, user_id: UUID) -> bool:
    """Whether this person may look in at a table of a club, and sit down at it: who sees the club's tables, and who
    is invited by name, unless the club has banned them. Looked up anew each time: one statement."""
    assert one.club is not None
    part = clubs.parts_in(UUID(one.club), user_id).get(user_id)
    if part in MATRIX["see tables"]:
        return True
    return part != Membership.State.BANNED and one.invited_to(person(user_id)) is not None


def of_these_belongs(user_id: UUID | None, club_ids: set[UUID]) -> set[UUID]:
    """Those of these clubs whose tables are this person's to see, and so how the club calls its own rules."""
    if user_id is None or not club_ids:
        return set()
    found = clubs.clubs_where(user_id, "see tables").filter(club_id__in=club_ids)
    return set(found.values_list("club_id", flat=True))


def may_sit(one: Table, user_id: UUID | None) -> bool:
    """Whether a person who may see a table may take an open seat: at a public one of a club only who belongs there."""
    if one.club is None or one.visibility == table.PRIVATE or user_id is None or seat_of(one, user_id) is not None:
        return True
    return belongs(one, user_id)


def may_stand_in(one: Table, user_id: UUID | None) -> bool:
    """Whether a person who may see a table may take a seat there that looks for somebody: at a club's who is on its
    list of stand-ins, at a public one of no club anybody but a guest, who may be anybody's second. Whose seat it is may
    always."""
    if user_id is None or seat_of(one, user_id) is not None:
        return False
    if one.played_for(person(user_id)) is not None:
        return True
    if one.club is None:
        return one.visibility == table.PUBLIC and _with_account(user_id).exists()
    return clubs.clubs_stood_in(user_id).filter(club_id=one.club).exists()


def _with_account(user_id: UUID) -> QuerySet[User]:
    return User.objects.filter(id=user_id, is_guest=False)


def looking_for(user_id: UUID) -> Q:
    """Running tables with a seat that this person may take, as a search: what `may_stand_in` says of each of them."""
    offered = Exists(Seat.objects.filter(game=OuterRef("pk"), offered=True))
    theirs = Exists(
        Seat.objects.filter(Q(kind="user", holder=str(user_id)) | Q(away=str(user_id)), game=OuterRef("pk"))
    )
    anybody_s = Q(club=None, visibility=table.PUBLIC) & Q(Exists(_with_account(user_id)))
    whose = anybody_s | Q(club__in=clubs.clubs_stood_in(user_id))
    return Q(offered) & ~Q(theirs) & whose & Q(status__in=(table.PLAYING, table.PAUSED), demo=False)


def may_act_for(one: Table, opened: int, user_id: UUID | None, *seats: int) -> list[int]:
    """Those of these seats for which a person may act: an officer of the table's club for its members, and never who
    has a place at the table or has held another seat since the deal began, the row `opened`: they would know two hands.
    Looked up anew each time: one statement."""
    if one.club is None or user_id is None or has_place(one, user_id):
        return []
    seats = tuple(seat for seat in seats if not one.has_seen(person(user_id), seat, opened))
    held = {seat: _held_by_a_person(one, seat) for seat in seats}
    parts = clubs.parts_in(UUID(one.club), user_id, *(holder for holder in held.values() if holder))
    if parts.get(user_id) not in MATRIX["act for a member"]:
        return []
    return [seat for seat, holder in held.items() if holder is not None and parts.get(holder) in MEMBERS]


def _held_by_a_person(one: Table, number: int) -> UUID | None:
    seat = one.seats[number] if number < one.players else table.Seat()
    return UUID(seat.holder.id) if seat.holder is not None and seat.taken and seat.holder.kind == "user" else None


def is_officer(one: Table, user_id: UUID | None) -> bool:
    """Whether a person might act for members at this table at all."""
    if one.club is None or user_id is None or has_place(one, user_id):
        return False
    return clubs.parts_in(UUID(one.club), user_id).get(user_id) in MATRIX["act for a member"]


def has_place(one: Table, user_id: UUID) -> bool:
    """Whether a person sits at a table, or another plays there for them."""
    return seat_of(one, user_id) is not None or one.played_for(person(user_id)) is not None


def part_of(user_id: UUID) -> Q:
    """Tables in which a person has a part, as a search: they made it, sit at it, are played for or invited. At a table
    of a club it is no part to have made it, and whom the club has banned is invited no more (`may_see`)."""
    seats = Seat.objects.filter(game=OuterRef("pk"), kind="user", holder=str(user_id))
    asked = Q(Exists(seats.filter(invited=True))) & ~Q(club__in=clubs.clubs_closed_to(user_id))
    replaced = Seat.objects.filter(game=OuterRef("pk"), away=str(user_id))
    return Q(creator=user_id, club=None) | Q(Exists(seats.filter(invited=False))) | Q(Exists(replaced)) | asked


def seen_by(user_id: UUID | None) -> Q:
    """Tables that a person (None: nobody known) may see, as a search: what `may_see` says of each of them."""
    public = Q(visibility=table.PUBLIC)
    if user_id is None:
        return public
    told = Q(club__in=clubs.clubs_where(user_id, "see tables"), held_back=False)
    held_back = Q(held_back=True) & (Q(club__in=clubs.clubs_where(user_id, LEADS)) | looking_for(user_id))
    return public | told | held_back | part_of(user_id)


def person(user_id: UUID) -> Holder:
    """A person as the holder of a seat."""
    return Holder("user", str(user_id))


def seat_of(one: Table, user_id: UUID | None) -> int | None:
    """The seat of a person at a table; None for a spectator."""
    return None if user_id is None else one.seat_of(person(user_id))
