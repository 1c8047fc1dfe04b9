"""Reading reports: an officer's queue, what somebody has reported, what was decided about somebody."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.clubs.models import Club, Membership
from accounts.clubs.permissions import MATRIX, Standing
from accounts.clubs.selectors import IN_A_PAGE, Page, clubs_where, newest
from accounts.models import User
from accounts.safety import desk
from accounts.safety.models import Outcome, Report
from config.kernel.errors import ProblemError

NEWS = timedelta(days=14)
"""So long a decision stands on the start page."""
MOST_OF_ONES_OWN = 100


WHOLE = ("club", "reporter", "person", "words", "evidence", "decided_by", "decision", "appeal", "closed_by", "closing")


def _whole() -> QuerySet[Report]:
    told: QuerySet[Report] = desk.with_by_a_club(Report.objects.select_related(*WHOLE))
    return told


def of_club(found: Standing, only_waiting: bool = False, cursor: str | None = None) -> Page:
    """The reports of a club, the newest first; not those about whoever looks."""
    found.check("see reports")
    assert found.membership is not None
    rows = _whole().filter(club=found.club).exclude(person=found.membership.user_id)
    return newest(rows.filter(desk.WAITING) if only_waiting else rows, cursor)


def waiting(found: Standing) -> int:
    """How many reports of a club wait for a decision, as whoever looks may know."""
    found.check("see reports")
    assert found.membership is not None
    return Report.objects.filter(desk.WAITING, club=found.club).exclude(person=found.membership.user_id).count()


def one_of_club(found: Standing, report_id: UUID) -> Report:
    """A report of a club. Raises ProblemError `not_found`, also for one about whoever looks."""
    found.check("see reports")
    assert found.membership is not None
    one = _whole().filter(club=found.club, id=report_id).exclude(person=found.membership.user_id).first()
    if one is None:
        raise ProblemError("not_found")
    return one


def of_the_house(user: User, alone: bool) -> list[Report]:
    """What this operator is to decide, the oldest first, no more than a page: what is decided makes room."""
    return list(desk.the_houses(user.id, alone).select_related(*WHOLE).order_by("created_at", "id")[:IN_A_PAGE])


def one_of_the_house(user: User, report_id: UUID, alone: bool) -> Report:
    """A report that is this operator's to decide. Raises ProblemError `not_found`."""
    one = desk.the_houses(user.id, alone).select_related(*WHOLE).filter(id=report_id).first()
    if one is None:
        raise ProblemError("not_found")
    return one


def made_by(user: User) -> QuerySet[Report]:
    """What somebody has reported, the newest first."""
    return Report.objects.select_related(*WHOLE).filter(reporter=user).order_by("-created_at")


def about(user: User) -> QuerySet[Report]:
    """What was decided about somebody, the newest first. What is not decided they do not hear of."""
    decided = Report.objects.select_related(*WHOLE).filter(person=user, decided_at__isnull=False)
    return decided.order_by("-decided_at")


def judged_by(user: User) -> QuerySet[Report]:
    """What somebody has decided, of reports and of appeals, the newest report first."""
    every = Report.objects.select_related(*WHOLE)
    return every.filter(Q(decided_by=user) | Q(closed_by=user)).order_by("-created_at")


def names_of_clubs(user: User) -> dict[UUID | None, str]:
    """The names that somebody may read of clubs in which something was reported: of those they belong to."""
    return dict(Club.objects.filter(id__in=clubs_where(user.id, "see tables")).values_list("id", "name"))


def one_about(user: User, report_id: UUID) -> Report:
    """One of them. Raises ProblemError `not_found`."""
    one = about(user).filter(id=report_id).first()
    if one is None:
        raise ProblemError("not_found")
    return one


def chat_off_until(person_id: UUID, club_id: UUID | None) -> datetime | None:
    """Until when somebody may write nothing at the tables of a club (None: of no club); None: they may."""
    where = Q(club_id=club_id) if club_id else Q(club=None)
    off = Report.objects.filter(where, person=person_id, outcome=Outcome.CHAT_OFF, until__gt=timezone.now())
    off = off.exclude(upheld=False)
    return off.aggregate(last=Max("until"))["last"]


def on_home(user: User) -> dict[str, Any]:
    """For the start page, by one statement: clubs where reports wait for this officer, and what was decided lately."""
    since = timezone.now() - NEWS
    desk_of = Membership.objects.filter(
        club=OuterRef("club"),
        club__closed_at=None,
        user=user,
        state=Membership.State.MEMBER,
        role__in=MATRIX["see reports"],
    )
    told = (Q(decided_at__gt=since) | Q(closed_at__gt=since)) & (Q(person=user) | Q(reporter=user))
    waits = desk.WAITING & Q(at_desk=True) & ~Q(person=user)
    rows = Report.objects.annotate(at_desk=Exists(desk_of)).filter(told | waits).select_related("club")
    found = list(rows.order_by("club__slug", "-created_at")[:MOST_OF_ONES_OWN])
    news = [one for one in found if max(one.decided_at or since, one.closed_at or since) > since]
    waiting = (one.club for one in found if one.at_desk and one.waits and one.person_id != user.id)
    return {
        "about_me": [one.id for one in news if one.person_id == user.id],
        "decided": any(one.reporter_id == user.id and (one.decided_at or since) > since for one in news),
        "waiting": list(dict.fromkeys(waiting)),
    }
