"""Melds and books (rules.md section 5): what may be started, what may be added, and what kind it then is."""

from functools import lru_cache
from typing import NamedTuple

from engine.cards import MELD_RANK, RANK, WILD_RANK, WILDS, Card, Cards, in_order
from engine.ruleset import Ruleset

BOOK = 7
"""With so many cards a meld is a book, complete."""
SMALLEST = 3

CLEAN, DIRTY, WILD = "clean", "dirty", "wild"


class Meld(NamedTuple):
    """A team's meld. `name` is its rank and its number among the team's melds of that rank: K1, K2, W1."""

    name: str
    cards: Cards
    kind: str

    @property
    def rank(self) -> str:
        """The rank of its naturals, or W."""
        return self.name[0]

    @property
    def is_book(self) -> bool:
        """Complete."""
        return len(self.cards) >= BOOK

    @property
    def wilds(self) -> int:
        """How many of its cards are wild."""
        return count_wilds(self.cards)


class Shape(NamedTuple):
    """What the rules of laying look at in a meld: how many naturals and wilds, and whether it is a meld of wilds."""

    naturals: int
    wilds: int
    of_wilds: bool

    @property
    def size(self) -> int:
        """How many cards."""
        return self.naturals + self.wilds


@lru_cache(maxsize=4096)
def shape(meld: Meld) -> Shape:
    """The shape of a meld on the table."""
    wilds = meld.wilds
    return Shape(len(meld.cards) - wilds, wilds, meld.rank == WILD_RANK)


def count_wilds(cards: Cards) -> int:
    """How many of these cards are wild."""
    return sum(map(WILDS.__contains__, cards))


def kind_of(cards: Cards) -> str:
    """Clean without a wild, wild with nothing else, dirty otherwise."""
    wilds = count_wilds(cards)
    return CLEAN if not wilds else WILD if wilds == len(cards) else DIRTY


def started(name: str, cards: Cards) -> Meld:
    """A new meld of these cards."""
    return Meld(name, in_order(cards), kind_of(cards))


def added(meld: Meld, cards: Cards) -> Meld:
    """The meld with these cards added; the kind of a book stays."""
    together = in_order(meld.cards + cards)
    return Meld(meld.name, together, meld.kind if meld.is_book else kind_of(together))


def rank_of(cards: Cards) -> str:
    """The rank that a new meld of these cards would have: that of its first natural, or W."""
    return next((RANK[card] for card in cards if card not in WILDS), WILD_RANK)


def rank_taking(card: Card) -> str:
    """The rank of the melds in which this card, on top of the pile, is taken."""
    return MELD_RANK[card]


def too_wild(ruleset: Ruleset, naturals: int, wilds: int) -> bool:
    """Whether so many wilds are more than the rules allow beside so many naturals (`wild_share`, `max_wilds`)."""
    return wilds > 0 and (wilds > ruleset.max_wilds or naturals < fewest_naturals(ruleset, wilds))


def fewest_naturals(ruleset: Ruleset, wilds: int) -> int:
    """The fewest naturals that must lie beside so many wilds (`wild_share`)."""
    match ruleset.wild_share:
        case "half":
            return 2 * wilds
        case "fewer":
            return wilds + 1 if wilds else 0
        case _:
            return wilds


def refuse_new(ruleset: Ruleset, new: Shape) -> str | None:
    """Why a meld of this shape may not be started, or None."""
    if new.of_wilds and not ruleset.wild_melds:
        return "no_wild_melds"
    if new.size < SMALLEST:
        return "too_few_cards"
    if new.size > BOOK:
        return "too_many_cards"
    if not new.of_wilds and too_wild(ruleset, new.naturals, new.wilds):
        return "too_many_wilds"
    return None


def refuse_addition(ruleset: Ruleset, old: Shape, naturals: int, wilds: int) -> str | None:
    """Why so many naturals and wilds may not be added to a meld of this shape, or None.

    Under `add_to_books: naturals` an addition may complete a meld and go past seven there, if the surplus is naturals
    alone; what counts for the wilds is the meld after the action.
    """
    size = old.size + naturals + wilds
    if old.size >= BOOK and not _joins_books(ruleset, old, wilds):
        return "book_complete"
    if size > BOOK and old.size < BOOK:
        surplus_fits = naturals >= size - BOOK or ruleset.add_to_books == "any"
        if not _joins_books(ruleset, old, 0) or not surplus_fits:
            return "too_many_cards"
    if not old.of_wilds and wilds and too_wild(ruleset, old.naturals + naturals, old.wilds + wilds):
        return "too_many_wilds"
    return None


def _joins_books(ruleset: Ruleset, book: Shape, wilds: int) -> bool:
    """Whether cards, so many of them wild, may be laid on a book at all."""
    if ruleset.add_to_books == "any":
        return True
    return ruleset.add_to_books == "naturals" and not book.of_wilds and not wilds
