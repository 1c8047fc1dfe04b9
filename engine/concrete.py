"""From counts to cards: the melds that an arrangement means, out of the cards at hand."""

from engine.arrange import Arrangement
from engine.cards import Card
from engine.commands import Lay


def lays_of(found: Arrangement, names: tuple[str, ...], naturals: list[Card], wilds: list[Card]) -> tuple[Lay, ...]:
    """The melds of one rank, taking cards from the front of `naturals` and `wilds` (both are used up as it goes)."""
    lays = []
    for place in found:
        cards = [naturals.pop(0) for _ in range(place.naturals)] + [wilds.pop(0) for _ in range(place.wilds)]
        lays.append(Lay(tuple(cards), None if place.meld is None else names[place.meld]))
    return tuple(lays)
