"""Worlds that a seat can't tell from the real one: the cards that it doesn't see, dealt anew by chance."""

import random
from collections import Counter
from typing import NamedTuple

from engine.cards import MELD_RANK, NATURALS, RED_THREES, WILD_RANK, Card, Cards, in_order, packs
from engine.melds import SMALLEST, refuse_addition, shape
from engine.state import Game
from engine.stock import streams

STILL_THERE = 0.15
"""The chance that a card still lies in a hand from which it could have been laid, or should have been discarded. Among
four careful a sixth to a tenth of such cards do, against the others."""


class NoNextDeal:
    """The chance of a world: all of it lies in the cards; the story ends with the deal."""

    def dealer(self) -> int:
        """Nobody deals again. Raises ValueError."""
        raise ValueError("a world begins no game")

    def order(self, deal: int) -> Cards | None:
        """There is no next deal."""
        return None

    def grab_error(self, deal: int, seat: int) -> int:
        """A steady hand."""
        return 0

    def secret(self, deal: int) -> str | None:
        """There is none."""
        return None


def hidden_cards(game: Game, seat: int) -> list[Card]:
    """The cards that this seat doesn't see: those of all packs but its hand, the pile and what lies on the table."""
    deal, rules = game.playing, game.ruleset
    left = Counter(packs(rules.pack_count(game.players), rules.jokers_per_pack))
    left.subtract(deal.seats[seat].hand + deal.pile)
    for team in deal.teams:
        for meld in team.melds:
            left.subtract(meld.cards)
        for _ in team.red_threes:  # a view counts them only
            left[max(sorted(RED_THREES), key=lambda card: left[card])] -= 1
    return list(left.elements())


def deal_anew(game: Game, seat: int, hidden: list[Card], rng: random.Random) -> Game:
    """The imagined game with the hidden cards dealt by chance to the others' hands, the feet and the stock. A hand
    seldom gets what its player would have laid or discarded long since. Each seat draws from a stream of its own, so
    that whoever takes the pile changes nothing in what the others draw: what is compared differs by less chance."""
    deal = game.playing
    cards = hidden[:]
    seats = list(deal.seats)
    for number, one in enumerate(seats):
        if number != seat:
            rng.shuffle(cards)
            hand = _hand(cards, len(one.hand), _seldom(game, number), rng)
            seats[number] = one._replace(hand=in_order(hand))
    rng.shuffle(cards)

    def next_cards(count: int) -> Cards:
        dealt = tuple(cards[len(cards) - count :])
        del cards[len(cards) - count :]
        return dealt

    seats = [one._replace(foot=next_cards(len(one.foot))) for one in seats]
    stock = streams(next_cards(deal.stock_size), game.players, deal.seat)
    return game._replace(deal=deal._replace(seats=tuple(seats), stock=stock))


class _Seldom(NamedTuple):
    """What a hand seldom holds: cards of these ranks, a third of any; and how often a red three lies there still."""

    ranks: frozenset[str]
    third: bool
    red_threes: float

    def chance(self, card: Card, hand: list[Card]) -> float:
        """The chance that a card which would go to this hand lies there still."""
        if card in RED_THREES:
            return self.red_threes
        rank = MELD_RANK[card]
        third = self.third and card in NATURALS and sum(MELD_RANK[one] == rank for one in hand) >= SMALLEST - 1
        return STILL_THERE if third or rank in self.ranks else 1.0


ANYTHING = _Seldom(frozenset(), third=False, red_threes=1.0)


def _seldom(game: Game, number: int) -> _Seldom:
    """What the hand of this seat seldom holds: nothing in particular if it is a foot that was just taken up."""
    deal, rules = game.playing, game.ruleset
    one, team = deal.seats[number], deal.teams[game.team_of(number)]
    fresh = one.in_foot and not one.played_from_foot
    red_threes = 0.0 if rules.red_threes == "bonus" else 1.0 if fresh else STILL_THERE
    if fresh or not team.opened:
        return ANYTHING._replace(red_threes=red_threes)
    takes = {meld.rank: refuse_addition(rules, shape(meld), 1, 0) is None for meld in team.melds}  # the last of a rank
    ranks = frozenset(rank for rank, any_more in takes.items() if any_more and rank != WILD_RANK)
    return _Seldom(ranks, third=True, red_threes=red_threes)


def _hand(cards: list[Card], size: int, seldom: _Seldom, rng: random.Random) -> list[Card]:
    """A hand taken from the end of the shuffled cards; those that it seldom holds are mostly left there."""
    hand: list[Card] = []
    left: list[Card] = []
    while len(hand) < size:
        if not cards:  # nothing else is there
            cards += left
            left.clear()
            seldom = ANYTHING
        card = cards.pop()
        (hand if rng.random() < seldom.chance(card, hand) else left).append(card)
    cards += left
    return hand
