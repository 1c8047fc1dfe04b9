"""Events that never were: entries, rounds that were played by nobody, and what the standings need of them."""

import random
from collections.abc import Sequence

from tournaments.formats import Pairing
from tournaments.results import Entry, Fact, Played, Unplayed


def field(entries: int, *gone: int) -> list[Entry]:
    """So many entries e1, e2 …; those with the seeds named have withdrawn."""
    return [Entry(f"e{seed}", seed, seed not in gone) for seed in range(1, entries + 1)]


def match(round: int, table: int, first: str, second: str, margin: int, points: int = 3000) -> Played:
    """A match that the first won by a margin."""
    return Played(round, table, ((first,), (second,)), (points + margin, points))


def played(pairing: Pairing, chance: random.Random) -> list[Fact]:
    """Some result for each table of a round, draws among them, and the rests as they were proposed."""
    tables = [
        Played(pairing.round, table.number, table.sides, tuple(chance.randrange(0, 9000, 500) for _ in table.sides))
        for table in pairing.tables
    ]
    rests = [Unplayed(pairing.round, rest.entry, rest.kind, rest.opponents) for rest in pairing.rests]
    return [*tables, *rests]


def met(facts: Sequence[Fact]) -> dict[frozenset[str], int]:
    """How often any two have sat at a table on different sides."""
    times: dict[frozenset[str], int] = {}
    for fact in facts:
        if isinstance(fact, Played):
            for place, side in enumerate(fact.sides):
                for other in fact.sides[place + 1 :]:
                    for pair in (frozenset((one, another)) for one in side for another in other):
                        times[pair] = times.get(pair, 0) + 1
    return times
