"""Grabbing a packet from the heap (`dealing: grab`, rules.md section 3 and R 9)."""

from engine.commands import Grab
from engine.consequences import Story, open_play
from engine.errors import Refused
from engine.events import Dealt, Grabbed
from engine.state import GRABBING, Game


def check(game: Game, command: Grab) -> None:
    """Before the play, in turn."""
    if game.playing.phase != GRABBING:
        raise Refused("wrong_phase", phase=game.playing.phase)


def tell(story: Story, command: Grab) -> None:
    """The player is told the count; the packet is topped up or cut back to hand and foot, whatever the count."""
    deal, rules = story.deal, story.game.ruleset
    heap = deal.stock[0]
    aimed = (command.fraction * len(heap) + 500_000) // 1_000_000
    count = aimed + story.chance.grab_error(deal.number, command.seat)
    story.tell(Grabbed(command.seat, command.fraction, max(1, min(len(heap), count))))
    hand, both = rules.hand_size, rules.hand_size + rules.foot_size
    story.tell(Dealt(command.seat, heap[:hand], heap[hand:both]))
    if not story.deal.undealt:
        open_play(story)
