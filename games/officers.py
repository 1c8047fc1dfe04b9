"""What an officer is told who acts for a member and is refused: nothing of the member's cards. Pure.

That an action was accepted shows in the log, to all. That it was refused is one bit, and it must stay one: which rule
stood in its way could tell which cards are held. So the refusal is made anew, of what everybody sees: the position as
if the member held just the cards that are named, and as many more as the hand counts. What is refused even then is
told with its reason. Everything else is `not_playable`.
"""

from typing import Any

from engine import commands as asks
from engine.decide import check
from engine.errors import Refused
from engine.state import Game

BY_THE_HAND = frozenset(("card_not_held", "no_pair", "must_keep_two", "must_go_out", "cannot_go_out"))
"""Refusals that hang on the rest of the hand, which was only imagined: they would be true of no card that is there."""
ANY_CARD = "4C"


def told(game: Game, command: Any) -> Refused:
    """The refusal that an officer is given for a command that was refused."""
    try:
        check(_as_everybody_sees(game, command), command)
    except Refused as refused:
        if refused.code not in BY_THE_HAND:
            return refused
    return Refused("not_playable")


def _as_everybody_sees(game: Game, command: Any) -> Game:
    """The game as if this seat held the cards that are named, and nobody else any card."""
    deal = game.deal
    if deal is None:
        return game
    named = _named(command)
    seats = [seat._replace(hand=(), foot=()) for seat in deal.seats]
    more = len(deal.seats[command.seat].hand) - len(named)
    seats[command.seat] = seats[command.seat]._replace(hand=named + (ANY_CARD,) * max(0, more))
    return game._replace(deal=deal._replace(seats=tuple(seats)))


def _named(command: Any) -> tuple[str, ...]:
    match command:
        case asks.Discard(card=card):
            return (card,)
        case asks.LayMelds(melds=melds) | asks.TakePile(melds=melds):
            return tuple(card for lay in melds for card in lay.cards)
    return ()
