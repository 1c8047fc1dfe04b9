"""Faces, ranks, values and packs (rules.md section 1).

A card is its face: rank and suit in two characters (`"KH"`, `"TD"`), a joker is `"JK"`. Packs repeat, so faces
repeat: a hand is a bag of faces, kept as a tuple in one fixed order so that equal hands are equal tuples.
"""

from collections.abc import Iterable

Card = str
Cards = tuple[Card, ...]

SUITS = "CDHS"
NATURAL_RANKS = "AKQJT987654"
JOKER = "JK"
WILD_RANK = "W"  # the rank of a meld of wilds; no card has it
PACK_ORDER: Cards = tuple(rank + suit for suit in SUITS for rank in "AKQJT98765432")

FACES: Cards = (*tuple(rank + suit for rank in NATURAL_RANKS + "23" for suit in SUITS), JOKER)
_PLACE = {face: place for place, face in enumerate(FACES)}

RANK: dict[Card, str] = {face: face[0] for face in FACES} | {JOKER: JOKER}
WILDS = frozenset(face for face in FACES if face[0] == "2") | {JOKER}
THREES = frozenset(face for face in FACES if face[0] == "3")
RED_THREES = frozenset(("3D", "3H"))
NATURALS = frozenset(FACES) - WILDS - THREES
MELD_RANK: dict[Card, str] = {face: WILD_RANK if face in WILDS else rank for face, rank in RANK.items()}
"""The rank of the meld that a card makes with its like: wilds together make one of wilds. (Threes make none.)"""

_BY_RANK = dict.fromkeys("KQJT98", 10) | dict.fromkeys("7654", 5) | {"A": 20, "2": 20, JOKER: 50}
VALUE: dict[Card, int] = {face: _BY_RANK.get(rank, 0) for face, rank in RANK.items()}
"""Points of a card in a meld (R 7). Threes are never melded; what one costs when caught is the ruleset's."""


def to_text(cards: Iterable[Card]) -> str:
    """Cards as text: their faces with blanks between."""
    return " ".join(cards)


def from_text(text: str) -> Cards:
    """The cards that `to_text` wrote, taken as they are."""
    return tuple(text.split())


def in_order(cards: Iterable[Card]) -> Cards:
    """The same cards in the one fixed order: ranks from ace to four, twos, threes, jokers; within a rank C D H S."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def without(cards: Cards, gone: Iterable[Card]) -> Cards:
    """`cards` less the cards of `gone`, each taken once. Raises ValueError if one of them is not there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def missing(cards: Cards, wanted: Iterable[Card]) -> Cards:
    """Those of `wanted`, as a bag, that `cards` does not hold."""
    left = list(cards)
    lacking = []
    for card in wanted:
        if card in left:
            left.remove(card)
        else:
            lacking.append(card)
    return tuple(lacking)


def by_rank(cards: Iterable[Card]) -> dict[str, list[Card]]:
    """The cards sorted into those that make melds together, twos and jokers among the wilds; the order is kept."""
    sorted_out: dict[str, list[Card]] = {}
    for card in cards:
        sorted_out.setdefault(MELD_RANK[card], []).append(card)
    return sorted_out


def worth(cards: Iterable[Card]) -> int:
    """Points of these cards in a meld."""
    return sum(map(VALUE.__getitem__, cards))


def packs(number: int, jokers_per_pack: int) -> Cards:
    """`number` packs before the shuffle, in the order that wire.md fixes: suit by suit, ace to two, then the jokers."""
    return (PACK_ORDER + (JOKER,) * jokers_per_pack) * number
