"""Reading notices, for the person they are for. A page costs the same few statements, however many tables there are."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, Q
from django.utils import timezone

from accounts.notices import kinds
from accounts.notices.models import Notice, Reader, Subscription

IN_A_LIST = 50
ON_HOME = 3


class Entry(NamedTuple):
    """A notice as it is listed."""

    id: int
    kind: str
    title: str
    text: str
    page: str
    at: datetime
    seen: bool


def unseen(user_id: UUID) -> int:
    """How many notices are open that this person has not seen."""
    return Notice.objects.filter(user_id=user_id, seen_at=None, over_at=None).count()


def entries(user_id: UUID) -> list[Entry]:
    """Notices that still mean something, in words: first those that they have not seen, the newest of them first."""
    was_seen = ExpressionWrapper(Q(seen_at__isnull=False), BooleanField())
    return _in_words(Notice.objects.filter(user_id=user_id, over_at=None).order_by(was_seen, "-id")[:IN_A_LIST])


_ON_HOME = """
    WITH looked AS (
        UPDATE notices_reader SET looked_at = %s WHERE user_id = %s
           AND (looked_at < GREATEST(mailed_at, pushed_at)
                OR looked_at IS NULL AND GREATEST(mailed_at, pushed_at) IS NOT NULL))
    SELECT *, count(*) OVER () AS unseen FROM notices_notice WHERE user_id = %s AND seen_at IS NULL AND over_at IS NULL
     ORDER BY kind = ANY(%s), id DESC LIMIT %s
"""


def on_home(user_id: UUID, without: Collection[str]) -> tuple[int, list[Entry]]:
    """How many notices are unseen, and a few of them, but for some kinds; in one statement it is noted that this person
    has looked (writing.looked)."""
    found: list[Any] = list(Notice.objects.raw(_ON_HOME, [timezone.now(), user_id, user_id, list(without), ON_HOME]))
    return (found[0].unseen if found else 0), _in_words(one for one in found if one.kind not in without)


def _in_words(found: Iterable[Notice]) -> list[Entry]:
    listed = list(found)
    lines = kinds.lines(listed)
    return [
        Entry(one.id, one.kind, *lines[one.id], one.at, one.seen_at is not None) for one in listed if one.id in lines
    ]


def reader_of(user_id: UUID) -> Reader:
    """How somebody wants to be told; of who has chosen nothing, what holds for everybody."""
    return Reader.objects.filter(user_id=user_id).first() or Reader(user_id=user_id)


def browsers_of(user_id: UUID) -> int:
    """How many browsers show this person's notices."""
    return Subscription.objects.filter(user_id=user_id).count()
