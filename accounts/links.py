"""Links in mails: whoever follows one has read mail that was meant for this person.

A link is signed and holds what it depends on as a digest, so nothing is stored, and it ends by itself as soon as that
has changed: a link that signs in ends with the next log-in, one for a new password with the new password.
"""

from typing import NamedTuple
from uuid import UUID

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from accounts.permissions import may_enter

CONFIRM, SIGN_IN, RESET, CHANGE = "confirm", "sign-in", "reset", "change"
HOUR = 3600
DAY = 24 * HOUR


class Purpose(NamedTuple):
    """What a link is for: how long it is good (seconds), and the fields of the person on which it depends."""

    seconds: int
    depends_on: tuple[str, ...]


PURPOSES = {
    CONFIRM: Purpose(7 * DAY, ("email", "email_confirmed_at")),
    SIGN_IN: Purpose(HOUR, ("email", "password", "last_login", "session_round")),
    RESET: Purpose(HOUR, ("email", "password", "last_login", "session_round")),
    CHANGE: Purpose(DAY, ("email", "new_email", "password", "session_round")),
}


def make(kind: str, user: User) -> str:
    """What identifies the link, for an address."""
    return signing.dumps([str(user.id), _digest(kind, user)], salt=_salt(kind))


def follow(kind: str, text: str) -> User | None:
    """The person whose link this is; None: it is none, it has run out, or it has done its work."""
    try:
        id_, digest = signing.loads(text, salt=_salt(kind), max_age=PURPOSES[kind].seconds)
    except signing.BadSignature:
        return None
    user = User.objects.filter(id=UUID(id_)).first()
    if user is None or not may_enter(user) or not constant_time_compare(digest, _digest(kind, user)):
        return None
    return user


def _salt(kind: str) -> str:
    return f"accounts.links.{kind}"


def _digest(kind: str, user: User) -> str:
    told = "\n".join(str(getattr(user, field)) for field in PURPOSES[kind].depends_on)
    return salted_hmac(_salt(kind), told, algorithm="sha256").hexdigest()[:32]
