"""What the one path asks of the database: the locked row, the receipt, what is saved after. Written by hand: through
the ORM an action costs five times the CPU.
"""

import json
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from engine.errors import Refused
from games import clock, outages, projector, snapshots
from games.event_store import Head
from games.models import Seat
from games.orders import Order, Receipt
from games.plans import Plan
from games.projector import State

OUTCOMES_LOCK = 0x0FA17DEA1
"""The advisory lock under which outcomes are numbered in the order of their commits."""


class Locked(NamedTuple):
    """A game's row, and the state it keeps. `state` is None before the first row."""

    version: int
    last_hash: str
    creator: UUID | None
    demo: bool
    bot_due: datetime | None
    state: State | None
    held_back: bool = False


def lock(game_id: UUID) -> Locked:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, last_hash, creator, demo, bot_due, held_back, state_version, state"
            " FROM games_game WHERE id = %s FOR UPDATE",
            [game_id],
        )
        found = cursor.fetchone()
    if found is None or found[0] == 0:
        raise Refused("unknown_game")
    version, last_hash, creator, demo, bot_due, held_back, state_version, stored = found
    state = snapshots.load(game_id, version, state_version, json.loads(stored))
    return Locked(version, last_hash, creator, demo, bot_due, state, held_back)


class Known(NamedTuple):
    """What is asked for behind the lock, so that none is missed: the receipt of the same action, if it was done
    already; the downtime that open decisions have back; what players have decided beforehand."""

    receipt: Receipt | None
    down: tuple[clock.Outage, ...] = ()
    plans: tuple[Plan, ...] = ()


PLANS = "(SELECT jsonb_agg(jsonb_build_array(holder, kind, yes, deal)) FROM games_plan WHERE game_id = %s)"


def known(order: Order, state: State) -> Known:
    """All of this, in one statement. Raises Refused if the action's id was another's."""
    clocks = [state.clock, *([state.undoable.clock] if state.undoable and state.undoable.clock else [])]
    since = [seat.decision.since for one in clocks for seat in one.seats if seat.decision]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT digest, version, {outages.SINCE}, {PLANS} FROM (SELECT) AS one LEFT JOIN games_receipt"
            " ON game_id = %s AND actor = %s AND action_id = %s",
            [
                min(since, default=order.received_at),
                *(order.game_id, order.game_id, order.actor.id, order.action_id),
            ],
        )
        digest, version, down, plans = cursor.fetchone()
    if digest is None:
        decided = tuple(Plan(*one) for one in json.loads(plans or "[]"))
        return Known(None, outages.read(down and json.loads(down)), decided)
    if digest != order.digest:
        raise Refused("action_id_reused")
    return Known(Receipt(order.action_id, version))


def save(
    order: Order, after: State, receipt: Receipt, head: Head, bot_due: datetime | None, seats: tuple[str, list[Any]]
) -> None:
    """`head`: the end of the log, behind what plans have added to the action. `seats`: the statement that keeps who
    sits where, if that has changed; all of it is one."""
    kept, values = seats
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH receipt AS (INSERT INTO games_receipt (game_id, actor, action_id, digest, version)"
            f" VALUES (%s, %s, %s, %s, %s)){kept and f', seats AS ({kept})'}"
            " UPDATE games_game SET version = %s, last_hash = %s, state_version = %s, state = %s::jsonb,"
            " status = %s, deadline = %s, bot_due = %s WHERE id = %s",
            [
                *(order.game_id, order.actor.id, order.action_id, order.digest, receipt.version),
                *values,
                *(head.version, head.hash, projector.STATE_VERSION, json.dumps(projector.encode(after))),
                *(after.status, after.deadline, bot_due, order.game_id),
            ],
        )


def clear_open_seats(game_id: UUID, after: State) -> None:
    open_ = [number for number, seat in enumerate(after.table.seats) if seat.holder is None]
    Seat.objects.filter(game_id=game_id, seat__in=open_).delete()


class Place(NamedTuple):
    """A seat that somebody holds or is asked to, as lists search for it."""

    seat: int
    kind: str
    holder: str
    invited: bool
    away: str
    offered: bool


def places(of: State | None) -> list[Place]:
    """Who sits where."""
    return [
        Place(number, *seat.holder, seat.invited, seat.away.holder.id if seat.away else "", seat.offer is not None)
        for number, seat in enumerate(of.table.seats if of else ())
        if seat.holder is not None
    ]


def seats_kept(game_id: UUID, before: State | None, after: State) -> tuple[str, list[Any]]:
    """What keeps who sits where: a statement and its values. Empty where nobody sits, or nothing of it has changed."""
    held = places(after)
    if not held or held == places(before):
        return "", []
    rows = ", ".join(["(%s, %s, %s, %s, %s, %s, %s)"] * len(held))
    return (
        f"INSERT INTO games_seat (game_id, seat, kind, holder, invited, away, offered) VALUES {rows}"
        " ON CONFLICT (game_id, seat) DO UPDATE SET kind = EXCLUDED.kind, holder = EXCLUDED.holder,"
        " invited = EXCLUDED.invited, away = EXCLUDED.away, offered = EXCLUDED.offered",
        [value for row in held for value in (game_id, *row)],
    )


def abandoned(after: State) -> list[dict[str, Any]]:
    """Who has left a game before its end, and how, as its outcome keeps it."""
    return [{"seat": one.seat, "player": one.holder.id, "how": one.how} for one in after.table.gone]


def save_outcome(game_id: UUID, after: State) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [OUTCOMES_LOCK])
        cursor.execute(  # what was decided beforehand has served
            "WITH planned AS (DELETE FROM games_plan WHERE game_id = %s)"
            " INSERT INTO games_outcome (number, game_id, ended_at, status, totals, winners, abandoned)"
            " SELECT COALESCE(MAX(number), 0) + 1, %s, %s, %s, %s::jsonb, %s::jsonb, %s::jsonb FROM games_outcome",
            [
                *(game_id, game_id, after.marks.at, after.status),
                *(json.dumps(list(after.game.totals)), json.dumps(list(after.winners)), json.dumps(abandoned(after))),
            ],
        )
