"""Writing notices down: once each, whatever happens twice, with their ways out. And what ends them."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Greatest
from django.utils import timezone

from accounts.notices import wishes
from accounts.notices.models import Channel, Delivery, Mode, Notice, Reader


class Told(NamedTuple):
    """Something to tell a person; the first five fields say what is the same (models.Notice)."""

    user_id: UUID
    kind: str
    about: UUID
    occasion: int = 0
    rung: int = 0
    until: datetime | None = None
    data: dict[str, Any] = {}


_WRITE = """
    INSERT INTO notices_notice (user_id, kind, about, occasion, rung, until, data, at)
    SELECT told.*, %s FROM unnest(%s::uuid[], %s::text[], %s::uuid[], %s::bigint[], %s::int[], %s::timestamptz[],
                                  %s::text[]::jsonb[]) AS told (person, kind, about, occasion, rung, until, data)
      JOIN accounts_user ON accounts_user.id = told.person AND is_active
        ON CONFLICT (user_id, kind, about, occasion, rung) DO UPDATE
           SET over_at = NULL, seen_at = NULL, until = EXCLUDED.until, at = EXCLUDED.at
         WHERE notices_notice.over_at IS NOT NULL
 RETURNING id, user_id, kind
"""


def write(told: Sequence[Told], known: dict[UUID, wishes.Wishes], now: datetime) -> int:
    """Write down what is new of these, and how it is to go out. Returns how many are.

    What was over and waits again after all (a pause has ended, a discard was taken back) is told anew. `known`: how all
    these people want to be told.
    """
    told = [one for one in told if one.user_id in known]
    if not told:
        return 0
    columns = zip(*((*one[:6], json.dumps(one.data)) for one in told), strict=True)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(_WRITE, [now, *map(list, columns)])
            written = cursor.fetchall()
        ways = [
            Delivery(
                notice_id=notice_id,
                user_id=user_id,
                channel=channel,
                due_at=known[user_id].goes_out(channel, mode, now),
                changed_at=now,
            )
            for notice_id, user_id, kind in written
            for channel in Channel.values
            if (mode := known[user_id].mode(kind, channel)) != Mode.NEVER
        ]
        Delivery.objects.bulk_create(
            ways,
            update_conflicts=True,
            unique_fields=["notice", "channel"],
            update_fields=["state", "due_at", "changed_at", "tries"],
        )
    return len(written)


_END = """
    UPDATE notices_notice SET over_at = %s WHERE id IN (
        SELECT id FROM notices_notice WHERE about = ANY(%s) AND over_at IS NULL AND kind = ANY(%s) AND NOT EXISTS (
            SELECT FROM unnest(%s::uuid[], %s::uuid[], %s::bigint[]) AS lasting (about, person, occasion)
             WHERE lasting.about = notices_notice.about AND person = user_id
               AND lasting.occasion = notices_notice.occasion)
         ORDER BY id FOR UPDATE)
"""


def end(kinds: Iterable[str], about: Sequence[UUID], lasting: Sequence[tuple[UUID, UUID, int]], now: datetime) -> None:
    """End all notices of these kinds about these things, but for what lasts: (about, person, occasion)."""
    columns = [list(column) for column in zip(*lasting, strict=True)] or [[], [], []]
    with connection.cursor() as cursor:
        cursor.execute(_END, [now, list(about), list(kinds), *columns])


_MOVE = """
    UPDATE notices_notice SET until = told.until
      FROM unnest(%s::uuid[], %s::uuid[], %s::bigint[], %s::timestamptz[]) AS told (about, person, occasion, until)
     WHERE over_at IS NULL AND notices_notice.about = told.about AND user_id = person
       AND notices_notice.occasion = told.occasion AND notices_notice.until <> told.until
"""


def move(ends: Sequence[tuple[UUID, UUID, int, datetime]]) -> None:
    """The time for what waits ends at another moment now: (about, person, occasion, until)."""
    if ends:
        with connection.cursor() as cursor:
            cursor.execute(_MOVE, [list(column) for column in zip(*ends, strict=True)])


_MARK = """
    UPDATE notices_notice SET seen_at = %s
      FROM unnest(%s::uuid[], %s::text[], %s::uuid[], %s::bigint[]) AS seen (person, kind, about, occasion)
     WHERE seen_at IS NULL AND user_id = person AND notices_notice.kind = seen.kind
       AND notices_notice.about = seen.about AND notices_notice.occasion = seen.occasion
"""


def mark(told: Sequence[Told], now: datetime) -> None:
    """These were seen before they were written down."""
    if told:
        columns = zip(*(one[:4] for one in told), strict=True)
        with connection.cursor() as cursor:
            cursor.execute(_MARK, [now, *map(list, columns)])


def written(kinds: Iterable[str], about: Iterable[UUID]) -> set[tuple[UUID, UUID, int]]:
    """The notices of these kinds about these things: (person, about, occasion)."""
    found = Notice.objects.filter(kind__in=list(kinds), about__in=list(about), over_at=None)
    return set(found.values_list("user_id", "about", "occasion"))


def seen(user_id: UUID, ids: Iterable[int] | None = None, *, about: UUID | None = None) -> None:
    """Somebody has looked: at these notices, at what they are `about`, or at all that are open."""
    unseen = Notice.objects.filter(user_id=user_id, seen_at=None, over_at=None)
    if ids is not None:
        unseen = unseen.filter(id__in=list(ids))
    if about is not None:
        unseen = unseen.filter(about=about)
    with transaction.atomic():
        locked = list(unseen.order_by("id").select_for_update().values_list("id", flat=True))
        Notice.objects.filter(id__in=locked).update(seen_at=timezone.now())
    looked(user_id)


def looked(user_id: UUID) -> None:
    """Somebody has seen what waits for them: whoever wants to be told once until they look is told again. Written only
    if something has gone out since their last look."""
    told = Greatest("mailed_at", "pushed_at")  # of PostgreSQL: the one that is there
    Reader.objects.filter(Q(looked_at=None) | Q(looked_at__lt=told), user_id=user_id).exclude(
        mailed_at=None, pushed_at=None
    ).update(looked_at=timezone.now())


def tidy(before: datetime) -> None:
    """Delete what is older, with its ways out."""
    Notice.objects.filter(at__lt=before).delete()
