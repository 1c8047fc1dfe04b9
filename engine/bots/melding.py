"""What careful lays: naturals as they come, wilds where they promise most, and the first meld when it pays."""

from typing import NamedTuple

from engine.arrange import FREE, Freedom, freedoms
from engine.bots.outlook import Outlook, open_meld, risk, split, worth_of
from engine.bots.reasons import Move, move
from engine.cards import NATURAL_RANKS, VALUE, WILD_RANK, Card, worth
from engine.commands import Lay, LayMelds
from engine.going_out import LEAST_KEPT
from engine.melds import BOOK, CLEAN, DIRTY, SMALLEST, WILD, Meld, Shape, refuse_addition, refuse_new, shape
from engine.opening import cheapest

PAIR = 20
"""What a pair in the hand is worth while the pile may be taken with it."""
WILD_KEPT = 90
"""What a wild in the hand promises, early in a deal."""
LATE = 5
"""With fewer turns left than this, what is kept for later loses its worth."""
OPENED = 150
"""What it is worth to have made the first meld."""
WILD_POINTS = 30
"""What a wild is worth in a meld, on average."""
PRICES = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
"""What a point of a first meld is given in gain until the minimum is reached."""


class Option(NamedTuple):
    """Cards that may be laid on one meld, and what that promises."""

    gain: float
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


def melds(out: Outlook) -> Move | None:
    """The best melds to lay now, in one action; None if it is better to lay none."""
    if not out.team.opened:
        return _opening(out)
    chosen = max((chosen_options(out, freedom) for freedom in freedoms(out.rules, out.deal)), key=gain_of)
    return _told(out, chosen) if chosen else None


def gain_of(options: list[Option]) -> float:
    """What options together promise."""
    return sum(option.gain for option in options)


def card_gone(out: Outlook) -> float:
    """What it is worth to hold a card less: the foot, or the way out, comes nearer."""
    if out.in_foot:
        return 4 if any(out.missing) else 16
    return 8 + 48 / len(out.hand)


def chosen_options(out: Outlook, freedom: Freedom, price: float = 0.0) -> list[Option]:
    """What is worth laying under one freedom of the turn, if a point laid is worth so much by itself."""
    room = len(out.hand) - (LEAST_KEPT if out.in_foot else 0)
    wilds = len(out.wilds)
    chosen: list[Option] = []
    free = [rank for rank in NATURAL_RANKS if rank in out.held or open_meld(out.team, rank)] + [WILD_RANK]
    while room > 0:
        options = [option for rank in free for option in _options(out, freedom, rank, wilds, room)]
        best = max(options, key=lambda option: option.gain + price * option.points, default=None)
        if best is None or best.gain + price * best.points <= 0:
            break
        chosen.append(best)
        room -= best.size
        wilds -= best.wilds
        free.remove(best.rank)
    return chosen


def _opening(out: Outlook) -> Move | None:
    """The first meld, as cheap as it can be had, when that pays."""
    for price in PRICES:
        chosen = chosen_options(out, FREE, price)
        if chosen and laid_points(out, chosen) >= out.deal.minimum:
            return _told(out, chosen, opens=True) if gain_of(chosen) + OPENED > 0 else None
    lays = cheapest(out.rules, out.hand, out.deal.minimum)
    if lays is None:
        return None
    value = worth(card for lay in lays for card in lay.cards)
    return move(LayMelds(out.seat, lays), "opens", value=value, minimum=out.deal.minimum)


def laid_points(out: Outlook, options: list[Option]) -> int:
    """What the cards of these options are worth together."""
    return worth(card for lay in _lays(out, options) for card in lay.cards)


def _options(out: Outlook, freedom: Freedom, rank: str, wilds: int, room: int) -> list[Option]:
    """The ways to lay cards of one rank, and wilds with them, each with its gain."""
    if rank == WILD_RANK:
        return _wild_options(out, freedom, wilds, room)
    meld, held = open_meld(out.team, rank), out.held.get(rank, [])
    books = [one for one in out.team.melds if one.name[0] == rank and one.is_book]
    options = []
    if meld is None and not (books and not out.rules.reopen_rank) and freedom.start:
        options += _on(out, None, rank, held, wilds, room)
    if meld is not None and freedom.allows(meld.name, out.deal):
        options += _on(out, meld, rank, held, wilds, room)
    if meld is None and books and held and freedom.allows(books[0].name, out.deal) and len(held) < SMALLEST:
        count = min(len(held), room)
        if refuse_addition(out.rules, shape(books[0]), count, 0) is None:
            options.append(Option(_shed(out, held[:count], len(held)), rank, tuple(held[:count]), 0, books[0]))
    return options


def _on(out: Outlook, meld: Meld | None, rank: str, held: list[Card], wilds: int, room: int) -> list[Option]:
    naturals, laid_wilds = split(meld)
    before = worth_of(out, rank, naturals + len(held), laid_wilds)
    options = []
    for more in range(min(wilds, out.rules.max_wilds - laid_wilds, room) + 1):
        count = min(len(held), room - more)
        while count and _refused(out, meld, count, more):
            count -= 1
        if not count + more or _refused(out, meld, count, more):
            continue
        gain = _shed(out, held[:count], len(held)) + more * card_gone(out) - _kept(out, wilds, more)
        if more:
            gain += worth_of(out, rank, naturals + len(held), laid_wilds + more) - before
        if naturals + laid_wilds < BOOK <= naturals + laid_wilds + count + more:
            gain += 20
        options.append(Option(gain, rank, tuple(held[:count]), more, meld))
    return options


def _wild_options(out: Outlook, freedom: Freedom, wilds: int, room: int) -> list[Option]:
    meld = open_meld(out.team, WILD_RANK)
    laid = len(meld.cards) if meld else 0
    if not out.rules.wild_melds or not (freedom.allows(meld.name, out.deal) if meld else freedom.start):
        return []
    if meld is None and not out.rules.reopen_rank and out.team.of_rank(WILD_RANK):
        return []
    options = []
    for count in range(1, min(wilds, room, BOOK - laid) + 1):
        if not laid and count < SMALLEST:
            continue
        gain = count * (card_gone(out) + 2 * WILD_POINTS * risk(out))
        options.append(Option(gain, WILD_RANK, (), count, meld))
    return options


def _refused(out: Outlook, meld: Meld | None, naturals: int, wilds: int) -> bool:
    if meld is None:
        return refuse_new(out.rules, Shape(naturals, wilds, of_wilds=False)) is not None
    return refuse_addition(out.rules, shape(meld), naturals, wilds) is not None


def _shed(out: Outlook, cards: list[Card], held: int) -> float:
    """What it is worth to have these naturals on the table instead of in the hand."""
    broken = held >= 2 > held - len(cards)
    return len(cards) * card_gone(out) + risk(out) * 2 * worth(cards) - broken * PAIR * min(1.0, out.turns / LATE)


def _kept(out: Outlook, wilds: int, used: int) -> float:
    """What the wilds that are used would promise if they were kept."""
    late = min(1.0, out.turns / LATE)
    keep = used * WILD_KEPT * late
    if out.rules.wild_melds:
        meld = open_meld(out.team, WILD_RANK)
        laid = len(meld.cards) if meld else 0
        total = laid + wilds
        keep = max(keep, worth_of(out, WILD_RANK, 0, total) - worth_of(out, WILD_RANK, 0, total - used))
    return keep


def _lays(out: Outlook, options: list[Option]) -> tuple[Lay, ...]:
    wilds = sorted(out.wilds, key=VALUE.__getitem__, reverse=True)
    return tuple(
        Lay(option.naturals + tuple(wilds.pop(0) for _ in range(option.wilds)), option.to and option.to.name)
        for option in options
    )


def _told(out: Outlook, options: list[Option], opens: bool = False) -> Move:
    """The options as one action, and why: the strongest reason that there is."""
    command = LayMelds(out.seat, _lays(out, options))
    best = max(options, key=lambda option: option.gain)
    book = next((option for option in options if option.completes), None)
    if opens:
        return move(command, "opens", value=laid_points(out, options), minimum=out.deal.minimum)
    if book:
        return move(command, "completes_book", rank=book.rank, kind=book.kind)
    if not out.in_foot and sum(option.size for option in options) == len(out.hand):
        return move(command, "takes_up_foot")
    if best.to is None:
        return move(command, "starts_meld", rank=best.rank, kind=best.kind)
    return move(command, "adds_to_meld", meld=best.to.name, wilds=best.wilds)
