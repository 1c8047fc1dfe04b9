"""Judging what the house has written down: every table by the second opinion, some by the audit too."""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from email import message_from_bytes
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import connection

from games import outages
from games.audit import verify
from games.simulate.oracle import Opinion, Row
from games.simulate.players import Players
from games.simulate.tables import Table
from games.simulate.world import World

TOO_LONG_FOR_A_BOT = timedelta(minutes=2)
LATE_MAIL = timedelta(hours=2)


def opinions(world: World, players: Players) -> Iterator[tuple[UUID, Opinion]]:
    """What the second opinion says of each table; its problems are noted."""
    for table in players.tables.values():
        persons = tuple(None if person is None else str(person.id) for person in map(table.person, _seats(table)))
        opinion = Opinion(world.ledger, persons).read(_rows(table.id))
        opinion.judge_end(world.now)
        opinion.judge_notices(_notices(table.id))
        world.problems += [f"{table.id}: {problem}" for problem in opinion.problems]
        yield table.id, opinion


def _seats(table: Table) -> range:
    return range(len(table.seats))


def _rows(game_id: UUID) -> Iterator[Row]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT at, type, actor_kind, seat, action_id, data FROM games_event WHERE game_id = %s ORDER BY version",
            [game_id],
        )
        for at, kind, actor, seat, action, data in cursor.fetchall():
            yield Row(at, kind, actor, seat, action, json.loads(data))


def _notices(game_id: UUID) -> list[tuple[str, int]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT user_id, occasion FROM notices_notice WHERE about = %s AND kind IN ('turn', 'asked')", [game_id]
        )
        return [(str(person), occasion) for person, occasion in cursor.fetchall()]


def _judge_mails(world: World) -> Counter[str]:
    """No mail went out twice, and none waits that should have gone."""
    mails = [message_from_bytes(one) for path in Path(settings.EMAIL_FILE_PATH).glob("*") for one in _split(path)]
    ids = Counter(str(mail["Message-ID"]) for mail in mails)
    world.problems += [f"the mail {name} went out {number} times" for name, number in ids.items() if number > 1]
    with connection.cursor() as cursor:
        cursor.execute("SELECT state, count(*) FROM notices_delivery GROUP BY state")
        told: Counter[str] = Counter({f"notices by mail {state}": number for state, number in cursor.fetchall()})
        cursor.execute(
            "SELECT count(*) FROM notices_delivery WHERE state = 'waiting' AND due_at < %s", [world.now - LATE_MAIL]
        )
        (late,) = cursor.fetchone()
    world.problems += [f"{late} notices still wait that should have gone out"] if late else []
    told["mails"] = len(mails)
    return told


def _split(path: Path) -> list[bytes]:
    """The mails of a file: a line of hyphens is below each."""
    return [one.strip() for one in path.read_bytes().split(b"-" * 79 + b"\n") if one.strip()]


def judge(world: World, players: Players, audited: int) -> Counter[str]:
    """Everything; what is wrong is in the world's problems. Returns what was counted in the logs."""
    told: Counter[str] = Counter()
    stored = _stored()
    latest = timedelta()
    for game_id, opinion in opinions(world, players):
        status, deadline, bot_due = stored[game_id]
        told[f"tables {status}"] += 1
        told["time-outs"] += opinion.timeouts
        told.update(opinion.done)
        latest = max(latest, opinion.late)
        due = [at for seat in opinion.open if (at := opinion.due(seat, world.now)) is not None]
        expected = min(due, default=None) if status == "playing" else None
        if deadline != expected:
            world.problems.append(f"{game_id}: the deadline is {deadline}, and by the rules {expected}")
        if status == "playing" and opinion.clock != "none" and not due:
            world.problems.append(f"{game_id}: stuck, nobody has a decision to make in time")
            told["tables stuck"] += 1
        if bot_due is not None and bot_due < world.now - TOO_LONG_FOR_A_BOT:
            world.problems.append(f"{game_id}: stuck, a bot should have acted at {bot_due}")
            told["tables stuck"] += 1
    told["seconds of the latest time-out after its deadline"] = round(latest.total_seconds())
    for game_id in list(players.tables)[:: max(1, len(players.tables) // max(1, audited))]:
        world.problems += [f"{game_id}: {fault}" for fault in verify(game_id)]
        told["tables audited"] += 1
    world.problems += outages.faults()
    told += _judge_mails(world)
    return told


def _stored() -> dict[UUID, tuple[str, datetime | None, datetime | None]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, status, deadline, bot_due FROM games_game")
        return {game_id: (status, deadline, bot_due) for game_id, status, deadline, bot_due in cursor.fetchall()}
