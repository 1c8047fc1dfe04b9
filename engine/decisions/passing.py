"""Passing (rules.md section 8)."""

from engine.commands import Pass
from engine.consequences import Story, begin_turn
from engine.errors import Refused
from engine.events import Passed
from engine.going_out import must_pass
from engine.state import DRAW, PLAY, Game


def check(game: Game, command: Pass) -> None:
    """Instead of taking the pile when the stock is empty; or of discarding a single card of the foot."""
    deal = game.playing
    if deal.phase == DRAW:
        if deal.stock_size:
            raise Refused("stock_not_empty")
        if deal.leave:
            raise Refused("must_go_out")
    elif deal.phase != PLAY or not must_pass(game, command.seat):
        raise Refused("wrong_phase", phase=deal.phase)


def tell(story: Story, command: Pass) -> None:
    """The turn is over."""
    story.tell(Passed(command.seat))
    begin_turn(story)
