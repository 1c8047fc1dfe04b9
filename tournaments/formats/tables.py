"""Tables of more than two sides: three pairs or teams, or two to seven who play alone.

The field is cut into tables by the standings, equals with equals. Then two entries at different tables change places
whenever that makes meetings that were had before fewer, or at no more of them brings equals closer together, until no
such change is left. In round 1 the order is that of the seeds.
"""

from collections.abc import Sequence

from tournaments import results
from tournaments.defaults import FORMATS
from tournaments.formats.pairing import (
    NO_WISHES,
    Pairing,
    PairingFailed,
    Reason,
    Rest,
    TableProposal,
    Wishes,
    active,
    check_wishes,
    inputs,
)
from tournaments.formats.sitting_out import Past, past, sitting_out
from tournaments.results import Entry, Fact
from tournaments.rules import Rules
from tournaments.standings import standings

ALGORITHM = "tables/1"
FIXED = False
LEFT_OVER = results.SIT_OUT
WISHES: tuple[str, ...] = ("part",)
SWEEPS = 50  # far more than were ever needed; a bound, so that nothing can run for ever


def shapes(rules: Rules) -> Sequence[tuple[int, int]]:
    """Each against all others."""
    return [(size, 1) for size in rules.table_sizes]


def rounds(rules: Rules, entries: int) -> int:
    """As chosen."""
    return rules.rounds or int(FORMATS["tables"]["rounds"])


def problems(rules: Rules, entries: int) -> list[Reason]:
    """Entries for one table at least."""
    least = min(rules.table_sizes)
    return [Reason("too_few_entries", {"entries": entries, "least": least})] if entries < least else []


def cut(entries: int, sizes: Sequence[int]) -> list[int]:
    """Into which tables so many go: as few sit out as the sizes allow, then as many tables of the first size as can be,
    then of the second. Sizes are mixed only where the rules name several."""
    best: dict[int, list[int]] = {0: []}
    for seated in range(1, entries + 1):
        ways = [[size, *best[seated - size]] for size in sizes if seated - size in best]
        if ways:
            best[seated] = min(ways, key=lambda way: [-way.count(size) for size in sizes])
    return sorted(best[max(best)], key=sizes.index)


def propose(
    field: Sequence[Entry],
    history: Sequence[Fact],
    round: int,
    rules: Rules,
    seed: str,
    wishes: Wishes = NO_WISHES,
) -> Pairing:
    """The tables of a round, the highest in the standings first, and who sits out."""
    playing = active(field)
    check_wishes(playing, wishes)
    if wishes.locked:
        raise PairingFailed("locked_not_here")
    here = [entry for entry in playing if entry.id not in wishes.half_byes]
    sizes = cut(len(here), rules.table_sizes)
    if not sizes:
        raise PairingFailed("too_few", active=len(here))
    told = past(history)
    ranked = standings(rules, field, history, round - 1)
    rests = [Rest(entry, results.HALF_BYE, (), (Reason("asked"),)) for entry in wishes.half_byes]
    rests += sitting_out(here, len(here) - sum(sizes), ranked, told)
    resting = {rest.entry for rest in rests}
    order = [row.entry for row in ranked.rows if row.active and row.entry not in resting]
    seats = _Seating(order, sizes, told, {frozenset(pair) for pair in wishes.forbidden})
    seats.settle()
    if seats.forbidden_left():
        raise PairingFailed("wishes_leave_none")
    proposed = tuple(
        TableProposal(number, tuple((entry,) for entry in table), _reasons(table, told))
        for number, table in enumerate(seats.tables(), 1)
    )
    made_of = inputs(field, history, round, rules, seed, wishes, ALGORITHM)
    return Pairing(round, proposed, tuple(rests), seats.cost(), ALGORITHM, seed, made_of)


FORBIDDEN = 10**9  # weighs more than all meetings of an event together


class _Seating:
    """Who sits where while changes are tried. A rank is a place in the order."""

    def __init__(self, order: Sequence[str], sizes: Sequence[int], told: Past, forbidden: set[frozenset[str]]) -> None:
        self.order = order
        self.table_of = [table for table, size in enumerate(sizes) for _ in range(size)]
        self.members: list[list[int]] = []
        for size in sizes:
            begun = sum(map(len, self.members))
            self.members.append(list(range(begun, begun + size)))
        self.told = told
        self.forbidden = forbidden

    def again(self, one: int, other: int) -> int:
        """What a meeting of two ranks costs: the square of how often it was had."""
        both = frozenset((self.order[one], self.order[other]))
        return self.told.opponents[both] ** 2 + FORBIDDEN * (both in self.forbidden)

    def settle(self) -> None:
        """Changes places while that makes anything better. Only tables with a meeting that was had before are looked
        at: where nobody meets again the cut is the best there is."""
        for _ in range(SWEEPS):
            if not any(self._improve(rank) for rank in range(len(self.order))):
                return

    def _improve(self, rank: int) -> bool:
        """The best change for one who meets somebody again; whether there was one."""
        here = self.table_of[rank]
        now = self._meetings(rank, here, rank)
        if not now:
            return False
        best: tuple[tuple[int, int], int] | None = None
        for other in range(len(self.order)):
            there = self.table_of[other]
            if there == here:
                continue
            before = now + self._meetings(other, there, other)
            after = self._meetings(rank, there, other) + self._meetings(other, here, rank)
            if after < before:
                change = (after - before, self._apart(rank, there, other) + self._apart(other, here, rank))
                best = min(best, (change, other)) if best else (change, other)
        if best is None:
            return False
        self._swap(rank, best[1])
        return True

    def _meetings(self, rank: int, table: int, instead: int) -> int:
        """What all meetings of a rank would cost that sat at a table instead of another."""
        return sum(self.again(rank, other) for other in self.members[table] if other != instead)

    def _apart(self, rank: int, table: int, instead: int) -> int:
        return sum(abs(rank - other) for other in self.members[table] if other != instead)

    def _swap(self, one: int, other: int) -> None:
        here, there = self.table_of[one], self.table_of[other]
        self.members[here][self.members[here].index(one)] = other
        self.members[there][self.members[there].index(other)] = one
        self.table_of[one], self.table_of[other] = there, here

    def tables(self) -> list[list[str]]:
        """The tables, each by rank."""
        return [[self.order[rank] for rank in sorted(ranks)] for ranks in self.members]

    def _pairs(self) -> list[tuple[int, int]]:
        return [(one, other) for ranks in self.members for one in ranks for other in ranks if one < other]

    def forbidden_left(self) -> bool:
        """Whether two sit together who must not."""
        return any(frozenset((self.order[one], self.order[other])) in self.forbidden for one, other in self._pairs())

    def cost(self) -> tuple[tuple[str, int], ...]:
        """What is put up with: meetings had before, squared, and how far apart those are who meet."""
        pairs = self._pairs()
        return (
            ("opponents_again", sum(self.again(one, other) for one, other in pairs)),
            ("distance", sum(other - one for one, other in pairs)),
        )


def _reasons(table: Sequence[str], told: Past) -> tuple[Reason, ...]:
    met = [(one, other) for place, one in enumerate(table) for other in table[place + 1 :]]
    again = [(sorted(pair), told.opponents[frozenset(pair)]) for pair in met if told.opponents[frozenset(pair)]]
    reasons = [Reason("opponents_again", {"entries": pair, "times": times}) for pair, times in again]
    return tuple(reasons) or (Reason("by_standing"),)
