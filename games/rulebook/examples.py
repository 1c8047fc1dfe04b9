"""Examples in the rules: small positions in which something is done, and what the engine says to it.

What comes of an example is never written down: the engine is asked, for the ruleset that is told. So an example cannot
say what the engine would not do.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from config.kernel.errors import ERRORS
from engine.cards import from_text
from engine.commands import parse
from engine.decide import act
from engine.errors import Refused
from engine.events import DealScored, Event
from engine.notation import read_position
from engine.scenario import FixedChance
from engine.state import Game
from games.faces import Group, group
from games.rulebook.text import Row, Told, number

Action = dict[str, Any]


class Example(NamedTuple):
    """What somebody does somewhere, and what comes of it. `refused`: the code, if it is. `given` and `when` are
    those of a scenario, for whoever wants to check it."""

    says: str
    cards: tuple[Group, ...]
    refused: str | None
    outcome: str
    table: tuple[Row, ...]
    given: dict[str, Any]
    when: tuple[Action, ...]


class Case(NamedTuple):
    """An example whose outcome is not known yet. `tells`: what to say of it if the engine accepts it."""

    says: Any
    shown: Sequence[str]
    given: dict[str, Any]
    when: Sequence[Action]
    tells: Callable[[Game, tuple[Event, ...]], str]
    scores: bool = False


def played(case: Case, whose: Told) -> Example:
    """Do what the case does, up to the first refusal."""
    game, events = read_position(whose.rules, case.given), tuple[Event, ...]()
    cards = tuple(group(from_text(one)) for one in case.shown)
    done: list[Action] = []
    for action in case.when:
        done.append(action)
        try:
            events, game = act(game, parse(action, action["seat"]), FixedChance({}))
        except Refused as refusal:
            why = _("Refused: %(why)s") % {"why": ERRORS[refusal.code].title}
            return Example(str(case.says), cards, refusal.code, why, (), case.given, tuple(done))
    scored = [event for event in events if isinstance(event, DealScored)]
    table = _parts(scored[0].parts[0]) if scored and case.scores else ()
    return Example(str(case.says), cards, None, case.tells(game, events), table, case.given, tuple(done))


PARTS = {
    "cards": lazy("Cards in melds"),
    "clean_books": lazy("Clean books"),
    "dirty_books": lazy("Dirty books"),
    "wild_books": lazy("Wild books"),
    "red_threes": lazy("Red threes on the table"),
    "going_out": lazy("Going out"),
    "exact_grabs": lazy("Exact grabs"),
    "cards_left": lazy("Cards still held"),
    "red_threes_left": lazy("Red threes caught"),
}


def _parts(parts: dict[str, int]) -> tuple[Row, ...]:
    rows = [(str(PARTS[part]), number(value)) for part, value in parts.items() if value]
    return (*rows, (_("The score"), number(sum(parts.values()))))
