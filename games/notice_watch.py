"""The alarm that turns are not told: checks that take nobody's word for it, and what an operator is told of them."""

import logging
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.db import connection

from accounts.notices import health, writing
from accounts.notices.writing import Told
from games import notices, snapshots, table
from games.models import Game

log = logging.getLogger(__name__)

LATE = timedelta(minutes=5)
"""After so long a turn that nobody saw must have been told."""
AT_ONCE = 50
ROUND, LAST_ROUND, MISSING = "notices:round", "notices:last-round", "notices:missing"
REMEMBERED = 15 * 60


class Check(NamedTuple):
    """What was found at some tables: how many turns are open for long that nobody saw, and of how many was told."""

    turns: int
    told: int
    last: UUID | None


def check(after: UUID | None, now: datetime) -> Check:
    """Look at the tables that come after one (None: the first ones), and count. It asks the states themselves, and
    neither how far the sweep says it has told, nor what the sweep would write."""
    running = Game.objects.filter(status=table.PLAYING, demo=False)
    rows = (running.filter(id__gt=after) if after else running).order_by("id")[:AT_ONCE]
    found = {one.id: snapshots.load(one.id, one.version, one.state_version, one.state) for one in rows}
    late = [
        Told(each.user_id, each.kind, game_id, each.occasion)
        for game_id, state in found.items()
        for each in notices.open_at(state)
        if each.since is not None and now - each.since > LATE
    ]
    seen = notices.which_are_seen(late)
    wanted = {(one.user_id, one.about, one.occasion) for one in late if notices.key(one) not in seen}
    told = writing.written((notices.TURN, notices.ASKED), list(found)) & wanted
    return Check(len(wanted), len(told), max(found) if len(found) == AT_ONCE else None)


def watch(now: datetime) -> None:
    """Check the next tables of a round through all that are running; what is missing is an alarm at once."""
    so_far = cache.get(ROUND) or {"turns": 0, "told": 0, "last": None}
    found = check(so_far["last"], now)
    if missing := found.turns - found.told:
        log.warning("%s turns are open for more than 5 minutes, unseen, and nobody was told of them", missing)
        cache.set(MISSING, missing, timeout=REMEMBERED)
    total = {"turns": so_far["turns"] + found.turns, "told": so_far["told"] + found.told}
    if found.last is None:
        cache.set(LAST_ROUND, {"at": now.isoformat(timespec="seconds"), **total}, timeout=None)
        total = {"turns": 0, "told": 0}
    cache.set(ROUND, {**total, "last": found.last}, timeout=None)


def not_looked_at(now: datetime) -> int:
    """At how many tables something happened long ago and no sweep has come by since: one indexed query."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM games_game AS game JOIN games_event AS event ON event.game_id = game.id"
            " AND event.version = noticed + 1 WHERE noticed < game.version AND NOT demo AND event.at < %s",
            [now - LATE],
        )
        (tables,) = cursor.fetchone()
    return int(tables)


def report(now: datetime) -> tuple[dict[str, Any], list[str]]:
    """The figures of notices, and what of them an operator must know, in sentences."""
    found = health.figures(now)
    warnings = health.warnings(found)
    if tables := not_looked_at(now):
        warnings.append(f"At {tables} tables something happened more than 5 minutes ago of which nobody was told.")
    if missing := cache.get(MISSING):
        warnings.append(f"{missing} turns are open for more than 5 minutes, unseen, and nobody was told of them.")
    return {"turns": cache.get(LAST_ROUND), **found}, warnings
