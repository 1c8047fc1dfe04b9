"""What the house's own programs do: web processes that say they are here, the sweep, the worker of the bots, and all
that can go wrong with them."""

import logging
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from time import monotonic
from typing import Any

import redis
from celery import current_app
from django.conf import settings
from django.db import connection
from kombu import Queue

from games import downtime, tasks
from games.simulate.faults import Killed, dies_at, meanwhile
from games.simulate.ledger import Outage, Swept
from games.simulate.people import DAY, HOUR, MINUTE, SECOND
from games.simulate.players import Players
from games.simulate.world import World

TICK = timedelta(seconds=2)
"""Between two sweeps, as beat has them. Those that would find nothing to do are left out, but for some."""
ROUTINE = 2 * HOUR
"""So often at the least there is a sweep, whether or not anything is due."""
GRACE = timedelta(seconds=tasks.GRACE)
KILLED, TWICE, OVERTAKEN = 0.04, 0.04, 0.04
"""So many of the sweeps are killed at a step; run beside another; find that somebody is quicker."""
STEPS = 25
"""Most sweeps that find something have fewer statements."""
FOUND_AGAIN = timedelta(seconds=tasks.FOUND_AGAIN)


class House:
    """Web, sweep and worker, without their processes."""

    def __init__(self, world: World, players: Players) -> None:
        self.world, self.players = world, players
        self.workers_away: list[tuple[datetime, datetime]] = []
        self._last = world.now - TICK
        self._step = TICK
        self._redis = redis.Redis.from_url(settings.REDIS_URL)
        self._channel = current_app.connection_for_read().channel()
        self._bots = Queue("celery")(self._channel)
        self._held: dict[int, str] = {}
        self._numbers = count()
        downtime.beat()
        logging.getLogger("games").addHandler(_Unforeseen(world))

    def plan(self, days: float) -> None:
        """What will go wrong, and when."""
        world, chance = self.world, self.world.chance

        def some_time() -> datetime:
            return world.now + chance.uniform(0.05, 0.95) * days * DAY

        for _ in range(max(1, round(days / 10))):
            begins = some_time()
            self.workers_away.append((begins, begins + chance.uniform(0.1, 8) * HOUR))
        for _ in range(max(1, round(days / 10))):
            begins = some_time()
            world.at(begins, lambda: self.fall_silent(chance.uniform(0.1, 180) * MINUTE))
        for _ in range(max(1, round(days / 15))):
            world.at(some_time(), self.declare_downtime)
        for _ in range(max(2, round(days))):
            world.at(some_time(), self.flush)

    # --- The sweep ---

    def next_at(self) -> datetime:
        """When the next sweep is that finds something to do, or the next that is not left out."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT (SELECT min(deadline) FROM games_game WHERE deadline IS NOT NULL),"
                " (SELECT min(bot_due) FROM games_game WHERE bot_due IS NOT NULL)"
            )
            deadline, bot_due = cursor.fetchone()
        due = min(
            [
                self._last + ROUTINE,
                *([deadline + GRACE] if deadline else []),
                *([bot_due + FOUND_AGAIN] if bot_due else []),
            ]
        )
        ticks = -((self.world.hours.begins - max(due, self._last + self._step)) // TICK)
        at = self.world.hours.begins + ticks * TICK
        return next((ends for begins, ends in self.workers_away if begins <= at < ends), at)

    def sweep(self, undisturbed: bool = False) -> None:
        """One run of the task, as a worker runs it; or as one that does not get to its end."""
        world, chance = self.world, self.world.chance
        self.say_we_are_here()
        fate, whole, began = 1.0 if undisturbed else chance.random(), True, monotonic()
        step = chance.randint(1, STEPS)
        context: Any = nullcontext()
        if fate < KILLED:
            context = dies_at(step)
        elif fate < KILLED + TWICE:
            context = meanwhile(step, tasks.sweep)
            world.counts["sweeps beside another"] += 1
        elif fate < KILLED + TWICE + OVERTAKEN:
            context = meanwhile(step, self._somebody_acts)
        try:
            with context:
                tasks.sweep()
        except Killed:
            whole = False
            world.counts["sweeps killed at a step"] += 1
        if monotonic() - began > tasks.LONG_ENOUGH:
            whole = False  # it had enough, and left the rest to the next
            world.counts["sweeps that left something to the next"] += 1
        world.counts["sweeps"] += 1
        world.ledger.sweeps.append(Swept(world.now, whole))
        self._last = world.now
        self._step = min(2 * self._step, MINUTE)  # as long as nothing comes of it; it would be the same again

    def _somebody_acts(self) -> None:
        """In the midst of a sweep somebody whose time is over acts after all."""
        if self.world.ledger.sign(self.world.now) < self.world.now:
            return
        late = "SELECT id FROM games_game WHERE deadline <= %s ORDER BY deadline LIMIT 1"
        with connection.cursor() as cursor:
            cursor.execute(late, [self.world.now - GRACE])
            found = cursor.fetchone()
        if found:
            self.world.counts["people quicker than the sweep"] += 1
            self.players.follow(found[0])
            for seat in self.players.seen[found[0]].state.to_act[:1]:
                self.players.act(found[0], seat)

    # --- Bots ---

    def heard(self, changed: bool) -> None:
        """After everything that happens: the worker takes what the broker has for it, and waits until it is time."""
        self._step = TICK if changed else self._step
        for game_id in self._taken():
            number = next(self._numbers)
            self._held[number] = game_id
            self.world.at(self.world.now + self.world.chance.uniform(1.6, 2.6) * SECOND, partial(self._play, number))

    def _taken(self) -> Iterator[str]:
        while self._redis.exists(self._bots.name) and (message := self._bots.get(no_ack=True)) is not None:
            (game_id,), _, _ = message.decode()
            yield game_id

    def _play(self, number: int) -> None:
        game_id = self._held.pop(number, None)
        if game_id is None or any(begins <= self.world.now < ends for begins, ends in self.workers_away):
            self.world.counts["tasks of bots that were lost"] += 1
            return
        for _ in range(2 if self.world.chance.random() < 0.05 else 1):  # some are delivered twice
            tasks.play_bots(game_id)
            self.world.counts["tasks of bots"] += 1

    # --- The broker, the web processes ---

    def flush(self) -> None:
        """The broker forgets everything; what a worker held is lost too."""
        self._held.clear()
        self._redis.flushall()
        self.world.counts["brokers flushed"] += 1

    def fall_silent(self, lasts: timedelta) -> None:
        """No web process can act for a while; then one finds out."""
        world = self.world
        if world.ledger.sign(world.now) < world.now:
            return
        self.say_we_are_here()
        world.ledger.silences.append((world.now, world.now + lasts))
        world.at(world.now + lasts, self._speak_again)

    def _speak_again(self) -> None:
        downtime.beat()
        self._note_downtime()
        self.world.counts["downtimes found"] += 1

    def declare_downtime(self) -> None:
        """An operator says that nobody could act a while ago."""
        world = self.world
        begins = world.now - world.chance.uniform(0.2, 30) * HOUR
        downtime.record(begins, begins + (world.now - begins) * world.chance.random(), downtime.DECLARED)
        self._note_downtime()
        world.counts["downtimes declared"] += 1

    def _note_downtime(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT begins, ends, told FROM games_downtime ORDER BY number DESC LIMIT 1")
            self.world.ledger.outages.append(Outage(*cursor.fetchone()))
        for game_id in self.players.tables:
            self.players.follow(game_id)

    def say_we_are_here(self) -> None:
        """The web processes have said so every two seconds until now."""
        if self.world.ledger.sign(self.world.now) == self.world.now:
            with connection.cursor() as cursor:
                cursor.execute("UPDATE games_websign SET at = %s", [self.world.now])


class _Unforeseen(logging.Handler):
    """What the product logs as an error is a problem."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        why = repr(record.exc_info[1]) if record.exc_info else ""
        self.world.problems.append(f"logged as an error: {record.getMessage()} {why}")
