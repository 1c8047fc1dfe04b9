"""`decide(game, command, chance) -> events`: the rulebook's answer to an action. It may refuse."""

from collections.abc import Callable
from typing import Any

from engine import commands as asked
from engine.chance import Chance
from engine.consequences import Story
from engine.decisions import asking, begin, discard, draw, grab, meld, passing, take_pile
from engine.errors import Refused
from engine.events import Event
from engine.state import Game

_RULES: dict[type, tuple[Callable[[Game, Any], None], Callable[[Story, Any], None]]] = {
    asked.Begin: (begin.check, begin.tell),
    asked.Grab: (grab.check, grab.tell),
    asked.Draw: (draw.check, draw.tell),
    asked.TakePile: (take_pile.check, take_pile.tell),
    asked.LayMelds: (meld.check, meld.tell),
    asked.Ask: (asking.check_ask, asking.tell_ask),
    asked.Answer: (asking.check_answer, asking.tell_answer),
    asked.Discard: (discard.check, discard.tell),
    asked.Pass: (passing.check, passing.tell),
}


def check(game: Game, command: asked.Command) -> None:
    """Raises Refused if the rules do not allow this command now, with the first code that applies."""
    _check_turn(game, command)
    _RULES[type(command)][0](game, command)


def decide(game: Game, command: asked.Command, chance: Chance) -> tuple[Event, ...]:
    """The events that this command leads to, with everything that follows without a choice. Raises Refused."""
    return act(game, command, chance)[0]


def act(game: Game, command: asked.Command, chance: Chance) -> tuple[tuple[Event, ...], Game]:
    """The events, and the game after them: a decision folds as it goes. Raises Refused."""
    check(game, command)
    story = Story(game, chance)
    _RULES[type(command)][1](story, command)
    return tuple(story.events), story.game


def _check_turn(game: Game, command: asked.Command) -> None:
    """Who may act at all: nobody after the end; those still asked while a question is open; else the turn's seat."""
    if isinstance(command, asked.Begin):
        return
    if game.over:
        raise Refused("game_over")
    deal = game.deal
    if deal is None or deal.over:
        raise Refused("wrong_phase")
    question = deal.question
    if question is not None:
        if not isinstance(command, asked.Answer) or command.seat not in question.waiting_for:
            raise Refused("awaiting_answer", waiting_for=list(question.waiting_for))
    elif command.seat != deal.seat:
        raise Refused("not_your_turn", turn=deal.seat)
