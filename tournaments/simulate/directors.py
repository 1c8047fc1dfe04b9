"""What who leads the events decides, by chance and with a reason; nothing of it is needed for them to end."""

from datetime import timedelta
from uuid import UUID

from accounts.models import User
from games.simulate.people import HOUR
from games.simulate.world import World
from tournaments import commands, services, state
from tournaments.simulate.players import Pairs

PAUSE = timedelta(hours=7)


class Director:
    """The owner of the club."""

    def __init__(self, world: World, pairs: Pairs, user: User) -> None:
        self.world, self.pairs, self.user = world, pairs, user

    def decide(self, event: UUID, what: str) -> None:
        """One decision of this kind about an event, as it is now."""
        getattr(self, f"_{what}")(event, services.selectors.look_as_the_house(event).state)

    def _lead(self, what: str, event: UUID, command: commands.Command) -> bool:
        return self.pairs.asked(what, lambda: services.lead(self.user, event, command, self.world.now))

    def _rule(self, event: UUID, t: state.Tournament) -> None:
        """A result for some table of the latest round: its own is counted no more, or is not waited for."""
        if t.round and t.round.tables:
            table = self.world.chance.choice(t.round.tables)
            command = commands.Rule(
                t.round.number, table.number, "They agreed on it.", (self.world.chance.randrange(2),)
            )
            self._lead("tables that were ruled upon", event, command)

    def _penalize(self, event: UUID, t: state.Tournament) -> None:
        if t.entries:
            entry = self.world.chance.choice(t.entries)
            self._lead("penalties", event, commands.Penalize(entry.id, "Too late, twice.", vp=100))

    def _extend(self, event: UUID, t: state.Tournament) -> None:
        if t.round:
            until = max(t.round.times.soft_at, self.world.now) + timedelta(hours=30)
            self._lead("rounds that were extended", event, commands.Extend(t.round.number, until, "Illness."))

    def _close(self, event: UUID, t: state.Tournament) -> None:
        if t.round:
            self._lead("rounds that were cut short", event, commands.CloseRound(t.round.number, "The hall closes."))

    def _pause(self, event: UUID, t: state.Tournament) -> None:
        if self._lead("pauses of events", event, commands.Pause("A storm.")):
            self.world.at(self.world.now + PAUSE, lambda: self.decide(event, "resume"))

    def _resume(self, event: UUID, t: state.Tournament) -> None:
        self._lead("pauses of events that ended", event, commands.Resume())

    def _wish(self, event: UUID, t: state.Tournament) -> None:
        if len(t.entries) > 1:
            one, other = self.world.chance.sample(t.entries, 2)
            self._lead("wishes for a pairing", event, commands.Wish("part", (one.id, other.id), "A family."))

    def _answer(self, event: UUID, t: state.Tournament) -> None:
        for version, _ in t.protests:
            self._lead("protests that were answered", event, commands.Answer(version, "It stands."))


DECISIONS = ("rule", "penalize", "extend", "close", "pause", "wish", "answer")
ANSWERS_AFTER = 9 * HOUR
