"""Taking the pile (rules.md section 6)."""

from engine.commands import TakePile
from engine.consequences import Story, after_melding
from engine.errors import Refused
from engine.going_out import check_taking_pile
from engine.pile import told
from engine.state import DRAW, Game


def check(game: Game, command: TakePile) -> None:
    """Instead of drawing, with the top card and its pair melded in the same action."""
    if game.playing.phase != DRAW:
        raise Refused("wrong_phase", phase=game.playing.phase)
    check_taking_pile(game, command)


def tell(story: Story, command: TakePile) -> None:
    """The other cards taken join the hand when the action is done."""
    story.tell(told(story.game, command))
    after_melding(story, command.seat)
