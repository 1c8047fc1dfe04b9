"""Finished games as they were stored, one JSON row a line: a rules version keeps telling the same about them for ever.

Written by `pytest tests/games/make_corpus.py`, which never writes one anew.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from config.kernel.event_store import digests, row_hash
from games.rows import Row, timestamp

FOLDER = Path(__file__).parent / "finished"


def write(path: Path, game_id: UUID, rows: list[Row]) -> None:
    """Store a game."""
    lines = [
        json.dumps({"game": str(game_id), **row._asdict(), "at": timestamp(row.at), "action_id": str(row.action_id)})
        for row in rows
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read(path: Path) -> tuple[UUID, list[Row]]:
    """A stored game."""
    told = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return UUID(told[0]["game"]), [_row(one) for one in told]


def _row(told: dict[str, Any]) -> Row:
    fields = {name: told[name] for name in Row._fields}
    return Row(**fields | {"at": datetime.fromisoformat(told["at"]), "action_id": UUID(told["action_id"])})


def stored() -> Iterator[Path]:
    """All games of the corpus."""
    yield from sorted(FOLDER.glob("*.ndjson"))


def forged(game_id: UUID, rows: list[Row], version: int, **change: Any) -> list[Row]:
    """The same rows but one, chained as a forger would."""
    again: list[Row] = []
    for row in rows:
        told = row._replace(**change) if row.version == version else row
        told = told._replace(previous=again[-1].hash if again else "")
        digest = row_hash(told.hashed(game_id), digests(told.hidden or {}), told.previous or None)
        again.append(told._replace(hash=digest))
    return again
