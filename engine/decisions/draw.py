"""Drawing from the stock (rules.md section 4)."""

from engine.commands import Draw
from engine.consequences import Story, lay_red_threes
from engine.errors import Refused
from engine.events import Drew
from engine.state import DRAW, Game
from engine.stock import take


def check(game: Game, command: Draw) -> None:
    """Once, at the start of the turn, while there is a stock; not after a yes: nobody can foresee a way from there."""
    deal = game.playing
    if deal.phase != DRAW:
        raise Refused("wrong_phase", phase=deal.phase)
    if not deal.stock_size:
        raise Refused("stock_empty")
    if deal.leave:
        raise Refused("must_go_out")


def tell(story: Story, command: Draw) -> None:
    """As many cards as the ruleset says, or what there is; red threes that pay go to the table."""
    cards, _ = take(story.deal.stock, command.seat, story.game.ruleset.draw)
    story.tell(Drew(command.seat, cards))
    lay_red_threes(story, command.seat)
