"""The planner of going out: whether all cards can be laid in this turn, but for a discard, with the books there.

The ranks are independent but for the wilds they share and the books they finish together, so the plan is found rank by
rank: for each number of wilds used and of books gained so far the best way, and in the end the rest of the wilds.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.arrange import Arrangement, Freedom, Place, Table, arrangements, freedoms, table
from engine.cards import NATURAL_RANKS, RANK, THREES, VALUE, WILD_RANK, WILDS, Card, Cards, worth
from engine.commands import Command, Discard, Lay, LayMelds
from engine.concrete import lays_of
from engine.melds import BOOK, CLEAN, DIRTY, WILD, Shape, refuse_addition
from engine.ruleset import Kinds, Ruleset
from engine.state import Deal, Team


class Reached(NamedTuple):
    """How far a partial plan has come: wilds used, books still gained, and whether the discard is chosen."""

    wilds: int
    clean: int
    dirty: int
    discarded: int


class Choice(NamedTuple):
    """What becomes of one rank: a card of it discarded or not, the first laying, and what is laid afterwards on the
    books that it made (an action can't add to a meld that it starts itself, and what joins a book leaves its kind)."""

    rank: str
    discards: int
    first: Arrangement
    later: Arrangement  # its places name those of `first`
    clean: int
    dirty: int
    wild: int


class Plan(NamedTuple):
    """The choices so far, and the points of the naturals in the first laying."""

    value: int
    choices: tuple[Choice, ...]


NOTHING_LAID = Plan(0, ())


def way_to_lay_all(ruleset: Ruleset, deal: Deal, team: Team, hand: Cards, seat: int) -> tuple[Command, ...] | None:
    """The actions by which this hand is got rid of in this turn, after drawing, with the books to go out; else None.

    Looks at the cards of the hand and the team's melds alone. An empty hand with the books there needs no action.
    """
    threes = tuple(card for card in hand if card in THREES)
    if len(threes) > 1 or (threes and ruleset.last_discard == "forbidden"):
        return None
    for freedom in freedoms(ruleset, deal):
        search = _Search(ruleset, deal, team, hand, freedom)
        plan = search.plan(len(threes))
        if plan is not None:
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

    def __init__(self, ruleset: Ruleset, deal: Deal, team: Team, hand: Cards, freedom: Freedom) -> None:
        self.ruleset, self.deal, self.team, self.hand, self.freedom = ruleset, deal, team, hand, freedom
        self.wilds = sorted((card for card in hand if card in WILDS), key=lambda card: -VALUE[card])
        self.lacking = missing_books(ruleset, team)

    def plan(self, threes: int) -> Plan | None:
        """The best plan, or None."""
        plans = {Reached(0, 0, 0, threes): NOTHING_LAID}
        for rank in NATURAL_RANKS:
            held = sum(RANK[card] == rank for card in self.hand)
            if not held and not (self.wilds and self.team.of_rank(rank)):
                continue
            plans = self._extended(plans, list(self._choices(rank, held)))
            if not plans:
                return None
        return self._finished(plans)

    def _extended(self, plans: dict[Reached, Plan], choices: list[Choice]) -> dict[Reached, Plan]:
        extended: dict[Reached, Plan] = {}
        for reached, plan in plans.items():
            for choice in choices:
                after = Reached(
                    reached.wilds + sum(place.wilds for place in choice.first + choice.later),
                    min(reached.clean + choice.clean, self.lacking.clean),
                    min(reached.dirty + choice.dirty, self.lacking.dirty),
                    reached.discarded + choice.discards,
                )
                if after.discarded > 1 or after.wilds > len(self.wilds):
                    continue
                value = plan.value + sum(place.naturals for place in choice.first) * VALUE[choice.rank + "C"]
                if after not in extended or extended[after].value < value:
                    extended[after] = Plan(value, (*plan.choices, choice))
        return extended

    def _finished(self, plans: dict[Reached, Plan]) -> Plan | None:
        """A plan to which the rest of the wilds fit, with all books and, for a team's first meld, the minimum."""
        may_discard = self.ruleset.last_discard != "forbidden"
        for reached, plan in plans.items():
            if reached.clean < self.lacking.clean or reached.dirty < self.lacking.dirty:
                continue
            for discards in range(2 if may_discard and not reached.discarded else 1):
                if self.ruleset.last_discard == "required" and not reached.discarded + discards:
                    continue
                for choice in self._wild_choices(len(self.wilds) - reached.wilds - discards, discards):
                    whole = Plan(plan.value, (*plan.choices, choice))
                    if choice.wild >= self.lacking.wild and self._opens(whole, discards):
                        return whole
        return None

    def _opens(self, plan: Plan, discarded_wilds: int) -> bool:
        """Whether the first laying reaches the minimum, where the team has not melded yet."""
        laid = any(choice.first for choice in plan.choices)
        if self.team.opened or not laid:
            return True
        later = sum(place.wilds for choice in plan.choices for place in choice.later)
        return plan.value + worth(self.wilds[: len(self.wilds) - discarded_wilds - later]) >= self.deal.minimum

    def _choices(self, rank: str, held: int) -> Iterator[Choice]:
        on = table(self.deal, self.team.of_rank(rank), self.freedom, of_wilds=False)
        may_discard = held and self.ruleset.last_discard != "forbidden"
        for discards in (0, 1) if may_discard else (0,):
            for wilds in range(len(self.wilds) + 1):
                yield from self._layings(rank, on, held - discards, wilds, discards)

    def _wild_choices(self, wilds: int, discards: int) -> Iterator[Choice]:
        if wilds < 0:
            return
        on = table(self.deal, self.team.of_rank(WILD_RANK), self.freedom, of_wilds=True)
        yield from self._layings(WILD_RANK, on, 0, wilds, discards)

    def _layings(self, rank: str, on: Table, naturals: int, wilds: int, discards: int) -> Iterator[Choice]:
        for first in arrangements(self.ruleset, on, naturals, wilds):
            yield _choice(rank, on, first, (), discards)
        most_wilds = wilds if self.ruleset.add_to_books == "any" else 0
        for more in range(naturals + 1 if self.ruleset.add_to_books != "none" else 0):
            for wild in range(0 if more else 1, most_wilds + 1):
                for first in arrangements(self.ruleset, on, naturals - more, wilds - wild):
                    for later in _onto(self.ruleset, _made(self.ruleset, on, first), more, wild):
                        yield _choice(rank, on, first, later, discards)


def _made(ruleset: Ruleset, on: Table, first: Arrangement) -> list[tuple[int, Shape]]:
    """The books that a laying makes, by their places in it, on which more may go afterwards otherwise than at once."""
    made = []
    for number, place in enumerate(first):
        old = Shape(0, 0, on.of_wilds) if place.meld is None else on.melds[place.meld]
        if old.size < BOOK <= old.size + place.size:
            made.append((number, Shape(old.naturals + place.naturals, old.wilds + place.wilds, on.of_wilds)))
    if ruleset.add_to_books == "any":
        return made
    new = [(number, book) for number, book in made if first[number].meld is None]
    return new[:1]  # one takes as many naturals as you like


def _onto(ruleset: Ruleset, books: list[tuple[int, Shape]], naturals: int, wilds: int) -> Iterator[Arrangement]:
    """The ways to lay exactly so many naturals and wilds on these books."""
    if not books:
        if not naturals + wilds:
            yield ()
        return
    number, book = books[0]
    for more in range(naturals + 1):
        for wild in range(wilds + 1):
            if refuse_addition(ruleset, book, more, wild) is None:
                place = (Place(number, more, wild),) if more + wild else ()
                for others in _onto(ruleset, books[1:], naturals - more, wilds - wild):
                    yield (*place, *others)


def _choice(rank: str, on: Table, first: Arrangement, later: Arrangement, discards: int) -> Choice:
    """The choice with the books that it completes."""
    gained = []
    for place in first:
        old = Shape(0, 0, on.of_wilds) if place.meld is None else on.melds[place.meld]
        if old.size < BOOK <= old.size + place.size:
            gained.append(WILD if on.of_wilds else DIRTY if old.wilds + place.wilds else CLEAN)
    return Choice(rank, discards, first, later, gained.count(CLEAN), gained.count(DIRTY), gained.count(WILD))


def _actions(search: _Search, plan: Plan, seat: int, threes: Cards) -> tuple[Command, ...]:
    """The plan as actions: one laying, what goes on its new books afterwards, the discard."""
    discard: Card | None = threes[0] if threes else None
    wilds = list(search.wilds)
    if plan.choices[-1].discards:
        discard = wilds.pop()
    first: tuple[Lay, ...] = ()
    rests: list[tuple[Choice, list[Card]]] = []
    for choice in plan.choices:
        naturals = [card for card in search.hand if RANK[card] == choice.rank]
        if choice.discards and choice.rank != WILD_RANK:
            discard = naturals.pop()
        names = tuple(meld.name for meld in search.team.of_rank(choice.rank))
        first += lays_of(choice.first, names, naturals, wilds)
        rests.append((choice, naturals))
    later: tuple[Lay, ...] = ()
    for choice, naturals in rests:
        books = tuple(_name(search.team, choice, number) for number in range(len(choice.first)))
        later += lays_of(choice.later, books, naturals, wilds)
    actions: list[Command] = [LayMelds(seat, lays) for lays in (first, later) if lays]
    if discard is not None:
        actions.append(Discard(seat, discard))
    return tuple(actions)


def _name(team: Team, choice: Choice, number: int) -> str:
    """The name that a meld of the first laying has, or will have."""
    old = team.of_rank(choice.rank)
    place = choice.first[number]
    if place.meld is not None:
        return old[place.meld].name
    before = sum(place.meld is None for place in choice.first[:number])
    return f"{choice.rank}{len(old) + before + 1}"
