"""A bot knows what its seat knows: the rest may be dealt anew, and it does the same, for the same reason."""

import json
import random

import pytest

from engine import sight
from engine.bots import NAMES
from engine.bots.imagine import UNKNOWN, imagine
from engine.bots.reasons import CODES
from engine.bots.worlds import deal_anew, hidden_cards
from engine.default import to_act
from engine.legal import actions
from engine.state import Game
from tests.engine.bots.table import begun, explained, played, position

pytestmark = pytest.mark.pure


def positions(ruleset: str) -> list[Game]:
    """Positions along a game, each with a few actions more."""
    game, chance = begun(ruleset, 4, 2, seed=11)
    along = []
    for _ in range(12):
        game = played(game, chance, ("careful",), actions_at_most=9)
        along.append(game)
    return along


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ruleset", ["classic", "favourite"])
def test_cards_out_of_sight_make_no_difference(name: str, ruleset: str) -> None:
    for game in positions(ruleset)[:: 4 if name == "sharp" else 1]:
        seat = to_act(game)[0]
        imagined, _ = imagine(sight.view(game, seat))
        other = deal_anew(imagined, seat, hidden_cards(imagined, seat), random.Random(5))
        assert other.playing.stock != game.playing.stock
        assert explained(other, seat, name) == explained(game, seat, name)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_chance_gives_the_same_action(name: str) -> None:
    game = positions("favourite")[3]
    assert explained(game, to_act(game)[0], name, seed=4) == explained(game, to_act(game)[0], name, seed=4)


def test_an_imagined_game_holds_no_card_that_the_seat_does_not_see() -> None:
    game = positions("pagat")[5]
    seat = to_act(game)[0]
    imagined, its_seat = imagine(sight.view(game, seat))
    assert its_seat == seat
    assert imagined.playing.seats[seat].hand == game.playing.seats[seat].hand
    hidden = [one.hand for number, one in enumerate(imagined.playing.seats) if number != seat]
    hidden += [one.foot for one in imagined.playing.seats] + list(imagined.playing.stock)
    assert {card for cards in hidden for card in cards} == {UNKNOWN}


def test_an_imagined_game_is_the_seats_view_again() -> None:
    for game in positions("classic"):
        seat = to_act(game)[0]
        view = sight.view(game, seat)
        assert sight.view(imagine(view)[0], seat) == view


def test_what_was_started_in_this_turn_is_read_from_the_list() -> None:
    game = position("classic", turn={"seat": 0, "phase": "play"}, seats=[{"hand": "KC KD KH KS 9C 4D 5H"}, {}, {}, {}])
    game = game._replace(
        deal=game.playing._replace(
            teams=position("classic", teams=[{"melds": {"K1": "KC KD KH", "Q1": "QC QD QH"}}, {}]).playing.teams,
            melded_this_turn="starts",
            started_this_turn=("K1",),
        )
    )
    imagined, _ = imagine(sight.view(game, 0), actions(game, 0))
    assert imagined.playing.started_this_turn == ("K1",)


def test_a_world_holds_the_cards_of_all_packs() -> None:
    game = positions("classic")[6]
    seat = to_act(game)[0]
    imagined, _ = imagine(sight.view(game, seat))
    hidden = hidden_cards(imagined, seat)
    deal = game.playing
    assert len(hidden) == deal.stock_size + sum(
        len(one.foot) + (len(one.hand) if number != seat else 0) for number, one in enumerate(deal.seats)
    )
    world = deal_anew(imagined, seat, hidden, random.Random(1))
    assert not any(card in ("3D", "3H") for one in world.playing.seats for card in one.hand)


def test_every_reason_is_plain_and_known() -> None:
    for ruleset in ("classic", "favourite"):
        for game in positions(ruleset):
            _, reason = explained(game, to_act(game)[0])
            assert set(reason.data) == set(CODES[reason.code])
            assert json.loads(json.dumps(reason.data)) == reason.data
