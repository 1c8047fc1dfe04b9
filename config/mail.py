"""Mail goes through Django; here it is remembered whether it still goes at all, so that an operator is told."""

import smtplib
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.core.checks import CheckMessage, Warning, register
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage

Done = TypeVar("Done")

FAILURE = "mail:failure"
REMEMBERED = 30 * 86_400  # seconds; a mail that goes out forgets it


class Backend(BaseEmailBackend):
    """Django's EMAIL_BACKEND: hands over to settings.MAIL_TRANSPORT, and notes how that went."""

    def __init__(self, fail_silently: bool = False, **options: Any) -> None:
        super().__init__(fail_silently=fail_silently)
        self.transport = get_connection(settings.MAIL_TRANSPORT, fail_silently=False, **options)

    def open(self) -> bool | None:
        """Connect, for several mails in a row."""
        return self._noted(self.transport.open)

    def close(self) -> None:
        """Hang up."""
        self.transport.close()

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send them; returns how many went out."""
        return self._noted(self.transport.send_messages, email_messages) or 0

    def _noted(self, do: Callable[..., Done], *args: Any) -> Done | None:
        try:
            done = do(*args)
        except (OSError, smtplib.SMTPException) as error:
            remember(error)
            if not self.fail_silently:
                raise
            return None
        if args:  # mail has gone out, not just a connection been made
            with suppress(Exception):
                cache.delete(FAILURE)
        return done


def remember(error: Exception) -> None:
    """A mail could not be sent."""
    with suppress(Exception):
        cache.set(FAILURE, {"at": datetime.now(UTC), "why": explain(error)}, timeout=REMEMBERED)


def explain(error: Exception) -> str:
    """Why a mail could not be sent, for an operator: no address of a person and no password."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return f"the mail server does not accept the user and password ({error.smtp_code})"
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = sorted({code for code, _ in error.recipients.values()})
        return f"the mail server does not accept the recipient ({', '.join(map(str, codes))})"
    if isinstance(error, smtplib.SMTPSenderRefused):
        return f"the mail server does not accept the sender, DEFAULT_FROM_EMAIL ({error.smtp_code})"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"the mail server refuses ({error.smtp_code})"
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return "the mail server does not offer what EMAIL_URL asks for: a password or encryption"
    if isinstance(error, smtplib.SMTPServerDisconnected):
        return "the mail server has hung up; perhaps it expects encryption (smtp+tls:// or smtp+ssl://)"
    if isinstance(error, ssl.SSLError):
        return f"no encryption could be agreed upon with the mail server ({error.reason})"
    if isinstance(error, socket.gaierror):
        return "there is no mail server of this name"
    if isinstance(error, TimeoutError):
        return f"the mail server has not answered for {settings.EMAIL_TIMEOUT} s"
    if isinstance(error, OSError) and error.strerror:
        return f"the mail server cannot be reached, or the mail not be written ({error.strerror})"
    return f"mail fails ({type(error).__name__})"


def warning() -> str:
    """What an operator must know of mail: an empty string, or one sentence."""
    try:
        failure = cache.get(FAILURE)
    except Exception:  # noqa: BLE001 whatever the cache raises; that it is away is told elsewhere
        failure = None
    if failure is not None:
        return f"The last mail, at {failure['at']:%Y-%m-%d %H:%M} UTC, could not be sent: {failure['why']}."
    return "" if settings.MAIL_IS_SENT else "No EMAIL_URL is set: nobody gets mail, it is kept in files."


@register
def check_mail(**_: Any) -> list[CheckMessage]:
    """`manage.py check`: a site that people reach under a name of its own should be able to write to them."""
    if not settings.SITE_URL or settings.MAIL_IS_SENT:
        return []
    return [Warning("SITE_URL is set, and EMAIL_URL is not: nobody gets mail.", id="fairdeal.W001")]
