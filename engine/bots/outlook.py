"""What a seat can know of what is to come: which cards are out of sight, how many of them its team may still get, and
from that what a meld that has been begun may be worth in the end. All in points."""

from collections import Counter
from functools import lru_cache
from math import exp
from typing import NamedTuple

from engine.cards import MELD_RANK, WILD_RANK, Card, by_rank, packs
from engine.melds import BOOK, Meld, count_wilds, too_wild
from engine.ruleset import Kinds, Ruleset
from engine.seating import seats_of
from engine.state import Deal, Game, Team
from engine.way_out import missing_books

NEEDED = 250
"""What a book is worth beside its bonus while the team needs one of its kind to go out."""


class Outlook(NamedTuple):
    """One seat's knowledge, counted once for a decision."""

    game: Game
    deal: Deal
    rules: Ruleset
    seat: int
    team: Team
    held: dict[str, list[Card]]
    unseen: Counter[str]
    hidden: int
    turns: float
    missing: Kinds
    wanted: Kinds

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's cards."""
        return self.deal.seats[self.seat].hand

    @property
    def in_foot(self) -> bool:
        """Whether they are those of the foot."""
        return self.deal.seats[self.seat].in_foot

    @property
    def wilds(self) -> list[Card]:
        """The wilds held, twos before jokers."""
        return self.held.get(WILD_RANK, [])


def look(game: Game, seat: int) -> Outlook:
    """What this seat can know."""
    deal, rules = game.playing, game.ruleset
    number = game.team_of(seat)
    team = deal.teams[number]
    unseen = Counter(_pack(rules.pack_count(game.players), rules.jokers_per_pack))
    unseen.subtract(map(MELD_RANK.__getitem__, deal.seats[seat].hand + deal.pile))
    for one in deal.teams:
        unseen["3"] -= len(one.red_threes)
        for meld in one.melds:
            unseen.subtract(map(MELD_RANK.__getitem__, meld.cards))
    missing = missing_books(rules, team)
    wanted = Kinds(*(bonus + NEEDED * bool(lack) for bonus, lack in zip(rules.book_bonus, missing, strict=True)))
    held = by_rank(deal.seats[seat].hand)
    hidden = max(1, unseen.total())
    return Outlook(game, deal, rules, seat, team, held, unseen, hidden, turns_left(game), missing, wanted)


@lru_cache(maxsize=64)
def _pack(number: int, jokers: int) -> Counter[str]:
    return Counter(map(MELD_RANK.__getitem__, packs(number, jokers)))


def turns_left(game: Game) -> float:
    """How many more turns each player may have: until the stock is empty, or somebody goes out."""
    deal = game.playing
    by_stock = deal.stock_size / (game.ruleset.draw * game.players)
    return min([by_stock] + [_turns_to_go_out(game, team) for team in range(game.teams)])


def _turns_to_go_out(game: Game, number: int) -> float:
    """A guess: what stands between a team and going out, in turns."""
    deal = game.playing
    seats = [deal.seats[seat] for seat in seats_of(number, game.players, game.teams)]
    books = sum(missing_books(game.ruleset, deal.teams[number]))
    cards = min(len(seat.hand) + len(seat.foot) for seat in seats)
    feet = sum(not seat.in_foot for seat in seats)
    return 1 + 2 * books + 2 * feet + cards / 4


@lru_cache(maxsize=10_000)
def _at_least(tenths: int, count: int) -> float:
    """The chance that of something expected `tenths`/10 times at least so many come (Poisson)."""
    if count <= 0:
        return 1.0
    expected, term, below = tenths / 10, exp(-tenths / 10), 0.0
    for number in range(count):
        below += term
        term *= expected / (number + 1)
    return max(0.0, 1 - below)


def chance(out: Outlook, rank: str, more: int, share: float = 1.0) -> float:
    """The chance that the seat's team gets so many more cards of a rank (W: wilds) in time to lay them."""
    if more <= 0:
        return 1.0
    mates = out.game.players // out.game.teams
    waiting = sum(
        len(seat.foot) + (len(seat.hand) if number != out.seat else 0)
        for number, seat in enumerate(out.deal.seats)
        if number % out.game.teams == out.seat % out.game.teams
    )
    coming = out.turns * mates * out.rules.draw * 1.3 + waiting * min(1.0, out.turns / 4)
    return _at_least(int(10 * share * coming * out.unseen[rank] / out.hidden), more)


def risk(out: Outlook) -> float:
    """The chance that what is in the hand now will be caught there: it grows as the end comes near."""
    return 1 / (1 + out.turns / 3)


def most_wilds(rules: Ruleset, size: int = BOOK) -> int:
    """How many wilds a meld of this size may hold."""
    return next((wilds for wilds in range(rules.max_wilds, 0, -1) if not too_wild(rules, size - wilds, wilds)), 0)


def worth_of(out: Outlook, rank: str, naturals: int, wilds: int) -> float:
    """What so many cards of a rank, laid or to be laid as one meld, promise beyond the values of the cards."""
    size = naturals + wilds
    if rank == WILD_RANK:
        return out.wanted.wild * chance(out, rank, BOOK - size)
    lacking = BOOK - size
    if lacking <= 0:
        return out.wanted.dirty if wilds else out.wanted.clean
    plain = chance(out, rank, lacking)
    clean = 0.0 if wilds else out.wanted.clean * plain
    helped = chance(out, rank, lacking - 1) if wilds < most_wilds(out.rules) else plain
    return max(clean, out.wanted.dirty * (plain + helped) / 2)


def open_meld(team: Team, rank: str) -> Meld | None:
    """The team's open meld of a rank."""
    return next((meld for meld in team.melds if meld.name[0] == rank and not meld.is_book), None)


def split(meld: Meld | None) -> tuple[int, int]:
    """How many naturals and wilds a meld holds; none where there is none."""
    if meld is None:
        return 0, 0
    wilds = count_wilds(meld.cards)
    return len(meld.cards) - wilds, wilds
