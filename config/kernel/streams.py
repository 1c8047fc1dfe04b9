"""Where append-only streams are kept: a table of rows for each kind. Rows are appended, never changed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from django.db import connection

from config.kernel import event_store
from config.kernel.rows import Actor, Head, Row

PAGE = 500
"""So many rows are read at once."""

ALL = 2**31 - 1
"""No log is longer: read up to here to read everything."""


class Streams:
    """All streams of a kind: the only writer of their rows, and the reader.

    `table` is where they lie; its key, (KIND_id, version), keeps two from appending the same version. `without`:
    columns of a row that this kind does not have.
    """

    def __init__(self, kind: str, table: str, without: Sequence[str] = ()) -> None:
        self.kind, self.table, self.key = kind, table, f"{kind}_id"
        self.kept = [name for name in Row._fields if name not in without]
        self._read = ", ".join(name if name in self.kept else "NULL" for name in Row._fields)
        self._columns = f"({self.key}, {', '.join(self.kept)})"
        self._places = f"({', '.join(['%s'] * (len(self.kept) + 1))})"

    def append(
        self,
        stream_id: UUID,
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
        rows = self.chain(stream_id, head, events, at=at, actor=actor, action_id=action_id)
        self.insert(stream_id, rows)
        return rows

    def chain(
        self,
        stream_id: UUID,
        head: Head,
        events: Sequence[Mapping[str, Any]],
        *,
        at: datetime,
        actor: Actor,
        action_id: UUID,
    ) -> list[Row]:
        """The rows that `append` writes, without writing them."""
        rows = []
        for event in events:
            hidden: dict[str, event_store.Sealed] = {
                name: event_store.seal(value) for name, value in event.get("hidden", {}).items()
            }
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
            hashed = row.hashed(stream_id, self.kind)
            digest = event_store.row_hash(hashed, event_store.digests(hidden), head.hash or None)
            rows.append(row._replace(hash=digest))
            head = Head(row.version, digest)
        return rows

    def insert(self, stream_id: UUID, rows: Sequence[Row]) -> None:
        """Write rows that were chained to the end of the stream, of one action or of several, in one statement."""
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {self.table} {self._columns} VALUES {', '.join([self._places] * len(rows))}",
                [value for row in rows for value in self._stored(stream_id, row)],
            )

    def _stored(self, stream_id: UUID, row: Row) -> Iterator[Any]:
        yield stream_id
        for name in self.kept:
            value = getattr(row, name)
            yield json.dumps(value) if name in ("data", "hidden") and value is not None else value

    def read(self, stream_id: UUID, since: int, until: int, limit: int = PAGE) -> list[Row]:
        """The rows after version `since` up to `until`, in order, at most `limit`."""
        if since >= until:
            return []
        with connection.cursor() as cursor:  # asked for every frame of a socket: by hand it costs a fifth of the CPU
            cursor.execute(
                f"SELECT {self._read} FROM {self.table}"
                f" WHERE {self.key} = %s AND version > %s AND version <= %s ORDER BY version LIMIT %s",
                [stream_id, since, until, limit],
            )
            return [_read(Row(*values)) for values in cursor.fetchall()]

    def stream(self, stream_id: UUID, until: int, since: int = 0) -> Iterator[Row]:
        """All rows after `since` up to `until`, a page at a time."""
        while rows := self.read(stream_id, since, until):
            yield from rows
            since = rows[-1].version

    def check_chain(self, stream_id: UUID, rows: Sequence[Row]) -> str | None:
        """The last hash of a whole stream (None: no rows). Raises BrokenChain."""
        return event_store.check_chain(
            (row.hashed(stream_id, self.kind), event_store.digests(row.hidden or {}), row.hidden or {}, row.hash)
            for row in rows
        )


def _read(row: Row) -> Row:
    hidden: Any = row.hidden
    return row._replace(data=json.loads(cast(str, row.data)), hidden=hidden and json.loads(hidden))
