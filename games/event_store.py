"""The only writer of the log, and its reader. Rows are appended, never changed; the arithmetic is config.kernel's."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db import connection

from config.kernel import event_store as kernel
from games.rows import Actor, Row

PAGE = 500
"""So many rows are read at once."""

ALL = 2**31 - 1
"""No log is longer: read up to here to read everything."""

_COLUMNS = f"(game_id, {', '.join(Row._fields)})"
_PLACES = f"({', '.join(['%s'] * (len(Row._fields) + 1))})"


class Head(NamedTuple):
    """The end of a stream: what the next row follows."""

    version: int
    hash: str


def append(
    game_id: UUID,
    head: Head,
    events: Sequence[Mapping[str, Any]],
    *,
    at: datetime,
    actor: Actor,
    action_id: UUID,
) -> list[Row]:
    """Append the events of one action, together. Each is {"type", "schema", "seat"?, "data", "hidden"?}.

    Raises IntegrityError if another has appended after `head`: the primary key is the guarantee.
    """
    rows = []
    for event in events:
        hidden: dict[str, kernel.Sealed] = {name: kernel.seal(value) for name, value in event.get("hidden", {}).items()}
        row = Row(
            version=head.version + 1,
            type=event["type"],
            schema=event["schema"],
            at=at,
            actor_kind=actor.kind,
            actor_id=actor.id,
            seat=event.get("seat"),
            action_id=action_id,
            data=event["data"],
            hidden=hidden or None,
            hash="",
            previous=head.hash,
        )
        digest = kernel.row_hash(row.hashed(game_id), kernel.digests(hidden), head.hash or None)
        rows.append(row._replace(hash=digest))
        head = Head(row.version, digest)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_event {_COLUMNS} VALUES {', '.join([_PLACES] * len(rows))}",
            [value for row in rows for value in _stored(game_id, row)],
        )
    return rows


def _stored(game_id: UUID, row: Row) -> Iterator[Any]:
    yield game_id
    for name, value in row._asdict().items():
        yield json.dumps(value) if name in ("data", "hidden") and value is not None else value


def read(game_id: UUID, since: int, until: int, limit: int = PAGE) -> list[Row]:
    """The rows after version `since` up to `until`, in order, at most `limit`."""
    if since >= until:
        return []
    with connection.cursor() as cursor:  # asked for every frame of every socket: by hand it costs a fifth of the CPU
        cursor.execute(
            f"SELECT {', '.join(Row._fields)} FROM games_event"
            " WHERE game_id = %s AND version > %s AND version <= %s ORDER BY version LIMIT %s",
            [game_id, since, until, limit],
        )
        return [_read(Row(*values)) for values in cursor.fetchall()]


def _read(row: Row) -> Row:
    hidden: Any = row.hidden
    return row._replace(data=json.loads(cast(str, row.data)), hidden=hidden and json.loads(hidden))


def stream(game_id: UUID, until: int, since: int = 0) -> Iterator[Row]:
    """All rows after `since` up to `until`, a page at a time."""
    while rows := read(game_id, since, until):
        yield from rows
        since = rows[-1].version
