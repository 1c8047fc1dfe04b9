"""The score of a deal (rules.md section 9), counted a second time from the faces, whatever the ruleset and the game."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ruleset import Ruleset
from engine.scoring import parts
from engine.state import Game
from tests.engine.strategies import bounded, chances, positions

pytestmark = pytest.mark.pure

RED_THREES = ("3D", "3H", "3D")
THREES = ("3D", "3H", "3C", "3S")
LAID = dict(zip("A2KQJT987654", (20, 20, 10, 10, 10, 10, 10, 10, 5, 5, 5, 5), strict=True)) | {"JK": 50}


def laid(face: str) -> int:
    return LAID.get(face) or LAID[face[0]]


def caught(rules: Ruleset, face: str) -> int:
    reds = {"3D": rules.red_three_value, "3H": rules.red_three_value}
    blacks = {"3C": rules.black_three_value, "3S": rules.black_three_value}
    worth = reds | blacks
    return worth[face] if face in worth else laid(face)


def counted(game: Game, team: int) -> int:
    """The points of a team in the deal that is over."""
    rules, deal = game.ruleset, game.playing
    score = deal.teams[team].exact_grabs * rules.grab_bonus
    for meld in deal.teams[team].melds:
        score += sum(map(laid, meld.cards))
        score += getattr(rules.book_bonus, meld.kind) if len(meld.cards) >= 7 else 0
    if rules.red_threes == "bonus":  # else none comes to lie there
        score += rules.red_three_value * len(deal.teams[team].red_threes)
    out = deal.out is not None and deal.out % game.teams == team
    score += rules.go_out_bonus if out else 0
    for seat in deal.seats[team :: game.teams]:
        for face in seat.hand + seat.foot:
            if face in ("3D", "3H") or rules.out_team_pays or not out:
                score -= caught(rules, face)
    return score


@bounded(150)
@given(positions(), st.integers(0, 3), st.integers(0, 3), chances)
def test_a_deal_that_ended_anywhere_is_scored_as_it_is_counted_again(
    game: Game, reds: int, grabs: int, rng: Random
) -> None:
    team = rng.randrange(game.teams)
    sides = list(game.playing.teams)
    sides[team] = sides[team]._replace(red_threes=RED_THREES[:reds], exact_grabs=grabs)
    hands = tuple(
        seat._replace(hand=seat.hand + tuple(rng.sample(THREES, rng.randrange(4)))) for seat in game.playing.seats
    )
    out = rng.choice((None, *range(game.players)))
    deal = game.playing._replace(teams=tuple(sides), seats=hands, over="stock_exhausted", out=out)
    ended = game._replace(deal=deal)
    for one in range(game.teams):
        assert sum(parts(ended, one).values()) == counted(ended, one)
