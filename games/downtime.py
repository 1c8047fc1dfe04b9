"""Downtime: found by the web processes' own sign of life, or declared; every open decision has it back.

While a web process could accept an action it says so in a row of the database, every few seconds. What was silent for
longer than SILENCE is written down by the first that speaks again, before it has answered anybody long. Workers, beat
and Redis have no part in it: whoever can act loses nothing by their absence.
"""

import logging
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction

from games import outages, snapshots
from games.models import Downtime, Game
from games.rows import to_milliseconds

log = logging.getLogger(__name__)

BEAT = 2.0
"""Seconds between two signs of a web process."""
SILENCE = 10.0
"""Seconds without one after which nobody could act."""
LOCK = 0x0FA17DEA2
"""The advisory lock under which records are numbered."""
FOUND, DECLARED = "found", "declared"


def beat() -> None:
    """A web process could accept an action now. If none could for a while, that is written down first."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT at, clock_timestamp() FROM games_websign WHERE id = 1 FOR UPDATE")
        found = cursor.fetchone()
        if found is None:
            cursor.execute("INSERT INTO games_websign VALUES (1, clock_timestamp()) ON CONFLICT DO NOTHING")
            return
        last, now = found
        if (now - last).total_seconds() > SILENCE:
            record(last, now, FOUND)
        cursor.execute("UPDATE games_websign SET at = clock_timestamp() WHERE id = 1")


def last_sign() -> datetime | None:
    """When a web process last could accept an action; None: none has ever said so."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT at FROM games_websign WHERE id = 1")
        found = cursor.fetchone()
    return found[0] if found else None


def record(begins: datetime, ends: datetime, how: str) -> Downtime:
    """Write down that nobody could act in this time; the deadlines of all open decisions move, by one statement.

    All tables whose clock runs are locked before it is told when: who acts at one of them has done so before this
    moment, or knows of it.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        running = Game.objects.filter(deadline__isnull=False).order_by("id").select_for_update()
        locked = list(running.values_list("id", "version", "state_version", "state"))
        cursor.execute("SELECT clock_timestamp()")
        told = to_milliseconds(cursor.fetchone()[0])
        last = Downtime.objects.order_by("-number").first()
        written = Downtime(
            number=last.number + 1 if last else 1,
            begins=to_milliseconds(begins),
            ends=to_milliseconds(ends),
            told=told,
            how=how,
            previous=last.hash if last else "",
        )
        written.hash = outages.digest(written)
        written.save(force_insert=True)
        due = [(one[0], at) for one in locked if (at := _deadline(*one)) is not None]
        cursor.execute(
            "UPDATE games_game SET deadline = moved.deadline FROM unnest(%s::uuid[], %s::timestamptz[])"
            " AS moved (id, deadline) WHERE games_game.id = moved.id AND games_game.deadline <> moved.deadline",
            [[game_id for game_id, _ in due], [at for _, at in due]],
        )
        log.warning("nobody could act from %s to %s (%s): %s deadlines moved", begins, ends, how, cursor.rowcount)
    return written


def _deadline(game_id: UUID, version: int, state_version: int, stored: dict[str, object]) -> datetime | None:
    """When a table's next decision is due by now; None if that cannot be told: one table must not stop the others."""
    try:
        return snapshots.load(game_id, version, state_version, stored, outages.known()).deadline
    except Exception:
        log.exception("the deadline of %s could not be moved", game_id, extra={"game": str(game_id)})
        return None
