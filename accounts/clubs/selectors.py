"""Reading clubs: what somebody may see of one."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.clubs import permissions
from accounts.clubs.models import (
    Announcement,
    Change,
    Club,
    Invitation,
    InvitationList,
    Joining,
    Letter,
    ListLine,
    Membership,
    Notices,
    Role,
)
from accounts.clubs.permissions import Standing
from accounts.models import User
from config.kernel.errors import ProblemError

State = Membership.State
IN_A_PAGE = 100
ON_HOME = 3
NEWS = timedelta(days=14)
"""So long an announcement stands on the start page."""
READY = Q(stands_in=True, state=State.MEMBER, role__in=permissions.MATRIX["stand in"])
"""Who stands in, as a search."""


class Page(NamedTuple):
    """Some rows, and the cursor of the next ones."""

    rows: list[Any]
    next: str | None


def look(user: User | UUID | None, act: str = "see the club", **which: Any) -> Standing:
    """A club (by `id` or `slug`) as this person, or whoever has this id, finds it.

    Raises ProblemError `not_found` or `not_allowed`; to nobody known it is said that they should sign in first:
    `unauthenticated`.
    """
    sayable = "\x00" not in str(which.get("slug", ""))  # PostgreSQL has no text with it
    club = Club.objects.filter(closed_at=None, **which).first() if sayable else None
    if club is None:
        raise ProblemError("not_found")
    user_id = user.id if isinstance(user, User) else user
    own = Membership.objects.filter(club=club, user_id=user_id).first() if user_id else None
    found = permissions.standing(club, own)
    if user is None and found.role is not None and not found.may(act):
        raise ProblemError("unauthenticated")
    found.check(act)
    return found


def _page(rows: QuerySet[Any], key: str, cursor: str | None, size: int = IN_A_PAGE) -> Page:
    """A page of rows ordered by a unique text; the cursor is the last one's."""
    ordered = rows.order_by(key)
    if cursor and "\x00" in cursor:
        raise ProblemError("malformed", fields={"cursor": []})
    if cursor:
        ordered = ordered.filter(**{f"{key}__gt": cursor})
    found = list(ordered[: size + 1])
    if len(found) <= size:
        return Page(found, None)
    last: Any = found[size - 1]
    for part in key.split("__"):
        last = getattr(last, part)
    return Page(found[:size], str(last))


def newest(rows: QuerySet[Any], cursor: str | None, size: int = IN_A_PAGE) -> Page:
    """A page of rows, the newest first; the cursor is the last one's id."""
    ordered = rows.order_by("-created_at", "-id")
    if cursor:
        try:
            at = rows.values_list("created_at", "id").filter(id=UUID(cursor)).first()
        except ValueError:
            at = None
        if at is None:
            raise ProblemError("malformed", fields={"cursor": []})
        ordered = ordered.filter(Q(created_at__lt=at[0]) | Q(created_at=at[0], id__lt=at[1]))
    found = list(ordered[: size + 1])
    return Page(found[:size], str(found[size - 1].id) if len(found) > size else None)


# --- Clubs --------------------------------------------------------------------------------------------------------


def clubs(user: User | None, mine: bool = False, cursor: str | None = None) -> Page:
    """Clubs that this person may know of, or those that are theirs; each with how many belong to it, and their part."""
    every = Club.objects.filter(closed_at=None).annotate(
        size=Count("memberships", filter=Q(memberships__state=State.MEMBER))
    )
    own = dict(Membership.objects.filter(user=user).values_list("club_id", "state")) if user else {}
    belongs = [club_id for club_id, state in own.items() if state == State.MEMBER]
    banned = [club_id for club_id, state in own.items() if state == State.BANNED]
    if mine:
        every = every.filter(id__in=belongs)
    else:
        every = every.filter(Q(id__in=belongs) | ~Q(joining=Joining.INVITATION)).exclude(id__in=banned)
    return _page(every, "slug", cursor)


def memberships_of(user: User) -> QuerySet[Membership]:
    """The clubs somebody belongs to or asks to belong to, with how many ask there."""
    asking = Count("club__memberships", filter=Q(club__memberships__state=State.ASKED))
    own = Membership.objects.filter(user=user, club__closed_at=None).exclude(state=State.BANNED)
    return own.select_related("club").annotate(asking=asking).order_by("club__slug")


def parts_in(club_id: UUID, *user_ids: UUID) -> dict[UUID, str]:
    """What these people are in an open club: a role, `asked` or `banned`; strangers are not among them. One statement,
    asked often."""
    found = Membership.objects.filter(club_id=club_id, user_id__in=user_ids, club__closed_at=None)
    told = found.values_list("user_id", "state", "role")
    return {user_id: role if state == State.MEMBER else state for user_id, state, role in told}


def clubs_where(user_id: UUID, act: str) -> QuerySet[Membership, Any]:
    """The ids of the clubs in which something is somebody's to do: to be searched by."""
    roles = permissions.MATRIX[act]
    own = Membership.objects.filter(user_id=user_id, state=State.MEMBER, role__in=roles, club__closed_at=None)
    return own.values("club_id")


def staying(club_id: UUID, act: str, *user_ids: UUID) -> set[UUID]:
    """Of these people those whose it is to do something in an open club. Until the transaction ends none of them goes,
    of their own will or not. In an order that all locks share."""
    held = Membership.objects.select_for_update(no_key=True, of=("self",)).filter(
        club_id=club_id, user_id__in=user_ids, state=State.MEMBER, role__in=permissions.MATRIX[act]
    )
    return set(held.filter(club__closed_at=None).order_by("user_id").values_list("user_id", flat=True))


def who_may(club_id: UUID, act: str) -> set[UUID]:
    """Everybody of an open club whose it is to do something."""
    found = Membership.objects.filter(club_id=club_id, state=State.MEMBER, role__in=permissions.MATRIX[act])
    return set(found.filter(club__closed_at=None).values_list("user_id", flat=True))


def clubs_closed_to(user_id: UUID) -> QuerySet[Membership, Any]:
    """The ids of the clubs that have banned somebody: to be searched by."""
    return Membership.objects.filter(user_id=user_id, state=State.BANNED).values("club_id")


def clubs_stood_in(user_id: UUID) -> QuerySet[Membership, Any]:
    """The ids of the clubs in which somebody is ready to take an absent player's seat: to be searched by."""
    return Membership.objects.filter(READY, user_id=user_id, club__closed_at=None).values("club_id")


def ready_in(club_ids: Iterable[UUID]) -> dict[UUID, list[UUID]]:
    """Who is ready to take an absent player's seat, by club."""
    found: dict[UUID, list[UUID]] = {}
    ready = Membership.objects.filter(READY, club_id__in=set(club_ids), club__closed_at=None)
    for club_id, user_id in ready.values_list("club_id", "user_id"):
        found.setdefault(club_id, []).append(user_id)
    return found


def size(club: Club) -> int:
    """How many belong to it."""
    return Membership.objects.filter(club=club, state=State.MEMBER).count()


def ready(club: Club) -> int:
    """How many of it are ready to take an absent player's seat."""
    return Membership.objects.filter(READY, club=club).count()


# --- People -------------------------------------------------------------------------------------------------------


def members(found: Standing) -> QuerySet[Membership]:
    """Who belongs to the club; whoever does not want to be listed is seen by officers only."""
    found.check("see the directory")
    every = _people(found, State.MEMBER)
    return every if found.may("see who is not listed") else every.filter(Q(listed=True) | Q(id=_own(found)))


def officers(found: Standing) -> list[Membership]:
    """Whom one may turn to, the owners first."""
    every = members(found).filter(role__in=permissions.OFFICERS)
    return sorted(every, key=by_rank)


def stand_ins(found: Standing) -> QuerySet[Membership]:
    """Who is ready to take an absent player's seat."""
    found.check("see who stands in")
    return _people(found, State.MEMBER).filter(READY)


def by_rank(one: Membership) -> tuple[int, str]:
    """The order of a directory: owners first, then by name."""
    return Role.values.index(one.role), one.user.username.casefold()


def requests(found: Standing) -> QuerySet[Membership]:
    """Who asks to belong to it."""
    found.check("answer requests")
    return _people(found, State.ASKED)


def bans(found: Standing) -> QuerySet[Membership]:
    """Who is kept out."""
    found.check("ban")
    return _people(found, State.BANNED)


def _people(found: Standing, state: str) -> QuerySet[Membership]:
    return Membership.objects.filter(club=found.club, state=state).select_related("user")


def _own(found: Standing) -> int | None:
    return found.membership.pk if found.membership else None


def people_page(rows: QuerySet[Membership], cursor: str | None) -> Page:
    """A page of them, by name."""
    return _page(rows, "user__username", cursor)


def member(found: Standing, person_id: UUID) -> Membership:
    """Somebody of the club, as far as they may be seen."""
    one = members(found).filter(user_id=person_id).first()
    if one is None:
        raise ProblemError("not_found")
    return one


# --- What is told, and what was done ------------------------------------------------------------------------------


def announcements(found: Standing, cursor: str | None = None, size: int = IN_A_PAGE) -> Page:
    """What was announced, the newest first; `again`: so many mails of it did not get through for certain."""
    found.check("read announcements")
    again = Count("letters", filter=Q(letters__state__in=Letter.NOT_THROUGH))
    rows = Announcement.objects.filter(club=found.club).select_related("author").annotate(again=again)
    return newest(rows, cursor, size)


def on_home(user: User) -> dict[str, Any]:
    """For the start page: what clubs have announced and somebody wants to see there, and who waits for their answer."""
    own = Membership.objects.filter(user=user, state=State.MEMBER, club__closed_at=None)
    wanted = own.exclude(notices=Notices.OFF).values("club_id")
    told = Announcement.objects.filter(club__in=wanted, created_at__gt=timezone.now() - NEWS)
    desks: Any = memberships_of(user).filter(role__in=permissions.MATRIX["answer requests"])
    return {
        "told": list(told.select_related("club").order_by("-created_at")[:ON_HOME]),
        "asking": [one for one in desks if one.asking],
    }


def changes(found: Standing, cursor: str | None = None) -> Page:
    """The log, the newest first."""
    found.check("see the log")
    rows = Change.objects.filter(club=found.club).order_by("-id")
    if cursor:
        if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
            raise ProblemError("malformed", fields={"cursor": []})
        rows = rows.filter(id__lt=int(cursor))
    read = list(rows[: IN_A_PAGE + 1])
    return Page(read[:IN_A_PAGE], str(read[IN_A_PAGE - 1].id) if len(read) > IN_A_PAGE else None)


# --- Invitations --------------------------------------------------------------------------------------------------


def invitations(found: Standing, cursor: str | None = None) -> Page:
    """All invitations into the club, the newest first."""
    found.check("invite")
    return newest(Invitation.objects.filter(club=found.club), cursor)


def open_invitations(found: Standing, kind: str) -> list[Invitation]:
    """Those of a kind that still let somebody in, the newest first."""
    found.check("invite")
    every = Invitation.objects.filter(club=found.club, kind=kind, withdrawn_at=None, expires_at__gt=timezone.now())
    return list(every.exclude(uses_left=0).order_by("-created_at", "-id"))


def invitation_list(found: Standing, list_id: UUID) -> InvitationList:
    """A pasted list. Raises ProblemError `not_found`."""
    found.check("invite")
    one = InvitationList.objects.filter(club=found.club, id=list_id).first()
    if one is None:
        raise ProblemError("not_found")
    return one


def lines(one: InvitationList) -> QuerySet[ListLine]:
    """Its lines, with what is needed to say what became of them."""
    return ListLine.objects.filter(list=one).select_related("invitation__letter").order_by("number")


def progress(one: InvitationList) -> dict[str, int]:
    """How many letters it has, how many are done with, and how many went out or could not."""
    told = Letter.objects.filter(invitation__line__list=one).aggregate(
        letters=Count("id"),
        done=Count("id", filter=~Q(state__in=(Letter.State.WAITING, Letter.State.SENDING))),
        sent=Count("id", filter=Q(state=Letter.State.SENT)),
        again=Count("id", filter=Q(state__in=Letter.NOT_THROUGH)),
    )
    return {**told, "lines": ListLine.objects.filter(list=one).count()}
