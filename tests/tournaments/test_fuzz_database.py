"""Random events through the database: whatever is done dies at a random statement now and then, and is done again."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest

from accounts.clubs.services import leave
from config.kernel.errors import ProblemError
from games.models import Game, Outcome
from games.simulate.faults import Killed, dies_at
from tests.tournaments.playing import START, Evening, end_game
from tournaments import audit, calendar, command_handler, commands, facts, services, state, sweeping
from tournaments.models import Table
from tournaments.simulate import proof

pytestmark = pytest.mark.django_db


class Wild:
    """An event to which anything may happen, at its own time."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = Random(seed)
        self.evening = Evening(chance.randrange(3, 8), format=chance.choice(("swiss", "round_robin")), rounds=3)
        self.now = START - timedelta(minutes=20)
        self.deaths = 0

    def does(self, what: Callable[[], object]) -> None:
        """It is done, or refused; now and then it dies before one of its statements, and is done once more."""
        if self.chance.random() < 0.5:
            before = self.evening.seen
            try:
                with dies_at(self.chance.randrange(1, 25)), suppress(ProblemError):
                    what()
                return
            except Killed:
                self.deaths += 1
                self.holds()
                assert self.evening.seen.version >= before.version
        with suppress(ProblemError):
            what()

    def sweep(self) -> None:
        """What the worker does."""
        sweeping.take_results()
        sweeping.advance(self.evening.id, self.now)

    def happens(self) -> None:
        """Something, by chance."""
        evening, chance, now = self.evening, self.chance, self.now
        entry = chance.choice(evening.seen.state.entries)
        number = max(1, len(evening.seen.state.rounds))

        def decides(command: commands.Command) -> Callable[[], object]:
            return lambda: services.lead(evening.organizer, evening.id, command, now)

        waiting = Table.objects.filter(tournament=evening.id, over=False)
        games = list(waiting.exclude(game__in=Outcome.objects.values("game")).values_list("game", flat=True))
        player = next(user for pair in evening.pairs for user in pair if str(user.id) == entry.persons[0])

        def play() -> None:
            for game in games[chance.randrange(2) :]:
                end_game(game, (chance.randrange(9000), chance.randrange(9000)))

        self.does(
            chance.choice(
                [
                    *[play] * 4,
                    decides(commands.Rule(number, 1, "They agreed.", (chance.randrange(2),))),
                    decides(commands.Penalize(entry.id, "Late.", vp=50)),
                    decides(commands.Pause("A storm.")),
                    decides(commands.Extend(number, now + timedelta(hours=30), "Illness.")),
                    decides(commands.CloseRound(number, "The hall closes.")),
                    lambda: services.protest(player, evening.id, "That was not the score.", now),
                    lambda: services.withdraw(player, evening.id, entry.id, now),
                    lambda: leave(player, evening.club.id),
                ]
            )
        )
        self.does(decides(commands.Resume()))

    def holds(self) -> None:
        """Whatever was committed is whole."""
        id_ = self.evening.id
        assert audit.verify(id_) == []
        assert not command_handler.rebuild(id_, keep=False)
        t = self.evening.seen.state
        assert not t.times or list(proof.counted(t)) == []
        ended = Outcome.objects.values("game")  # as it was told here: nobody has played them
        playing = Game.objects.filter(status="playing").exclude(id__in=ended).values_list("id", flat=True)
        known = Table.objects.filter(tournament=id_, over=False).exclude(game__in=ended).values_list("game", flat=True)
        assert set(playing) == set(known), "a game goes on of which the event knows nothing"


@pytest.mark.parametrize("seed", range(3))
def test_whatever_dies_and_whenever_an_event_is_whole_and_comes_to_its_final_standings(seed: int) -> None:
    """Section 6.9; section 5, rows 3, 4, 11, 25 and 38. V36, V39, V53."""
    wild = Wild(seed)
    for step in range(500):
        t = wild.evening.seen.state
        if t.status in state.OVER:
            break
        if step < 20 and t.rounds:
            wild.happens()
        due = calendar.due(wild.evening.seen.state)
        wild.now = max(wild.now, due[0] if due else wild.now)
        wild.does(wild.sweep)
        wild.holds()
    t = wild.evening.seen.state
    assert t.status == state.FINAL and wild.deaths > 0
    assert t.standing == facts.standing(t).hash
