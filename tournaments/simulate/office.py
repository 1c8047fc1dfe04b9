"""The sweep of the events, each half minute of virtual time if there is something to do, and what can go wrong."""

import subprocess
import sys
from contextlib import nullcontext
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.db import connection

from games.simulate.faults import Killed, dies_at, meanwhile
from games.simulate.house import House
from games.simulate.ledger import Swept
from games.simulate.world import World
from tournaments import state, tasks
from tournaments.models import Tournament

TICK = timedelta(seconds=30)
KILLED, TWICE = 0.08, 0.06
STEPS = 60
"""A sweep that makes the games of many tables has more statements, most others fewer."""
EVERY, FIRST = 12, 1
"""One in so many sweeps, from this one on, is a process that is killed from outside."""


class Office:
    """The worker for events, without its process; now and then with one."""

    def __init__(self, world: World, house: House) -> None:
        self.world, self.house = world, house
        self.sweeps: list[Swept] = []
        self._next: datetime | None = None

    def plan(self) -> None:
        """See to it that there is a sweep when something is due."""
        due = self._due()
        if due is None:
            return
        since = max(due, self.world.now + timedelta(microseconds=1))
        begins = self.world.hours.begins
        at = begins - ((begins - since) // TICK) * TICK
        at = next((ends for away, ends in self.house.workers_away if away <= at < ends), at)
        at = at.replace(microsecond=0) + timedelta(seconds=at.microsecond > 0)
        if self._next is None or at < self._next:
            self._next = at
            self.world.at(at, self._sweep)

    def _due(self) -> datetime | None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT (SELECT min(due_at) FROM tournaments_tournament), EXISTS (SELECT FROM tournaments_table"
                " JOIN games_outcome ON game = game_id WHERE NOT over)"
            )
            due, ended = cursor.fetchone()
        return self.world.now if ended else due

    def _sweep(self) -> None:
        if self.world.now != self._next:
            return  # it was done earlier
        self._next = None
        self.sweep()
        if not Tournament.objects.exclude(status__in=state.OVER).exists():
            self.world.ends = min(self.world.ends, self.world.now)

    def sweep(self, undisturbed: bool = False) -> None:
        """One run of the task, as a worker runs it; or as one that does not get to its end."""
        world, chance = self.world, self.world.chance
        self.house.say_we_are_here()
        began, whole = monotonic(), True
        step, fate = chance.randint(1, STEPS), 1.0 if undisturbed else chance.random()
        if not undisturbed and len(self.sweeps) % EVERY == FIRST:
            whole = self._in_a_process(step // 2 + 1)
        else:
            context: Any = nullcontext()
            if fate < KILLED:
                context = dies_at(step)
            elif fate < KILLED + TWICE:
                context = meanwhile(step, tasks.sweep)
                world.counts["sweeps of events beside another"] += 1
            try:
                with context:
                    tasks.sweep()
            except Killed:
                whole = False
                world.counts["sweeps of events killed at a step"] += 1
        if monotonic() - began > tasks.LONG_ENOUGH:
            whole = False  # it had enough, and left the rest to the next
        world.counts["sweeps of events"] += 1
        self.sweeps.append(Swept(world.now, whole))

    def _in_a_process(self, step: int) -> bool:
        """Whether it got to its end before it was killed."""
        command = [sys.executable, "-m", "tournaments.simulate.worker", self.world.now.isoformat(), str(step)]
        code = subprocess.run(command).returncode
        if code > 0:
            self.world.problems.append(f"{self.world.now}: a sweep of events ended with {code}")
        self.world.counts["workers killed in the midst of a sweep" if code else "workers that were quicker"] += 1
        return code == 0
