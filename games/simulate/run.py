"""One story: people and tables are drawn, time passes, things go wrong."""

import sys
from collections import Counter
from datetime import timedelta
from functools import partial
from math import inf
from random import Random
from time import monotonic
from typing import Any
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import connection

from accounts.models import Preference, User
from games.simulate import people, proof, tables
from games.simulate.hours import BEGINS, Hours
from games.simulate.house import House
from games.simulate.people import DAY, HOUR, MINUTE, Person
from games.simulate.players import Players
from games.simulate.teller import Teller
from games.simulate.world import World

PEOPLE_A_TABLE = 0.6
"""Everybody sits at some six tables."""
FEWEST_PEOPLE = 16
"""More than sit at a table or have sat there: somebody is left to stand in."""


class Run:
    """All of it."""

    def __init__(self, count: int, days: float, seed: int, known: list[Person] | None = None, bot: str = "") -> None:
        """`known`: these people, if not as many as the tables need; `bot`: the program that decides for them, if not
        chance alone."""
        self.days = days
        chance = Random(f"{seed} people and tables")
        self.world = world = World(Hours(), seed, BEGINS + timedelta(days=days))
        self.players = Players(world, bot)
        if known is None:
            known = people.people(max(FEWEST_PEOPLE, round(count * PEOPLE_A_TABLE)), BEGINS, days, chance)
        self._move_in(known, chance)
        for plan in tables.plans(count, known, BEGINS, days, chance):
            world.at(plan.begins, partial(self.players.set_up, plan))
        self.house = House(world, self.players)
        self.house.plan(days)
        self.teller = Teller(world)

    def _move_in(self, known: list[Person], chance: Random) -> None:
        nobody = make_password(None)  # who could log in with it
        User.objects.bulk_create(User(id=one.id, username=one.name, password=nobody, **_mail(one)) for one in known)
        quiet = [one.quiet or (None, None) for one in known]
        Preference.objects.bulk_create(
            Preference(user_id=one.id, time_zone=one.zone, quiet_from=begins, quiet_to=ends)
            for one, (begins, ends) in zip(known, quiet, strict=True)
        )
        for one in known:
            self.players.people[one.id] = one
            self.players.note_calendar(one)
            if one.vacation:
                told = one.vacation[0] - chance.choice((HOUR, DAY, 4 * DAY))
                self.world.at(told, partial(self.players.enter_vacation, one))
            if chance.random() < 0.1:
                other = (f"{chance.randint(20, 23)}:00", f"0{chance.randint(4, 8)}:45")
                when = BEGINS + chance.random() * self.days * DAY
                self.world.at(when, partial(self.players.change_quiet, one, other))

    def play(self, minutes: float | None = None) -> None:
        """Until the end; then two sweeps, so that nothing is left to do that was due."""
        world, house, teller, day = self.world, self.house, self.teller, 0
        stop = monotonic() + 60 * minutes if minutes else inf
        while (at := min(world.next_at, sweeps := house.next_at(), tells := teller.next_at())) < world.ends:
            if at == sweeps:
                world.hours.move(at)
                house.sweep()
            elif at == tells:
                world.hours.move(at)
                teller.run()
            else:
                world.step()
            self.hear()
            if (passed := (world.now - BEGINS) // DAY) > day:
                day = passed
                print(f"day {day} has passed", file=sys.stderr, flush=True)
            if monotonic() > stop:
                world.ends = world.now
        for after in (timedelta(), MINUTE):
            world.hours.move(world.ends + after)
            house.sweep(undisturbed=True)
            self.hear()
            teller.run()

    def hear(self) -> set[UUID]:
        """Look at the tables that have changed; whoever is to act there will. Returns them."""
        changed = self.world.heard()
        for game_id in changed:
            self.players.follow(game_id)
        self.house.heard(bool(changed))
        return changed

    def judge(self, audited: int) -> Counter[str]:
        """What the logs say, counted; what is wrong with them is in the world's problems."""
        return proof.judge(self.world, self.players, audited)

    def rows(self) -> int:
        """So many rows there are in the logs."""
        return _count("SELECT count(*) FROM games_event")

    def actions(self) -> int:
        """So many actions by anybody."""
        return _count("SELECT count(*) FROM games_receipt")


def _mail(one: Person) -> dict[str, Any]:
    """One in eight is told by mail too."""
    if one.id.int % 8:
        return {}
    return {"email": f"{one.name}@example.org", "email_confirmed_at": BEGINS}


def _count(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        (number,) = cursor.fetchone()
    return int(number)
