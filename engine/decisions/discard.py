"""Discarding, which ends the turn (rules.md sections 4 and 7)."""

from engine.commands import Discard
from engine.consequences import Story, begin_turn, end_deal, take_foot
from engine.errors import Refused
from engine.events import Discarded
from engine.going_out import check_last_discard
from engine.state import PLAY, WENT_OUT, Game


def check(game: Game, command: Discard) -> None:
    """Any card held; the last of the foot only in going out, and after a yes nothing else."""
    deal = game.playing
    if deal.phase != PLAY:
        raise Refused("wrong_phase", phase=deal.phase)
    if command.card not in deal.seats[command.seat].hand:
        raise Refused("card_not_held", cards=command.card)
    check_last_discard(game, command.seat)


def tell(story: Story, command: Discard) -> None:
    """The last card of the hand: the foot is taken up for the next turn. The last of the foot: out."""
    story.tell(Discarded(command.seat, command.card))
    player = story.deal.seats[command.seat]
    if not player.hand and player.in_foot:
        end_deal(story, WENT_OUT, command.seat)
        return
    if not player.hand:
        take_foot(story, command.seat, "walk")
    begin_turn(story)
