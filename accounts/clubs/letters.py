"""Mails of clubs: rows first, sent afterwards, each at most once.

A letter is claimed in a transaction of its own before it is given to the mail server, and noted as sent afterwards.
Whoever is killed in between leaves it claimed; after a while it is `unclear`, which the report says, and nobody but a
person decides to send it again: no mail is better than two.
"""

import logging
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.clubs import codes
from accounts.clubs.models import Announcement, Invitation, Letter, Membership, Notices
from accounts.permissions import may_enter
from config.kernel.errors import ProblemError

log = logging.getLogger(__name__)

State = Letter.State
PIECE = 20
"""So many letters are sent in one piece of work, so that no worker is kept from anything else for long."""
CLOSING = 421
"""A server's answer before it hangs up: nothing was taken, and it may be tried again later."""
GIVEN_UP = timedelta(minutes=15)
"""After that nobody is sending a claimed letter any more."""


def check_on() -> None:
    """Raises ProblemError `mail_off` where the site sends no mail."""
    if not settings.MAIL_IS_SENT:
        raise ProblemError("mail_off")


def write_invitations(invitations: Iterable[Invitation], base: str) -> None:
    """A letter for each of these. `base`: where the site is reached, e.g. https://cards.example.org."""
    Letter.objects.bulk_create(Letter(invitation=invitation, base=base) for invitation in invitations)
    _send_soon()


def write_announcement(announcement: Announcement, base: str) -> None:
    """A letter to each member who wants announcements by mail, at an address known to be theirs; not to its author."""
    if not settings.MAIL_IS_SENT:
        return
    readers = Membership.objects.filter(
        club=announcement.club, state=Membership.State.MEMBER, notices=Notices.MAIL
    ).exclude(user=announcement.author)
    readers = readers.exclude(user__email_confirmed_at=None)
    Letter.objects.bulk_create(Letter(announcement=announcement, membership=reader, base=base) for reader in readers)
    _send_soon()


def send_again(letters: QuerySet[Letter]) -> int:
    """What failed, or of which nobody knows, is to be sent once more; returns how many."""
    changed = letters.filter(state__in=Letter.NOT_THROUGH).update(state=State.WAITING, changed_at=timezone.now())
    _send_soon()
    return changed


def _send_soon() -> None:
    transaction.on_commit(wake)


def wake() -> None:
    """Have a worker send what waits. Never fails: the beat finds what was not told."""
    try:
        current_app.send_task("accounts.clubs.tasks.send_letters", retry=False)
    except Exception as error:  # noqa: BLE001 whatever the broker raises: the letters are committed, and the beat sees
        log.warning("no worker was told of letters: %s", error)


def send_piece() -> bool:
    """Send a piece of what waits. Returns whether more may be waiting. Safe beside others who do the same."""
    _give_up()
    if not Letter.objects.filter(state=State.WAITING).exists():
        return False  # nobody logs in at the mail server for nothing
    with get_connection() as mailer:  # a server that does not answer: nothing is claimed, the next beat tries again
        claimed = _claim()
        for number, letter in enumerate(claimed):
            try:
                mailer.open()  # anew, if the letter before has broken the connection
            except (OSError, SMTPException):
                unsent = [one.pk for one in claimed[number:]]
                Letter.objects.filter(pk__in=unsent).update(state=State.WAITING, changed_at=timezone.now())
                raise
            _note(letter, _send(letter, mailer))
    put_back = Letter.objects.filter(pk__in=[one.pk for one in claimed], state=State.WAITING).exists()
    return len(claimed) == PIECE and not put_back  # what the server does not want now it is not given again at once


def _give_up() -> None:
    stopped = Letter.objects.filter(state=State.SENDING, changed_at__lt=timezone.now() - GIVEN_UP)
    stopped.update(state=State.UNCLEAR, changed_at=timezone.now())


def _claim() -> list[Letter]:
    """Some of what waits, which from now on is nobody else's."""
    with transaction.atomic():
        waiting = Letter.objects.filter(state=State.WAITING).order_by("id").select_for_update(skip_locked=True)
        claimed = [letter.pk for letter in waiting[:PIECE]]
        Letter.objects.filter(pk__in=claimed).update(state=State.SENDING, changed_at=timezone.now())
    related = ("invitation__club", "announcement__club", "membership__user")
    return list(Letter.objects.filter(pk__in=claimed).select_related(*related).order_by("pk"))


def _note(letter: Letter, state: str) -> None:
    Letter.objects.filter(pk=letter.pk).update(state=state, changed_at=timezone.now())


def _send(letter: Letter, mailer: Any) -> str:
    """Send it; returns what has become of it."""
    message = _message(letter)
    if message is None:
        return State.DROPPED
    message.connection = mailer
    try:
        message.send()
    except (SMTPResponseException, SMTPRecipientsRefused, ValueError) as error:
        log.warning("letter %s was refused: %s", letter.pk, type(error).__name__)
        if CLOSING not in _codes(error):
            return State.FAILED
        _close(mailer)
        return State.WAITING
    except (OSError, SMTPException) as error:  # the connection broke: perhaps after the server had taken it
        log.warning("letter %s was interrupted: %s", letter.pk, type(error).__name__)
        _close(mailer)
        return State.UNCLEAR
    return State.SENT


def _codes(error: Exception) -> set[int]:
    """What the mail server has answered."""
    if isinstance(error, SMTPRecipientsRefused):
        return {code for code, _words in error.recipients.values()}
    return {error.smtp_code} if isinstance(error, SMTPResponseException) else set()


def _close(mailer: Any) -> None:
    with suppress(OSError, SMTPException):
        mailer.close()


def _message(letter: Letter) -> EmailMessage | None:
    """The mail in the club's language; None if nobody wants it any more."""
    about = letter.invitation or letter.announcement
    assert about is not None
    with translation.override(about.club.language or settings.LANGUAGE_CODE):
        return _invitation(letter.invitation, letter.base) if letter.invitation else _announcement(letter)


def _invitation(invitation: Invitation, base: str) -> EmailMessage | None:
    if not invitation.counts:
        return None
    club = invitation.club
    words = {
        "club": club.name,
        "link": base + reverse("join_by_code", args=[codes.code_of(invitation.id, invitation.kind)]),
        "until": date_format(timezone.localtime(invitation.expires_at, club.zone), "DATE_FORMAT"),
    }
    text = _(
        "%(club)s invites you to join. The club plays Hand and Foot, a card game.\n\n"
        "To join, open this page; a name and a password are enough:\n%(link)s\n\n"
        "The invitation is for you alone and counts until %(until)s. If you do not want it, do nothing."
    )
    subject = _("Invitation to the club %(club)s")
    return EmailMessage(subject % words, text % words, to=[invitation.email])


def _announcement(letter: Letter) -> EmailMessage | None:
    told, reader = letter.announcement, letter.membership
    assert told is not None and reader is not None
    gone = reader.state != Membership.State.MEMBER or reader.notices != Notices.MAIL
    if gone or not reader.user.email_confirmed_at or not may_enter(reader.user) or told.club.closed_at is not None:
        return None
    choose = letter.base + reverse("club_me", args=[told.club.slug])
    words = {"club": told.club.name, "title": told.title, "text": told.text, "link": choose}
    text = _("%(text)s\n\n-- \nYou are told so as a member of %(club)s. To choose how you are told: %(link)s") % words
    subject = _("%(club)s: %(title)s") % words
    return EmailMessage(subject, text, to=[reader.user.email], headers={"List-Unsubscribe": f"<{choose}>"})
