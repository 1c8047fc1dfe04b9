"""The state of a game: plain immutable values, folded from events and asked by every rule."""

from typing import NamedTuple

from engine.cards import Cards
from engine.melds import Meld
from engine.ruleset import Ruleset
from engine.seating import partners_of, team_of

DEALING, GRABBING, DRAW, PLAY = "deal", "grab", "draw", "play"
"""The phases: cards are being dealt; players grab packets; the turn's player draws or takes the pile; then plays."""

STARTS, ADDS = "starts", "adds"
WENT_OUT, STOCK_EXHAUSTED = "went_out", "stock_exhausted"


class Seat(NamedTuple):
    """What one player holds. `foot` is empty once it is taken up."""

    hand: Cards = ()
    foot: Cards = ()
    in_foot: bool = False
    played_from_foot: bool = False
    grabbed: int | None = None

    def holding(self, hand: Cards) -> "Seat":
        """The same seat with other cards in hand."""
        return Seat(hand, self.foot, self.in_foot, self.played_from_foot, self.grabbed)

    def left_with(self, hand: Cards) -> "Seat":
        """The same seat after playing cards: these are left."""
        return Seat(hand, self.foot, self.in_foot, self.played_from_foot or self.in_foot, self.grabbed)


class Team(NamedTuple):
    """What one team has on the table in this deal."""

    melds: tuple[Meld, ...] = ()
    red_threes: Cards = ()
    exact_grabs: int = 0

    @property
    def opened(self) -> bool:
        """Whether it has made its first meld."""
        return bool(self.melds)

    def meld(self, name: str) -> Meld | None:
        """The meld of this name, if there is one."""
        return next((meld for meld in self.melds if meld.name == name), None)

    def of_rank(self, rank: str) -> tuple[Meld, ...]:
        """Its melds of a rank, in the order of their numbers."""
        return tuple(meld for meld in self.melds if meld.name[0] == rank)


class Question(NamedTuple):
    """An open question to go out: who asks, and which partners have not answered."""

    seat: int
    waiting_for: tuple[int, ...]


class Deal(NamedTuple):
    """One deal. `stock` is one stream, or one for each seat (`seat_streams`), the next card first; `pile` top first."""

    number: int
    dealer: int
    minimum: int
    seat: int
    phase: str
    seats: tuple[Seat, ...]
    teams: tuple[Team, ...]
    stock: tuple[Cards, ...]
    pile: Cards = ()
    undealt: int = 0
    melded_this_turn: str | None = None
    started_this_turn: tuple[str, ...] = ()
    asked: bool = False
    leave: bool = False
    question: Question | None = None
    passes: int = 0
    over: str | None = None
    out: int | None = None

    @property
    def stock_size(self) -> int:
        """How many cards are left in the stock."""
        return sum(map(len, self.stock))


class Game(NamedTuple):
    """A whole game: `scores` holds one tuple of the teams' points for each deal that is over."""

    ruleset: Ruleset
    players: int
    teams: int
    deal: Deal | None
    scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...] | None

    @property
    def over(self) -> bool:
        """Whether all deals have been played."""
        return self.winners is not None

    def team_of(self, seat: int) -> int:
        """The team of a seat."""
        return team_of(seat, self.teams)

    def partners_of(self, seat: int) -> tuple[int, ...]:
        """The other seats of its team."""
        return partners_of(seat, self.players, self.teams)

    @property
    def playing(self) -> Deal:
        """The deal that is on. Raises ValueError while none is."""
        if self.deal is None:
            raise ValueError("no deal has begun")
        return self.deal

    def at(self, deal: Deal) -> "Game":
        """The same game, with its deal as it now stands."""
        return Game(self.ruleset, self.players, self.teams, deal, self.scores, self.totals, self.winners)


def new_game(ruleset: Ruleset, players: int, teams: int) -> Game:
    """A game in which nothing has been dealt yet."""
    return Game(ruleset, players, teams, None, (), (0,) * teams, None)
