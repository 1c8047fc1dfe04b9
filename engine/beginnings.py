"""What the first action of a way out may lay of one rank, where it must do more than lay cards: take the pile, or reach
the minimum. Only what matters for the rest of the turn: whatever can wait for the second action as well, waits.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.arrange import Arrangement, Place, Table, arrangements
from engine.cards import VALUE
from engine.growth import counts, growths
from engine.melds import BOOK, SMALLEST, Shape, refuse_new
from engine.ruleset import Ruleset

CHEAPEST_WILD = VALUE["2C"]


class Forced(NamedTuple):
    """How many cards of the rank, and helping wilds, must be laid: the top of the pile and its pair."""

    own: int = 0
    wilds: int = 0


def openings(
    ruleset: Ruleset, on: Table, own: int, wilds: int, forced: Forced, value: int, minimum: int
) -> Iterator[Arrangement]:
    """The new melds of a team that has none. `value` is that of a card of the rank. Where all but one of these melds
    reach the minimum, the one could wait."""
    if not forced.own:
        yield ()
    for found in _new_melds(ruleset, on, own, wilds, value, minimum):
        if (
            sum(_own(on, place) for place in found) >= forced.own
            and sum(_wilds(on, place) for place in found) >= forced.wilds
        ):
            yield found


def _new_melds(
    ruleset: Ruleset, on: Table, own: int, wilds: int, value: int, minimum: int, wildest: int = BOOK
) -> Iterator[Arrangement]:
    """New melds of up to so many cards: books, the wildest first, then at most one that is not full."""
    for new in _shapes(ruleset, on, own, wilds):
        place = Place(None, new.naturals, new.wilds)
        yield (place,)
        if new.size < BOOK or new.wilds > wildest or not ruleset.reopen_rank:
            continue
        laid = _own(on, place)
        lacking = minimum - laid * value - (place.size - laid) * CHEAPEST_WILD
        if lacking > 0:
            left = own - laid, wilds - (place.size - laid)
            for others in _new_melds(ruleset, on, *left, value, lacking, new.wilds):
                yield (place, *others)


def takings(ruleset: Ruleset, on: Table, own: int, wilds: int, forced: Forced) -> Iterator[Arrangement]:
    """The ways to lay the top of the pile and its pair where the team has melded: on the melds that are open and on
    books, with a new meld begun if the old ones are complete; or in a new book, which holds all three."""
    books = tuple(may and old.size >= BOOK for may, old in zip(on.addable, on.melds, strict=True))
    to_books = on._replace(addable=books, start=False)
    may_begin = ruleset.reopen_rank or not on.melds
    new = [Place(None, one.naturals, one.wilds) for one in _shapes(ruleset, on, own, wilds)] if may_begin else []
    still_open = [place for place, old in enumerate(on.melds) if old.size < BOOK]
    for some in _on_open(ruleset, on, wilds, forced, still_open):
        completed = {place.meld for place in some if _completes(on, place)}
        begun = [place for place in new if place.size == SMALLEST] if completed.issuperset(still_open) else []
        for laid in [some] + [(*some, place) for place in begun if sum(_missing(on, forced, some))]:
            if sum(_own(on, place) for place in laid) <= own and sum(_wilds(on, place) for place in laid) <= wilds:
                for rest in arrangements(ruleset, to_books, *counts(on, *_missing(on, forced, laid))):
                    yield (*rest, *laid)
    if len(still_open) <= 1:
        yield from ((place,) for place in new if place.size == BOOK)


def _missing(on: Table, forced: Forced, laid: Arrangement) -> Forced:
    """What of the top and its pair must still be laid: a wild may be missing, or a card of the rank."""
    own = max(0, forced.own - sum(_own(on, place) for place in laid))
    return Forced(own, max(0, sum(forced) - own - sum(place.size for place in laid)))


def _completes(on: Table, place: Place) -> bool:
    """Whether this makes a book of a meld on the table."""
    return place.meld is not None and on.melds[place.meld].size + place.size >= BOOK


def _on_open(ruleset: Ruleset, on: Table, wilds: int, forced: Forced, still_open: list[int]) -> Iterator[Arrangement]:
    """What may be laid on the melds that are open: nothing, too; where that completes none, no more than must be."""
    if not still_open:
        yield ()
        return
    number = still_open[0]
    for others in _on_open(ruleset, on, wilds, forced, still_open[1:]):
        for way in growths(ruleset, on.melds[number], number, on.addable[number], wilds):
            if way.left_open and (way.own > forced.own or way.wilds > forced.wilds):
                continue
            for more in range(max(0, forced.own - way.own) + 1 if way.takes_more else 1):
                place = Place(number, *counts(on, way.own + more, way.wilds))
                yield (*others, *((place,) if place.size else ()))


def _shapes(ruleset: Ruleset, on: Table, own: int, wilds: int) -> list[Shape]:
    """The new melds of up to so many cards of the rank and so many wilds, the wildest first."""
    if not on.start:
        return []
    shapes = []
    for helping in range(min(wilds, BOOK), -1, -1):
        for number in range(max(1, SMALLEST - helping), min(own, BOOK - helping) + 1):
            shape = Shape(*counts(on, number, helping), on.of_wilds)
            if refuse_new(ruleset, shape) is None:
                shapes.append(shape)
    return shapes


def _own(on: Table, place: Place) -> int:
    """The cards of the rank itself among those laid on a meld."""
    return place.wilds if on.of_wilds else place.naturals


def _wilds(on: Table, place: Place) -> int:
    """The wilds that help among them."""
    return 0 if on.of_wilds else place.wilds
