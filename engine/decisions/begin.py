"""The table's start: the dealer is drawn, the first deal shuffled and dealt."""

from engine.commands import Begin
from engine.consequences import Story, begin_deal
from engine.errors import Refused
from engine.state import Game


def check(game: Game, command: Begin) -> None:
    """A game begins once."""
    if game.deal is not None:
        raise Refused("wrong_phase")


def tell(story: Story, command: Begin) -> None:
    """The first deal."""
    begin_deal(story, 1, story.chance.dealer())
