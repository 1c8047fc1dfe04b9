"""The shape of a row of a log, and of what is written on it. Plain values."""

from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from config.kernel.event_store import Sealed


class Actor(NamedTuple):
    """Whose doing a row is: `kind` as wire.md lists them, `id` a user's UUID, a bot's name or "system"."""

    kind: str
    id: str


SYSTEM = Actor("system", "system")


class Head(NamedTuple):
    """The end of a stream: what the next row follows."""

    version: int
    hash: str


class Row(NamedTuple):
    """One row of a log as it is stored. `seat` is a game's."""

    version: int
    type: str
    schema: int
    at: datetime
    actor_kind: str
    actor_id: str
    seat: int | None
    action_id: UUID
    data: dict[str, Any]
    hidden: dict[str, Sealed] | None
    hash: str
    previous: str

    def hashed(self, stream_id: UUID, kind: str = "game") -> dict[str, Any]:
        """The row as its hash is taken of it (its hidden parts aside); `kind`: of what the stream is."""
        return {
            kind: str(stream_id),
            "version": self.version,
            "type": self.type,
            "schema": self.schema,
            "at": timestamp(self.at),
            "actor": {"kind": self.actor_kind, "id": self.actor_id},
            "seat": self.seat,
            "action_id": str(self.action_id),
            "data": self.data,
        }

    def values(self) -> dict[str, Any]:
        """The hidden parts by their names, without their salts."""
        return {name: sealed["value"] for name, sealed in (self.hidden or {}).items()}


def timestamp(at: datetime) -> str:
    """RFC 3339 with milliseconds and Z."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def to_milliseconds(at: datetime) -> datetime:
    """The time as it is stored: cut to milliseconds."""
    return at.replace(microsecond=at.microsecond // 1000 * 1000)
