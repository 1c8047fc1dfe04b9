"""Who is to act, and what the server does in a seat's place when its time is up (rules.md section 10)."""

from engine.cards import NATURAL_RANKS, RANK, RED_THREES, SUITS, THREES, VALUE, WILDS, Card
from engine.commands import Answer, Command, Discard, Draw, Grab, Pass
from engine.decide import check
from engine.errors import Refused
from engine.going_out import must_pass, way
from engine.melds import BOOK
from engine.state import DRAW, GRABBING, Game


def to_act(game: Game) -> tuple[int, ...]:
    """The seats that are to act now: those still asked while a question is open, else the turn's; none at the end."""
    deal = game.deal
    if game.over or deal is None or deal.over:
        return ()
    return deal.question.waiting_for if deal.question else (deal.seat,)


def default_action(game: Game, seat: int) -> Command:
    """The action of a seat whose time is up, from what that seat may see alone. It never melds but on a way out."""
    deal, rules = game.playing, game.ruleset
    if deal.question:
        return Answer(seat, yes=False)
    if deal.phase == GRABBING:
        return Grab(seat, (rules.hand_size + rules.foot_size) * 1_000_000 // len(deal.stock[0]))
    if deal.leave:
        return _bound(game, seat)
    if deal.phase == DRAW:
        return Draw(seat) if deal.stock_size else Pass(seat)
    if must_pass(game, seat):
        return Pass(seat)
    discard = Discard(seat, discard_of(game, seat))
    try:
        check(game, discard)
    except Refused:
        return _bound(game, seat)  # alone on the foot, with a last card that only a meld gets rid of
    return discard


def _bound(game: Game, seat: int) -> Command:
    """The next action of a way to go out."""
    found = way(game, seat)
    if not found:
        raise ValueError("bound to go out, and there is no way")
    return found[0]


def discard_of(game: Game, seat: int) -> Card:
    """The card that a seat whose time is up discards."""
    deal = game.playing
    hand = deal.seats[seat].hand
    ranks = [RANK[card] for card in hand]
    unfinished = {meld.rank for meld in deal.teams[game.team_of(seat)].melds if len(meld.cards) < BOOK}

    def order(card: Card) -> tuple[int, ...]:
        rank = RANK[card]
        if card in THREES:
            return (0 if card in RED_THREES else 1, 0, 0, 0, 0, SUITS.index(card[1]))
        if card in WILDS:
            return (4, 0, 0, 0, 0, 0) if rank == card else (3, 0, 0, 0, 0, SUITS.index(card[1]))
        low_first = -NATURAL_RANKS.index(rank)
        return (2, ranks.count(rank), rank in unfinished, VALUE[card], low_first, SUITS.index(card[1]))

    return min(hand, key=order)
