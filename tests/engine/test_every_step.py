"""What the rules leave behind at every step of any game: hands and feet, pile and stock, and whose turn it is."""

from collections.abc import Iterator

import pytest
from hypothesis import given

from engine.state import Game
from tests.engine.stories import Player, Step
from tests.engine.strategies import QUICK, SHORT, bounded, tables
from tests.engine.test_whole_games import PLAYERS, SEEDS, steps

pytestmark = pytest.mark.pure

RED_THREES = ("3D", "3H")


def untidy_hands(game: Game) -> Iterator[str]:
    """Section 3, 3 and section 4."""
    for number, seat in enumerate(game.playing.seats):
        if game.ruleset.red_threes == "bonus" and any(face in RED_THREES for face in seat.hand):
            yield f"seat {number} holds a red three"
        if not seat.hand and not seat.in_foot:
            yield f"seat {number} has played the hand and not taken up the foot"
        if seat.in_foot and seat.foot:
            yield f"seat {number} has taken up the foot and has it still"


def untidy_step(step: Step) -> Iterator[str]:
    """Sections 4 and 6: what the first event of a decision brings about."""
    event, before, after = step.events[0], step.before.playing, step.after.playing
    rules, pile = step.before.ruleset, len(before.pile)
    match event.type:
        case "drew":
            more = len(after.seats[event.seat].hand) - len(before.seats[event.seat].hand)
            if after.stock_size and more != rules.draw:
                yield f"{more} cards drawn"
        case "pile_taken":
            taken = min(pile, rules.pile_take) if isinstance(rules.pile_take, int) else pile
            if rules.pile_take == "never" or len(after.pile) != pile - taken:
                yield f"{pile - len(after.pile)} cards of {pile} taken"
        case "discarded":
            if after.pile != (event.card, *before.pile):
                yield "the discard is not on top"
            if after.stock_size and after.over is None and after.seat != (event.seat + 1) % step.before.players:
                yield "another than the player at the left is to play"


@bounded(40)
@given(tables(**QUICK) | tables(minimums=SHORT), SEEDS, PLAYERS)
def test_every_step_leaves_the_table_as_the_rules_say(game: Game, seed: int, player: Player) -> None:
    for step in steps(game, seed, player):
        if step.before.deal is None or step.after.playing.number != step.before.playing.number:
            continue
        assert list(untidy_step(step)) == []
        if step.after.playing.phase in ("draw", "play"):
            assert list(untidy_hands(step.after)) == []
