"""Reporting, deciding, appealing. From the decision on each step is a line of the club's log, without any free text.

Of a report alone there is no line: an officer who is reported reads the log too. Locks are taken in one order: the
person, the club, the report.
"""

from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.clubs import announcements, log
from accounts.clubs import selectors as clubs
from accounts.clubs import services as club_services
from accounts.clubs.models import Announcement, Change, Club, Membership
from accounts.clubs.permissions import Standing
from accounts.models import User
from accounts.safety import desk
from accounts.safety.models import Kind, Outcome, Report, Words, write
from accounts.safety.signals import text_removed
from config.kernel import rates
from config.kernel.errors import ProblemError

NOBODY = UUID(int=0)
"""The id of nobody."""
TAKES_TEXT = (Outcome.TEXT_REMOVED, Outcome.CHAT_OFF, Outcome.REMOVED, Outcome.BANNED)


class Told(NamedTuple):
    """What somebody says of what they report: why in short, and in their own words if they like."""

    cause: str
    text: str = ""
    external_id: str | None = None


class About(NamedTuple):
    """What is reported: whose it is, and what there is to prove it."""

    person: UUID
    kind: str
    evidence: str = ""
    subject: UUID | None = None
    game: UUID | None = None
    game_version: int | None = None
    game_hash: str = ""


# --- Reporting ----------------------------------------------------------------------------------------------------


def report(reporter: User, club_id: UUID | None, about: About, told: Told, address: str) -> tuple[Report, bool]:
    """Report something that happened in a club, or (None) in none. Returns it, and whether it is new.

    Whoever calls this has looked whether the reporter may know of it. Raises ProblemError `not_allowed` for oneself,
    `not_found` for who is gone, `rate_limited`.
    """
    rates.slowly(rates.spend("reports by person", str(reporter.id)))
    rates.slowly(rates.spend_by_address("reports by address", address))
    if about.person == reporter.id:
        raise ProblemError("not_allowed", detail=_("This is you."))
    with transaction.atomic():
        both = User.objects.select_for_update(no_key=True).filter(id__in=(reporter.id, about.person), deleted_at=None)
        if len(both.order_by("id")) < 2:  # not forgotten while this is written
            raise ProblemError("not_found")
        person = both.get(id=about.person)
        if told.external_id:
            earlier = Report.objects.filter(reporter=reporter, external_id=told.external_id).first()
            if earlier:
                return earlier, False
        made = Report.objects.create(
            club_id=club_id,
            reporter=reporter,
            person=person,
            kind=about.kind,
            cause=told.cause,
            subject=about.subject,
            game=about.game,
            game_version=about.game_version,
            game_hash=about.game_hash,
            words=write(reporter, told.text),
            evidence=write(person, about.evidence),
            external_id=told.external_id,
        )
    return made, True


def report_in_club(
    reporter: User, club_id: UUID, told: Told, address: str, *, announcement: UUID | None, person: UUID | None
) -> tuple[Report, bool]:
    """Report an announcement of a club, or one of its people as they are seen there."""
    found = clubs.look(reporter, f"report {'a person' if announcement is None else 'an announcement'}", id=club_id)
    if announcement is not None:
        one = Announcement.objects.filter(club=found.club, id=announcement).first()
        if one is None or one.author_id is None:
            raise ProblemError("not_found")
        text = f"{one.title}\n{one.text}"
        about = About(one.author_id, Kind.ANNOUNCEMENT, evidence=text, subject=one.id)
    else:
        other = clubs.member(found, person or NOBODY)
        about = About(other.user_id, Kind.PERSON, evidence=other.user.username)
    return report(reporter, club_id, about, told, address)


def _log(one: Report, actor: UUID, act: str, person: UUID | None = None, **data: Any) -> None:
    """A line of the club's log. Of a text it holds the salted digest; of one that was erased, nothing."""
    if one.club is not None:
        told = {name: part for name, part in data.items() if part and not (isinstance(part, Words) and not part.salt)}
        plain = {name: part.digest if isinstance(part, Words) else part for name, part in told.items()}
        log.write(one.club, actor, act, person, report=str(one.id), **plain)


# --- Deciding -----------------------------------------------------------------------------------------------------


def decide(user: User, club_id: UUID, report_id: UUID, *, outcome: str, text: str, days: int | None = None) -> Report:
    """An officer decides. Raises ProblemError `not_allowed` for who has a part in it and for what is beyond their role,
    `already_decided`.
    """
    with transaction.atomic():
        found = club_services.enter(user, club_id, "decide reports")
        return _decide(user, found, _of_club(found, user, report_id), outcome, text, days)


def decide_as_the_house(
    user: User, report_id: UUID, alone: bool, *, outcome: str, text: str, days: int | None = None
) -> Report:
    """An operator of the site decides what no club can. The caller knows that they are one, and the only one if
    `alone`.
    """
    with transaction.atomic():
        return _decide(user, None, _of_the_house(user, report_id, alone), outcome, text, days)


def _of_club(found: Standing, user: User, report_id: UUID) -> Report:
    one = Report.objects.select_for_update(of=("self",)).filter(club=found.club, id=report_id).first()
    if one is None or one.person_id == user.id:  # what one is reported for one does not see before it is decided
        raise ProblemError("not_found")
    if one.waits and not desk.may_decide(one, found):
        raise ProblemError("not_allowed", detail=_("Somebody else decides this: whoever has no part in it."))
    return one


def _of_the_house(user: User, report_id: UUID, alone: bool) -> Report:
    club_services.stay(user)
    _lock_club_of(report_id)
    one = desk.the_houses(user.id, alone).select_for_update(of=("self",)).filter(id=report_id).first()
    if one is None:
        raise ProblemError("not_found")
    return one


def _lock_club_of(report_id: UUID) -> None:
    """Lock the club in which something was reported, if it was in one: before the report, as officers do."""
    club = Report.objects.filter(id=report_id).values("club")
    Club.objects.select_for_update().filter(id__in=club).order_by("id").first()


def _decide(user: User, found: Standing | None, one: Report, outcome: str, text: str, days: int | None) -> Report:
    if one.state != "open":
        raise ProblemError("already_decided")
    if outcome not in desk.outcomes(one, found):
        raise ProblemError("not_allowed")
    if (outcome == Outcome.CHAT_OFF) != (days is not None):
        raise ProblemError("malformed", fields={"days": [_("For no chat, and for nothing else.")]})
    one.decided_at, one.decided_by, one.outcome = timezone.now(), user, outcome
    one.until = _after(days)
    one.decision = write(user, text)
    one.save()
    if outcome in TAKES_TEXT:
        _take_text(user, found, one)
    if found is not None and outcome == Outcome.REMOVED:
        club_services.remove(user, found.club.id, one.person_id)
    if found is not None and outcome == Outcome.BANNED:
        club_services.ban(user, found.club.id, one.person_id, report=str(one.id))
    told: dict[str, Any] = {"kind": one.kind, "cause": one.cause, "reported": one.words, "evidence": one.evidence}
    _log(one, user.id, f"report_{outcome}", one.person_id, **told, words=one.decision, days=days)
    return one


def _after(days: int | None) -> datetime | None:
    return timezone.now() + timedelta(days=days) if days else None


def _take_text(user: User, found: Standing | None, one: Report) -> None:
    """Take away what was reported, if it is a text and still there."""
    if one.kind == Kind.CHAT:
        text_removed.send(sender=Report, report=one)
    reported = Announcement.objects.filter(id=one.subject or NOBODY)
    if one.kind != Kind.ANNOUNCEMENT or not reported.exists():
        return
    if found is not None:
        announcements.take_down(user, found.club.id, one.subject or NOBODY)
    else:
        reported.delete()
        _log(one, user.id, "announcement_removed", announcement=str(one.subject))


# --- Appealing ----------------------------------------------------------------------------------------------------


def appeal(user: User, report_id: UUID, text: str) -> Report:
    """Turn to somebody else, once, with what was decided of a report about oneself.

    Raises ProblemError `not_found`, `not_allowed` where nothing followed, `already_appealed`.
    """
    with transaction.atomic():
        club_services.stay(user)
        _lock_club_of(report_id)
        one = Report.objects.select_for_update(of=("self",)).filter(id=report_id, person=user).first()
        if one is None or one.decided_at is None:
            raise ProblemError("not_found")
        if one.appealed_at is not None:
            raise ProblemError("already_appealed")
        if not one.may_be_appealed:
            raise ProblemError("not_allowed")
        one.appealed_at, one.appeal = timezone.now(), write(user, text)
        one.save(update_fields=["appealed_at", "appeal"])
        _log(one, user.id, "appealed", user.id, words=one.appeal)
    return one


def decide_appeal(user: User, club_id: UUID, report_id: UUID, *, upheld: bool, text: str) -> Report:
    """Another officer decides an appeal: the decision stands, or it is lifted. Raises as `decide` does."""
    with transaction.atomic():
        found = club_services.enter(user, club_id, "decide appeals")
        return _close(user, _of_club(found, user, report_id), upheld, text)


def decide_appeal_as_the_house(user: User, report_id: UUID, alone: bool, *, upheld: bool, text: str) -> Report:
    """An operator of the site decides an appeal that no club can. The caller knows that they are one, and the only
    one if `alone`.
    """
    with transaction.atomic():
        return _close(user, _of_the_house(user, report_id, alone), upheld, text)


def _close(user: User, one: Report, upheld: bool, text: str) -> Report:
    if one.appealed_at is None:
        raise ProblemError("not_found", detail=_("There is no appeal to decide."))
    if one.closed_at is not None:
        raise ProblemError("already_decided")
    one.closed_at, one.closed_by, one.upheld = timezone.now(), user, upheld
    one.closing = write(user, text)
    one.save()
    if not upheld and one.outcome == Outcome.BANNED:
        _lift_ban(user, one)
    _log(one, user.id, "appeal_upheld" if upheld else "appeal_lifted", one.person_id, words=one.closing)
    return one


def _lift_ban(user: User, one: Report) -> None:
    """End the ban that this report made; not a later one that was made for something else."""
    assert one.club is not None
    newest = Change.objects.filter(club=one.club, act="banned", person=one.person_id).order_by("-id").first()
    if newest is None or newest.data.get("report") != str(one.id):
        return
    kept_out = Membership.objects.filter(club=one.club, user=one.person, state=Membership.State.BANNED)
    if kept_out.delete()[0]:
        log.write(one.club, user.id, "unbanned", one.person_id)
