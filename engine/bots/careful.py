"""A sound player from its own view alone: what it does at each turn of the game, and why."""

from collections import Counter

from engine.bots import discarding, ending, melding, taking
from engine.bots.outlook import Outlook, look
from engine.bots.reasons import Move, move
from engine.cards import MELD_RANK, RED_THREES, THREES, WILD_RANK
from engine.commands import Answer, Ask, Command, Draw, Pass
from engine.decide import check
from engine.default import default_action
from engine.errors import Refused
from engine.going_out import must_pass, needs_leave, way
from engine.melds import BOOK
from engine.pile import check_pile, taken_from
from engine.state import DRAW, GRABBING, Game

BLACK_THREES = THREES - RED_THREES


def careful(game: Game, seat: int) -> Move:
    """What the seat does. Looks at nothing in the game that the seat can't see."""
    wanted = planned(game, seat)
    try:
        check(game, wanted.command)
    except Refused:  # then what the server would do
        return move(default_action(game, seat), "nothing_better")
    return wanted


def planned(game: Game, seat: int) -> Move:
    """What the seat means to do; the rules have not been asked."""
    deal = game.playing
    if deal.question:
        return _answer(look(game, seat))
    if deal.phase == GRABBING:
        return move(default_action(game, seat), "aims_at_both_packets")
    if deal.leave:
        return move(default_action(game, seat), "goes_out")
    return _before_drawing(game, seat) if deal.phase == DRAW else _after_drawing(look(game, seat))


def _answer(out: Outlook) -> Move:
    asking = out.deal.question
    assert asking is not None
    yes = ending.pays(out, asking.seat)
    return move(Answer(out.seat, yes), "ending_pays" if yes else "playing_on_pays")


def _before_drawing(game: Game, seat: int) -> Move:
    """Take the pile, begin a way out with it, draw or pass."""
    deal = game.playing
    otherwise: Command = Draw(seat) if deal.stock_size else Pass(seat)
    try:
        check_pile(game, seat)
    except Refused as refusal:
        return move(otherwise, "pile_not_open", why=refusal.code)
    out = look(game, seat)
    out_now = _going_out(out)
    return out_now or taking.taking(out) or move(otherwise, "pile_not_worth_it")


def _after_drawing(out: Outlook) -> Move:
    """Go out if it pays; else meld, and in the end discard."""
    game, seat = out.game, out.seat
    return _going_out(out) or melding.melds(out) or end_of_turn(game, seat, out)


def end_of_turn(game: Game, seat: int, out: Outlook) -> Move:
    if must_pass(game, seat):
        return move(Pass(seat), "last_card_stays")
    return discarding.discard(out)


def _going_out(out: Outlook) -> Move | None:
    """The question or the first step of the way, where there is a way out and it pays."""
    game, seat = out.game, out.seat
    asks = needs_leave(game, seat)
    if not out.in_foot or (asks and out.deal.asked) or not _in_reach(out) or not ending.pays(out, seat):
        return None
    found = way(game, seat)
    if not found:
        return None
    return move(Ask(seat), "can_go_out") if asks else move(found[0], "goes_out")


def _in_reach(out: Outlook) -> bool:
    """Whether a way out is worth looking for: there are cards enough for the books that are missing, and all cards but
    one may find a place."""
    cards = out.hand + (taken_from(out.rules, out.deal.pile) if out.deal.phase == DRAW else ())
    lacking = sorted(BOOK - len(meld.cards) for meld in out.open.values())
    missing = sum(out.missing)
    if sum(lacking[:missing]) + BOOK * max(0, missing - len(lacking)) > len(cards):
        return False
    placed = {*out.open, *(out.books if out.rules.add_to_books != "none" else ()), WILD_RANK}
    threes = BLACK_THREES if out.rules.red_threes == "bonus" else THREES  # the others lie on the table
    counts = Counter(MELD_RANK[card] for card in cards if card not in THREES)
    alone = sum(count == 1 and rank not in placed for rank, count in counts.items())
    return alone + sum(card in threes for card in cards) <= 1
