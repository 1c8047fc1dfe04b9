"""Cards as pages written by the server show them: what stands on a card, its colour, its name."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from engine.cards import JOKER, WILDS, Card

NAMES: dict[Card, Any] = {
    "AS": lazy("ace of spades"),
    "KS": lazy("king of spades"),
    "QS": lazy("queen of spades"),
    "JS": lazy("jack of spades"),
    "TS": lazy("10 of spades"),
    "9S": lazy("9 of spades"),
    "8S": lazy("8 of spades"),
    "7S": lazy("7 of spades"),
    "6S": lazy("6 of spades"),
    "5S": lazy("5 of spades"),
    "4S": lazy("4 of spades"),
    "3S": lazy("3 of spades"),
    "2S": lazy("2 of spades"),
    "AH": lazy("ace of hearts"),
    "KH": lazy("king of hearts"),
    "QH": lazy("queen of hearts"),
    "JH": lazy("jack of hearts"),
    "TH": lazy("10 of hearts"),
    "9H": lazy("9 of hearts"),
    "8H": lazy("8 of hearts"),
    "7H": lazy("7 of hearts"),
    "6H": lazy("6 of hearts"),
    "5H": lazy("5 of hearts"),
    "4H": lazy("4 of hearts"),
    "3H": lazy("3 of hearts"),
    "2H": lazy("2 of hearts"),
    "AD": lazy("ace of diamonds"),
    "KD": lazy("king of diamonds"),
    "QD": lazy("queen of diamonds"),
    "JD": lazy("jack of diamonds"),
    "TD": lazy("10 of diamonds"),
    "9D": lazy("9 of diamonds"),
    "8D": lazy("8 of diamonds"),
    "7D": lazy("7 of diamonds"),
    "6D": lazy("6 of diamonds"),
    "5D": lazy("5 of diamonds"),
    "4D": lazy("4 of diamonds"),
    "3D": lazy("3 of diamonds"),
    "2D": lazy("2 of diamonds"),
    "AC": lazy("ace of clubs"),
    "KC": lazy("king of clubs"),
    "QC": lazy("queen of clubs"),
    "JC": lazy("jack of clubs"),
    "TC": lazy("10 of clubs"),
    "9C": lazy("9 of clubs"),
    "8C": lazy("8 of clubs"),
    "7C": lazy("7 of clubs"),
    "6C": lazy("6 of clubs"),
    "5C": lazy("5 of clubs"),
    "4C": lazy("4 of clubs"),
    "3C": lazy("3 of clubs"),
    "2C": lazy("2 of clubs"),
    JOKER: lazy("joker"),
}

RANKS: dict[str, Any] = {
    "A": pgettext_lazy("cards of a rank", "aces"),
    "K": pgettext_lazy("cards of a rank", "kings"),
    "Q": pgettext_lazy("cards of a rank", "queens"),
    "J": pgettext_lazy("cards of a rank", "jacks"),
    "T": pgettext_lazy("cards of a rank", "10s"),
    "9": pgettext_lazy("cards of a rank", "9s"),
    "8": pgettext_lazy("cards of a rank", "8s"),
    "7": pgettext_lazy("cards of a rank", "7s"),
    "6": pgettext_lazy("cards of a rank", "6s"),
    "5": pgettext_lazy("cards of a rank", "5s"),
    "4": pgettext_lazy("cards of a rank", "4s"),
    "W": pgettext_lazy("cards of a rank", "wilds"),
}
"""The ranks of melds."""


class Face(NamedTuple):
    """A card as it is drawn: its rank as people write it, the sign of its suit, its colour (b, r; w: a wild)."""

    rank: str
    sign: str
    colour: str


class Group(NamedTuple):
    """Cards that lie together: drawn for the eye, named for the ear."""

    faces: tuple[Face, ...]
    names: str


def face(card: Card) -> Face:
    """How a card is drawn."""
    if card == JOKER:
        return Face("", "star", "w")
    colour = "w" if card in WILDS else "r" if card[1] in "DH" else "b"
    return Face("10" if card[0] == "T" else card[0], card[1], colour)


def group(cards: Iterable[Card]) -> Group:
    """Cards as they are drawn and named together."""
    cards = tuple(cards)
    return Group(tuple(map(face, cards)), ", ".join(str(NAMES[card]) for card in cards))
