"""Who decides a report: an officer who has no part in it; where the club has none, the site's operators."""

from typing import Any
from uuid import UUID

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from accounts.clubs.models import Membership, Role
from accounts.clubs.permissions import MATRIX, OFFICERS, Standing
from accounts.safety.models import Kind, Outcome, Report

DISMISSALS = {Outcome.REMOVED: "remove", Outcome.BANNED: "ban"}
"""What is decided about who belongs to the club, and the act of the matrix that it is: whoever may not do it does not
lift it either."""
WAITING = Q(decided_at=None) | Q(appealed_at__isnull=False, closed_at=None)
"""Reports of which somebody is to decide."""


def _impartial(club: Any, reporter: Any, person: Any, first: Any, outcome: Any) -> QuerySet[Membership]:
    """The officers of a club who have no part in a report: who reported, who is reported, who decided first."""
    every = Membership.objects.filter(club=club, club__closed_at=None, state=Membership.State.MEMBER)
    officers = every.filter(role__in=OFFICERS).exclude(user=reporter).exclude(user=person).exclude(user=first)
    officers = officers.annotate(outcome=Coalesce(outcome, Value(""), output_field=CharField()))
    for dismissal, act in DISMISSALS.items():
        officers = officers.filter(~Q(outcome=dismissal) | Q(role__in=MATRIX[act]))
    return officers


def impartial(report: Report) -> QuerySet[Membership]:
    """Who of its club may decide it, or the appeal, having no part in it."""
    first = report.decided_by_id or report.reporter_id
    return _impartial(report.club_id, report.reporter_id, report.person_id, first, Value(report.outcome))


def with_by_a_club(reports: Any) -> Any:
    """These reports, each with `by_a_club`: whether there is anybody. If not, the site's operators decide it."""
    first = Coalesce(OuterRef("decided_by"), OuterRef("reporter"))
    officers = _impartial(OuterRef("club"), OuterRef("reporter"), OuterRef("person"), first, OuterRef("outcome"))
    return reports.annotate(by_a_club=Exists(officers))


def the_houses(user_id: UUID, alone: bool) -> QuerySet[Report]:
    """What this operator of the site may decide: nothing about themselves. One who is `alone` also decides what they
    have reported, and the appeal against their own decision: who else?
    """
    told: QuerySet[Report] = with_by_a_club(Report.objects.filter(WAITING)).filter(by_a_club=False)
    told = told.exclude(person=user_id)
    return told if alone else told.exclude(reporter=user_id).exclude(decided_by=user_id)


def may_decide(report: Report, found: Standing) -> bool:
    """Whether this officer may: with no part in it; an appeal is an owner's, if there is one without a part in it."""
    own, others = found.membership, impartial(report)
    if own is None or not others.filter(id=own.pk).exists():
        return False
    if report.state != "appealed" or own.role == Role.OWNER:
        return True
    return not others.filter(role=Role.OWNER).exists()


def outcomes(report: Report, found: Standing | None) -> list[str]:
    """What this officer, or the house (None), may decide: no more than their role gives them, and of who belongs to the
    club what is not so already.
    """
    told = [Outcome.NOTHING, Outcome.WARNING]
    if report.kind == Kind.CHAT or (report.kind == Kind.ANNOUNCEMENT and (found is None or found.may("announce"))):
        told.append(Outcome.TEXT_REMOVED)
    if report.kind != Kind.ANNOUNCEMENT:
        told.append(Outcome.CHAT_OFF)
    if found is not None and report.person.deleted_at is None:
        other = Membership.objects.filter(club=found.club, user_id=report.person_id).first()
        state = other.state if other else None
        if state != Membership.State.BANNED and found.may_dismiss(other or Membership(role=Role.MEMBER)):
            told += [Outcome.REMOVED, Outcome.BANNED] if state == Membership.State.MEMBER else [Outcome.BANNED]
    return [str(one.value) for one in told]
