"""Worlds that a seat can't tell from the real one: the cards that it doesn't see, dealt anew by chance."""

import random
from collections import Counter

from engine.cards import RED_THREES, Card, Cards, in_order, packs
from engine.state import Game


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
    """The imagined game with the hidden cards dealt by chance to the others' hands, the feet and the stock. Where red
    threes pay a bonus none lies in a hand."""
    deal = game.playing
    cards = hidden[:]
    rng.shuffle(cards)
    if game.ruleset.red_threes == "bonus":
        cards.sort(key=RED_THREES.__contains__)  # the hands are dealt from the front
        in_hands = sum(len(one.hand) for number, one in enumerate(deal.seats) if number != seat)
        rest = cards[in_hands:]
        rng.shuffle(rest)
        cards[in_hands:] = rest
    at = 0

    def next_cards(count: int) -> Cards:
        nonlocal at
        at += count
        return tuple(cards[at - count : at])

    seats = [
        one if number == seat else one._replace(hand=in_order(next_cards(len(one.hand))))
        for number, one in enumerate(deal.seats)
    ]
    seats = [one._replace(foot=next_cards(len(one.foot))) for one in seats]
    return game._replace(deal=deal._replace(seats=tuple(seats), stock=(next_cards(deal.stock_size),)))
