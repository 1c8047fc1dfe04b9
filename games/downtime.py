"""Downtime: found by the web processes' own sign of life, or declared; every open decision has it back.

While a web process could accept an action it says so in a row of the database, every few seconds. What was silent for
longer than SILENCE is written down by the first that speaks again, before it has answered anybody long. Workers, beat
and Redis have no part in it: whoever can act loses nothing by their absence.
"""

import logging
from contextlib import nullcontext
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Max

from games import outages, projector, snapshots, table
from games.clock import NONE, Outage
from games.models import Downtime, Game, Outcome
from games.rows import to_milliseconds

log = logging.getLogger(__name__)

BEAT = 2.0
"""Seconds between two signs of a web process."""
SILENCE = 5.0
"""Seconds without one after which nobody could act."""
LONG = 60.0
"""Seconds without one after which an operator is warned: until there is one, no deadline passes."""
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


def warning() -> str:
    """What to tell an operator if nothing has been heard of the web processes for long; nothing if all is well."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp() - at)::float8 FROM games_websign WHERE id = 1")
        found = cursor.fetchone()
    if found is None or found[0] <= LONG:
        return ""
    return f"no web process has said for {found[0]:.0f} s that it can accept an action; no deadline passes meanwhile"


def record(begins: datetime, ends: datetime, how: str) -> Downtime:
    """Write down that nobody could act in this time; the deadlines of all open decisions move, by one statement.

    All tables with a clock that are not over are locked before it is told when: who acts at one of them has done so
    before this moment, or knows of it. It is later than all that was done, also where that was written by a clock
    ahead of the database's.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [outages.LOCK])
        alive = Game.objects.filter(status__in=(table.WAITING, table.PLAYING, table.PAUSED)).exclude(clock=NONE)
        locked = list(alive.order_by("id").select_for_update().only("version", "state_version", "state", "deadline"))
        told = _later_than_all(locked)
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
        known = outages.known()
        running = [game for game in locked if game.deadline is not None]
        due = [(game.id, at) for game in running if (at := _deadline(game, known)) is not None]
        cursor.execute(
            "UPDATE games_game SET deadline = moved.deadline, notice_due = %s"
            " FROM unnest(%s::uuid[], %s::timestamptz[]) AS moved (id, deadline)"
            " WHERE games_game.id = moved.id AND games_game.deadline <> moved.deadline",
            [told, [game_id for game_id, _ in due], [at for _, at in due]],
        )
        log.warning("nobody could act from %s to %s (%s): %s deadlines moved", begins, ends, how, cursor.rowcount)
    return written


def _later_than_all(locked: list[Game]) -> datetime:
    """Now, or just after the newest row of these tables and of those that are over."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    rows = [game.state["marks"]["at"] for game in locked if "marks" in game.state]
    ended = Outcome.objects.aggregate(newest=Max("ended_at"))["newest"]
    written = [*map(datetime.fromisoformat, rows), *([ended] if ended else [])]
    return max([to_milliseconds(now), *(at + timedelta(milliseconds=1) for at in written)])


def _deadline(game: Game, known: tuple[Outage, ...]) -> datetime | None:
    """When a table's next decision is due by now; None if that cannot be told: one table must not stop the others."""
    asks = game.state_version != projector.STATE_VERSION  # what is of an older make is folded from the log
    try:
        with transaction.atomic() if asks else nullcontext():  # nor may a statement that fails
            return snapshots.load(game.id, game.version, game.state_version, game.state, known).deadline
    except Exception:
        log.exception("the deadline of %s could not be moved", game.id, extra={"game": str(game.id)})
        return None
