"""Reading notices, for the person they are for. A page costs the same few statements, however many tables there are."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

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


def entries(user_id: UUID, most: int = IN_A_LIST, only_unseen: bool = False) -> list[Entry]:
    """The newest notices that still mean something, in words."""
    found = Notice.objects.filter(user_id=user_id, over_at=None).order_by("-id")
    listed = list((found.filter(seen_at=None) if only_unseen else found)[:most])
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
