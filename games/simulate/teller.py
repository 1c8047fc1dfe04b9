"""What tells people: the sweep for notices and the worker that sends them, in virtual time, and what can go wrong."""

from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from accounts.notices import outbox
from games import notices
from games.simulate.faults import Killed, dies_at, meanwhile
from games.simulate.ledger import Swept
from games.simulate.people import HOUR
from games.simulate.world import World

TICK = timedelta(minutes=5)
"""Beat has them every few seconds; here what has come together in five minutes is told at once."""
KILLED, TWICE = 0.06, 0.06
STEPS = 12


class Teller:
    """Both programs, without their processes."""

    def __init__(self, world: World, tick: timedelta = TICK) -> None:
        self.world, self.tick = world, tick
        self._last = world.now
        self._delivery: datetime | None = None
        self._new = self._again = False

    def next_at(self) -> datetime:
        """When the next run is that finds something to do; or the first after one that did, which must find nothing."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT EXISTS (SELECT FROM games_game WHERE noticed < version AND NOT demo),"
                " (SELECT min(notice_due) FROM games_game WHERE notice_due IS NOT NULL),"
                " (SELECT min(due_at) FROM notices_delivery WHERE state = 'waiting')"
            )
            self._new, reminder, self._delivery = cursor.fetchone()
        due = min(
            at
            for at in (self._last + 6 * HOUR, (self._new or self._again) and self._last, reminder, self._delivery)
            if at
        )
        begins = self.world.hours.begins
        return max(begins - ((begins - due) // self.tick) * self.tick, self._last + self.tick)

    def run(self) -> None:
        """Write down what there is to tell, and send what is due."""
        world, chance = self.world, self.world.chance
        self._last, self._again = world.now, self._new
        fate, step = chance.random(), chance.randint(1, STEPS)
        context: Any = nullcontext()
        if fate < KILLED:
            context = dies_at(step)
        elif fate < KILLED + TWICE:
            context = meanwhile(step, self._write)
            world.counts["sweeps for notices beside another"] += 1
        whole = True
        try:
            with context:
                self._write()
        except Killed:
            whole = False
            world.counts["sweeps for notices killed at a step"] += 1
        world.ledger.tellings.append(Swept(world.now, whole))
        if self._delivery is not None and self._delivery <= world.now:
            self._send()

    def _write(self) -> None:
        while notices.sweep(self.world.now) >= notices.AT_ONCE:
            pass

    def _send(self) -> None:
        """Two workers at once, now and then. None dies here: it could not know whether its mail went out, and tells
        again what may not have been told."""
        beside = self.world.chance.random() < TWICE
        step = self.world.chance.randint(1, STEPS)
        with meanwhile(step, self._pieces) if beside else nullcontext():
            self._pieces()

    def _pieces(self) -> None:
        while outbox.send_piece(self.world.now):
            pass
