"""The append-only log's arithmetic: sealed parts, the hash of a row, the chain. Pure functions over plain dicts.

A row is the dict that is hashed (`format` aside): game or tournament (whose stream it is), version, type, schema, at,
actor, data, and where there are any seat, action_id, hidden, previous. What keeps such rows (`streams`) calls these.

Each part of a payload that not everybody may see at once is sealed: the row's hash holds only the SHA-256 of a salt
and the value. So the chain can be checked by someone who holds no hidden part at all.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from engine.codec import canon

FORMAT = 1
KINDS = ("game", "tournament")
"""Of what there are streams; a row names the one it belongs to."""
SALT_BYTES = 32

Sealed = Mapping[str, Any]  # {"salt": 64 hex digits, "value": …}
Row = Mapping[str, Any]


class BrokenChain(Exception):
    """The log is not what was written: `version` is the first row that does not hold, `reason` says why."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"row {version}: {reason}")
        self.version = version
        self.reason = reason


def seal(value: Any) -> dict[str, Any]:
    """A hidden part as it is stored: the value beside 32 fresh random bytes."""
    return {"salt": secrets.token_hex(SALT_BYTES), "value": value}


def digest(sealed: Sealed) -> str:
    """SHA-256(salt ‖ canon(value)): what may be shown of a hidden part."""
    return hashlib.sha256(bytes.fromhex(sealed["salt"]) + canon(sealed["value"])).hexdigest()


def digests(hidden: Mapping[str, Sealed]) -> dict[str, str]:
    """The digest of each hidden part by its name."""
    return {name: digest(sealed) for name, sealed in hidden.items()}


def row_hash(row: Row, hidden: Mapping[str, str], previous: str | None) -> str:
    """The hash of a row, given its hidden parts' digests and the hash of the row before (None for row 1)."""
    hashed: dict[str, Any] = {"format": FORMAT}
    hashed |= {key: row[key] for key in ("version", "type", "schema", "at", "actor", "data")}
    hashed |= {key: row[key] for key in (*KINDS, "seat", "action_id") if row.get(key) is not None}
    if hidden:
        hashed["hidden"] = dict(hidden)
    if previous is not None:
        hashed["previous"] = previous
    return hashlib.sha256(canon(hashed)).hexdigest()


def check_chain(rows: Iterable[tuple[Row, Mapping[str, str], Mapping[str, Sealed], str]]) -> str | None:
    """Check a whole stream from row 1; returns the last hash (None: no rows) or raises BrokenChain.

    Each item is (row, digests of all its hidden parts, those parts that are at hand, the stored hash). A part that
    was removed is not checked; a part that is there must give its digest.
    """
    previous: str | None = None
    for expected, (row, sealed_digests, at_hand, stored) in enumerate(rows, start=1):
        if row["version"] != expected:
            raise BrokenChain(expected, f"version {row['version']} stands here")
        for name, sealed in at_hand.items():
            if digest(sealed) != sealed_digests.get(name):
                raise BrokenChain(expected, f"the hidden part {name} is not the one that was sealed")
        if row_hash(row, sealed_digests, previous) != stored:
            raise BrokenChain(expected, "its hash does not follow from its contents and the row before")
        previous = stored
    return previous
