"""What is done by mail: signing in, a new password, confirming and changing an address. Nobody is told who is known."""

from collections.abc import Iterable

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db.models import F, Q
from django.utils import timezone

from accounts import links, mails
from accounts.models import User
from accounts.permissions import may_enter
from accounts.services import refused
from config.kernel import rates

MOST_OF_AN_ADDRESS = 10
"""So many accounts that share an address get their mail at once."""


def mail_link(kind: str, email: str, base: str, address: str, target: str = "") -> None:
    """Mail a link that signs in, or one for a new password, to all accounts of an address; silent if there is none.

    `address`: from where it is asked; `target`: the page to which it leads then. Raises ProblemError `rate_limited`.
    """
    rates.slowly(rates.spend_by_address("mails by address", address))
    for user in _owners(email):
        mails.post(kind, user, base, target=target)


def _owners(email: str) -> Iterable[User]:
    """The accounts that an address may open: it was confirmed, or is all there is to sign in by."""
    opened_by_it = Q(email_confirmed_at__isnull=False) | Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    found = User.objects.filter(opened_by_it, email__iexact=email, is_active=True)
    # Who has confirmed it comes first: strangers who name the address push nobody out.
    oldest = found.order_by(F("email_confirmed_at").asc(nulls_last=True), "created_at")
    return (user for user in oldest[:MOST_OF_AN_ADDRESS] if may_enter(user))


def confirm(user: User) -> None:
    """The address is this person's: a link mailed there was followed."""
    if user.email_confirmed_at is None:
        user.email_confirmed_at = timezone.now()
        user.save(update_fields=["email_confirmed_at"])


def ask_to_confirm(user: User, base: str) -> None:
    """Mail the link that confirms the address."""
    if user.email and not user.email_confirmed_at:
        mails.post(links.CONFIRM, user, base)


def ask_to_change(user: User, email: str, base: str) -> None:
    """Mail a link to the new address; until it is followed the old one stays. An empty one is simply forgotten."""
    user.new_email = User.objects.normalize_email(email)
    user.save(update_fields=["new_email"])
    if user.new_email:
        mails.post(links.CHANGE, user, base)
        return
    had = user.email if user.email_confirmed_at else ""
    _set(user, "")
    _tell_the_old(user, had, base)


def change(user: User, base: str) -> None:
    """The new address is this person's; the old one is told."""
    had = user.email if user.email_confirmed_at else ""
    _set(user, user.new_email)
    _tell_the_old(user, had, base)


def _set(user: User, email: str) -> None:
    user.email, user.new_email = email, ""
    user.email_confirmed_at = timezone.now() if email else None
    user.save(update_fields=["email", "new_email", "email_confirmed_at"])


def _tell_the_old(user: User, had: str, base: str) -> None:
    if had and had.casefold() != user.email.casefold():
        mails.post(mails.CHANGED, user, base, had)


def set_password(user: User, password: str) -> None:
    """A new password; it ends all sessions. Raises ProblemError `malformed`."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise refused({"password": list(error.messages)}) from error
    user.set_password(password)
    user.save(update_fields=["password"])
