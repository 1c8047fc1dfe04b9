"""All of it: a club of people, its events, what they do, what the house does, and what goes wrong."""

from collections import Counter
from datetime import timedelta
from functools import partial
from random import Random
from uuid import UUID

from accounts.clubs.models import Joining, Membership
from accounts.clubs.services import create_club
from accounts.models import User
from games.simulate import people, run
from games.simulate.hours import BEGINS
from games.simulate.people import DAY, HOUR, Person
from games.simulate.tables import Table
from games.simulate.teller import Teller
from tournaments import commands, services
from tournaments.simulate import proof
from tournaments.simulate.directors import ANSWERS_AFTER, DECISIONS, Director
from tournaments.simulate.office import Office
from tournaments.simulate.plans import Plan
from tournaments.simulate.players import Pairs

BOT = "careful"
"""Who decides for people what they do at a table; when they do it, if ever, is their own matter."""


FEW = 8
"""In a club of no more pairs little happens besides."""
TEMPERS = {"keen": 94, "on_the_edge": 2, "erratic": 2, "absent": 2}
ZONES = ("Europe/London", "Europe/Berlin")
STAYS = 0.9
"""So many of them are not away for days without a word."""


def club(count: int, days: float, chance: Random) -> list[Person]:
    """People who have said that they have the time; of some of them it is not true."""
    known = people.people(count, BEGINS, days, chance)
    for one in known:
        one.zone = chance.choice(ZONES)
        one.temper = chance.choices(tuple(TEMPERS), tuple(TEMPERS.values()))[0]
        if chance.random() < STAYS:
            one.away, one.gone, one.vacation = [], None, None
    return known


class Events(run.Run):
    """The simulation of tables, whose tables are those of events."""

    def __init__(self, plans: list[Plan], days: float, seed: int) -> None:
        most = max(plan.pairs for plan in plans)
        super().__init__(0, days, seed, club(2 * most, days, Random(f"{seed} the club")), BOT)
        self.pairs = Pairs(self.world, list(self.players.people.values()))
        self.office = Office(self.world, self.house)
        self.teller = Teller(self.world, HOUR)
        owner = User.objects.create_user("the owner")
        self.club, _ = create_club(owner, name="Tuesday Cards", joining=Joining.OPEN)
        Membership.objects.bulk_create(
            Membership(club=self.club, user_id=one, state=Membership.State.MEMBER) for one in self.players.people
        )
        self.director = Director(self.world, self.pairs, owner)
        self.events = [self._announce(plan) for plan in plans]
        self._plan()

    def _announce(self, plan: Plan) -> UUID:
        """An event of the club, and who will enter it when."""
        world, owner = self.world, self.director.user
        id_, _ = services.draft(owner, self.club.id, plan.chosen, world.now)
        services.lead(owner, id_, commands.Publish(), world.now)
        starts = services.selectors.look_as_the_house(id_).state.starts_at
        assert starts is not None
        pairs = self.pairs.all[: plan.pairs]
        for number, pair in enumerate(pairs):
            late = number >= len(pairs) - plan.late
            when = starts + 30 * HOUR if late else world.now + world.chance.random() * DAY
            enter = self.pairs.enter_alone if plan.alone else self.pairs.enter
            world.at(when, partial(enter, id_, pair))
        return id_

    def _plan(self) -> None:
        """What people do besides, and who leads the events: each of it some time."""
        world, chance = self.world, self.world.chance

        def some_time() -> timedelta:
            return chance.uniform(3, 0.8 * self.days) * DAY

        for event in self.events:
            for what in chance.sample(DECISIONS, len(DECISIONS) if len(self.pairs.all) > FEW else 2):
                world.at(BEGINS + some_time(), partial(self.director.decide, event, what))
        few = self.pairs.all[-FEW:]
        for do in (
            partial(self.pairs.withdraw, self.events[0], few[0]),
            partial(self.pairs.leave, self.club.id, few[1 % len(few)]),
            partial(self.pairs.vanish, few[2 % len(few)]),
        ):
            world.at(BEGINS + some_time(), do)
        for _ in range(3):
            when, pair = BEGINS + some_time(), chance.choice(self.pairs.all)
            world.at(when, partial(self.pairs.protest, self.events[0], pair))
            world.at(when + ANSWERS_AFTER, partial(self.director.decide, self.events[0], "answer"))

    def hear(self) -> set[UUID]:
        """Tables that are new are the events'; and there is a sweep when they have something to do."""
        changed = super().hear()
        seen = self.players.seen
        for game_id in changed - self.players.tables.keys():
            holders = [seat.holder for seat in seen[game_id].state.table.seats]
            self.players.tables[game_id] = Table(game_id, tuple(self._person(one.id) for one in holders if one))
        if not changed or any(seen[game_id].state.over for game_id in changed):
            self.office.plan()
        return changed

    def _person(self, id_: str) -> Person:
        return self.players.people[UUID(id_)]

    def judge(self, audited: int) -> Counter[str]:
        """What the streams and the logs say; what is wrong with them is in the world's problems."""
        told = super().judge(audited)
        return told + proof.judge(self.world, self.office, self.events)
