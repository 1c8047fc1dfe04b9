"""Who decides a report: an officer who has no part in it; where the club has none, the site's operators."""

from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.clubs.models import Membership, Role
from accounts.clubs.permissions import OFFICERS, Standing
from accounts.safety.models import Kind, Outcome, Report


def involved(report: Report) -> set[UUID]:
    """Who has a part in it: who reported, who is reported; in an appeal also who decided first."""
    people = {report.reporter_id, report.person_id}
    return people | {report.decided_by_id} if report.decided_by_id else people


def impartial(report: Report) -> QuerySet[Membership]:
    """The officers of its club who have no part in it."""
    officers = Membership.objects.filter(club=report.club, state=Membership.State.MEMBER, role__in=OFFICERS)
    return officers.filter(club__closed_at=None).exclude(user__in=involved(report))


def is_the_houses(report: Report) -> bool:
    """Whether the site's operators decide: it happened in no club, or all its officers have a part in it."""
    return report.club_id is None or not impartial(report).exists()


def house_may_decide(report: Report, user_id: UUID, alone: bool) -> bool:
    """Whether this operator may. One who is `alone` also decides the appeal against their own decision: who else?"""
    if not report.waits or user_id in (report.reporter_id, report.person_id) or not is_the_houses(report):
        return False
    return alone or user_id != report.decided_by_id


def may_decide(report: Report, found: Standing) -> bool:
    """Whether this officer may: with no part in it; an appeal is an owner's, if there is one without a part in it."""
    own = found.membership
    if own is None or own.user_id in involved(report):
        return False
    if report.state != "appealed" or own.role == Role.OWNER:
        return True
    return not impartial(report).filter(role=Role.OWNER).exists()


def outcomes(report: Report, found: Standing | None) -> list[str]:
    """What this officer, or the house (None), may decide: no more than their role gives them."""
    told = [Outcome.NOTHING, Outcome.WARNING]
    if report.kind == Kind.CHAT or (report.kind == Kind.ANNOUNCEMENT and (found is None or found.may("announce"))):
        told.append(Outcome.TEXT_REMOVED)
    if report.kind != Kind.ANNOUNCEMENT:
        told.append(Outcome.CHAT_OFF)
    if found is not None:
        other = Membership.objects.filter(club=found.club, user_id=report.person_id).first()
        belongs = other is not None and other.state == Membership.State.MEMBER
        if found.may_dismiss(other or Membership(role=Role.MEMBER)):
            told += [Outcome.REMOVED, Outcome.BANNED] if belongs else [Outcome.BANNED]
    return [str(one.value) for one in told]


WAITING = Q(decided_at=None) | Q(appealed_at__isnull=False, closed_at=None)
"""Reports of which somebody is to decide."""
