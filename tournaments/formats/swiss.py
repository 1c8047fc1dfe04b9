"""Swiss: everybody plays each round, against somebody of about the same score whom they have not met.

Pairs of pairs are weighed by what must be avoided, worst first: a rematch, a second bye, a bye for anybody but the
lowest, a difference of scores (squared), a float in the direction of a float shortly before, a distance in the
standings. In round 1, before there are standings, the top half meets the bottom half by seed.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments import results
from tournaments.formats.ahead import SMALL, goes_on, matchings
from tournaments.formats.matching import Cost, Edge, cheapest
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
from tournaments.results import Entry, Fact, Played
from tournaments.rules import Rules
from tournaments.standings import Line, Row, standings

ALGORITHM = "swiss/1"
FIXED = False
LEFT_OVER = results.BYE
WISHES: tuple[str, ...] = ("meet", "part")
LEVELS = ("rematches", "second_byes", "bye_rank", "score_gap", "repeat_floats", "distance")
DOWN, UP = -1, 1


def shapes(rules: Rules) -> Sequence[tuple[int, int]]:
    """One against another."""
    return ((2, 1),)


def rounds(rules: Rules, entries: int) -> int:
    """As chosen; by default two more than it takes to leave one entry unbeaten, but never so many that two must meet
    twice."""
    return rules.rounds or max(1, min(max(entries - 1, 0).bit_length() + 2, entries - 1))


def problems(rules: Rules, entries: int) -> list[Reason]:
    """Two entries at least; more rounds than others to meet force rematches, which nobody shall find out in the last
    round."""
    found = [Reason("too_few_entries", {"entries": entries, "least": 2})] if entries < 2 else []
    if entries >= 2 and rules.rounds > entries - 1 and not rules.rematches:
        found.append(Reason("too_many_rounds", {"rounds": rules.rounds, "most": entries - 1}))
    return found


class Standing(NamedTuple):
    """What of an entry's past matters for its next round."""

    id: str
    score: int
    met: Mapping[str, int]  # how often whom
    full_byes: int  # rounds with a full score and without cards: byes and forfeits won
    floats: tuple[int, int]  # the direction of the last round and of the one before
    began: int  # how often its side was dealt first


def propose(
    field: Sequence[Entry],
    history: Sequence[Fact],
    round: int,
    rules: Rules,
    seed: str,
    wishes: Wishes = NO_WISHES,
) -> Pairing:
    """The tables of a round, best scores first, with why each is as it is."""
    playing = active(field)
    check_wishes(playing, wishes)
    if round < 1:
        raise PairingFailed("no_such_round", round=round)
    made_of = inputs(field, history, round, rules, seed, wishes, ALGORITHM)
    everybody = {one.id: one for one in _standings(rules, field, history, round)}
    bound = {entry for pair in wishes.locked for entry in pair} | set(wishes.half_byes)
    free = [one for one in everybody.values() if one.id not in bound]
    more = 0 if bound or wishes.forbidden else rounds(rules, len(playing)) - round
    pairs, bye, cost = _matched(free, round, rules, {frozenset(pair) for pair in wishes.forbidden}, more)
    place = {entry: number for number, entry in enumerate(everybody)}
    locked = [(everybody[first], everybody[second]) for first, second in wishes.locked]
    together = sorted(
        [*((pair, False) for pair in pairs), *((pair, True) for pair in locked)],
        key=lambda one: sorted(place[entry.id] for entry in one[0]),
    )
    tables = [
        TableProposal(number, _sides(*pair), _reasons(*pair, round, free, is_locked))
        for number, (pair, is_locked) in enumerate(together, 1)
    ]
    rests = [Rest(entry, results.HALF_BYE, (), (Reason("asked"),)) for entry in wishes.half_byes]
    if bye:
        reason = Reason("lowest_of_fewest_byes", {"rank": place[bye.id] + 1, "earlier": bye.full_byes})
        rests.append(Rest(bye.id, results.BYE, (), (reason,)))
    return Pairing(round, tuple(tables), tuple(rests), cost, ALGORITHM, seed, made_of)


def _standings(rules: Rules, field: Sequence[Entry], history: Sequence[Fact], round: int) -> list[Standing]:
    """Who plays on, best first, by the standings after the rounds before."""
    rows = standings(rules, field, history, round - 1).rows
    by_id = {row.entry: row for row in rows}
    # Where margins go before matches, there are no score groups: neighbours in the standings meet.
    grouped = rules.keys[0] == "match_points"
    began: dict[str, int] = {}
    for fact in history:
        if isinstance(fact, Played):
            for entry in fact.sides[0]:
                began[entry] = began.get(entry, 0) + 1
    return [_standing(row, by_id, grouped, began.get(row.entry, 0)) for row in rows if row.active]


def _standing(row: Row, by_id: Mapping[str, Row], grouped: bool, began: int) -> Standing:
    met: dict[str, int] = {}
    for line in row.lines:
        for opponent in line.opponents if line.at_the_table else ():
            met[opponent] = met.get(opponent, 0) + 1
    last, before = (_float(row.lines, by_id, number) if grouped else 0 for number in (-1, -2))
    full = sum(line.kind in results.FULL_SCORE for line in row.lines)
    return Standing(row.entry, _score(row.lines) - row.penalties[0] if grouped else 0, met, full, (last, before), began)


def _score(lines: Sequence[Line]) -> int:
    return sum(line.match_points for line in lines)


def _float(lines: Sequence[Line], by_id: Mapping[str, Row], back: int) -> int:
    """Whether an entry met, so many rounds back, somebody of a lower score (DOWN) or of a higher (UP). A full score
    without cards is a float down."""
    if len(lines) < -back:
        return 0
    line = lines[back]
    if line.kind in results.FULL_SCORE:
        return DOWN
    if not line.at_the_table or not line.opponents:
        return 0
    own, others = _score(lines[:back]), _score(by_id[line.opponents[0]].lines[:back])
    return (others > own) - (others < own)


Pair = tuple[Standing, Standing]


def _matched(
    free: Sequence[Standing], round: int, rules: Rules, forbidden: set[frozenset[str]], more: int
) -> tuple[list[Pair], Standing | None, tuple[tuple[str, int], ...]]:
    """The pairs, who has the bye, and what all of it costs; `more` rounds are to come that need new opponents too."""
    if not free:
        return [], None, tuple((level, 0) for level in LEVELS)
    apart = len(free) // 2 if round == 1 else 1
    odd = len(free) % 2
    nodes = len(free) + odd
    narrow = list(_edges(free, apart, rules.window, forbidden, rematches=False))
    edges, found = narrow, cheapest(nodes, narrow)
    if found is None or _total(found, edges)[1]:
        edges = list(_edges(free, apart, nodes, forbidden, rematches=True))
        found = cheapest(nodes, edges)
    if found is None:
        raise PairingFailed("wishes_leave_none")
    if more:
        found = _farsighted(found, edges, nodes, min(more, nodes - 1 - round))
    cost = tuple(zip(LEVELS, _total(found, edges), strict=True))
    phantom = len(free)
    pairs = [(free[first], free[second]) for first, second in found if second != phantom]
    bye = next((free[first] for first, second in found if second == phantom), None)
    return pairs, bye, cost


def _farsighted(found: list[tuple[int, int]], edges: Sequence[Edge], nodes: int, more: int) -> list[tuple[int, int]]:
    """In a small field the cheapest pairs after which the rounds to come need no rematch and no second bye, if there
    are such; else those that were found."""
    costs = {(first, second): cost for first, second, cost in edges}
    if nodes > SMALL or any(_total(found, edges)[:2]):
        return found
    used = frozenset(pair for pair in combinations(range(nodes), 2) if any(costs.get(pair, (1,))[:2]))
    if goes_on(nodes, used | set(found), more):
        return found
    ways = sorted(matchings(tuple(range(nodes)), used), key=lambda pairs: _total(pairs, edges))
    return next((list(pairs) for pairs in ways if goes_on(nodes, used | set(pairs), more)), found)


def _edges(
    free: Sequence[Standing], apart: int, window: int, forbidden: set[frozenset[str]], rematches: bool
) -> Iterator[Edge]:
    """What each pair that may meet would cost, among those at most `window` from the distance they should have. The
    phantom of an odd field is the last node."""
    for first, better in enumerate(free):
        for second in range(first + max(1, apart - window), min(len(free), first + apart + window + 1)):
            worse = free[second]
            times = better.met.get(worse.id, 0)
            if (times and not rematches) or (forbidden and frozenset((better.id, worse.id)) in forbidden):
                continue
            gap = better.score - worse.score
            floats = _repeats(better, worse) if gap else 0
            yield first, second, (times * times, 0, 0, gap * gap, floats, (second - first - apart) ** 2)
        if len(free) % 2:
            yield first, len(free), (0, better.full_byes**2, len(free) - 1 - first, 0, 0, 0)


def _repeats(higher: Standing, lower: Standing) -> int:
    """2 for each of two who floats as in the last round, 1 as in the one before."""
    if higher.score < lower.score:  # the standings may go by more than the score
        higher, lower = lower, higher
    weights = (2, 1)
    return sum(
        weight * ((down == DOWN) + (up == UP))
        for weight, down, up in zip(weights, higher.floats, lower.floats, strict=True)
    )


def _total(found: Sequence[tuple[int, int]], edges: Sequence[Edge]) -> Cost:
    """The sum of what the chosen pairs cost, level by level."""
    chosen = set(found)
    costs = [cost for first, second, cost in edges if (first, second) in chosen]
    return tuple(map(sum, zip(*costs, strict=True)))


def _sides(better: Standing, worse: Standing) -> tuple[tuple[str], tuple[str]]:
    """Whoever was dealt first less often is now; the better of two who were as often."""
    return ((better.id,), (worse.id,)) if better.began <= worse.began else ((worse.id,), (better.id,))


def _reasons(
    better: Standing, worse: Standing, round: int, free: Sequence[Standing], locked: bool
) -> tuple[Reason, ...]:
    if locked:
        return (Reason("locked"),)
    reasons = []
    if times := better.met.get(worse.id, 0):
        reasons.append(Reason("rematch", {"times": times}))
    if round == 1:
        reasons.append(Reason("halves_by_seed"))
    elif better.score == worse.score:
        reasons.append(Reason("same_score", {"score": better.score}))
    else:
        higher, lower = (better, worse) if better.score > worse.score else (worse, better)
        level = [one for one in free if one.score == higher.score and one.id != higher.id]
        unmet = sum(one.id not in higher.met for one in level)
        told = {"entry": higher.id, "score": higher.score, "opponent_score": lower.score, "unmet_at_score": unmet}
        reasons.append(Reason("float", told))
        if _repeats(higher, lower):
            reasons.append(Reason("repeat_float"))
    return tuple(reasons)
