"""What people do at their tables: they look, they think, they act by the same door as everybody, or they do not."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from accounts import calendars
from accounts.models import User
from config.kernel.errors import ProblemError
from engine import legal
from engine.errors import Refused
from games import due, requests, selectors, serializers, services
from games.selectors import Seen
from games.simulate.people import DAY, HOUR, MINUTE, SECOND, Person
from games.simulate.tables import Plan, Table
from games.simulate.world import World

EXPECTED = (
    "stale_version",
    "not_your_turn",
    "awaiting_answer",
    "paused",
    "game_over",
    "nothing_to_answer",
    "not_seated",
)
"""What somebody may be told who was too late, or whose table rests."""
SAT_LATE = ("game_over", "not_allowed", "already_seated", "has_seen_cards")
"""What a stand-in may be told: another was quicker, or who was waited for is back."""
AGREED_LATE = (*EXPECTED, "not_allowed", "already_agreed")
"""There is no pause to be agreed to any more, or they have agreed."""
RESUMED_LATE = (*EXPECTED, "not_paused")
CAME_LATE = (*EXPECTED, "not_allowed", "already_agreed")
OFFERED_LATE = ("game_over", "already_offered")
MOST_DO = {"draw": 30.0, "discard": 10.0, "pass": 5.0}
"""How much likelier these are than a meld, an asking or a taking: a turn has few actions."""


class Players:
    """All people, and what each has seen of their tables. `bot`: the program that decides for them, if not chance."""

    def __init__(self, world: World, bot: str = "") -> None:
        self.world, self.bot = world, bot
        self.tables: dict[UUID, Table] = {}
        self.seen: dict[UUID, Seen] = {}
        self.people: dict[UUID, Person] = {}
        self._planned: dict[tuple[UUID, int], Any] = {}
        self._replaced: set[tuple[UUID, int]] = set()
        self._offered: set[tuple[UUID, int]] = set()

    # --- Setting up ---

    def set_up(self, plan: Plan) -> None:
        """Make a table; everybody comes."""
        world = self.world
        maker, *others = plan.seats
        if not isinstance(maker, Person):
            raise TypeError("a person makes a table")
        game_id, _ = services.create_game(maker.id, requests.game(plan.body), world.now, draw=world.chance.randbytes)
        self.tables[game_id] = Table(game_id, plan.seats)
        for seat, sits in enumerate(others, start=1):
            if isinstance(sits, Person):
                services.sit(sits.id, game_id, seat, world.now)
        for _ in range(world.chance.choice((0, 0, 0, 1))):
            world.at(world.now + world.chance.random() * 20 * DAY, lambda: self.pause(game_id))
        if world.chance.random() < 0.1:
            world.at(world.now + world.chance.random() * 20 * DAY, lambda: self.want_substitute(game_id))

    # --- Playing ---

    def follow(self, game_id: UUID) -> None:
        """A table has changed: whoever has a decision to make will make it some time."""
        self.seen[game_id] = seen = selectors.look_as_the_house(game_id)
        self._come_back_some_time(game_id, seen)
        self._stand_in_some_time(game_id, seen)
        for seat in seen.state.to_act:
            decision = seen.state.clock.seats[seat].decision
            person = self._person(seen, seat)
            if decision is None or person is None or self._planned.get((game_id, seat)) == decision.since:
                continue
            self._planned[game_id, seat] = decision.since
            self._will_act(game_id, seat, person, seen)

    def _will_act(self, game_id: UUID, seat: int, person: Person, seen: Seen) -> None:
        world, chance = self.world, self.world.chance
        deadline = seen.state.deadlines().get(seat)
        left = deadline - world.now if deadline else 2 * DAY
        if person.temper == "on_the_edge" and deadline:
            when = deadline + chance.uniform(-3, 3) * SECOND
        elif (thinks := person.takes(left, chance)) is None:
            return
        else:
            live = left < 10 * MINUTE
            here = person.when_here(world.now + max(thinks, 2 * SECOND), not live, chance)
            if here is None:
                return
            when = here
        world.at(when, lambda: self.act(game_id, seat))

    def act(self, game_id: UUID, seat: int) -> None:
        """One action, on what was seen last; then the next one of the turn."""
        world, chance = self.world, self.world.chance
        seen = self.seen[game_id]
        person = self._person(seen, seat)
        if person is None or seat not in seen.state.to_act:
            return
        if any(begins <= world.now < ends for begins, ends in world.ledger.silences):
            ends = next(ends for begins, ends in world.ledger.silences if begins <= world.now < ends)
            world.at(ends + chance.random() * HOUR, lambda: self.act(game_id, seat))
            return
        body = {"action_id": self._id(), "expected_version": seen.version, "action": self._choice(seen, seat)}
        if not self._asked(lambda: services.act(person.id, game_id, requests.action(body), world.now)):
            return
        world.counts["actions of people"] += 1
        if chance.random() < 0.02:  # the answer was lost, and the same is asked again
            again = services.act(person.id, game_id, requests.action(body), world.now)
            world.counts["actions sent twice"] += 1
            if again.version <= seen.version:
                world.problems.append(f"{game_id}: the answer to a repeated action is another")
        if person.temper == "keen" or chance.random() < 0.97:  # else they leave in the middle of the turn
            world.at(world.now + chance.uniform(2, 30) * SECOND, lambda: self.act(game_id, seat))

    def _choice(self, seen: Seen, seat: int) -> dict[str, Any]:
        """What somebody does: what a bot would in their place, or anything that may be done."""
        if self.bot:
            view = serializers.view(seen.state, seat, {})
            return due.choice(self.bot, view, seen.state.game, seat, self.world.chance)
        actions = legal.actions(seen.state.game, seat)
        return self.world.chance.choices(actions, [MOST_DO.get(one["do"], 1.0) for one in actions])[0]

    def _id(self) -> str:
        return str(UUID(bytes=self.world.chance.randbytes(16), version=4))

    def _asked(self, ask: Callable[[], object], too_late: tuple[str, ...] = EXPECTED) -> bool:
        """Whether it was done; what is no fault of anybody's may be refused."""
        try:
            ask()
        except Refused as refused:
            if refused.code not in too_late:
                self.world.problems.append(f"{self.world.now}: refused, for no reason that can be: {refused}")
            self.world.counts["actions that came too late"] += 1
            return False
        return True

    def _person(self, seen: Seen, seat: int) -> Person | None:
        """Who plays there now; None: a bot."""
        holder = seen.state.table.seats[seat].holder
        return self.people[UUID(holder.id)] if holder and holder.kind == "user" else None

    def _come_back_some_time(self, game_id: UUID, seen: Seen) -> None:
        """Whoever was replaced, and may, comes back when they are here again."""
        world, chance = self.world, self.world.chance
        for seat, one in enumerate(seen.state.table.seats):
            if one.away is None or not one.away.returns or (game_id, seat) in self._replaced:
                continue
            self._replaced.add((game_id, seat))
            person = self.people[UUID(one.away.holder.id)]
            when = person.when_here(world.now + chance.uniform(0.05, 4) * DAY, True, chance)
            if when is not None and person.temper != "absent":
                world.at(when, partial(self._come_back, game_id, seat, person))

    def _stand_in_some_time(self, game_id: UUID, seen: Seen) -> None:
        """A seat looks for somebody: now and then a stranger sees it."""
        for seat, one in enumerate(seen.state.table.seats):
            if one.offer is not None and (game_id, seat) not in self._offered:
                self._offered.add((game_id, seat))
                when = self.world.now + self.world.chance.uniform(0.02, 3) * DAY
                self.world.at(when, partial(self._stand_in, game_id, seat))

    def _stand_in(self, game_id: UUID, seat: int) -> None:
        self._offered.discard((game_id, seat))
        here = {one.holder.id for one in self.seen[game_id].state.table.seats if one.holder}
        here |= {one.away.holder.id for one in self.seen[game_id].state.table.seats if one.away}
        here |= self.world.ledger.forgotten
        gone = {str(one.id) for one in self.people.values() if one.gone and one.gone <= self.world.now}
        stranger = self.world.chance.choice([one for id_, one in self.people.items() if str(id_) not in here | gone])
        if self._asked(lambda: services.sit(stranger.id, game_id, seat, self.world.now), SAT_LATE):
            self.world.counts["people who stood in"] += 1

    def want_substitute(self, game_id: UUID) -> None:
        """Somebody asks for one who plays on in their place."""
        seat = self.world.chance.choice(sorted(self.seen[game_id].state.table.persons) or [0])
        person = self._person(self.seen[game_id], seat)
        if person is not None:
            body = {"action_id": self._id(), "wanted": True, "returns": self.world.chance.random() < 0.7}
            asked = requests.want(body)
            told = partial(services.want_substitute, person.id, game_id, seat, asked, self.world.now)
            if self._asked(told, OFFERED_LATE):
                self.world.counts["seats that their players offered"] += 1

    def _come_back(self, game_id: UUID, seat: int, person: Person) -> None:
        self._replaced.discard((game_id, seat))
        if self._asked(lambda: services.sit(person.id, game_id, seat, self.world.now), CAME_LATE):
            self.world.counts["people who came back to their seats"] += 1

    # --- Pauses ---

    def pause(self, game_id: UUID) -> None:
        """Somebody wants a pause; the others agree within hours, or one does not."""
        world = self.world
        for seat in sorted(self.seen[game_id].state.table.persons):
            when = world.now + world.chance.random() * 6 * HOUR
            world.at(when, partial(self._agree, game_id, seat))

    def _agree(self, game_id: UUID, seat: int) -> None:
        world, person = self.world, self._person(self.seen[game_id], seat)
        if person is None or self.seen[game_id].state.status != "playing" or self._silent():
            return
        body = {"action_id": self._id(), "agrees": world.chance.random() < 0.95}
        asked = requests.pause(body)
        if self._asked(lambda: services.pause(person.id, game_id, asked, world.now), AGREED_LATE):
            self.follow(game_id)
            if self.seen[game_id].state.status == "paused":
                world.counts["pauses"] += 1
                when = world.now + world.chance.uniform(0.01, 4) * DAY
                world.at(when, lambda: self._resume(game_id, person))

    def _resume(self, game_id: UUID, person: Person) -> None:
        if self._silent():
            self.world.at(self.world.now + HOUR, lambda: self._resume(game_id, person))
            return
        action_id = UUID(bytes=self.world.chance.randbytes(16), version=4)
        self._asked(lambda: services.resume(person.id, game_id, action_id, self.world.now), RESUMED_LATE)

    def _silent(self) -> bool:
        return self.world.ledger.sign(self.world.now) < self.world.now

    # --- Calendars ---

    def note_calendar(self, person: Person) -> None:
        """What somebody's calendar is from now on."""
        told = calendars.spans_of(User(id=person.id))
        kept = {"zone": person.zone, "quiet": person.quiet, "vacations": told}
        self.world.ledger.calendars.setdefault(str(person.id), []).append((self.world.now, kept))

    def enter_vacation(self, person: Person) -> None:
        """They tell that they will be away; now and then they come back earlier."""
        world, user = self.world, User.objects.get(id=person.id)
        if person.vacation is None:
            return
        begins, ends = person.vacation
        try:
            entered = calendars.enter(user, begins, ends, at=world.now)
        except ProblemError:
            return
        world.counts["vacations"] += 1
        self.note_calendar(person)
        if world.chance.random() < 0.3:
            back = begins + (ends - begins) * world.chance.uniform(-0.2, 0.9)
            world.at(back, lambda: self._end_vacation(person, user, entered.id))

    def _end_vacation(self, person: Person, user: User, vacation: int) -> None:
        calendars.end(user, vacation, at=self.world.now)
        self.world.counts["vacations ended early"] += 1
        self.note_calendar(person)

    def change_quiet(self, person: Person, quiet: tuple[str, str]) -> None:
        """They choose other quiet hours."""
        calendars.choose_quiet(User.objects.get(id=person.id), *quiet, at=self.world.now)
        self.world.counts["quiet hours changed"] += 1
        person.quiet = quiet
        self.note_calendar(person)
