"""How people are in events: they enter with a partner, who agrees or does not, come late, leave, protest."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from accounts.clubs.services import leave
from accounts.leaving import forget
from accounts.models import User
from config.kernel.errors import ProblemError
from games.clock import Refused
from games.simulate.people import HOUR, Person
from games.simulate.world import World
from tournaments import services

TOO_LATE = ("not_now", "not_allowed", "not_found", "own_table", "malformed", "fixed_schedule")
"""What somebody may be told for whom there was no table any more, or no time, or whose own it was."""


class Pairs:
    """The people of the club, two by two."""

    def __init__(self, world: World, people: list[Person]) -> None:
        self.world = world
        self.all = list(zip(people[::2], people[1::2], strict=False))

    def asked(self, what: str, ask: Callable[[], object]) -> bool:
        """Whether it was done; what came too late may be refused."""
        try:
            ask()
        except (ProblemError, Refused) as refused:
            if refused.code not in TOO_LATE:
                self.world.problems.append(
                    f"{self.world.now}: {what} was refused, for no reason that can be: {refused}"
                )
            self.world.counts[f"{what}, refused"] += 1
            return False
        self.world.counts[what] += 1
        return True

    def enter(self, event: UUID, pair: tuple[Person, Person]) -> None:
        """One enters with the other, who says yes some hours later."""
        first, second = (User.objects.get(id=one.id) for one in pair)
        if self.asked("pairs that entered", lambda: services.enter(first, event, [second.username], self.world.now)):
            self.world.at(
                self.world.now + self.world.chance.uniform(0.1, 20) * HOUR, lambda: self.accept(event, second)
            )

    def enter_alone(self, event: UUID, pair: tuple[Person, Person]) -> None:
        """Each of them by themselves, for an event in which everybody plays alone."""
        for one in pair:
            user = User.objects.get(id=one.id)
            self.asked("people who entered alone", partial(services.enter, user, event, [], self.world.now))

    def accept(self, event: UUID, user: User) -> None:
        """The other says yes."""
        own = services.selectors.look(user, event).state.entry_of(str(user.id))
        if own is not None:
            self.asked("partners who agreed", lambda: services.accept(user, event, own.id, self.world.now))

    def withdraw(self, event: UUID, pair: tuple[Person, Person]) -> None:
        """A pair goes."""
        user = User.objects.get(id=self.world.chance.choice(pair).id)
        own = services.selectors.look(user, event).state.entry_of(str(user.id))
        if own is not None:
            self.asked("pairs that went", lambda: services.withdraw(user, event, own.id, self.world.now))

    def leave(self, club: UUID, pair: tuple[Person, Person]) -> None:
        """One of a pair leaves the club, and all its events."""
        user = User.objects.get(id=pair[0].id)
        if self.asked("people who left the club", lambda: leave(user, club)):
            pair[0].gone = self.world.now

    def vanish(self, pair: tuple[Person, Person]) -> None:
        """One of a pair is no more: the account is deleted."""
        user = User.objects.get(id=pair[1].id)
        if self.asked("people who were forgotten", lambda: forget(user)):
            pair[1].gone = self.world.now
            self.world.ledger.forgotten.add(str(user.id))

    def protest(self, event: UUID, pair: tuple[Person, Person]) -> None:
        """A pair says that a result is wrong."""
        user = User.objects.get(id=pair[0].id)
        self.asked("protests", lambda: services.protest(user, event, "That was not the score.", self.world.now))
