"""Time in which nobody could act, as it was written down: the system's own stream, a hash-chained log of its own."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import connection

from config.kernel.event_store import BrokenChain, check_chain, row_hash
from games.clock import Outage
from games.models import Downtime
from games.rows import timestamp

LOCK = 0x0FA17DEA2
"""The advisory lock under which records are numbered; who makes a table shares it, so that each knows of the other."""
OF_A_GAME = (
    "(SELECT jsonb_agg(jsonb_build_array(begins, ends, told) ORDER BY number) FROM games_downtime"
    " WHERE ends > games_game.created_at)"
)
"""For a statement that reads a game: all that could concern it."""
HOW_MANY = "(SELECT count(*) FROM games_downtime WHERE ends > games_game.created_at)"
SINCE = "(SELECT jsonb_agg(jsonb_build_array(begins, ends, told) ORDER BY number) FROM games_downtime WHERE ends > %s)"


def read(told: list[list[str]] | None) -> tuple[Outage, ...]:
    """What these statements give."""
    return tuple(Outage(*map(datetime.fromisoformat, one)) for one in told or ())


def behind_the_lock(since: datetime) -> tuple[Outage, ...]:
    """What has ended since, for a table that is being made: whoever writes downtime down meanwhile waits for it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(%s)", [LOCK])
        cursor.execute(f"SELECT {SINCE}", [since])
        (down,) = cursor.fetchone()
    return read(down and json.loads(down))


def known() -> tuple[Outage, ...]:
    """All of them."""
    return tuple(Outage(*one) for one in Downtime.objects.order_by("number").values_list("begins", "ends", "told"))


def digest(one: Downtime) -> str:
    """The hash of a record and the one before it."""
    return row_hash(_hashed(one), {}, one.previous or None)


def _hashed(one: Downtime) -> dict[str, Any]:
    return {
        "game": "system",
        "version": one.number,
        "type": "downtime",
        "schema": 1,
        "at": timestamp(one.told),
        "actor": {"kind": "system", "id": "system"},
        "data": {"begins": timestamp(one.begins), "ends": timestamp(one.ends), "how": one.how},
    }


def faults() -> Iterator[str]:
    """What is wrong with the stream, in a sentence; nothing for a sound one."""
    try:
        check_chain((_hashed(one), {}, {}, one.hash) for one in Downtime.objects.order_by("number"))
    except BrokenChain as broken:
        yield f"the record of downtime: {broken}"
