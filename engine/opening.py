"""The cheapest first meld: the fewest cards that reach the deal's minimum in one action (rules.md section 5)."""

from typing import NamedTuple

from engine.arrange import Arrangement, Table, arrangements
from engine.cards import NATURAL_RANKS, RANK, VALUE, WILD_RANK, WILDS, Card, Cards, worth
from engine.commands import Lay
from engine.concrete import lays_of
from engine.melds import rank_taking
from engine.ruleset import Ruleset


class Choice(NamedTuple):
    """What is laid of one rank: naturals and wilds from the hand (the trio of a taking not counted), and how."""

    rank: str
    naturals: int
    wilds: int
    found: Arrangement


class Plan(NamedTuple):
    """A partial opening: the points of its naturals, and the choices that make it."""

    value: int
    choices: tuple[Choice, ...]


def cheapest(ruleset: Ruleset, hand: Cards, minimum: int, trio: Cards = ()) -> tuple[Lay, ...] | None:
    """The fewest cards whose melds are worth `minimum`, or None if the hand can't reach it.

    `trio`: the top of the pile and its pair, which must be among them (`hand` is then without the pair). Wilds count
    the same in every meld, so the dearest are used first and the search needs only their number: for each number of
    wilds and of cards the best points in naturals, rank by rank.
    """
    wilds = sorted((card for card in hand if card in WILDS), key=lambda card: -VALUE[card])
    trio_rank = rank_taking(trio[0]) if trio else None
    plans: dict[tuple[int, int], Plan] = {(0, 0): Plan(worth(trio), ())}
    for rank in NATURAL_RANKS + WILD_RANK:
        held = sum(RANK[card] == rank for card in hand)
        forced = trio if rank == trio_rank else ()
        choices = _choices(ruleset, rank, held, len(wilds), forced)
        if choices or forced:
            plans = _extended(plans, choices, VALUE.get(rank + "C", 0), len(wilds), must=bool(forced))
    best: tuple[int, int, Plan] | None = None
    for (used, cards), plan in plans.items():
        reaches = plan.value + worth(wilds[:used]) >= minimum and plan.choices
        if reaches and (best is None or (cards, used) < best[:2]):
            best = (cards, used, plan)
    return None if best is None else _lays(best[2], hand, wilds, trio, trio_rank)


def _choices(ruleset: Ruleset, rank: str, held: int, wilds: int, forced: Cards) -> list[Choice]:
    of_wilds = rank == WILD_RANK
    empty = Table((), (), True, of_wilds)
    forced_wilds = sum(card in WILDS for card in forced)
    choices = []
    for naturals in range(held + 1):
        for more in range(wilds + 1):
            if not (forced or naturals or (of_wilds and more)):
                continue
            count = naturals + len(forced) - forced_wilds
            found = next(arrangements(ruleset, empty, count, more + forced_wilds), None)
            if found is not None:
                choices.append(Choice(rank, naturals, more, found))
    return choices


def _extended(
    plans: dict[tuple[int, int], Plan], choices: list[Choice], value: int, wilds: int, must: bool
) -> dict[tuple[int, int], Plan]:
    extended = {} if must else dict(plans)
    for (used, cards), plan in plans.items():
        for choice in choices:
            if used + choice.wilds > wilds:
                continue
            key = (used + choice.wilds, cards + choice.naturals + choice.wilds)
            points = plan.value + choice.naturals * value
            if key not in extended or extended[key].value < points:
                extended[key] = Plan(points, (*plan.choices, choice))
    return extended


def _lays(plan: Plan, hand: Cards, wilds: list[Card], trio: Cards, trio_rank: str | None) -> tuple[Lay, ...]:
    pool = list(wilds)
    lays: tuple[Lay, ...] = ()
    for choice in plan.choices:
        forced = trio if choice.rank == trio_rank else ()
        naturals = [card for card in forced if card not in WILDS]
        naturals += [card for card in hand if RANK[card] == choice.rank][: choice.naturals]
        mine = [card for card in forced if card in WILDS] + [pool.pop(0) for _ in range(choice.wilds)]
        lays += lays_of(choice.found, (), naturals, mine)
    return lays
