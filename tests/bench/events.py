"""How long an event of a thousand has to wait for itself: pairing, standings, ratings. Seconds of CPU, for each is the
work of one process and nothing else."""

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from tournaments.formats import FORMATS, Pairing
from tournaments.ratings import Rated, State, fold, ranks, refold
from tournaments.results import Entry, Fact, Played, Unplayed
from tournaments.rules import rules_of
from tournaments.standings import standings

ENTRIES, ROUNDS, GAMES, PEOPLE = 1000, 9, 100_000, 1000
FIELD = [Entry(f"entry-{seed:04}", seed) for seed in range(1, ENTRIES + 1)]


def report(quick: bool = False) -> None:
    """A line each."""
    for name in ("swiss", "rotation", "tables"):
        _pairing(name)
    _ratings(GAMES // 10 if quick else GAMES)


def _pairing(name: str) -> None:
    rules = rules_of({"format": name, "rounds": ROUNDS})
    chance, facts, spent = random.Random(1), [], []
    for round in range(1, ROUNDS + 1):
        seconds, pairing = _timed(lambda: FORMATS[name].propose(FIELD, facts, round, rules, "bench"))  # noqa: B023
        spent.append(seconds)
        facts += _played(pairing, chance)
    last, _ = _timed(lambda: standings(rules, FIELD, facts, ROUNDS, True))
    print(
        f"{name}, {ENTRIES} entries: pairing a round {sum(spent) / ROUNDS:.2f} s, at most {max(spent):.2f} s; "
        f"standings after {ROUNDS} rounds {1000 * last:.0f} ms",
        flush=True,
    )


def _played(pairing: Pairing, chance: random.Random) -> list[Fact]:
    tables = [
        Played(pairing.round, table.number, table.sides, tuple(chance.randrange(0, 12_000, 5) for _ in table.sides))
        for table in pairing.tables
    ]
    return [*tables, *(Unplayed(pairing.round, rest.entry, rest.kind, rest.opponents) for rest in pairing.rests)]


def _ratings(number: int) -> None:
    chance, start = random.Random(1), datetime(2026, 1, 1, tzinfo=UTC)
    people = [f"person-{place:04}" for place in range(PEOPLE)]
    games = []
    for count in range(1, number + 1):
        a, b, c, d = chance.sample(people, 4)
        places = ranks([chance.randrange(0, 12_000, 5) for _ in range(2)])
        games.append(Rated(count, start + timedelta(minutes=5 * count), ((a, b), (c, d)), places))
    whole, folded = _timed(lambda: fold(State(), games))
    one, _ = _timed(lambda: fold(folded.state, [Rated(number + 1, games[-1].at, games[0].sides, (1, 2))]))
    middle = games[-1500].number
    again, _ = _timed(lambda: refold(folded.checkpoints, games, middle))
    print(
        f"ratings: {number} games {whole:.1f} s, one new result {1000 * one:.1f} ms, "
        f"a correction 1,500 games ago {1000 * again:.0f} ms",
        flush=True,
    )


Answer = TypeVar("Answer")


def _timed(work: Callable[[], Answer]) -> tuple[float, Answer]:
    began = time.process_time()
    answer = work()
    return time.process_time() - began, answer


if __name__ == "__main__":
    report()
