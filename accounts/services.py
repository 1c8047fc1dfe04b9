"""Changing what is known of people."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Feed, Token, User, same_name
from accounts.scopes import ALL
from accounts.selectors import token_digest
from accounts.signals import signed_out_everywhere
from config.kernel import rates
from config.kernel.errors import ProblemError

TOKEN_BYTES = 32
MOST_TOKENS = 100
"""So many tokens a person may have."""
LONGEST_LIFE = timedelta(days=3653)
USE_IS_NOTED_EVERY = timedelta(minutes=1)


def register(username: str, password: str, email: str = "", *, address: str = "", guest: User | None = None) -> User:
    """A new person; without a password they sign in by mail. A guest becomes one and keeps their games.

    Raises ProblemError `malformed` whose data names the fields that cannot stand, or `rate_limited`.

    `address`: from where it is asked, if by a stranger.
    """
    rates.slowly(rates.spend_by_address("registrations by address", address))
    user = guest or User()
    user.username, user.email = User.normalize_username(username), User.objects.normalize_email(email)
    user.is_guest = False
    faults: dict[str, list[str]] = {}
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as error:
        faults |= error.message_dict
    try:
        if password or not email:
            validate_password(password, user)
    except ValidationError as error:
        faults["password"] = list(error.messages)
    if faults:
        raise refused(faults)
    user.set_password(password or None)
    try:
        with transaction.atomic():
            user.save(force_insert=guest is None)
    except IntegrityError as error:
        raise refused({"username": [_("This name is taken.")]}) from error
    return user


def refused(faults: dict[str, list[str]]) -> ProblemError:
    """The refusal of a form or a body whose fields cannot stand, by their names."""
    sentences = [sentence for field in faults.values() for sentence in field]
    return ProblemError("malformed", detail=" ".join(sentences), fields=faults)


def create_token(
    user: User,
    name: str = "",
    scopes: Sequence[str] = ALL,
    expires_at: datetime | None = None,
) -> str:
    """A new token of this person: told here, once; the database keeps its SHA-256. Raises ProblemError `malformed`."""
    return new_token(user, name, scopes, expires_at)[0]


def new_token(user: User, name: str, scopes: Sequence[str], expires_at: datetime | None) -> tuple[str, Token]:
    """The same, with the row that is kept."""
    now = timezone.now()
    if expires_at and not now < expires_at < now + LONGEST_LIFE:
        raise refused({"expires_at": [_("This is in the past, or more than ten years away.")]})
    if Token.objects.filter(user=user).count() >= MOST_TOKENS:
        # Whoever asks for a new one at each start has those that were used longest ago replaced.
        oldest = Token.objects.filter(user=user).order_by("created_at", "id").first()
        if oldest:
            oldest.delete()
    text = secrets.token_urlsafe(TOKEN_BYTES)
    kept = Token.objects.create(
        user=user,
        digest=token_digest(text),
        name=name,
        scopes=[scope for scope in ALL if scope in scopes],
        expires_at=expires_at,
    )
    return text, kept


def revoke_token(user: User, token_id: int) -> bool:
    """Take a token back; whether this person had it. It counts no more with the next request or frame."""
    done, _rows = Token.objects.filter(user=user, id=token_id).delete()
    return bool(done)


def note_use(token: Token) -> None:
    """Write down that a token is used, but not for every request: to the minute is enough."""
    now = timezone.now()
    if token.last_used_at and now - token.last_used_at < USE_IS_NOTED_EVERY:
        return
    before = Q(last_used_at__isnull=True) | Q(last_used_at__lte=now - USE_IS_NOTED_EVERY)
    Token.objects.filter(before, id=token.id).update(last_used_at=now)


def mark_as_program(user: User, yes: bool) -> None:
    """Say, or take back, that a program plays with this account."""
    user.is_program = yes
    user.save(update_fields=["is_program"])


def try_password(username: str, address: str) -> None:
    """Count a try at somebody's password, right or wrong. Raises ProblemError `rate_limited`."""
    rates.slowly(rates.spend_by_address("log-ins by address", address))
    rates.slowly(rates.spend("log-ins by name", same_name(username)))


def locked_out() -> ProblemError:
    """The refusal of who has tried too many wrong passwords for one name from one address."""
    wait = int(settings.AXES_COOLOFF_TIME.total_seconds())
    told = _("Too many wrong passwords for this name. Try again in %(n)d minutes.") % {"n": wait // 60}
    if settings.MAIL_IS_SENT:
        told += " " + _("Or sign in by e-mail.")
    return ProblemError("rate_limited", detail=told, retry_after=wait)


def end_sessions(user: User, *, tokens: bool = False) -> None:
    """Sign out everywhere, sockets and browsers that show notices too; with `tokens` the programs as well, calendar
    programs too."""
    User.objects.filter(id=user.id).update(session_round=F("session_round") + 1)
    if tokens:
        Token.objects.filter(user=user).delete()
        Feed.objects.filter(user=user).delete()
    signed_out_everywhere.send(sender=User, user=user)


def token_for(
    request: HttpRequest,
    username: str,
    password: str,
    *,
    name: str = "",
    scopes: Sequence[str] = ALL,
    expires_at: datetime | None = None,
) -> str:
    """A new token for who knows the password. Raises ProblemError `unauthenticated`, `malformed` or `rate_limited`."""
    try_password(username, rates.address_of(request))
    user = authenticate(request, username=username, password=password)
    if getattr(request, "axes_locked_out", False):
        raise locked_out()
    if not isinstance(user, User):
        raise ProblemError("unauthenticated", detail=_("No account with this name and this password."))
    return create_token(user, name, scopes, expires_at)


def make_demo_user(username: str, password: str) -> User:
    """A demo account of this name: made, or the one that is there with its password set back."""
    user, made = User.objects.get_or_create(username=username, defaults={"is_demo": True})
    if not user.is_demo:
        raise ValueError(f"{username} is a person's own account")
    if made or not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    return user
