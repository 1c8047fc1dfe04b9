"""The one path of an action: people, bots, time-outs and the table's own doings all walk it.

One transaction: lock the game's row, find the state, check in the order of wire.md, decide, append, project, save.
After the commit one announcement. The SQL is written by hand: through the ORM this transaction costs five times the
CPU. At most eight statements, whatever the length of the game.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from accounts import blocks, calendars
from engine import commands as asks
from engine import ruleset as rules
from engine.codec import canon
from engine.decide import decide
from engine.errors import Refused
from engine.shuffle import SecretChance
from games import clock, event_store, officers, outages, permissions, projector, push, snapshots, table
from games.chances import Nonces, Secrets
from games.event_store import Head
from games.models import Game, Seat
from games.projector import State
from games.rows import PERSONS, Actor, to_milliseconds

OUTCOMES_LOCK = 0x0FA17DEA1
"""The advisory lock under which outcomes are numbered in the order of their commits."""

Command = asks.Command | table.Command
TABLE_COMMANDS = (table.Create, table.Sit, table.Leave, table.AddNonce, table.TellCalendar, table.Pause, table.Resume)


class Order(NamedTuple):
    """What somebody asks of a table.

    `body` is what the receipt remembers of it. `acts_for`: the seat for which a bot or the system acts. `for_seat`: the
    seat for which a person says to act, as an officer of a club may for its members.
    """

    game_id: UUID
    actor: Actor
    action_id: UUID
    body: Any
    command: Command
    received_at: datetime
    expected_version: int | None = None
    acts_for: int | None = None
    for_seat: int | None = None

    @property
    def user_id(self) -> UUID | None:
        """The person who asks, if it is one."""
        return UUID(self.actor.id) if self.actor.kind in PERSONS else None

    @property
    def digest(self) -> str:
        """SHA-256(canon(action)): what tells a repeated request from another one under the same id."""
        return hashlib.sha256(canon(self.body)).hexdigest()


class Receipt(NamedTuple):
    """The answer to an accepted action: the version of its last row."""

    action_id: UUID
    version: int


class Locked(NamedTuple):
    """A game's row, and the state it keeps. `state` is None before the first row."""

    version: int
    last_hash: str
    creator: UUID | None
    demo: bool
    bot_due: datetime | None
    state: State | None


# --- The path -----------------------------------------------------------------------------------------------------


def handle(order: Order) -> Receipt:
    """Do what is ordered, once. Raises Refused, and then nothing has changed."""
    with transaction.atomic():
        game = _lock(order.game_id)
        if game.state is None:
            raise Refused("unknown_game")
        seat = admit(order, game.state, game.creator)
        receipt, down = _earlier_receipt(order, game.state)
        if receipt:
            return receipt
        state = game.state._replace(outages=down)
        game = game._replace(state=state)
        command = check(order, state, game.version, seat)
        if isinstance(command, table.Leave):
            command = command._replace(maker=order.user_id is not None and order.user_id == game.creator)
        try:
            events = _decided(order.game_id, state, command, order.received_at)
        except Refused as refused:
            raise refused if order.for_seat is None else officers.told(state.game, command) from None
        return _write(order, game, events, down)


def create(order: Order, demo: bool, secrets: Mapping[int, str]) -> Receipt:
    """Write the first rows of a game whose row, at version 0, was inserted in the caller's transaction."""
    game = Locked(0, "", order.user_id, demo, None, None)
    down = outages.behind_the_lock(order.received_at)
    if not isinstance(order.command, table.Create):
        raise TypeError("a game begins with its creation")
    events: list[Any] = list(table.decide(None, order.command, table.Context()))
    if events[-1].type == "started":
        create_ = order.command
        events = _with_calendars(None, events, order.received_at)
        began = rules.from_dict(create_.ruleset)
        chance = SecretChance(create_.players, began, secrets)
        events += _first_deal(began, create_.players, create_.teams, chance)
    return _write(order, game, events, down)


def admit(order: Order, state: State, creator: UUID | None) -> int | None:
    """The seat for which the order is: None where it needs none. Raises Refused `unknown_game`, `not_seated`."""
    if order.user_id is None:
        return order.acts_for
    if order.for_seat is not None and permissions.may_act_for(state.table, order.user_id, order.for_seat):
        return order.for_seat
    if isinstance(order.command, table.Leave) and _holds(order.command, state):
        return None  # what is one's own one may give back, also after a ban
    if not permissions.may_see(state.table, creator, order.user_id):
        raise Refused("unknown_game")
    if order.for_seat is not None:
        raise Refused("not_allowed", for_seat=order.for_seat)
    if isinstance(order.command, table.Leave):
        return None
    if isinstance(order.command, table.Sit):
        if not permissions.may_sit(state.table, order.user_id):
            raise Refused("not_allowed", seat=order.command.seat)
        _check_not_blocked(order.command, state, creator)
        return None
    seat = permissions.seat_of(state.table, order.user_id)
    if seat is None:
        raise Refused("not_seated")
    return seat


def _holds(command: table.Leave, state: State) -> bool:
    seats = state.table.seats
    return 0 <= command.seat < len(seats) and seats[command.seat].holder == command.holder


def _check_not_blocked(command: table.Sit, state: State, creator: UUID | None) -> None:
    """Whoever opened a table may block who wants to sit down there. It is told as plainly as can be."""
    comes = state.status == table.WAITING and state.table.seat_of(command.holder) is None
    if comes and creator is not None and blocks.stands(creator, UUID(command.holder.id)):
        raise Refused("not_allowed", seat=command.seat)


def check(order: Order, state: State, version: int, seat: int | None) -> Command:
    """The command as it may be decided now, for its seat. Raises Refused for what comes before the rules."""
    command = order.command
    if isinstance(command, table.Create | table.Sit | table.Leave):
        return command
    if seat is None or isinstance(command, asks.Begin):
        raise TypeError("a game begins by itself, and whoever acts in it has a seat")
    if isinstance(command, table.AddNonce | table.TellCalendar | table.Pause | table.Resume):
        return command._replace(seat=seat)
    command = command._replace(seat=seat)
    if state.status in ("waiting", "cancelled"):
        raise Refused("not_started")
    if state.status == table.PAUSED:
        raise Refused("paused")
    if order.expected_version is not None:
        if order.expected_version > version:
            raise Refused("version_ahead", version=version)
        if order.expected_version < _newest_that_matters(state, command):
            raise Refused("stale_version", version=version)
    return command


def _newest_that_matters(state: State, command: Command) -> int:
    """The version that whoever acts must have seen: the question's for an answer, else the last game event's."""
    deal = state.game.deal
    if isinstance(command, asks.Answer) and deal is not None and deal.question is not None:
        return state.marks.asked
    return state.marks.game


def _decided(game_id: UUID, state: State, command: Command, at: datetime) -> list[Any]:
    """All events that come of a command. Raises Refused."""
    game = state.game
    chance = SecretChance(game.players, game.ruleset, Secrets(game_id), Nonces(state))
    if not isinstance(command, TABLE_COMMANDS):
        return list(decide(game, command, chance))
    context = table.Context(state.deals_begun, state.game.over)
    events: list[Any] = list(table.decide(state.table, command, context))
    if events[-1].type == "started":
        events = _with_calendars(state.table, events, at)
        events += decide(game, asks.Begin(), chance)
    return events


def _with_calendars(before: table.Table | None, events: list[Any], at: datetime) -> list[Any]:
    """What starts a table, and before it, where its clock rests by them, every player's calendar."""
    after = before
    for event in events:
        after = table.evolve(after, event, 0)
    granted = after and clock.of(after.clock)
    if after is None or granted is None or not granted.rests:
        return events
    seats = enumerate(after.seats)
    holders = [(number, seat.holder.id) for number, seat in seats if seat.holder and seat.holder.kind == "user"]
    # They stay as they are until this is committed: who changes theirs meanwhile finds a table begun.
    known = calendars.told([holder for _, holder in holders], at, to_stay=True)
    told: list[Any] = []
    for number, holder in holders:
        command = table.TellCalendar(number, clock.granted_of(granted, known[holder]))
        told += table.decide(after, command, table.Context())
    return [*events[:-1], *told, events[-1]]


def _first_deal(ruleset: rules.Ruleset, players: int, teams: int, chance: SecretChance) -> tuple[Any, ...]:
    return decide(projector.state.new_game(ruleset, players, teams), asks.Begin(), chance)


def _write(order: Order, game: Locked, events: list[Any], down: tuple[clock.Outage, ...]) -> Receipt:
    """Append, project, save; after the commit, say so."""
    # Whoever waited for the lock does not write before those who had it, nor before the downtime that they know of.
    at = max([to_milliseconds(order.received_at), *(outage.told for outage in down)])
    if game.state is not None:
        at = max(at, game.state.marks.at)
    head = Head(game.version, game.last_hash)
    stored = [projector.to_store(event) for event in events]
    rows = event_store.append(order.game_id, head, stored, at=at, actor=order.actor, action_id=order.action_id)
    after = projector.project(game.state, rows, events, down)
    bot_due = after.bot_due(game.demo)
    receipt = Receipt(order.action_id, rows[-1].version)
    told = {row.type for row in rows}
    if "left" in told:
        _clear_open_seats(order.game_id, after)
    seated = after if told & {"invited", "seated"} else None
    _save(order, after, receipt, rows[-1].hash, bot_due, _seats(order.game_id, seated))
    if after.status == table.FINISHED and (game.state is None or game.state.status != table.FINISHED):
        _save_outcome(order.game_id, after)
    transaction.on_commit(partial(push.announce, order.game_id, receipt.version))
    if bot_due is not None and bot_due != game.bot_due:
        transaction.on_commit(partial(push.wake_bots, order.game_id, (bot_due - at).total_seconds()))
    return receipt


def rebuild(game_id: UUID) -> None:
    """Fold a game's state anew from its log. Raises Refused `unknown_game`; the log is not touched."""
    with transaction.atomic():
        row = Game.objects.select_for_update().filter(id=game_id, version__gt=0).first()
        if row is None:
            raise Refused("unknown_game")
        rows = list(event_store.stream(game_id, event_store.ALL))
        after = projector.fold(rows, outages=outages.known())
        if after is None:
            raise ValueError(f"{game_id} has no log")
        row.version, row.last_hash = rows[-1].version, rows[-1].hash
        row.state, row.state_version = projector.encode(after), projector.STATE_VERSION
        row.clock = after.table.clock
        row.status, row.deadline, row.bot_due = after.status, after.deadline, after.bot_due(row.demo)
        row.save()
        Seat.objects.filter(game_id=game_id).delete()
        kept, values = _seats(game_id, after)
        if kept:
            with connection.cursor() as cursor:
                cursor.execute(kept, values)


# --- What the database is asked -----------------------------------------------------------------------------------


def _lock(game_id: UUID) -> Locked:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, last_hash, creator, demo, bot_due, state_version, state"
            " FROM games_game WHERE id = %s FOR UPDATE",
            [game_id],
        )
        found = cursor.fetchone()
    if found is None or found[0] == 0:
        raise Refused("unknown_game")
    version, last_hash, creator, demo, bot_due, state_version, stored = found
    state = snapshots.load(game_id, version, state_version, json.loads(stored))
    return Locked(version, last_hash, creator, demo, bot_due, state)


def _earlier_receipt(order: Order, state: State) -> tuple[Receipt | None, tuple[clock.Outage, ...]]:
    """The receipt of the same action, if it was done already. Raises Refused if its id was another's.

    And the downtime that open decisions have back: asked for behind the lock, so that none is missed.
    """
    since = [seat.decision.since for seat in state.clock.seats if seat.decision]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT digest, version, {outages.SINCE} FROM (SELECT) AS one LEFT JOIN games_receipt"
            " ON game_id = %s AND actor = %s AND action_id = %s",
            [min(since, default=order.received_at), order.game_id, order.actor.id, order.action_id],
        )
        digest, version, down = cursor.fetchone()
    if digest is None:
        return None, outages.read(down and json.loads(down))
    if digest != order.digest:
        raise Refused("action_id_reused")
    return Receipt(order.action_id, version), ()


def _save(
    order: Order, after: State, receipt: Receipt, last_hash: str, bot_due: datetime | None, seats: tuple[str, list[Any]]
) -> None:
    """`seats`: the statement that keeps who sits where, if that has changed; all of it is one."""
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
                *(receipt.version, last_hash, projector.STATE_VERSION, json.dumps(projector.encode(after))),
                *(after.status, after.deadline, bot_due, order.game_id),
            ],
        )


def _clear_open_seats(game_id: UUID, after: State) -> None:
    open_ = [number for number, seat in enumerate(after.table.seats) if seat.holder is None]
    Seat.objects.filter(game_id=game_id, seat__in=open_).delete()


def _seats(game_id: UUID, after: State | None) -> tuple[str, list[Any]]:
    """What keeps who sits where: a statement and its values. Empty where nobody sits; None: nothing has changed."""
    held = [
        (game_id, number, seat.holder.kind, seat.holder.id, seat.invited)
        for number, seat in enumerate(after.table.seats if after else ())
        if seat.holder is not None
    ]
    if not held:
        return "", []
    places = ", ".join(["(%s, %s, %s, %s, %s)"] * len(held))
    return (
        f"INSERT INTO games_seat (game_id, seat, kind, holder, invited) VALUES {places} ON CONFLICT (game_id, seat)"
        " DO UPDATE SET kind = EXCLUDED.kind, holder = EXCLUDED.holder, invited = EXCLUDED.invited",
        [value for row in held for value in row],
    )


def _save_outcome(game_id: UUID, after: State) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [OUTCOMES_LOCK])
        cursor.execute(
            "INSERT INTO games_outcome (number, game_id, ended_at, status, totals, winners)"
            " SELECT COALESCE(MAX(number), 0) + 1, %s, %s, %s, %s::jsonb, %s::jsonb FROM games_outcome",
            [
                *(game_id, after.marks.at, after.status),
                *(json.dumps(list(after.game.totals)), json.dumps(list(after.game.winners or ()))),
            ],
        )
