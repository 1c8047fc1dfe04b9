"""Asking for leave to go out, and answering (rules.md section 7)."""

from engine import events as told
from engine.commands import Answer, Ask
from engine.consequences import Story
from engine.errors import Refused
from engine.going_out import check_asking
from engine.state import DRAW, PLAY, Game


def check_ask(game: Game, command: Ask) -> None:
    """Once a turn, on the foot, when a way to go out exists."""
    if game.playing.phase not in (DRAW, PLAY):
        raise Refused("wrong_phase", phase=game.playing.phase)
    check_asking(game, command.seat)


def tell_ask(story: Story, command: Ask) -> None:
    """The question is open until all have answered, or one says no."""
    story.tell(told.Asked(command.seat))


def check_answer(game: Game, command: Answer) -> None:
    """Only to an open question; who may answer it is looked at before (`awaiting_answer`)."""
    if game.playing.question is None:
        raise Refused("wrong_phase", phase=game.playing.phase)


def tell_answer(story: Story, command: Answer) -> None:
    """Binding both ways (R 14)."""
    story.tell(told.Answered(command.seat, command.yes))
