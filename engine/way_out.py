"""The planner of going out: whether all cards can be laid in this turn, but for a discard, with the books there.

The ranks are independent but for the wilds they share, the books they finish together and the discard, so the plan is
found rank by rank: for each number of wilds used and of books gained one way, and in the end the rest of the wilds.

The first action stands apart where it must do more than lay cards: take the pile, or reach the minimum. What it lays
of a rank is then tried in every way that matters, and the rest of the turn goes on from there.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate
from operator import add, ge
from typing import NamedTuple

from engine.arrange import Arrangement, Freedom, Table, freedoms, table
from engine.beginnings import CHEAPEST_WILD, Forced, openings, takings
from engine.cards import MELD_RANK, NATURAL_RANKS, THREES, VALUE, WILD_RANK, WILDS, Card, Cards, by_rank, without, worth
from engine.commands import Command, Discard, Lay, LayMelds, TakePile
from engine.concrete import lays_of
from engine.growth import NO_BOOKS, Growth, ends, rounds, with_book
from engine.melds import BOOK, CLEAN, DIRTY, WILD, Shape, count_wilds, rank_taking
from engine.ruleset import Kinds, Ruleset
from engine.state import Deal, Team


class Taking(NamedTuple):
    """How a way begins with the pile: the top card with its pair, and the other cards, which join the hand later."""

    trio: Cards
    others: Cards


class Choice(NamedTuple):
    """What becomes of one rank: cards of it discarded, what the first action lays, how the melds grow afterwards."""

    rank: str
    discards: int
    first: Arrangement
    on: Table  # after the first action
    growths: tuple[Growth, ...]
    besides: int

    def lays(self) -> bool:
        """Whether any card of the rank, or a wild with it, is laid."""
        return bool(self.first or self.besides or any(way.own or way.wilds for way in self.growths))


class Effect(NamedTuple):
    """What a choice, or several, mean for the others: books gained, wilds used (by the first action, by all), and
    whether the discard is chosen."""

    clean: int
    dirty: int
    wild: int
    first_wilds: int
    wilds: int
    discarded: int


class Plan(NamedTuple):
    """The choices so far, and the points of the naturals that the first action lays."""

    value: int
    choices: tuple[Choice, ...]


def way_to_lay_all(
    ruleset: Ruleset, deal: Deal, team: Team, hand: Cards, seat: int, taking: Taking | None = None
) -> tuple[Command, ...] | None:
    """The actions by which this hand is got rid of in this turn, with the books to go out; else None. They come after
    drawing, or begin with a taking of the pile.

    Looks at the cards of the hand, those taken, and the team's melds alone. An empty hand with the books there needs
    no action.
    """
    threes = tuple(card for card in hand + (taking.others if taking else ()) if card in THREES)
    if len(threes) > 1 or (threes and ruleset.last_discard == "forbidden"):
        return None
    apart = taking is not None or not team.opened
    everything = hand + taking.trio[:1] + taking.others if taking else hand
    for freedom in freedoms(ruleset, deal):
        # First melds are many: they are looked at only where all cards can be laid somehow.
        if not team.opened and not _Search(ruleset, deal, team, everything, None, freedom, apart=False).plan(
            len(threes)
        ):
            continue
        search = _Search(ruleset, deal, team, hand, taking, freedom, apart)
        plan = search.plan(len(threes))
        if plan:
            return _actions(search, plan, seat, threes)
    return None


def missing_books(ruleset: Ruleset, team: Team) -> Kinds:
    """How many books of each kind the team still lacks to go out."""
    have = [meld.kind for meld in team.melds if meld.is_book]
    needed = ruleset.books_to_go_out
    return Kinds(
        clean=max(0, needed.clean - have.count(CLEAN)),
        dirty=max(0, needed.dirty - have.count(DIRTY)),
        wild=max(0, needed.wild - have.count(WILD)),
    )


class _Search:
    """One search under one freedom of the turn."""

    def __init__(
        self,
        ruleset: Ruleset,
        deal: Deal,
        team: Team,
        hand: Cards,
        taking: Taking | None,
        freedom: Freedom,
        apart: bool,
    ) -> None:
        self.ruleset, self.deal, self.team, self.taking, self.freedom = ruleset, deal, team, taking, freedom
        self.apart = apart
        self.trio = taking.trio if taking else ()
        self.trio_rank = rank_taking(self.trio[0]) if self.trio else None
        self.own = by_rank(without(hand, self.trio[1:]))
        self.others = by_rank(taking.others if taking else ())
        self.dearest = sorted(self.own.get(WILD_RANK, []), key=lambda card: -VALUE[card])
        self.points = list(accumulate((VALUE[card] for card in self.dearest), initial=0))  # of so many wilds
        self.trio_wilds = count_wilds(self.trio)
        self.first_wilds = len(self.dearest) + self.trio_wilds
        self.wilds = self.first_wilds + len(self.others.get(WILD_RANK, []))
        self.lacking = missing_books(ruleset, team)
        self.minimum = deal.minimum if apart and not team.opened else 0
        # Once the minimum is reached it no longer matters how, unless wilds that the pile brings must stay out of it.
        self.settles = team.opened or self.first_wilds == self.wilds

    def plan(self, threes: int) -> Plan | None:
        """A plan that fits together, or None."""
        plans = {Effect(0, 0, 0, 0, 0, threes): Plan(worth(self.trio), ())}
        for rank in NATURAL_RANKS:
            if self.held(rank) or (self.wilds and self.team.of_rank(rank)):
                plans = self._extended(plans, self._choices(rank, self.held(rank), self.wilds))
                if not plans:
                    return None
        return self._finished(plans)

    def held(self, rank: str) -> int:
        """How many cards of a rank must go, without the wilds that help."""
        return self.in_first(rank) + len(self.others.get(rank, ()))

    def in_first(self, rank: str) -> int:
        """How many of them may be laid in the first action."""
        return len(self.own.get(rank, ())) + sum(MELD_RANK[card] == rank for card in self.trio)

    def _extended(self, plans: dict[Effect, Plan], choices: dict[Effect, Plan]) -> dict[Effect, Plan]:
        """The plans with one more rank's choice, as far as they fit together and none of them is better."""
        extended: dict[Effect, Plan] = {}
        for (*had, first_before, before, discards), plan in plans.items():
            for (*gained, in_first, used, discard), more in choices.items():
                first_wilds, wilds, discarded = first_before + in_first, before + used, discards + discard
                if discarded > 1 or wilds > self.wilds or first_wilds > self.first_wilds:
                    continue
                value = plan.value + more.value
                if self.settles and self._opens(first_wilds, value):
                    first_wilds, value = 0, self.minimum
                clean, dirty, wild = self._gained(had, gained)
                after = Effect(clean, dirty, wild, first_wilds, wilds, discarded)
                if after not in extended or extended[after].value < value:
                    extended[after] = Plan(value, plan.choices + more.choices)
        return _undominated(extended)

    def _gained(self, some: Iterable[int], more: Iterable[int]) -> Iterator[int]:
        """The books of both, by their kinds; more than are lacking count as those that are."""
        return map(min, self.lacking, map(add, some, more))

    def _value(self, rank: str, first: Arrangement) -> int:
        """The points of the naturals of a rank that the first action lays besides the trio."""
        of_trio = len(self.trio) - self.trio_wilds if rank == self.trio_rank else 0
        return (sum(place.naturals for place in first) - of_trio) * VALUE.get(rank + "C", 0)

    def _finished(self, plans: dict[Effect, Plan]) -> Plan | None:
        """A plan to which the rest of the wilds fit, with all books and, for a team's first meld, the minimum."""
        allowed = {"required": (1,), "optional": (0, 1), "forbidden": (0,)}[self.ruleset.last_discard]
        by_rest: dict[int, dict[Effect, Plan]] = {}
        for reached, plan in plans.items():
            by_rest.setdefault(self.wilds - reached.wilds, {})[reached] = plan
        for rest, some in by_rest.items():
            for reached, plan in self._extended(some, self._choices(WILD_RANK, rest, 0)).items():
                opens = self._opens(reached.first_wilds, plan.value) or not any(map(Choice.lays, plan.choices))
                if reached[:3] == self.lacking and reached.discarded in allowed and opens:
                    return plan
        return None

    def _opens(self, first_wilds: int, value: int) -> bool:
        """Whether the first action reaches the minimum, with so many wilds and naturals worth so much."""
        return not self.minimum or value + self.points[max(0, first_wilds - self.trio_wilds)] >= self.minimum

    def _choices(self, rank: str, held: int, wilds: int) -> dict[Effect, Plan]:
        """What may become of a rank: of so many cards of it, with the help of up to so many wilds."""
        on = table(self.deal, self.team.of_rank(rank), self.freedom, of_wilds=rank == WILD_RANK)
        choices: dict[Effect, Plan] = {}
        for first in self._firsts(rank, on, min(held, self.in_first(rank)), min(wilds, self.first_wilds)):
            after, books = self._after(on, first)
            laid_wilds = sum(place.wilds for place in first)
            laid = laid_wilds if on.of_wilds else sum(place.naturals for place in first)
            helping = 0 if on.of_wilds else laid_wilds
            value = self._value(rank, first)
            for end, (grown, besides) in ends(self.ruleset, after, held - laid, wilds - helping, self.lacking).items():
                if end.left and self.ruleset.last_discard == "forbidden":
                    continue
                clean, dirty, wild = self._gained(books, end.books)
                effect = Effect(clean, dirty, wild, laid_wilds, helping + end.wilds, end.left)
                if effect not in choices or choices[effect].value < value:
                    choices[effect] = Plan(value, (Choice(rank, end.left, first, after, grown, besides),))
        return _undominated(choices)

    def _after(self, on: Table, first: Arrangement) -> tuple[Table, Kinds]:
        """The melds of a rank after the first action, and the books that it made."""
        melds, addable, books = list(on.melds), list(on.addable), NO_BOOKS
        for place in first:
            old = Shape(0, 0, on.of_wilds) if place.meld is None else melds[place.meld]
            grown = Shape(old.naturals + place.naturals, old.wilds + place.wilds, on.of_wilds)
            if old.size < BOOK <= grown.size:
                books = with_book(books, WILD if on.of_wilds else DIRTY if grown.wilds else CLEAN, self.lacking)
            if place.meld is None:
                melds.append(grown)
                addable.append(True)
            else:
                melds[place.meld] = grown
        return Table(tuple(melds), tuple(addable), on.start, on.of_wilds), books

    def _firsts(self, rank: str, on: Table, own: int, wilds: int) -> Iterator[Arrangement]:
        """What the first action may lay of a rank, as far as that matters for the rest of the turn."""
        if not self.apart:
            return iter([()])
        trio = self.trio if rank == self.trio_rank else ()
        helping = 0 if on.of_wilds else count_wilds(trio)
        forced = Forced(len(trio) - helping, helping)
        if not self.team.opened:
            value = CHEAPEST_WILD if on.of_wilds else VALUE[rank + "C"]
            return openings(self.ruleset, on, own, wilds, forced, value, self.deal.minimum)
        return takings(self.ruleset, on, own, wilds, forced) if trio else iter([()])


def _undominated(found: dict[Effect, Plan]) -> dict[Effect, Plan]:
    """Those than which none has as many books of each kind, worth as much, with the same wilds and discard."""
    kept: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    best: dict[Effect, Plan] = {}
    for effect, plan in sorted(found.items(), key=lambda one: (one[0][:3], one[1].value), reverse=True):
        better = kept.setdefault(effect[3:], [])
        books_and_value = (*effect[:3], plan.value)
        if not any(all(map(ge, other, books_and_value)) for other in better):
            better.append(books_and_value)
            best[effect] = plan
    return best


def _actions(search: _Search, plan: Plan, seat: int, threes: Cards) -> tuple[Command, ...]:
    """The plan as actions: the first where it stands apart, the growing of the melds step by step, the discard."""
    discard: Card | None = threes[0] if threes else None
    trio_wilds = [card for card in search.trio if card in WILDS]
    wilds = list(search.dearest)
    first: tuple[Lay, ...] = ()
    pools: list[list[Card]] = []
    for choice in plan.choices:
        trio = search.trio if choice.rank == search.trio_rank else ()
        of_rank = [] if choice.rank == WILD_RANK else search.own.get(choice.rank, [])
        naturals = [card for card in trio if card not in WILDS] + of_rank
        helping = trio_wilds + wilds if trio else wilds
        first += lays_of(choice.first, _names(search.team, choice), naturals, helping)
        wilds = helping
        pools.append(naturals)
    wilds = sorted(wilds + search.others.get(WILD_RANK, []), key=lambda card: -VALUE[card])
    if plan.choices[-1].discards:
        discard = wilds.pop()
    steps: list[tuple[Lay, ...]] = []
    for choice, naturals in zip(plan.choices, pools, strict=True):
        pool = naturals + (search.others.get(choice.rank, []) if choice.rank != WILD_RANK else [])
        if choice.discards and choice.rank != WILD_RANK:
            discard = pool.pop()
        names = _names(search.team, choice)
        for number, places in enumerate(rounds(search.ruleset, choice.on, choice.growths, choice.besides)):
            steps += [()] * (number + 1 - len(steps))
            steps[number] += lays_of(tuple(places), names, pool, wilds)
    actions: list[Command] = [LayMelds(seat, lays) for lays in steps if lays]
    if first:
        actions.insert(0, TakePile(seat, first) if search.taking else LayMelds(seat, first))
    if discard is not None:
        actions.append(Discard(seat, discard))
    return tuple(actions)


def _names(team: Team, choice: Choice) -> tuple[str, ...]:
    """The names of a rank's melds, those that the way begins after those that stand."""
    old = tuple(meld.name for meld in team.of_rank(choice.rank))
    begun = len(choice.first) + len(choice.growths)
    return old + tuple(f"{choice.rank}{number}" for number in range(len(old) + 1, len(old) + begun + 1))
