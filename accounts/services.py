"""Changing what is known of people."""

import secrets

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import Token, User
from accounts.selectors import token_digest
from config.kernel import rates
from config.kernel.errors import ProblemError

TOKEN_BYTES = 32


def register(username: str, password: str, email: str = "", *, address: str = "") -> User:
    """A new person. Raises ProblemError `malformed` whose data names the fields that cannot stand, or `rate_limited`.

    `address`: from where it is asked, if by a stranger.
    """
    _slowly(rates.spend_by_address("registrations by address", address))
    user = User(username=User.normalize_username(username), email=User.objects.normalize_email(email))
    faults: dict[str, list[str]] = {}
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as error:
        faults |= error.message_dict
    try:
        validate_password(password, user)
    except ValidationError as error:
        faults["password"] = list(error.messages)
    if faults:
        raise _refused(faults)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError as error:
        raise _refused({"username": [_("This name is taken.")]}) from error
    return user


def _refused(faults: dict[str, list[str]]) -> ProblemError:
    sentences = [sentence for field in faults.values() for sentence in field]
    return ProblemError("malformed", detail=" ".join(sentences), fields=faults)


def create_token(user: User) -> str:
    """A new token of this person: told here, once; the database keeps its SHA-256."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    Token.objects.create(user=user, digest=token_digest(token))
    return token


def try_password(username: str, address: str) -> None:
    """Count a try at somebody's password, right or wrong. Raises ProblemError `rate_limited`."""
    _slowly(rates.spend_by_address("log-ins by address", address))
    _slowly(rates.spend("log-ins by name", username.casefold()))


def _slowly(wait: int) -> None:
    if wait:
        raise ProblemError("rate_limited", retry_after=wait)


def token_for(username: str, password: str, *, address: str = "") -> str:
    """A new token for who knows the password. Raises ProblemError `unauthenticated` or `rate_limited`."""
    try_password(username, address)
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        raise ProblemError("unauthenticated", detail=_("No account with this name and this password."))
    return create_token(user)


def make_demo_user(username: str, password: str) -> User:
    """A demo account of this name: made, or the one that is there with its password set back."""
    user, made = User.objects.get_or_create(username=username, defaults={"is_demo": True})
    if not user.is_demo:
        raise ValueError(f"{username} is a person's own account")
    if made or not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    return user
