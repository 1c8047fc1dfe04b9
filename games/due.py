"""What is due is done: overdue decisions and bots' turns, by the one path like everybody's."""

import logging
from datetime import datetime, timedelta
from random import Random, SystemRandom
from typing import Any
from uuid import UUID, uuid5

from django.db import connection, transaction

from engine import commands, default, legal
from engine.bots import choose
from engine.errors import Refused
from engine.state import Game as GameState
from games import command_handler, downtime, selectors, serializers, table
from games.models import Game
from games.orders import Command, Order
from games.rows import SYSTEM, Actor
from games.selectors import Seen

log = logging.getLogger(__name__)

MOST_ACTIONS_IN_A_TURN = 200
"""More actions than any turn has; beyond it something is wrong, and the sweep may look again."""

AGAIN = timedelta(seconds=20)
"""After so long the sweep tries once more what it took up in vain; no deadline may wait thrice as long."""


def _act_for(seen: Seen, actor: Actor, seat: int, action: dict[str, Any], now: datetime) -> bool:
    """An action of the house's own for a seat, meant for the version seen. False: the game has moved on meanwhile."""
    return _do(seen, actor, seat, action, commands.parse(action, seat), now)


def _default(seen: Seen, seat: int, now: datetime) -> bool:
    """The server plays for a seat."""
    return _act_for(seen, SYSTEM, seat, commands.to_dict(default.default_action(seen.state.game, seat)), now)


def _count(seen: Seen, seat: int, now: datetime) -> bool:
    """One more overdue turn of a seat, and what the table's list says about it."""
    return _do(seen, SYSTEM, seat, {"do": "overdue", "seat": seat}, table.Overdue(seat), now)


def _do(seen: Seen, actor: Actor, seat: int, body: dict[str, Any], command: Command, now: datetime) -> bool:
    order = Order(
        game_id=seen.id,
        actor=actor,
        action_id=uuid5(seen.id, str(seen.version)),
        body=body,
        command=command,
        received_at=now,
        expected_version=seen.version,
        acts_for=seat,
    )
    try:
        command_handler.handle(order)
    except Refused as refused:
        if refused.code != "stale_version" and selectors.look_as_the_house(seen.id).version == seen.version:
            raise
        return False  # whatever the reason given: somebody was quicker
    return True


def database_time() -> datetime:
    """The clock by which sweeps go."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    return now


def take_overdue(grace: float, most: int) -> list[UUID]:
    """Games whose open decision was due `grace` seconds ago, in the order of their deadlines.

    They are taken up by the caller: nobody else is given them for a while (AGAIN), and then after all others. So
    sweeps side by side share the work, and a table that fails, or kills who plays it, keeps no other waiting.
    """
    with transaction.atomic():
        now = database_time()
        due = now - timedelta(seconds=grace)
        if (sign := downtime.last_sign()) is not None:
            due = min(due, sign)  # nobody's time is over while nobody could act
        found = selectors.overdue(due, now - AGAIN, most)
        Game.objects.filter(id__in=found).update(swept_at=now)
    return found


def take_bots(late: float, most: int) -> list[UUID]:
    """Games in which a bot should have acted `late` seconds ago, for which nobody else is to wake it for a while."""
    with transaction.atomic():
        now = database_time()
        found = selectors.bots_due(now - timedelta(seconds=late), most)
        Game.objects.filter(id__in=found).update(bot_due=now + AGAIN)  # the next action puts this right
    return found


def play_overdue(game_id: UUID, grace: float) -> int:
    """Do what is overdue at a table, by default actions, until the turn has passed on. Returns how many were done.

    `grace`: seconds after the deadline in which an action that was received before it may still arrive.
    """
    for done in range(MOST_ACTIONS_IN_A_TURN):
        now = database_time()
        seen = selectors.look_as_the_house(game_id)
        due = seen.state.due
        if due is None or (now - due[0]).total_seconds() < grace:
            return done
        seat = due[1]  # of several partners asked, only those whose own time is over
        if not (_count if seen.state.is_to_be_counted(seat) else _default)(seen, seat, now):
            return done
    return MOST_ACTIONS_IN_A_TURN


def choice(name: str, view: dict[str, Any], game: GameState, seat: int, chance: Random) -> dict[str, Any]:
    """What a bot does now; if it fails, the default action: no table waits for ever for a bot."""
    try:
        action = choose(name, view, legal.actions(game, seat), chance)
        if legal.is_legal(game, commands.parse(action, seat)):
            return action
        log.error("the bot %s chose what is refused: %s", name, action["do"])
    except Exception:
        log.exception("the bot %s failed", name)
    return commands.to_dict(default.default_action(game, seat))


def play_bots(game_id: UUID, early: float) -> int:
    """Let the bot that is due play its turn (at a demo table one action). Returns how many actions were done.

    `early`: so many seconds before its time is soon enough.
    """
    chance = SystemRandom()
    turn = None
    for done in range(MOST_ACTIONS_IN_A_TURN):
        now = database_time()
        seen = selectors.look_as_the_house(game_id)
        due = seen.state.bot_due(seen.demo)
        if due is None or (due - now).total_seconds() > early or turn not in (None, due):
            return done
        seat = next(seat for seat in seen.state.to_act if seen.state.table.is_bot(seat))
        name = seen.state.table.seats[seat].holder.id  # type: ignore[union-attr]
        view = serializers.view(seen.state, seat, {})
        action = choice(name, view, seen.state.game, seat, chance)
        if not _act_for(seen, Actor("bot", name), seat, action, now) or seen.demo:
            return done + 1
        turn = due
    return MOST_ACTIONS_IN_A_TURN
