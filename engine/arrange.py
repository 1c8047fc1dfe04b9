"""All ways of laying so many cards of one rank in one action: onto the team's melds of that rank, and as new melds.

Suits don't matter here, nor which wild it is: an arrangement counts naturals and wilds. The cheapest opening and the
takings of the pile are built on it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.melds import BOOK, SMALLEST, Meld, Shape, refuse_addition, refuse_new, shape
from engine.ruleset import Ruleset
from engine.state import ADDS, STARTS, Deal


class Place(NamedTuple):
    """So many cards on one meld: the team's meld `meld` of the rank, or a new one (None)."""

    meld: int | None
    naturals: int
    wilds: int

    @property
    def size(self) -> int:
        """How many cards."""
        return self.naturals + self.wilds


Arrangement = tuple[Place, ...]


class Freedom(NamedTuple):
    """What the turn still allows (`one_meld_action`): starting melds, and to which melds cards may be added."""

    start: bool
    old: bool
    new: bool

    def allows(self, name: str, deal: Deal) -> bool:
        """Whether cards may be added to the meld of this name."""
        return self.new if name in deal.started_this_turn else self.old


FREE = Freedom(start=True, old=True, new=True)
STARTING = Freedom(start=True, old=False, new=True)
ADDING = Freedom(start=False, old=True, new=False)


def freedoms(ruleset: Ruleset, deal: Deal) -> tuple[Freedom, ...]:
    """The choices that the turn's player has: one, or, before melding under `one_meld_action`, starting or adding."""
    if not ruleset.one_meld_action:
        return (FREE,)
    if deal.melded_this_turn == STARTS:
        return (STARTING,)
    if deal.melded_this_turn == ADDS:
        return (ADDING,)
    return (STARTING, ADDING)


class Table(NamedTuple):
    """A team's melds of one rank, and what may be done with them."""

    melds: tuple[Shape, ...]
    addable: tuple[bool, ...]
    start: bool
    of_wilds: bool


def table(deal: Deal, melds: tuple[Meld, ...], freedom: Freedom, of_wilds: bool) -> Table:
    """What `arrangements` needs to know of a team's melds of one rank."""
    shapes = tuple(shape(meld) for meld in melds)
    return Table(shapes, tuple(freedom.allows(meld.name, deal) for meld in melds), freedom.start, of_wilds)


def arrangements(ruleset: Ruleset, on: Table, naturals: int, wilds: int) -> Iterator[Arrangement]:
    """Every legal way to lay exactly so many naturals and wilds on melds of one rank in one action."""
    yield from _onto_old(ruleset, on, 0, naturals, wilds, ())


def _onto_old(
    ruleset: Ruleset, on: Table, index: int, naturals: int, wilds: int, done: Arrangement
) -> Iterator[Arrangement]:
    if index == len(on.melds):
        yield from _as_new(ruleset, on, naturals, wilds, done)
        return
    yield from _onto_old(ruleset, on, index + 1, naturals, wilds, done)
    if not on.addable[index]:
        return
    old = on.melds[index]
    most_wilds = (
        wilds if old.of_wilds or ruleset.add_to_books == "any" else max(0, min(wilds, ruleset.max_wilds - old.wilds))
    )
    for more_wilds in range(most_wilds + 1):
        for more in range(0 if more_wilds else 1, naturals + 1):
            if refuse_addition(ruleset, old, more, more_wilds) is None:
                place = Place(index, more, more_wilds)
                yield from _onto_old(ruleset, on, index + 1, naturals - more, wilds - more_wilds, (*done, place))


def _as_new(ruleset: Ruleset, on: Table, naturals: int, wilds: int, done: Arrangement) -> Iterator[Arrangement]:
    if not naturals and not wilds:
        yield done
        return
    if not on.start or naturals + wilds < SMALLEST:
        return
    grown = {place.meld: place.size for place in done}
    still_open = any(old.size + grown.get(index, 0) < BOOK for index, old in enumerate(on.melds))
    for new in _splits(ruleset, on.of_wilds, naturals, wilds, wilds):
        unfinished = still_open + sum(place.size < BOOK for place in new)
        if unfinished <= 1 and (ruleset.reopen_rank or len(on.melds) + len(new) == 1):
            yield (*done, *new)


def _splits(ruleset: Ruleset, of_wilds: bool, naturals: int, wilds: int, most: int) -> Iterator[Arrangement]:
    """New melds of exactly these cards: books first, the wildest first, then at most one that is not full."""
    if naturals + wilds <= BOOK and refuse_new(ruleset, Shape(naturals, wilds, of_wilds)) is None:
        yield (Place(None, naturals, wilds),)
    if naturals + wilds < BOOK + SMALLEST:
        return
    for in_book in range(min(most, wilds, BOOK), -1, -1):
        rest = naturals - (BOOK - in_book)
        if rest >= 0 and refuse_new(ruleset, Shape(BOOK - in_book, in_book, of_wilds)) is None:
            for others in _splits(ruleset, of_wilds, rest, wilds - in_book, in_book):
                yield (Place(None, BOOK - in_book, in_book), *others)
