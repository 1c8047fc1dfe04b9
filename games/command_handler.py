"""The one path of an action: people, bots, time-outs and the table's own doings all walk it.

One transaction: lock the game's row, find the state, check in the order of wire.md, decide, append, project, save.
After the commit one announcement. At most eight statements (games/kept.py), whatever the length of the game.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from django.db import connection, transaction

from accounts import blocks, calendars
from accounts.selectors import still_here
from engine import commands as asks
from engine import ruleset as rules
from engine.decide import decide
from engine.default import default_action
from engine.errors import Refused
from engine.evolve import evolve
from engine.shuffle import SecretChance
from games import clock, event_store, kept, officers, outages, permissions, plans, projector, push, signals, table
from games.chances import Nonces, Secrets
from games.event_store import Head
from games.kept import Known, Locked
from games.models import Game, Seat
from games.orders import Command, Order, Receipt
from games.projector import State
from games.rows import Actor, Row, to_milliseconds
from games.table import TableEvent

ABOUT_THE_TABLE = (table.AddNonce, table.TellCalendar, table.Pause, table.Resume, table.Undo, table.Resign)
"""What one asks of the table for one's own seat: it is no action of the game."""

FREEZING = table.Freeze | table.Unfreeze
"""What an officer of the table's club asks of it, who sits nowhere there."""

# --- The path -----------------------------------------------------------------------------------------------------


def handle(order: Order) -> Receipt:
    """Do what is ordered, once. Raises Refused, and then nothing has changed."""
    with transaction.atomic():
        game = kept.lock(order.game_id)
        if game.state is None:
            raise Refused("unknown_game")
        seat = admit(order, game.state, game.creator, game.held_back)
        known = kept.known(order, game.state)
        if known.receipt:
            return known.receipt
        state = game.state._replace(outages=known.down)
        game = game._replace(state=state)
        command = check(order, state, game.version, seat)
        if isinstance(command, table.Leave):
            command = command._replace(maker=order.user_id is not None and order.user_id == game.creator)
        try:
            events = _decided(order.game_id, state, command, order.received_at)
        except Refused as refused:
            raise refused if order.for_seat is None else officers.told(state.game, command) from None
        return _write(order, game, events, known)


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
    return _write(order, game, events, Known(None, down))


def admit(order: Order, state: State, creator: UUID | None, held_back: bool) -> int | None:
    """The seat for which the order is: None where it needs none. Raises Refused `unknown_game`, `not_seated`."""
    if order.user_id is None:
        return order.acts_for
    opened = state.marks.opened
    if order.for_seat is not None and permissions.may_act_for(state.table, opened, order.user_id, order.for_seat):
        return order.for_seat
    if isinstance(order.command, table.Leave) and _holds(order.command, state):
        return None  # what is one's own one may give back, also after a ban
    if not order.admitted and not permissions.may_see(state.table, creator, order.user_id, held_back):
        raise Refused("unknown_game")
    if order.for_seat is not None:
        raise Refused("not_allowed", for_seat=order.for_seat)
    if isinstance(order.command, table.Leave):
        return None
    if isinstance(order.command, table.Sit):
        if state.table.played_for(order.command.holder) == order.command.seat:
            return None  # it is theirs
        offered = state.table.offers(order.command.seat)
        may = permissions.may_stand_in if offered else permissions.may_sit
        if not order.admitted and not may(state.table, order.user_id):
            raise Refused("not_allowed", seat=order.command.seat)
        if offered:
            about = {"game_id": order.game_id, "seat": order.command.seat, "at": order.received_at}
            signals.standing_in.send(sender=None, user_id=order.user_id, **about)
        _check_not_blocked(order.command, state, creator)
        return None
    if isinstance(order.command, FREEZING):
        if not permissions.is_officer(state.table, order.user_id):
            raise Refused("not_allowed")
        return None
    if isinstance(order.command, table.Want):
        return _asker(order, state)
    seat = permissions.seat_of(state.table, order.user_id)
    if seat is None:
        raise Refused("not_seated")
    if isinstance(order.command, table.Pause) and order.command.agrees:
        signals.pausing.send(sender=None, game_id=order.game_id)
    return seat


def _holds(command: table.Leave, state: State) -> bool:
    seats = state.table.seats
    return 0 <= command.seat < len(seats) and seats[command.seat].holder == command.holder


def _check_not_blocked(command: table.Sit, state: State, creator: UUID | None) -> None:
    """Whoever opened a table may block who wants to sit down there; once it has begun, and nobody can go any more, so
    may all who sit there. It is told as plainly as can be."""
    one = state.table
    if not (one.status == table.WAITING or one.offers(command.seat)):
        return
    if one.seat_of(command.holder) is not None or one.played_for(command.holder) is not None:
        return
    seats = [seat.holder for seat in one.seats if one.offers(command.seat) and seat != one.seats[command.seat]]
    hosts = {UUID(holder.id) for holder in seats if holder is not None and holder.kind == "user"}
    if blocks.stands(UUID(command.holder.id), *hosts, *([creator] if creator else [])):
        raise Refused("not_allowed", seat=command.seat)


def _asker(order: Order, state: State) -> int | None:
    """For which seat somebody asks for a substitute, their own or the one a bot plays for them; None: an officer."""
    assert order.user_id is not None
    seat = state.table.speaks_for(permissions.person(order.user_id))
    if seat is None and not (order.actor.kind == "officer" and permissions.is_officer(state.table, order.user_id)):
        raise Refused("not_seated")
    return seat


def check(order: Order, state: State, version: int, seat: int | None) -> Command:
    """The command as it may be decided now, for its seat. Raises Refused for what comes before the rules."""
    command = order.command
    if isinstance(command, table.Create | table.Sit | table.Leave | table.End | table.EndPause | FREEZING):
        return command
    if isinstance(command, table.Want):
        return command._replace(asker=seat)
    if seat is None or isinstance(command, asks.Begin):
        raise TypeError("a game begins by itself, and whoever acts in it has a seat")
    if isinstance(command, table.Substitute):
        return command
    if isinstance(command, ABOUT_THE_TABLE):
        return command._replace(seat=seat)
    command = command._replace(seat=seat)
    if isinstance(command, table.Overdue) and not state.is_overdue(seat, order.received_at):
        raise Refused("stale_version", version=version)
    if state.over:
        raise Refused("game_over")
    if state.status in ("waiting", "cancelled"):
        raise Refused("not_started")
    if state.status == table.PAUSED:
        raise Refused("frozen" if state.table.frozen else "paused")
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
    """All events that come of a command, and of it for who wants a seat back. Raises Refused."""
    events = _come(game_id, state, command, at)
    if not any(seat.away and seat.away.wanted for seat in state.table.seats):
        return events
    after = state
    for event in events:
        if isinstance(event, TableEvent):
            after = after._replace(table=table.evolve(after.table, event, 0))
        else:
            after = after._replace(game=evolve(after.game, event))
    ended = any(projector.to_store(event)["type"] in projector.ENDS_A_TURN for event in events)
    back = table.coming_back(after.table, after.context(at), ended)
    here = still_here(event.data["holder"]["id"] for event in back)  # who has gone since then comes no more
    for event in (event for event in back if event.data["holder"]["id"] in here):
        events += [event, *_calendars(table.evolve(after.table, event, 0), at, event.seat)]
    return events


def _come(game_id: UUID, state: State, command: Command, at: datetime) -> list[Any]:
    """All events that come of a command. Raises Refused."""
    game = state.game
    chance = SecretChance(game.players, game.ruleset, Secrets(game_id), Nonces(state))
    if not isinstance(command, table.Command):
        return list(decide(game, command, chance))
    context = state.context(at)._replace(secrets=Secrets(game_id))
    events: list[Any] = list(table.decide(state.table, command, context))
    late = table.played_by_the_server(events)
    if late is not None:
        events += decide(game, default_action(game, late), chance)
    if events[-1].type == "started":
        events = _with_calendars(state.table, events, at)
        events += decide(game, asks.Begin(), chance)
    elif events[-1].type == "substituted":
        events += _calendars(table.evolve(state.table, events[-1], 0), at, events[-1].seat)
    return events


def _with_calendars(before: table.Table | None, events: list[Any], at: datetime) -> list[Any]:
    """What starts a table, and before it every player's calendar."""
    after = before
    for event in events:
        after = table.evolve(after, event, 0)
    return events if after is None else [*events[:-1], *_calendars(after, at), events[-1]]


def _calendars(one: table.Table, at: datetime, *seats: int | None) -> list[Any]:
    """The calendars of the people at a table (of these seats), where its clock rests by them."""
    granted = clock.of(one.clock)
    if granted is None or not granted.rests:
        return []
    holders = [
        (number, seat.holder.id)
        for number, seat in enumerate(one.seats)
        if seat.holder and seat.holder.kind == "user" and (not seats or number in seats)
    ]
    if not holders:
        return []
    # They stay as they are until this is committed: who changes theirs meanwhile finds a table begun.
    known = calendars.told([holder for _, holder in holders], at, to_stay=True)
    told: list[Any] = []
    for number, holder in holders:
        command = table.TellCalendar(number, clock.granted_of(granted, known[holder]))
        told += table.decide(one, command, table.Context())
    return told


def _first_deal(ruleset: rules.Ruleset, players: int, teams: int, chance: SecretChance) -> tuple[Any, ...]:
    return decide(projector.state.new_game(ruleset, players, teams), asks.Begin(), chance)


def _write(order: Order, game: Locked, events: list[Any], known: Known) -> Receipt:
    """Append, project, save; after the commit, say so."""
    # Whoever waited for the lock does not write before those who had it, nor before the downtime that they know of.
    at = max([to_milliseconds(order.received_at), *(outage.told for outage in known.down)])
    if game.state is not None:
        at = max(at, game.state.marks.at)
    head = Head(game.version, game.last_hash)
    stored = [projector.to_store(event) for event in events]
    rows = event_store.chain(order.game_id, head, stored, at=at, actor=order.actor, action_id=order.action_id)
    after = projector.project(game.state, rows, events, known.down)
    receipt = Receipt(order.action_id, rows[-1].version)
    left = any(row.type == "left" for row in rows)
    if any(row.type == "paused" for row in rows):
        signals.paused.send(sender=None, game_id=order.game_id, at=at)
    for row in rows:
        if row.type == "substitute_wanted" and row.data["wanted"]:
            signals.offered.send(sender=None, game_id=order.game_id, seat=row.seat, at=at)
    planned, after = _planned(order.game_id, known.plans, after, rows)
    rows += planned
    event_store.insert(order.game_id, rows)
    bot_due = after.bot_due(game.demo)
    if left:
        kept.clear_open_seats(order.game_id, after)
    end = Head(rows[-1].version, rows[-1].hash)
    kept.save(order, after, receipt, end, bot_due, kept.seats_kept(order.game_id, game.state, after))
    if after.over and (game.state is None or not game.state.over):
        kept.save_outcome(order.game_id, after)
    transaction.on_commit(partial(push.announce, order.game_id, end.version))
    if bot_due is not None and bot_due != game.bot_due:
        transaction.on_commit(partial(push.wake_bots, order.game_id, (bot_due - at).total_seconds()))
    return receipt


def _planned(
    game_id: UUID, decided: Sequence[plans.Plan], after: State, rows: Sequence[Row]
) -> tuple[list[Row], State]:
    """The rows of what players had decided beforehand and these rows have opened, and the state after them."""
    written: list[Row] = []
    last, began = rows, rows[0].version
    chance = SecretChance(after.game.players, after.game.ruleset, Secrets(game_id), Nonces(after))
    while found := plans.following(decided, after, last, began - 1):
        holder, command = found
        head = Head(last[-1].version, last[-1].hash)
        events = decide(after.game, command, chance)
        stored = [projector.to_store(event) for event in events]
        actor, action_id = Actor("plan", holder), uuid5(game_id, str(head.version))
        last = event_store.chain(game_id, head, stored, at=after.marks.at, actor=actor, action_id=action_id)
        after = projector.project(after, last, events)
        written += last
    return written, after


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
        statement, values = kept.seats_kept(game_id, None, after)
        if statement:
            with connection.cursor() as cursor:
                cursor.execute(statement, values)
