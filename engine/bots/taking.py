"""Whether careful takes the pile: what its cards add to what the team has, against two cards nobody has seen."""

from collections import Counter
from itertools import islice

from engine.bots.melding import card_gone
from engine.bots.outlook import Outlook, risk, split, worth_of
from engine.bots.reasons import Move, move
from engine.cards import MELD_RANK, NATURAL_RANKS, RED_THREES, THREES, WILD_RANK, WILDS, Card
from engine.commands import TakePile
from engine.errors import Refused
from engine.going_out import check_taking_pile
from engine.melds import count_wilds
from engine.pile import taken_from, takings
from engine.scoring import caught

LOOKED_AT = 12
"""So many ways of taking are compared."""
RED_THREE = 150
"""What it costs to take a red three that must be got rid of."""
OPENS = 150
"""What it is worth to make the first meld in taking."""


def taking(out: Outlook) -> Move | None:
    """The best way to take the pile, if that is better than drawing."""
    best = ranked_takings(out)[:1]
    return best[0] if best and best[0].reason.data["gain"] > 0 else None


def ranked_takings(out: Outlook) -> list[Move]:
    """The ways to take the pile, the best first, each with its gain over drawing."""
    gains: dict[TakePile, float] = {}
    for command in islice(takings(out.game, out.seat), LOOKED_AT):
        try:
            check_taking_pile(out.game, command)
        except Refused:
            continue
        gains[command] = _laid(out, command)
    if not gains:
        return []
    cards = taken_from(out.rules, out.deal.pile)
    rest = _gained(out, cards[1:]) - out.rules.draw * _average(out)
    best = sorted(gains, key=lambda command: -gains[command])
    return [move(one, "takes_pile", cards=len(cards), gain=round(gains[one] + rest)) for one in best]


def _laid(out: Outlook, command: TakePile) -> float:
    """What the melds of a taking promise, against the same cards kept."""
    gain = 0.0 if out.team.opened else float(OPENS)
    for lay in command.melds:
        wilds = count_wilds(lay.cards)
        naturals = len(lay.cards) - wilds
        rank = lay.to[0] if lay.to else next((MELD_RANK[c] for c in lay.cards if c not in WILDS), WILD_RANK)
        meld = out.team.meld(lay.to) if lay.to else None
        old, old_wilds = split(meld)
        held = len(out.held.get(rank, []))
        before = worth_of(out, rank, old + held, old_wilds) if not (meld and meld.is_book) else 0.0
        kept = max(0, held + 1 - naturals)
        after = worth_of(out, rank, old + naturals + kept, old_wilds + wilds) if not (meld and meld.is_book) else 0.0
        gain += after - before + card_gone(out) * len(lay.cards)
        if rank != WILD_RANK:
            gain -= 90 * wilds * min(1.0, out.turns / 5)
    return gain


def _gained(out: Outlook, cards: tuple[Card, ...]) -> float:
    """What these cards in the hand promise, less what they burden it with."""
    gain = 0.0
    for rank, count in Counter(map(MELD_RANK.__getitem__, cards)).items():
        if rank in NATURAL_RANKS or rank == WILD_RANK:
            gain += _promise(out, rank, count)
    for card in cards:
        if card in RED_THREES:
            gain += 100 if out.rules.red_threes == "bonus" else -RED_THREE
        else:
            gain -= risk(out) * caught(out.rules, card) + card_gone(out) / 2
            gain -= 10 if card in THREES else 0
    return gain


def _promise(out: Outlook, rank: str, count: int) -> float:
    naturals, wilds = split(out.open.get(rank))
    held = len(out.held.get(rank, []))
    if rank == WILD_RANK:
        if not out.rules.wild_melds:
            return 60.0 * count * min(1.0, out.turns / 5)
        return worth_of(out, rank, 0, wilds + held + count) - worth_of(out, rank, 0, wilds + held)
    return worth_of(out, rank, naturals + held + count, wilds) - worth_of(out, rank, naturals + held, wilds)


def _average(out: Outlook) -> float:
    """What a card from the stock promises."""
    gain = sum(
        out.unseen[rank] * _promise(out, rank, 1) for rank in (*NATURAL_RANKS, WILD_RANK) if out.unseen[rank] > 0
    )
    return gain / out.hidden - risk(out) * 10 - card_gone(out) / 2
