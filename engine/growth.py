"""What can become of the melds of one rank in the rest of a turn, in as many actions as it takes.

Only the end counts: how many naturals and wilds each meld has got, which books that made, and in how many steps. So few
cards decide here that every end is found by adding meld to meld; where a book takes naturals without end, the fewest
are reckoned and the others laid on it in the end.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.arrange import Place, Table
from engine.melds import BOOK, CLEAN, DIRTY, SMALLEST, WILD, Shape, fewest_naturals, refuse_new
from engine.ruleset import Kinds, Ruleset

NO_BOOKS = Kinds(0, 0, 0)
BEGUN = Shape(2, 1, of_wilds=False)
"""The smallest beginning of a dirty meld that leaves the most room for wilds."""


class Growth(NamedTuple):
    """What one meld grows by. `own` are cards of its rank (in a meld of wilds: the wilds), `wilds` help."""

    meld: int | None  # its place among the team's melds of the rank; None: it is new
    own: int
    wilds: int
    kind: str | None = None  # of the book that it becomes
    left_open: bool = False
    takes_more: bool = False  # cards of its rank, as many as there are
    in_two: bool = False  # begun small: only the addition that completes it makes room for its wilds


class End(NamedTuple):
    """How the melds of a rank stand in the end: cards of the rank left over, wilds laid, books gained."""

    left: int
    wilds: int
    books: Kinds


class _Reached(NamedTuple):
    """What counts in some melds having grown. `own` is 0 where one takes all others: then fewer are always better."""

    own: int
    wilds: int
    books: Kinds
    left_open: int
    takes_more: bool


_Grown = dict[_Reached, tuple[int, tuple[Growth, ...]]]  # how many cards of the rank it took, and how


@lru_cache(maxsize=512)
def ends(ruleset: Ruleset, on: Table, own: int, wilds: int, enough: Kinds) -> dict[End, tuple[tuple[Growth, ...], int]]:
    """Every end with no card of the rank left over, or one: how the melds grow, and what is laid on a book besides.

    `own` cards of the rank and up to so many `wilds` may be laid; more books than `enough` count as `enough`.
    """
    grown: _Grown = {_Reached(0, 0, NO_BOOKS, 0, takes_more=False): (0, ())}
    limits = (own, wilds, enough)
    for place, old in enumerate(on.melds):
        ways = list(growths(ruleset, old, place, on.addable[place], wilds))
        grown = _merged({}, (found for way in ways for found in _joined(grown, way, *limits)))
    if on.start and (ruleset.reopen_rank or not on.melds) and (ruleset.wild_melds or not on.of_wilds):
        nothing = Shape(0, 0, on.of_wilds)
        books = list(_books(ruleset, nothing, None, wilds))
        last = [*_unfinished(ruleset, nothing, None, wilds), *(() if ruleset.reopen_rank else books)]
        for book in books if ruleset.reopen_rank else ():
            fresh = grown
            while fresh:
                fresh = _merged(grown, list(_joined(fresh, book, *limits)))
        _merged(grown, [found for way in last for found in _joined(grown, way, *limits)])
    found: dict[End, tuple[tuple[Growth, ...], int]] = {}
    for reached, (used, done) in grown.items():
        for left in range(min(own, 1) + 1):
            besides = own - left - used
            if besides == 0 or (besides > 0 and reached.takes_more):
                found.setdefault(End(left, reached.wilds, reached.books), (done, besides))
    return found


def _merged(grown: _Grown, found: Iterable[tuple[_Reached, int, tuple[Growth, ...]]]) -> _Grown:
    """Adds to `grown` what is new there, or took fewer cards; that alone is returned if `grown` was not empty."""
    better: _Grown = {}
    for reached, used, done in found:
        if reached not in grown or used < grown[reached][0]:
            grown[reached] = better[reached] = (used, done)
    return better


def _joined(
    grown: _Grown, way: Growth, own: int, wilds: int, enough: Kinds
) -> Iterator[tuple[_Reached, int, tuple[Growth, ...]]]:
    """What was reached, with one more meld grown."""
    for reached, (used, done) in grown.items():
        together, helping = used + way.own, reached.wilds + way.wilds
        left_open = reached.left_open + way.left_open
        if together > own or helping > wilds or (way.meld is None and left_open + way.in_two > 1):
            continue
        takes_more = reached.takes_more or way.takes_more
        books = with_book(reached.books, way.kind, enough)
        yield (
            _Reached(0 if takes_more else together, helping, books, left_open, takes_more),
            together,
            (*done, way),
        )


@lru_cache(maxsize=4096)
def with_book(books: Kinds, kind: str | None, enough: Kinds) -> Kinds:
    """The books with one more, of a kind, where there are not enough yet."""
    if kind is None or getattr(books, kind) >= getattr(enough, kind):
        return books
    return books._replace(**{kind: getattr(books, kind) + 1})


def growths(ruleset: Ruleset, old: Shape, place: int, addable: bool, wilds: int) -> Iterator[Growth]:
    """All that one meld on the table may grow by."""
    if not addable:
        yield Growth(place, 0, 0, left_open=old.size < BOOK)
    elif old.size < BOOK:
        yield from _unfinished(ruleset, old, place, wilds)
        yield from _books(ruleset, old, place, wilds)
    else:
        joins = _joins(ruleset, old.of_wilds)
        for more, fewest in _with_wilds(ruleset, old, wilds if joins == "any" else 0):
            yield Growth(place, fewest, more, takes_more=joins != "none")


def _unfinished(ruleset: Ruleset, old: Shape, place: int | None, wilds: int) -> Iterator[Growth]:
    """The ways to leave a meld open, or to begin one that stays open."""
    for more, fewest in _with_wilds(ruleset, old, wilds):
        least = max(fewest, SMALLEST - old.size - more)
        for own in range(least, BOOK - old.size - more):
            yield Growth(place, own, more, left_open=True)


def _books(ruleset: Ruleset, old: Shape, place: int | None, wilds: int) -> Iterator[Growth]:
    """The ways to complete a meld, on the table or new, each with the fewest cards of its rank."""
    joins = _joins(ruleset, old.of_wilds)
    takes_more = joins != "none"
    for more, fewest in _with_wilds(ruleset, old, wilds):
        kind = WILD if old.of_wilds else DIRTY if old.wilds + more else CLEAN
        to_book = BOOK - old.size - more
        own = max(fewest, to_book)
        in_two = own > to_book and joins == "naturals" and place is None
        # Under `naturals` an addition may go past seven with naturals alone: its wilds have room before that.
        room = BOOK - (BEGUN.naturals if in_two else old.size)
        if own == to_book or joins == "any" or (joins == "naturals" and more <= room):
            yield Growth(place, own, more, kind, takes_more=takes_more, in_two=in_two)
        if joins == "any" and more and not old.wilds:  # seven naturals are a clean book; what joins it leaves its kind
            yield Growth(place, max(fewest, BOOK - old.size), more, CLEAN, takes_more=True)


def _with_wilds(ruleset: Ruleset, old: Shape, wilds: int) -> Iterator[tuple[int, int]]:
    """The numbers of wilds that may be laid on a meld, each with the fewest naturals that must come with them."""
    yield 0, 0
    if not old.of_wilds:
        for more in range(1, min(wilds, ruleset.max_wilds - old.wilds) + 1):
            yield more, max(0, fewest_naturals(ruleset, old.wilds + more) - old.naturals)


def counts(on: Table, own: int, wilds: int) -> tuple[int, int]:
    """Naturals and wilds: cards of the rank itself are wilds where the melds are of wilds."""
    return (0, own) if on.of_wilds else (own, wilds)


def _joins(ruleset: Ruleset, of_wilds: bool) -> str:
    """What may be laid on a completed book of this sort."""
    return "none" if of_wilds and ruleset.add_to_books == "naturals" else ruleset.add_to_books


def rounds(ruleset: Ruleset, on: Table, grown: tuple[Growth, ...], besides: int) -> list[list[Place]]:
    """What is laid in one action after the other. New melds are numbered as they are begun, after those on the table;
    each is named by its number once it is on the table."""
    steps: list[list[Place]] = []
    new = len(on.melds)
    begin = 0
    # Begun small, a meld must be complete before the next open one is begun.
    for way in sorted(grown, key=lambda way: (way.meld is None, way.left_open, way.in_two)):
        parts = _parts(ruleset, on, way, besides if way.takes_more else 0)
        besides = 0 if way.takes_more else besides
        number = way.meld
        for later, (own, wilds) in enumerate(parts):
            steps += [[] for _ in range(begin + later + 1 - len(steps))]
            if own + wilds:
                steps[begin + later].append(Place(number, *counts(on, own, wilds)))
            number = new if number is None else number
        begin += way.in_two
        new += way.meld is None
    return steps


def _parts(ruleset: Ruleset, on: Table, way: Growth, besides: int) -> list[tuple[int, int]]:
    """What is laid on a meld at first, and what afterwards: on a book that an action makes, more goes with the next."""
    own, wilds = way.own + besides, way.wilds
    if way.left_open:
        return [(own, wilds)]
    if way.in_two:
        return [(BEGUN.naturals, BEGUN.wilds), (own - BEGUN.naturals, wilds - BEGUN.wilds)]
    if way.meld is not None:
        return [(own, 0), (0, wilds)] if way.kind == CLEAN and wilds else [(own, wilds)]
    if way.kind == CLEAN or on.of_wilds:
        return [(BOOK, 0), (own - BOOK, wilds)]
    first = next(
        more
        for more in range(min(wilds, BOOK), 0, -1)
        if BOOK - more <= own and refuse_new(ruleset, Shape(BOOK - more, more, of_wilds=False)) is None
    )
    return [(BOOK - first, first), (own - BOOK + first, wilds - first)]
