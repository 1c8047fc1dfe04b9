"""Ending notices by mail without signing in: by the link in each, or by the button of a mail program (RFC 8058)."""

from uuid import UUID

from django.core import signing
from django.urls import reverse

from accounts.models import User
from accounts.notices.models import Reader

_SALT = "accounts.notices.unsubscribe"


def path_of(user: User) -> str:
    """The address that ends this person's notices by mail. It is good for nothing else, and for ever."""
    return reverse("unsubscribe", args=[signing.dumps(str(user.id), salt=_SALT)])


def follow(text: str) -> User | None:
    """Whose address this is; None: nobody's."""
    try:
        user_id = signing.loads(text, salt=_SALT)
    except signing.BadSignature:
        return None
    return User.objects.filter(id=UUID(user_id), is_active=True).first()


def end_mail(user: User) -> None:
    """No notices by mail any more, of whatever kind, until their owner says otherwise."""
    Reader.objects.update_or_create(user=user, defaults={"no_mail": True})
