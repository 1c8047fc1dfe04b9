"""The cheapest first meld: the fewest cards that reach the deal's minimum in one action (rules.md section 5)."""

from functools import lru_cache
from typing import NamedTuple

from engine.arrange import Arrangement, Table, arrangements
from engine.cards import NATURAL_RANKS, VALUE, WILD_RANK, WILDS, Card, Cards, by_rank, worth
from engine.commands import Lay
from engine.concrete import lays_of
from engine.melds import count_wilds, rank_taking
from engine.ruleset import Ruleset


class Laying(NamedTuple):
    """So many naturals and wilds of the hand, and how they are laid with whatever is forced."""

    naturals: int
    wilds: int
    found: Arrangement


class Rank(NamedTuple):
    """A rank of the hand, the ways to begin its melds, and whether it must be laid: it is the top's."""

    rank: str
    layings: tuple[Laying, ...]
    must: bool

    @property
    def value(self) -> int:
        """Points of one natural; wilds are reckoned apart."""
        return VALUE.get(self.rank + "C", 0)


class Plan(NamedTuple):
    """A partial opening: the points of its naturals, and what is laid of each rank."""

    value: int
    choices: tuple[tuple[str, Laying], ...]


FEW = (6, 12, 24)
"""Openings of so few cards are looked for first: they are quickly tried, and mostly enough."""


def cheapest(ruleset: Ruleset, hand: Cards, minimum: int, trio: Cards = ()) -> tuple[Lay, ...] | None:
    """The fewest cards whose melds are worth `minimum`, or None if the hand can't reach it.

    `trio`: the top of the pile and its pair, which must be among them (`hand` is then without the pair). Wilds count
    the same in every meld, so the dearest are used first and the search needs only their number: for each number of
    wilds and of cards the best points in naturals, rank by rank.
    """
    held = by_rank(hand)
    wilds = sorted(held.get(WILD_RANK, ()), key=lambda card: -VALUE[card])
    trio_rank = rank_taking(trio[0]) if trio else None
    ranks = []
    for rank in NATURAL_RANKS + WILD_RANK:
        forced = trio if rank == trio_rank else ()
        naturals = len(held.get(rank, ())) if rank != WILD_RANK else 0
        if naturals or forced or rank == WILD_RANK:
            layings = _layings(ruleset, rank == WILD_RANK, naturals, len(wilds), len(forced), count_wilds(forced))
            ranks.append(Rank(rank, layings, must=bool(forced)))
    all_naturals = sum(rank.layings[-1].naturals * rank.value for rank in ranks if rank.layings)
    if worth(trio) + worth(wilds) + all_naturals < minimum:
        return None
    for most in (*(few for few in FEW if few < len(hand)), len(hand)):
        plan = _fewest(ranks, wilds, minimum, worth(trio), most)
        if plan:
            return _lays(plan, held, wilds, trio, trio_rank)
    return None


def _fewest(ranks: list[Rank], wilds: list[Card], minimum: int, forced: int, most: int) -> Plan | None:
    """The plan with the fewest cards that reaches the minimum, if `most` are enough; `forced`: points of the trio."""
    plans: dict[tuple[int, int], Plan] = {(0, 0): Plan(forced, ())}
    for rank in ranks:
        plans = _extended(plans, rank, len(wilds), most)
    best: tuple[int, int, Plan] | None = None
    for (used, cards), plan in plans.items():
        reaches = plan.value + worth(wilds[:used]) >= minimum and plan.choices
        if reaches and (best is None or (cards, used) < best[:2]):
            best = (cards, used, plan)
    return None if best is None else best[2]


@lru_cache(maxsize=10_000)
def _layings(
    ruleset: Ruleset, of_wilds: bool, held: int, wilds: int, forced: int, forced_wilds: int
) -> tuple[Laying, ...]:
    """The ways to begin melds of one rank with some of so many naturals and wilds, and with all that is forced."""
    empty = Table((), (), True, of_wilds)
    layings = []
    for naturals in range(held + 1):
        for more in range(wilds + 1):
            if not (forced or naturals or of_wilds):
                continue
            count = naturals + forced - forced_wilds
            found = next(arrangements(ruleset, empty, count, more + forced_wilds), None)
            if found:
                layings.append(Laying(naturals, more, found))
    return tuple(layings)


def _extended(plans: dict[tuple[int, int], Plan], rank: Rank, wilds: int, most: int) -> dict[tuple[int, int], Plan]:
    """The plans with each way to lay cards of one more rank, or none, with up to so many wilds and cards in all."""
    extended = {} if rank.must else dict(plans)
    value = rank.value
    for (used, cards), plan in plans.items():
        for laying in rank.layings:
            key = used + laying.wilds, cards + laying.naturals + laying.wilds
            if key[0] > wilds or key[1] > most:
                continue
            points = plan.value + laying.naturals * value
            if key not in extended or extended[key].value < points:
                extended[key] = Plan(points, (*plan.choices, (rank.rank, laying)))
    return extended


def _lays(
    plan: Plan, held: dict[str, list[Card]], wilds: list[Card], trio: Cards, trio_rank: str | None
) -> tuple[Lay, ...]:
    pool = list(wilds)
    lays: tuple[Lay, ...] = ()
    for rank, laying in plan.choices:
        forced = trio if rank == trio_rank else ()
        naturals = [card for card in forced if card not in WILDS]
        naturals += held.get(rank, [])[: laying.naturals]
        mine = [card for card in forced if card in WILDS] + [pool.pop(0) for _ in range(laying.wilds)]
        lays += lays_of(laying.found, (), naturals, mine)
    return lays
