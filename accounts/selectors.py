"""Reading about people."""

import hashlib
from collections.abc import Iterable
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.db import connection
from django.http.cookie import parse_cookie
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Token, User
from accounts.permissions import may_enter


def token_digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_by_text(token: str) -> Token | None:
    """The token that a program shows, with its owner, if it counts."""
    found = Token.objects.select_related("user").filter(digest=token_digest(token)).first()
    if found is None or (found.expires_at and found.expires_at <= timezone.now()):
        return None
    return found if may_enter(found.user) else None


def tokens_of(user: User) -> list[Token]:
    """The tokens of somebody's programs, the newest first."""
    return list(Token.objects.filter(user=user).order_by("-created_at", "-id"))


def user_by_session(session_key: str) -> User | None:
    """The person who is logged in with this session, if it still counts."""
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(cast(Any, SimpleNamespace(session=store)))
    return user if isinstance(user, User) else None


def session_key_of(cookie_header: str) -> str | None:
    """The session's key in a Cookie header, as a handshake brings it."""
    return parse_cookie(cookie_header).get(settings.SESSION_COOKIE_NAME)


class Known(NamedTuple):
    """What is told of a person to those at a table: name, kind (`user` or `guest`), whether a program plays."""

    name: str
    kind: str
    program: bool


def people_by_id(ids: Iterable[str]) -> dict[str, Known]:
    """People by their ids; who never was is not among them."""
    wanted = {UUID(one) for one in ids}
    if not wanted:
        return {}
    with connection.cursor() as cursor:  # asked for every view: by hand it costs a fifth of the CPU
        cursor.execute(
            "SELECT id, username, is_guest, is_program, deleted_at IS NOT NULL FROM accounts_user WHERE id = ANY(%s)",
            [list(wanted)],
        )
        return {
            str(id_): Known(gettext("a former player") if gone else name, "guest" if guest else "user", program)
            for id_, name, guest, program, gone in cursor.fetchall()
        }


def still_here(ids: Iterable[str]) -> set[str]:
    """Those of these people who have not been forgotten."""
    wanted = list(ids)
    found = User.objects.filter(id__in=wanted, deleted_at=None).values_list("id", flat=True) if wanted else ()
    return {str(id_) for id_ in found}


def user_by_name(username: str) -> User | None:
    """The person of this name who may be asked to a table, however the name is capitalised."""
    found = User.objects.filter(username__iexact=username).first()
    return found if found and may_enter(found) else None
