"""What a seat can know of what is to come: which cards are out of sight, how many of them its team may still get, and
from that what a meld that has been begun may be worth in the end. All in points."""

from collections import Counter
from functools import lru_cache
from itertools import chain
from math import exp
from typing import NamedTuple

from engine.cards import MELD_RANK, NATURAL_RANKS, VALUE, WILD_RANK, Card, by_rank, packs
from engine.melds import BOOK, Meld, count_wilds, too_wild
from engine.ruleset import Kinds, Ruleset
from engine.seating import seats_of
from engine.state import Deal, Game, Team
from engine.way_out import missing_books

NEEDED = 0.4
"""What part of what others would be caught with a book is worth, beside its bonus, that the team needs to go out."""
PILE_HELPS = 0.8
"""So many times what is drawn comes to a team, for it takes the pile too."""
ALL_LAID = 4
"""In so many turns a partner lays what waits in hand and foot."""


class Wanted(NamedTuple):
    """What a book of each kind is worth."""

    clean: float
    dirty: float
    wild: float


class Outlook(NamedTuple):
    """One seat's knowledge, counted once for a decision: `open` melds and (the first) `books` of its team by rank, its
    cards by rank, how many of each rank are `unseen`, how many cards are `hidden`, and what follows from that."""

    game: Game
    deal: Deal
    rules: Ruleset
    seat: int
    team: Team
    open: dict[str, Meld]
    books: dict[str, Meld]
    held: dict[str, list[Card]]
    unseen: dict[str, int]
    hidden: int
    turns: float
    coming: float
    most_wilds: int
    caught: tuple[float, float]
    missing: Kinds
    wanted: Wanted

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
    unseen = _off_the_table(deal.teams, rules.pack_count(game.players), rules.jokers_per_pack).copy()
    for card in deal.seats[seat].hand + deal.pile:
        unseen[MELD_RANK[card]] -= 1
    hidden = max(1, sum(unseen.values()))
    caught = cost_of_hidden(rules, unseen, hidden)
    missing = missing_books(rules, team)
    needed = (
        NEEDED
        * sum(caught)
        * sum(len(one.hand) + len(one.foot) for other, one in enumerate(deal.seats) if game.team_of(other) != number)
        / (game.teams - 1)
    )
    wanted = Wanted(*(bonus + needed * bool(lack) for bonus, lack in zip(rules.book_bonus, missing, strict=True)))
    turns = turns_left(game)
    return Outlook(
        game=game,
        deal=deal,
        rules=rules,
        seat=seat,
        team=team,
        open={meld.rank: meld for meld in team.melds if not meld.is_book},
        books={meld.rank: meld for meld in reversed(team.melds) if meld.is_book},
        held=by_rank(deal.seats[seat].hand),
        unseen=unseen,
        hidden=hidden,
        turns=turns,
        coming=_coming(game, seat, turns),
        most_wilds=most_wilds(rules),
        caught=caught,
        missing=missing,
        wanted=wanted,
    )


@lru_cache(maxsize=1000)
def _off_the_table(teams: tuple[Team, ...], number: int, jokers: int) -> dict[str, int]:
    """How many cards of each rank do not lie on the table. Asked several times before the table changes."""
    melds = (meld.cards for team in teams for meld in team.melds)
    laid = Counter(map(MELD_RANK.__getitem__, chain.from_iterable(melds)))
    laid["3"] += sum(len(team.red_threes) for team in teams)
    return {rank: count - laid[rank] for rank, count in _pack(number, jokers).items()}


@lru_cache(maxsize=64)
def _pack(number: int, jokers: int) -> dict[str, int]:
    return Counter(map(MELD_RANK.__getitem__, packs(number, jokers)))


def turns_left(game: Game) -> float:
    """How many more turns each player may have: until the stock is empty, or somebody goes out."""
    deal = game.playing
    by_stock = deal.stock_size / (game.ruleset.draw * game.players)
    return min([by_stock] + [turns_to_go_out(game, team) for team in range(game.teams)])


def turns_to_go_out(game: Game, number: int) -> float:
    """A guess: what stands between a team and going out, in turns."""
    deal = game.playing
    seats = [deal.seats[seat] for seat in seats_of(number, game.players, game.teams)]
    books = sum(missing_books(game.ruleset, deal.teams[number]))
    cards = min(len(seat.hand) + len(seat.foot) for seat in seats)
    feet = sum(not seat.in_foot for seat in seats)
    return 1.5 + 1.2 * books + 2.5 * feet + cards / 4


def _coming(game: Game, seat: int, turns: float) -> float:
    """How many cards the seat's team may still get in time to lay them: from the stock, a partner's hand, the feet."""
    deal = game.playing
    mates = seats_of(game.team_of(seat), game.players, game.teams)
    waiting = sum(len(deal.seats[mate].foot) + len(deal.seats[mate].hand) for mate in mates)
    waiting -= len(deal.seats[seat].hand)
    return turns * len(mates) * game.ruleset.draw * PILE_HELPS + waiting * min(1.0, turns / ALL_LAID)


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


def chance(out: Outlook, rank: str, more: int) -> float:
    """The chance that the seat's team gets so many more cards of a rank (W: wilds) in time to lay them."""
    if more <= 0:
        return 1.0
    return _at_least(int(10 * out.coming * out.unseen[rank] / out.hidden), more)


def cost_of_hidden(rules: Ruleset, unseen: dict[str, int], hidden: int) -> tuple[float, float]:
    """What a card out of sight costs on average when it is caught: for the red threes among them, and for the rest."""
    reds = unseen["3"] / 2  # half of the threes are red, near enough
    wild = (4 * 20 + rules.jokers_per_pack * 50) / (4 + rules.jokers_per_pack)
    others = reds * rules.black_three_value + unseen[WILD_RANK] * wild
    others += sum(unseen[rank] * VALUE[rank + "C"] for rank in NATURAL_RANKS)
    in_hands = reds if rules.red_threes == "penalty" else reds / 3  # a bonus leaves them in the feet alone
    return in_hands * rules.red_three_value / hidden, others / hidden


def risk(out: Outlook) -> float:
    """The chance that what is in the hand now will be caught there: it grows as the end comes near."""
    return lateness(out.turns)


def lateness(turns: float) -> float:
    """How near the end is, from 0 to 1, with so many turns left for each player."""
    return 1 / (1 + turns / 3)


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
    helped = chance(out, rank, lacking - 1) if wilds < out.most_wilds else plain
    return max(clean, out.wanted.dirty * (plain + helped) / 2)


def split(meld: Meld | None) -> tuple[int, int]:
    """How many naturals and wilds a meld holds; none where there is none."""
    if meld is None:
        return 0, 0
    wilds = count_wilds(meld.cards)
    return len(meld.cards) - wilds, wilds
