"""The mails about an account. They are written and sent by a worker, so that no page tells by its time who is known."""

import logging
import smtplib
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from kombu.exceptions import OperationalError

from accounts import links, preferences
from accounts.models import User
from config.kernel import rates

log = logging.getLogger(__name__)


class Mail(NamedTuple):
    """What a mail says; `text` has %(name)s, and %(link)s if it carries one."""

    subject: str | Promise
    text: str | Promise


CHANGED = "changed"
MAILS = {
    links.CONFIRM: Mail(
        lazy("Is this your e-mail address?"),
        lazy(
            "Hello %(name)s,\n\nplease confirm that this is your address. Open this page and press the button; it works"
            " for a week:\n\n%(link)s\n\nIf you have no account at Fairdeal, somebody mistyped theirs: do nothing."
        ),
    ),
    links.SIGN_IN: Mail(
        lazy("Sign in to Fairdeal"),
        lazy(
            "Hello %(name)s,\n\nopen this page and press the button to sign in; it works once, and for an hour:"
            "\n\n%(link)s\n\nIf you did not ask for it, do nothing: nobody gets in without this mail."
        ),
    ),
    links.RESET: Mail(
        lazy("A new password"),
        lazy(
            "Hello %(name)s,\n\nopen this page to choose a new password; it works once, and for an hour:"
            "\n\n%(link)s\n\nIf you did not ask for it, do nothing: your password stays as it is."
        ),
    ),
    links.CHANGE: Mail(
        lazy("Your new e-mail address"),
        lazy(
            "Hello %(name)s,\n\nopen this page and press the button, and mail goes to this address from then on; it"
            " works for a day:\n\n%(link)s\n\nIf you did not ask for it, do nothing."
        ),
    ),
    CHANGED: Mail(
        lazy("Your e-mail address was changed"),
        lazy(
            "Hello %(name)s,\n\nmail of your account at Fairdeal goes to another address from now on. If that was not"
            " you, sign in, choose a new password, and set the address right:\n\n%(link)s"
        ),
    ),
}


def post(kind: str, user: User, base: str, address: str = "", target: str = "") -> None:
    """Have a mail sent; too many to one person in an hour are left out without a word.

    `base`: where the site is reached, e.g. https://cards.example.org. `address`: where to, if not the person's own.
    `target`: the page of the site to which the mailed link leads in the end.
    """
    if rates.spend("mails by person", str(user.id)):
        return
    try:
        send.delay(kind, str(user.id), base, address, target)
    except OperationalError as error:
        log.warning("a mail was not sent, the broker is away: %s", error)


@shared_task(
    name="accounts.mails.send",
    autoretry_for=(OSError, smtplib.SMTPException),
    retry_backoff=30,
    max_retries=5,
)
def send(kind: str, user_id: str, base: str, address: str, target: str = "") -> None:
    """Write the mail as things are now, and send it."""
    user = User.objects.filter(id=UUID(user_id), is_active=True).first()
    to = address or (user and (user.new_email if kind == links.CHANGE else user.email))
    if user is None or not to:
        return
    with translation.override(preferences.of(user).language or settings.LANGUAGE_CODE):
        _write(kind, user, base, to, target)


def _write(kind: str, user: User, base: str, to: str, target: str) -> None:
    page = reverse("account") if kind == CHANGED else reverse("mailed", args=[kind, links.make(kind, user)])
    if target:
        page += f"?{urlencode({'next': target})}"
    told = {"name": user.username, "link": base + page}
    signature = _("Fairdeal, %(site)s") % {"site": base}
    mail = MAILS[kind]
    send_mail(str(mail.subject), f"{str(mail.text) % told}\n\n-- \n{signature}\n", settings.DEFAULT_FROM_EMAIL, [to])
