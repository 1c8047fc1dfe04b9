"""What careful discards: what it can spare, and what the next player is unlikely to take the pile with."""

from math import exp

from engine.bots.melding import LATE, PAIR
from engine.bots.outlook import Outlook, risk, split, worth_of
from engine.bots.reasons import Move, move
from engine.cards import MELD_RANK, RANK, RED_THREES, THREES, WILDS, Card
from engine.commands import Discard
from engine.melds import refuse_addition, shape
from engine.pile import taken_from
from engine.scoring import caught
from engine.seating import after

PILE_CARD = 12
"""What a card of the pile is worth to the player who takes it."""
LAYABLE = 30
"""What a card is worth that can be laid in the next turn."""
WILD_HELD = 300
"""What keeps a wild from being discarded."""
FIRST_MELD = 0.4
"""The chance that the next player's team, which has not melded, can make its first meld in taking the pile."""
ALREADY_LAID = 0.6
"""The chance that the next player has kept cards of a rank that the team has an open meld of."""
DECLINED = 0.5
"""The chance that a player who left a pile with such a card on top now holds a pair of them."""
BEGINNING = {1: 0.3, 2: 0.7}
"""How much of what a rank promises counts while so many cards of it are held and none is laid."""
STOPPER = 6
"""What a black three in the hand is worth: it keeps the pile from the next player."""


def discard(out: Outlook) -> Move:
    """The discard that is missed least."""
    return ranked(out, 1)[0]


def ranked(out: Outlook, most: int) -> list[Move]:
    """So many discards at most, the one that is missed least first."""
    faces = {RANK[card]: card for card in reversed(out.hand)}  # what counts is the rank, but for the threes
    faces |= {card: card for card in out.hand if card in THREES}
    scores = {card: kept(out, card) + fed(out, card) for card in faces.values()}
    return [_told(out, card) for card in sorted(scores, key=scores.__getitem__)[:most]]


def _told(out: Outlook, card: Card) -> Move:
    command = Discard(out.seat, card)
    if card in RED_THREES:
        return move(command, "sheds_red_three", value=out.rules.red_three_value)
    if card in THREES:
        return move(command, "stops_pile")
    if len(out.hand) == 1:
        return move(command, "goes_out" if out.in_foot else "takes_up_foot")
    if out.turns < 1:
        return move(command, "sheds_points", value=caught(out.rules, card))
    return move(command, "least_useful", rank=RANK[card])


def kept(out: Outlook, card: Card) -> float:
    """What the card promises if it is kept, less what it may cost."""
    cost = risk(out) * caught(out.rules, card)
    late = min(1.0, out.turns / LATE)
    if card in RED_THREES:
        return -10 * cost - 100
    if card in THREES:
        return STOPPER * late - cost
    if card in WILDS:
        return WILD_HELD * late + 10 - cost
    rank = RANK[card]
    held, meld = len(out.held[rank]), out.open.get(rank)
    naturals, wilds = split(meld)
    promise = worth_of(out, rank, naturals + held, wilds) - worth_of(out, rank, naturals + held - 1, wilds)
    if meld is not None:
        return promise + LAYABLE - cost
    book = out.books.get(rank)
    if book and refuse_addition(out.rules, shape(book), 1, 0) is None:
        return LAYABLE - cost
    if book and not out.rules.reopen_rank:
        return -cost
    pair = PAIR * late if held == 2 else 3 * PAIR * late if held == 3 else 0
    return promise * late * BEGINNING.get(held, 1.0) + pair - cost


def fed(out: Outlook, card: Card) -> float:
    """What the pile with this card on top is worth to the next player, by the chance that it can be taken."""
    rules, game = out.rules, out.game
    if card in THREES or rules.pile_take == "never":
        return 0.0
    if card in WILDS and (not rules.wild_melds or rules.wild_discard_freezes):
        return 0.0
    taker = after(out.seat, game.players)
    team = out.deal.teams[game.team_of(taker)]
    rank = MELD_RANK[card]
    likely = _has_pair(out, taker, card)
    if not team.opened:
        likely *= FIRST_MELD if rules.pile_before_opening else 0.0
    theirs = team.of_rank(rank)
    if theirs and not theirs[-1].is_book:
        likely *= ALREADY_LAID if refuse_addition(rules, shape(theirs[-1]), 3, 0) is None else 0.0
    elif theirs and not rules.reopen_rank:
        likely = 0.0
    return likely * len(taken_from(rules, (card, *out.deal.pile))) * PILE_CARD


def _has_pair(out: Outlook, taker: int, card: Card) -> float:
    """The chance that the next player holds two cards of this one's rank."""
    unseen = out.unseen[MELD_RANK[card]]
    if card in WILDS:
        unseen = unseen // 3  # two twos of the same kind, or two jokers
    expected = len(out.deal.seats[taker].hand) * unseen / out.hidden
    mine = out.deal.pile[out.game.players - 1 :: out.game.players]
    declined = any(RANK[one] == RANK[card] for one in mine[:3])
    return (1 - exp(-expected) * (1 + expected)) * (DECLINED if declined else 1.0)
