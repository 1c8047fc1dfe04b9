"""Rotation: everybody plays alone, with another partner and other opponents each round.

Four, eight, twelve or sixteen who all stay follow a whist schedule: in one round fewer than they are, everybody is the
partner of each other once and the opponent of each twice; then it begins anew. Otherwise each round is two matchings:
first partners, then pair against pair, both so that repeats are fewest. Partners are looked for in an order drawn from
the seed, so that without a past the round is a draw.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tournaments import results
from tournaments.defaults import FORMATS
from tournaments.formats.matching import Edge, cheapest
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
from tournaments.results import Entry, Fact, Played, entries_of
from tournaments.rules import Rules
from tournaments.standings import standings

ALGORITHM = "rotation/1"
FIXED = False
LEFT_OVER = results.SIT_OUT
WISHES: tuple[str, ...] = ("meet", "part")
PLAYERS = 4

# The first round of a whist schedule for so many: partners a c against b d at each table. Each further round adds one
# to all but the last player, who stays: counting is modulo one less than there are.
WHIST: Final[dict[int, tuple[tuple[int, int, int, int], ...]]] = {
    4: ((3, 0, 2, 1),),
    8: ((7, 2, 0, 3), (1, 6, 5, 4)),
    12: ((11, 2, 9, 10), (6, 0, 1, 4), (8, 3, 7, 5)),
    16: ((15, 6, 1, 11), (5, 13, 4, 2), (0, 14, 8, 12), (10, 9, 7, 3)),
}

Sides = tuple[tuple[str, ...], tuple[str, ...]]
Pair = tuple[str, str]


def shapes(rules: Rules) -> Sequence[tuple[int, int]]:
    """Two against two."""
    return ((2, 2),)


def rounds(rules: Rules, entries: int) -> int:
    """As chosen."""
    return rules.rounds or int(FORMATS["rotation"]["rounds"])


def problems(rules: Rules, entries: int) -> list[Reason]:
    """A table at least; more rounds than others to have as partners are no problem but repeats."""
    return [Reason("too_few_entries", {"entries": entries, "least": PLAYERS})] if entries < PLAYERS else []


def whist(players: int, round: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The partners at each table of a round (1…), players from 0."""
    last = players - 1

    def moved(player: int) -> int:
        return player if player == last else (player + round - 1) % last

    return [((moved(a), moved(c)), (moved(b), moved(d))) for a, b, c, d in WHIST[players]]


def propose(
    field: Sequence[Entry],
    history: Sequence[Fact],
    round: int,
    rules: Rules,
    seed: str,
    wishes: Wishes = NO_WISHES,
) -> Pairing:
    """The tables of a round with their partners, and who sits out."""
    playing = active(field)
    check_wishes(playing, wishes)
    if len(playing) - len(wishes.half_byes) < PLAYERS:
        raise PairingFailed("too_few", active=len(playing))
    made_of = inputs(field, history, round, rules, seed, wishes, ALGORITHM)
    told = past(history)
    scheduled = _scheduled(playing, history, round) if wishes == NO_WISHES else None
    if scheduled:
        whole = [
            TableProposal(number, sides, (Reason("whist", {"players": len(playing)}),))
            for number, sides in enumerate(scheduled, 1)
        ]
        return Pairing(round, tuple(whole), (), _cost(scheduled, told), ALGORITHM, seed, made_of)
    rests = [Rest(entry, results.HALF_BYE, (), (Reason("asked"),)) for entry in wishes.half_byes]
    here = [entry for entry in playing if entry.id not in wishes.half_byes]
    if odd := len(here) % PLAYERS:
        locked = {entry for pair in wishes.locked for entry in pair}
        ranked = standings(rules, field, history, round - 1)
        rests += sitting_out([entry for entry in here if entry.id not in locked], odd, ranked, told)
    resting = {rest.entry for rest in rests}
    drawn = sorted(
        (entry.id for entry in here if entry.id not in resting),
        key=lambda entry: hashlib.sha256(f"{seed}|{round}|{entry}".encode()).digest(),
    )
    pairs = _partners(drawn, told, rules, wishes)
    tables = _opponents(pairs, told, rules)
    proposed = tuple(TableProposal(number, sides, _reasons(sides, told)) for number, sides in enumerate(tables, 1))
    return Pairing(round, proposed, tuple(rests), _cost(tables, told), ALGORITHM, seed, made_of)


def _scheduled(playing: Sequence[Entry], history: Sequence[Fact], round: int) -> list[Sides] | None:
    """The round of the whist schedule, if there is one for so many and all closed rounds have followed it."""
    players = [entry.id for entry in playing]
    if len(players) not in WHIST:
        return None
    expected = {number: _named(players, number) for number in range(1, round + 1)}
    tables = {number: {_unordered(sides) for sides in whole} for number, whole in expected.items()}
    for fact in history:
        if isinstance(fact, Played) and _unordered(fact.sides) not in tables.get(fact.round, ()):
            return None
        if not set(entries_of(fact)) <= set(players):
            return None
    return expected[round]


def _named(players: Sequence[str], round: int) -> list[Sides]:
    return [((players[a], players[c]), (players[b], players[d])) for (a, c), (b, d) in whist(len(players), round)]


def _unordered(sides: Sequence[Sequence[str]]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(side) for side in sides)


def _partners(drawn: Sequence[str], told: Past, rules: Rules, wishes: Wishes) -> list[Pair]:
    """Partners: those who have been it least, then those who have met least, then neighbours in the order drawn."""
    bound = {entry for pair in wishes.locked for entry in pair}
    free = [entry for entry in drawn if entry not in bound]
    forbidden = {frozenset(pair) for pair in wishes.forbidden}

    def edges(window: int) -> Iterator[Edge]:
        for first, one in enumerate(free):
            for second in range(first + 1, min(len(free), first + window + 1)):
                both = frozenset((one, free[second]))
                if both not in forbidden:
                    yield first, second, (told.partners[both] ** 2, told.opponents[both], second - first)

    found = _narrow_or_all(len(free), edges, rules.window)
    return [*wishes.locked, *((free[first], free[second]) for first, second in found)]


def _opponents(pairs: Sequence[Pair], told: Past, rules: Rules) -> list[Sides]:
    """Pair against pair: those whose four meetings are the least often had."""

    def edges(window: int) -> Iterator[Edge]:
        for first, pair in enumerate(pairs):
            for second in range(first + 1, min(len(pairs), first + window + 1)):
                met = [frozenset((one, other)) for one in pair for other in pairs[second]]
                again = sum(told.opponents[both] ** 2 for both in met)
                yield first, second, (again, sum(told.partners[both] for both in met), second - first)

    found = _narrow_or_all(len(pairs), edges, rules.window // 2)
    return [(pairs[first], pairs[second]) for first, second in found]


def _narrow_or_all(nodes: int, edges: Callable[[int], Iterator[Edge]], window: int) -> list[tuple[int, int]]:
    """The cheapest matching among neighbours, or among all if these can't be matched."""
    for within in (window, nodes):
        found = cheapest(nodes, list(edges(within)))
        if found is not None:
            return found
    raise PairingFailed("wishes_leave_none")


def _cost(tables: Sequence[Sides], told: Past) -> tuple[tuple[str, int], ...]:
    partners = sum(told.partners[frozenset(side)] ** 2 for sides in tables for side in sides)
    opponents = sum(told.opponents[both] ** 2 for sides in tables for both in _across(sides))
    return (("partners_again", partners), ("opponents_again", opponents))


def _across(sides: Sides) -> list[frozenset[str]]:
    return [frozenset((one, other)) for one in sides[0] for other in sides[1]]


def _reasons(sides: Sides, told: Past) -> tuple[Reason, ...]:
    """Who is together again and how often before; a table where nobody is needs no other reason."""
    reasons = [
        Reason("partners_again", {"entries": sorted(side), "times": told.partners[frozenset(side)]})
        for side in sides
        if told.partners[frozenset(side)]
    ]
    again = [both for both in _across(sides) if told.opponents[both]]
    reasons += [Reason("opponents_again", {"entries": sorted(both), "times": told.opponents[both]}) for both in again]
    return tuple(reasons) or (Reason("fewest_repeats"),)
