"""The figures of `python -m engine bench --bots`, on few games."""

from itertools import islice

import pytest

from engine.bots.contest import Played, Share, figures, gone_out, match, points_ahead, won

pytestmark = pytest.mark.pure


def test_each_figure_is_a_line_that_ends_with_a_number() -> None:
    for figure in islice(figures(games=2), 4):
        assert "\n" not in figure
        assert 0 <= float(figure.split()[-1]) <= 1


def test_a_match_is_between_the_two_that_are_named() -> None:
    assert won("favourite", "careful", "random", 2).part == 2
    assert won("favourite", "random", "careful", 2).part == 0


@pytest.mark.parametrize("ruleset", ["favourite", "pagat"])
def test_among_four_careful_two_deals_in_three_end_by_going_out(ruleset: str) -> None:
    deals = gone_out(ruleset, games=6)
    assert deals.whole == 24
    assert deals.part >= 16


def test_the_more_games_the_surer_the_share() -> None:
    assert str(Share(30, 40)) == "(of 40, 95 % sure from 0.598 to 0.858) 0.750"
    assert str(Share(300, 400)) == "(of 400, 95 % sure from 0.705 to 0.790) 0.750"


def test_points_are_counted_by_the_same_deal_from_both_sides() -> None:
    played = [Played(1, [300, -40]), Played(0, [-100, 60]), Played(1, [5000, 5000])]
    assert str(points_ahead(played)) == "(of 2, standard error 45) 55"


def test_a_match_tells_by_how_much_each_deal_was_won() -> None:
    one, other = match("favourite", "careful", "careful", 2)
    assert len(one.ahead) == 4
    assert other.ahead == [-points for points in one.ahead]
    assert (one.won, other.won) == ((1, 0) if sum(one.ahead) > 0 else (0, 1))
