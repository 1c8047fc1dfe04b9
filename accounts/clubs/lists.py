"""Inviting a whole list: what each line will do is said first, then done in one go; the mails follow in pieces."""

import csv
import re
from collections.abc import Iterable
from email.utils import parseaddr
from io import StringIO
from typing import NamedTuple
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.clubs import letters, log, selectors
from accounts.clubs.invitations import DAYS, draw
from accounts.clubs.models import Club, Invitation, InvitationList, Kind, Letter, ListLine, Membership, Role
from accounts.clubs.services import enter, slowly
from accounts.models import User
from config.kernel.errors import ProblemError

MOST_LINES = 500
LONGEST_LINE = 300
LONGEST_ADDRESS = 254

INVITED, MEMBER, TWICE, OPEN, BANNED, NO_ADDRESS = "invited", "member", "twice", "open", "banned", "no_address"
VERDICTS: dict[str, str | Promise] = {
    INVITED: gettext_lazy("will be invited"),
    MEMBER: gettext_lazy("is a member already"),
    OPEN: gettext_lazy("has an open invitation already"),
    TWICE: gettext_lazy("stands in the list twice"),
    BANNED: gettext_lazy("is banned"),
    NO_ADDRESS: gettext_lazy("is not an e-mail address"),
}


class Line(NamedTuple):
    """A line of a list and what it will do."""

    number: int
    text: str
    email: str
    verdict: str


def read(text: str) -> list[tuple[int, str, str]]:
    """The lines of a pasted list or CSV file that are not empty: number, text, the address in it ("" if none).

    Raises ProblemError `malformed` for more than MOST_LINES.
    """
    found = [
        (number, line.strip()[:LONGEST_LINE], _address(line))
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip(" \t,;")
    ]
    if len(found) > MOST_LINES:
        sentence = _("The list has %(lines)d lines; %(most)d are taken at a time. Please send it in parts.") % {
            "lines": len(found),
            "most": MOST_LINES,
        }
        raise ProblemError("malformed", detail=sentence, fields={"text": [sentence]})
    return found


def _address(line: str) -> str:
    """The first cell with an @ in it, also as `Anna <anna@example.org>`."""
    for cell in re.split(r"[,;\t]", line.replace('"', "")):
        if "@" not in cell:
            continue
        address = parseaddr(cell.strip())[1] or cell.strip()
        if len(address) > LONGEST_ADDRESS:
            return ""
        try:
            validate_email(address)
        except ValidationError:
            return ""
        return address
    return ""


def dry_run(user: User, club_id: UUID, text: str) -> list[Line]:
    """What each line would do now. Nothing is changed."""
    return _judge(selectors.look(user, "invite", id=club_id).club, text)


def _judge(club: Club, text: str) -> list[Line]:
    lines = read(text)
    asked = {email.lower() for _number, _text, email in lines if email}
    known = (
        Membership.objects.annotate(address=Lower("user__email"))
        .filter(club=club, address__in=asked, user__email_confirmed_at__isnull=False)
        .values_list("address", "state")
    )
    by_state = {state: {address for address, one in known if one == state} for state in Membership.State.values}
    open_ = {
        email.lower()
        for email in Invitation.objects.annotate(address=Lower("email"))
        .filter(club=club, kind=Kind.MAIL, address__in=asked, withdrawn_at=None, expires_at__gt=timezone.now())
        .exclude(uses_left=0)
        .values_list("email", flat=True)
    }
    seen: set[str] = set()
    judged = []
    for number, line, email in lines:
        address = email.lower()
        if not email:
            verdict = NO_ADDRESS
        elif address in seen:
            verdict = TWICE
        elif address in by_state[Membership.State.BANNED]:
            verdict = BANNED
        elif address in by_state[Membership.State.MEMBER]:
            verdict = MEMBER
        elif address in open_:
            verdict = OPEN
        else:
            verdict = INVITED
        seen.add(address)
        judged.append(Line(number, line, email, verdict))
    return judged


def start(
    user: User,
    club_id: UUID,
    *,
    text: str,
    base: str,
    role: str = Role.MEMBER,
    days: int = DAYS,
    external_id: str | None = None,
) -> tuple[InvitationList, bool]:
    """Invite whoever of the list can be. Returns the list, and whether it is new (by its `external_id`).

    Raises ProblemError `mail_off` where the site sends no mail.
    """
    with transaction.atomic():
        club = enter(user, club_id, "invite").club
        if external_id and (earlier := InvitationList.objects.filter(club=club, external_id=external_id).first()):
            return earlier, False
        letters.check_on()
        judged = _judge(club, text)
        slowly("lists by club", club.id)
        made = InvitationList.objects.create(id=uuid4(), club=club, creator=user.id, external_id=external_id)
        drawn = {
            line.number: draw(club, user, kind=Kind.MAIL, role=role, days=days, email=line.email)
            for line in judged
            if line.verdict == INVITED
        }
        Invitation.objects.bulk_create(drawn.values())
        ListLine.objects.bulk_create(
            ListLine(list=made, number=one.number, text=one.text, verdict=one.verdict, invitation=drawn.get(one.number))
            for one in judged
        )
        letters.write_invitations(drawn.values(), base)
        log.write(club, user.id, "list_started", list=str(made.id), invited=len(drawn), lines=len(judged))
    return made, True


def send_again(user: User, club_id: UUID, list_id: UUID) -> int:
    """Send once more what failed or was interrupted; returns how many letters that is."""
    with transaction.atomic():
        club = enter(user, club_id, "invite").club
        found = InvitationList.objects.filter(club=club, id=list_id).first()
        if found is None:
            raise ProblemError("not_found")
        letters.check_on()
        count = letters.send_again(Letter.objects.filter(invitation__line__list=found))
        if count:
            log.write(club, user.id, "list_again", list=str(found.id), letters=count)
    return count


def report(lines: Iterable[ListLine]) -> str:
    """The report as CSV. A cell that a spreadsheet would take for a formula is made text."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow([_("line"), _("text"), _("what became of it")])
    for line in lines:
        text = f"'{line.text}" if line.text[:1] in "=+-@\t\r" else line.text
        writer.writerow([line.number, text, outcome(line)])
    return out.getvalue()


def outcome(line: ListLine) -> str:
    """What became of a line, in words."""
    invitation = line.invitation
    if invitation is None:
        return str(VERDICTS[line.verdict])
    if invitation.uses_left == 0:
        return _("has joined")
    if invitation.withdrawn_at is not None:
        return _("invitation withdrawn")
    return str(Letter.State(invitation.letter.state).label)
