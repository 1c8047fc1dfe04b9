"""What careful lays: naturals as they come, wilds where they promise most, and the first meld when it pays."""

from typing import NamedTuple

from engine.arrange import FREE, Freedom, freedoms
from engine.bots.outlook import Outlook, risk, split, worth_of
from engine.bots.reasons import Move, move
from engine.cards import NATURAL_RANKS, VALUE, WILD_RANK, Card, worth
from engine.commands import Lay, LayMelds
from engine.going_out import LEAST_KEPT
from engine.melds import BOOK, CLEAN, DIRTY, SMALLEST, WILD, Meld, Shape, refuse_addition, refuse_new, shape
from engine.opening import cheapest

HAND_GONE, HAND_LEFT = 20, 48
"""What it is worth to hold a card less, and the more the fewer are left: the foot comes nearer."""
FOOT_GONE, WAY_OPEN = 4, 16
"""The same for a card of the foot: while books are missing, and when the way out is open."""
PAIR = 20
"""What a pair in the hand is worth while the pile may be taken with it."""
NEARLY_OUT, FOOT_NOW = 8, 300
"""With so few cards in the hand it is worth looking how to take up the foot in this turn, and what that is worth."""
WILD_KEPT = 60
"""What a wild in the hand promises, early in a deal."""
LATE = 3
"""With fewer turns left than this, what is kept for later loses its worth."""
BOOK_DONE = 20
"""What it is worth that a book is complete now and not later."""
OPENED = 150
"""What it is worth to have made the first meld."""
WILD_POINTS = 30
"""What a wild is worth in a meld, on average."""
PRICES = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
"""What a point of a first meld is given in gain until the minimum is reached."""


class Option(NamedTuple):
    """Cards that may be laid on one meld, and what that promises; what its wilds would promise elsewhere is apart."""

    promise: float
    rank: str
    naturals: tuple[Card, ...]
    wilds: int
    to: Meld | None

    @property
    def size(self) -> int:
        """How many cards."""
        return len(self.naturals) + self.wilds

    @property
    def completes(self) -> bool:
        """Whether a book comes of it."""
        before = len(self.to.cards) if self.to else 0
        return before < BOOK <= before + self.size

    @property
    def points(self) -> int:
        """About what the cards are worth in a first meld."""
        return worth(self.naturals) + WILD_POINTS * self.wilds

    @property
    def kind(self) -> str:
        """The kind of the meld that comes of it."""
        if self.rank == WILD_RANK:
            return WILD
        return DIRTY if self.wilds or (self.to and self.to.kind == DIRTY) else CLEAN


class Choice(NamedTuple):
    """Options that are laid together, what they promise in all, and the best of them."""

    gain: float
    options: tuple[Option, ...]


def melds(out: Outlook) -> Move | None:
    """The best melds to lay now, in one action; None if it is better to lay none."""
    if not out.team.opened:
        return _opening(out)
    found = [options(out, freedom) for freedom in freedoms(out.rules, out.deal)]
    choices = [choose(out, some) for some in found]
    if not out.in_foot and len(out.hand) <= NEARLY_OUT:
        choices += [_to_the_foot(out, some) for some in found]
    best = max(choices, key=lambda choice: choice.gain)
    return told(out, best) if best.options else None


def _to_the_foot(out: Outlook, some: list[Option]) -> Choice:
    """All that can be laid, if that takes up the foot: at once, or with the discard."""
    every = choose(out, some, each=1000.0)
    reaches = sum(option.size for option in every.options) >= len(out.hand) - 1
    return every._replace(gain=every.gain + FOOT_NOW) if reaches else Choice(0.0, ())


def choose(out: Outlook, some: list[Option], price: float = 0.0, each: float = 0.0) -> Choice:
    """What is worth laying of some options, the best first, if a point or a card laid is worth so much by itself."""
    room = len(out.hand) - (LEAST_KEPT if out.in_foot else 0)
    wilds, gain, chosen = len(out.wilds), 0.0, list[Option]()
    while some:
        worths = [one.promise - wild_cost(out, wilds, one) + price * one.points + each * one.size for one in some]
        place = max(range(len(some)), key=worths.__getitem__)
        best = some[place]
        if worths[place] <= 0:
            break
        gain += worths[place] - price * best.points - each * best.size
        chosen.append(best)
        room -= best.size
        wilds -= best.wilds
        some = [one for one in some if one.rank != best.rank and one.wilds <= wilds and one.size <= room]
    return Choice(gain, tuple(chosen))


def wild_cost(out: Outlook, wilds: int, option: Option) -> float:
    """What the wilds of an option would promise elsewhere, while the hand holds so many."""
    used = option.wilds
    if not used or option.rank == WILD_RANK:
        return 0.0
    keep = used * WILD_KEPT * min(1.0, out.turns / LATE)
    if out.rules.wild_melds:
        total = split(out.open.get(WILD_RANK))[1] + wilds
        keep = max(keep, worth_of(out, WILD_RANK, 0, total) - worth_of(out, WILD_RANK, 0, total - used))
    return keep


def options(out: Outlook, freedom: Freedom) -> list[Option]:
    """What may be laid under one freedom of the turn."""
    room = len(out.hand) - (LEAST_KEPT if out.in_foot else 0)
    found = _wild_options(out, freedom, room)
    for rank in NATURAL_RANKS:
        meld = out.open.get(rank)
        held = out.held.get(rank, [])
        if not held and (meld is None or not out.wilds):
            continue
        if meld is not None:
            if freedom.allows(meld.name, out.deal):
                found += _on(out, meld, rank, held, room)
            continue
        book = out.books.get(rank)
        if freedom.start and (book is None or out.rules.reopen_rank) and len(held) >= SMALLEST - 1:
            found += _on(out, None, rank, held, room)
        if book is not None and held and freedom.allows(book.name, out.deal):
            found += _on_book(out, book, rank, held, room)
    return found


def _on(out: Outlook, meld: Meld | None, rank: str, held: list[Card], room: int) -> list[Option]:
    """The ways to lay cards of one rank, and wilds with them, on an open meld or as a new one."""
    naturals, laid_wilds = split(meld)
    size = naturals + laid_wilds
    before = worth_of(out, rank, naturals + len(held), laid_wilds)
    found = []
    for more in range(min(len(out.wilds), out.rules.max_wilds - laid_wilds, room) + 1):
        for count in range(min(len(held), room - more), -1 if more else 0, -1):
            if _refused(out, meld, count, more):
                continue
            promise = _shed(out, held[:count], 0 if meld else len(held)) + more * card_gone(out)
            if more:
                promise += worth_of(out, rank, naturals + len(held), laid_wilds + more) - before
            if size < BOOK <= size + count + more:
                promise += BOOK_DONE
            found.append(Option(promise, rank, tuple(held[:count]), more, meld))
            if not out.in_foot:
                break  # fewer are laid only where cards must be kept
    return found


def _on_book(out: Outlook, book: Meld, rank: str, held: list[Card], room: int) -> list[Option]:
    counts = [count for count in range(1, min(len(held), room) + 1) if not _refused(out, book, count, 0)]
    return [Option(_shed(out, held[:count], len(held)), rank, tuple(held[:count]), 0, book) for count in counts]


def _wild_options(out: Outlook, freedom: Freedom, room: int) -> list[Option]:
    """The ways to lay wilds on the meld of wilds, or to begin one. What they promise there is wild_cost elsewhere."""
    meld = out.open.get(WILD_RANK)
    if not out.wilds or not out.rules.wild_melds:
        return []
    if not (freedom.allows(meld.name, out.deal) if meld else freedom.start):
        return []
    if meld is None and not out.rules.reopen_rank and WILD_RANK in out.books:
        return []
    laid = len(meld.cards) if meld else 0
    each = card_gone(out) + 2 * WILD_POINTS * risk(out)
    counts = range(1 if laid else SMALLEST, min(len(out.wilds), room, BOOK - laid) + 1)
    return [Option(count * each, WILD_RANK, (), count, meld) for count in counts]


def _refused(out: Outlook, meld: Meld | None, naturals: int, wilds: int) -> bool:
    if meld is None:
        return refuse_new(out.rules, Shape(naturals, wilds, of_wilds=False)) is not None
    return refuse_addition(out.rules, shape(meld), naturals, wilds) is not None


def card_gone(out: Outlook) -> float:
    """What it is worth to hold a card less: the foot, or the way out, comes nearer."""
    if out.in_foot:
        return FOOT_GONE if any(out.missing) else WAY_OPEN
    return HAND_GONE + HAND_LEFT / len(out.hand)


def _shed(out: Outlook, cards: list[Card], held: int) -> float:
    """What it is worth to have these naturals on the table instead of in the hand."""
    broken = held >= 2 > held - len(cards)
    return len(cards) * card_gone(out) + risk(out) * 2 * worth(cards) - broken * PAIR * min(1.0, out.turns / LATE)


def _opening(out: Outlook) -> Move | None:
    """The first meld, as cheap as it can be had, when that pays."""
    if worth(out.hand) < out.deal.minimum:
        return None
    some = options(out, FREE)
    for price in PRICES:
        chosen = choose(out, some, price)
        if chosen.options and _points(out, chosen) >= out.deal.minimum:
            return told(out, chosen, opens=True) if chosen.gain + OPENED > 0 else None
    lays = cheapest(out.rules, out.hand, out.deal.minimum)
    if lays is None:
        return None
    value = worth(card for lay in lays for card in lay.cards)
    return move(LayMelds(out.seat, lays), "opens", value=value, minimum=out.deal.minimum)


def _points(out: Outlook, choice: Choice) -> int:
    return worth(card for lay in _lays(out, choice) for card in lay.cards)


def _lays(out: Outlook, choice: Choice) -> tuple[Lay, ...]:
    """The options as melds, the dearest wilds first."""
    wilds = sorted(out.wilds, key=VALUE.__getitem__, reverse=True)
    return tuple(
        Lay(option.naturals + tuple(wilds.pop(0) for _ in range(option.wilds)), option.to and option.to.name)
        for option in choice.options
    )


def told(out: Outlook, choice: Choice, opens: bool = False) -> Move:
    """The options as one action, and why: the strongest reason that there is."""
    command = LayMelds(out.seat, _lays(out, choice))
    best = choice.options[0]
    book = next((option for option in choice.options if option.completes), None)
    if opens:
        return move(command, "opens", value=_points(out, choice), minimum=out.deal.minimum)
    if book:
        return move(command, "completes_book", rank=book.rank, kind=book.kind)
    if not out.in_foot and sum(option.size for option in choice.options) == len(out.hand):
        return move(command, "takes_up_foot")
    if best.to is None:
        return move(command, "starts_meld", rank=best.rank, kind=best.kind)
    return move(command, "adds_to_meld", meld=best.to.name, wilds=best.wilds)
