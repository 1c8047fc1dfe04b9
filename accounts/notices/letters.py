"""Notices as a mail: all that is due together in one, each with a link to what it is about."""

import hashlib
import logging
from collections.abc import Sequence
from datetime import datetime
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.notices import unsubscribing
from accounts.notices.kinds import Line
from accounts.notices.models import Notice
from accounts.notices.ways import Sent, link_to

log = logging.getLogger(__name__)


def send(user: User, notices: Sequence[Notice], lines: Sequence[Line], now: datetime) -> Sent:
    """Give it to the mail server; returns what has become of it."""
    mail = message(user, notices, lines)
    mailer = get_connection()
    try:
        mailer.open()
    except (OSError, SMTPException) as error:
        log.warning("notices wait, the mail server does not answer: %s", type(error).__name__)
        return Sent.UNREACHABLE
    try:
        mailer.send_messages([mail])
    except (SMTPResponseException, SMTPRecipientsRefused, ValueError) as error:
        log.warning("a mail with notices was refused: %s", type(error).__name__)
        return Sent.NO if _for_good(error) else Sent.LATER
    except (OSError, SMTPException) as error:  # the connection broke: perhaps after the server had taken it
        log.warning("a mail with notices was interrupted: %s", type(error).__name__)
        return Sent.LATER
    finally:
        mailer.close()
    return Sent.YES


def _for_good(error: Exception) -> bool:
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _words in error.recipients.values())
    return not isinstance(error, SMTPResponseException) or error.smtp_code >= 500


def message(user: User, notices: Sequence[Notice], lines: Sequence[Line]) -> EmailMessage:
    """The mail, in the language and zone that are on."""
    first, *more = lines
    title = _("%(title)s (and %(n)s more)") % {"title": first.title, "n": len(more)} if more else first.title
    told = "\n\n".join(f"{line.title}\n{line.text}\n{link_to(line.page)}" for line in lines)
    words = {
        "name": user.username,
        "told": told,
        "site": settings.SITE_ADDRESS,
        "choose": link_to(reverse("notice_wishes")),
        "end": settings.SITE_ADDRESS + unsubscribing.path_of(user),
    }
    text = _(
        "Hello %(name)s,\n\n%(told)s\n\n-- \nFairdeal, %(site)s\n"
        "How and when you are told, you choose here: %(choose)s\nNo notices by mail any more: %(end)s\n"
    )
    ids = ",".join(f"{notice.id} {notice.at.isoformat()}" for notice in notices)  # what is told anew is another mail
    headers = {
        "Message-ID": f"<notice-{hashlib.sha256(ids.encode()).hexdigest()[:32]}@{_host()}>",
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{words['end']}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return EmailMessage(title, text % words, to=[user.email], headers=headers)


def _host() -> str:
    return urlsplit(settings.SITE_ADDRESS).hostname or "localhost"
