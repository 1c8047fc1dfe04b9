"""What a position promises a team, when all cards lie open: for the worlds that sharp imagines.

The numbers were fitted to what 400 games of four careful, classic and favourite, ended with, deal by deal; those of the
foot and of five cards held once more to 200 others.
"""

from typing import NamedTuple

from engine.bots.outlook import lateness, turns_left
from engine.cards import NATURAL_RANKS, RED_THREES, WILD_RANK, by_rank
from engine.melds import BOOK, Meld, count_wilds
from engine.scoring import parts
from engine.seating import seats_of
from engine.state import Game, Seat


class Share(NamedTuple):
    """What part of a book counts as there at the beginning of a deal, and how much of it the end takes away."""

    early: float
    lost: float

    def when(self, late: float) -> float:
        """The part that counts now: never less than none of it, nor more than all."""
        return min(1.0, max(0.0, self.early - self.lost * late))


OPEN = {
    3: Share(1.0, 1.3),
    4: Share(1.0, 1.0),
    5: Share(1.15, 1.1),
    6: Share(1.2, 0.75),
    BOOK: Share(1.0, 0.0),
}
"""Of the book that an open meld of naturals becomes: by its size with the cards of its rank in the team's hands."""
HELD = {2: Share(0.45, 0.65), 3: Share(0.7, 0.9), 4: Share(0.85, 0.9), 5: Share(1.0, 0.3)}
"""Of a clean book: where so many cards of a rank, or more, are held and no meld of them is open."""
IDLE = 25
"""What it costs that a card waits in a hand while its meld lies open: gone, it would bring the foot nearer."""
WILD = Share(1.4, 1.15)
"""Of each wild's part of a book of wilds."""
FOOT, FOOT_LATE = 700, 1000
"""What it is worth at the beginning that a foot waits with its cards, and what the end takes away of that."""


def margin(game: Game, team: int) -> float:
    """By how much a team's deal is better than the others', in points: as scored, or as it stands."""
    deal = game.playing
    late = lateness(turns_left(game))
    points = game.scores[-1] if deal.over else [standing(game, one, late) for one in range(game.teams)]
    others = [one for number, one in enumerate(points) if number != team]
    return points[team] - sum(others) / len(others)


def standing(game: Game, team: int, late: float) -> float:
    """About the points that a team will have at the deal's end, against a team that has nothing yet."""
    deal, rules = game.playing, game.ruleset
    mates = [deal.seats[number] for number in seats_of(team, game.players, game.teams)]
    held = by_rank(card for mate in mates for card in mate.hand)
    laid = sum(parts(game._replace(deal=deal._replace(seats=(Seat(),) * game.players)), team).values())
    feet = sum(bool(mate.foot) for mate in mates) * (FOOT - FOOT_LATE * late)
    reds = sum(card in RED_THREES for mate in mates for card in mate.hand + mate.foot)
    cost = late * reds * rules.red_three_value if rules.red_threes == "penalty" else 0.0
    open_melds = {meld.rank: meld for meld in deal.teams[team].melds if not meld.is_book}
    naturals = sum(_book(game, open_melds.get(rank), len(held.get(rank, ())), late) for rank in NATURAL_RANKS)
    return laid + naturals + _wilds(game, open_melds.get(WILD_RANK), len(held.get(WILD_RANK, ())), late) + feet - cost


def _book(game: Game, meld: Meld | None, held: int, late: float) -> float:
    """What the team's cards of one rank promise: its open meld, if there is one, and so many in its hands."""
    bonus = game.ruleset.book_bonus
    if meld:
        share = OPEN[min(BOOK, len(meld.cards) + held)]
        return share.when(late) * (bonus.dirty if count_wilds(meld.cards) else bonus.clean) - IDLE * held
    if held < min(HELD):
        return 0.0
    return HELD[min(max(HELD), held)].when(late) * bonus.clean


def _wilds(game: Game, meld: Meld | None, held: int, late: float) -> float:
    if not game.ruleset.wild_melds:
        return 0.0
    return game.ruleset.book_bonus.wild / BOOK * ((len(meld.cards) if meld else 0) + held) * WILD.when(late)
