"""The worlds that sharp imagines are likely ones, and what it compares in them is comparable."""

import random
from collections import Counter

import pytest

from engine.bots.imagine import imagine
from engine.bots.sharp import NO_NEXT_DEAL, play_on
from engine.bots.standing import margin
from engine.bots.worlds import deal_anew, hidden_cards
from engine.cards import RED_THREES
from engine.commands import Command, Discard, Draw, Lay, LayMelds, TakePile
from engine.decide import act
from engine.sight import view
from engine.state import Game
from tests.engine.bots.table import position

pytestmark = pytest.mark.pure

LAID = {"melds": {"K1": "KC KD KH", "Q1": "QC QD QH", "81": "8C 8D 8H"}}
HAND = "AC AD AH 9C 9D 9H 7C 7D 6C 5S 4D"


def worlds(**given: object) -> list[Game]:
    """Many worlds in which seat 0 holds HAND, and both teams have melded."""
    seats = [{"hand": HAND}, *({"hand": "6S 6D 5C 5D 4C 4S JC JD TC TD TH"},) * 3]
    game = position(turn={"seat": 0, "phase": "play"}, seats=seats, teams=[LAID, LAID], **given)
    imagined, _ = imagine(view(game, 0))
    hidden = hidden_cards(imagined, 0)
    return [deal_anew(imagined, 0, hidden, random.Random(seed)) for seed in range(60)]


def share(games: list[Game], faces: str) -> float:
    """What part of the others' hands these are."""
    cards = [card for game in games for seat in game.playing.seats[1:] for card in seat.hand]
    return sum(card[0] in faces for card in cards) / len(cards)


def test_a_hand_seldom_holds_what_its_player_would_have_laid() -> None:
    games = worlds()
    assert 0 < share(games, "KQ8") < share(games, "JT5") / 2


def test_a_hand_seldom_holds_a_third_of_a_rank_that_its_player_could_begin() -> None:
    hands = [seat.hand for game in worlds() for seat in game.playing.seats[1:]]
    thirds = sum(sum(card[0] == rank for card in hand) >= 3 for hand in hands for rank in "AJT97654")
    assert 0 < thirds < len(hands) / 3


def test_a_hand_seldom_holds_a_red_three_where_that_costs() -> None:
    cards = [card for game in worlds() for seat in game.playing.seats[1:] for card in seat.hand]
    black = sum(card in ("3C", "3S") for card in cards)
    assert 0 < sum(card in RED_THREES for card in cards) < black / 2


def test_whatever_is_done_worlds_are_looked_at_after_the_same_turns() -> None:
    world = worlds()[0]
    melds = LayMelds(0, (Lay(("AC", "AD", "AH"), None),))
    ends = [play_on(world, command, turns=2).playing for command in (melds, Discard(0, "4D"), Discard(0, "AC"))]
    assert [end.seat for end in ends] == [3, 3, 3]
    assert {end.phase for end in ends} == {"draw"}


def test_what_the_others_draw_is_the_same_whether_the_pile_is_taken_or_not() -> None:
    seats = [{"hand": HAND}, *({"hand": "6S 6D 5C 5D 4C 4S"},) * 3]
    pile = {"turn": {"seat": 0, "phase": "draw"}, "pile": "9S 4C 6H", "stock": "8C " * 40}
    imagined, _ = imagine(view(position(seats=seats, teams=[LAID, LAID], **pile), 0))
    world = deal_anew(imagined, 0, hidden_cards(imagined, 0), random.Random(1))

    def drawn_next(first: Command) -> Counter[str]:
        _, game = act(world, first, NO_NEXT_DEAL)
        _, game = act(game, Discard(0, "4D"), NO_NEXT_DEAL)
        _, after = act(game, Draw(1), NO_NEXT_DEAL)
        return Counter(after.playing.seats[1].hand) - Counter(game.playing.seats[1].hand)

    taking = TakePile(0, (Lay(("9S", "9C", "9D"), None),))
    assert drawn_next(taking) == drawn_next(Draw(0))
    assert drawn_next(Draw(0)).total() == 2


@pytest.mark.parametrize("stock", [10, 60, 120])
def test_a_book_on_the_table_is_worth_more_than_one_that_waits_for_a_card_in_the_hand(stock: int) -> None:
    def standing(meld: str, hand: str) -> float:
        mine = {"melds": {"K1": meld}}
        seats = [{"hand": hand}, {}, {}, {}]
        game = position(turn={"seat": 0, "phase": "play"}, seats=seats, teams=[mine, {}], stock="8C " * stock)
        return margin(game, 0)

    laid = standing("KC KC KD KD KH KH KS", "9C 9D 4H")
    assert laid > standing("KC KC KD KD KH KH", "KS 9C 9D 4H")
