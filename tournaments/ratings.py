"""Ratings: who is how strong, per person and pool, by the order in which sides end and by nothing else.

A fold over rated games in the order of their numbers. After every game mu and sigma are rounded to six decimals, as
they are stored, so that it makes no difference where a fold began: a stored state taken up and a count from the first
game come out alike to the last bit. A corrected game changes at its old number, and everything after is folded anew.
"""

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from engine.codec import canon
from tournaments.defaults import (
    CHECKPOINT_EVERY,
    FORGOTTEN_AFTER,
    MU,
    PROVISIONAL_ABOVE,
    RATING_POOLS,
    SIGMA,
    SOLO_POOL,
)

ALGORITHM = f"plackett_luce/1 openskill/{version('openskill')} mu/{MU} sigma/{SIGMA} forgotten/{FORGOTTEN_AFTER}"
MILLION = 1_000_000
_MODEL = PlackettLuce(mu=MU / MILLION, sigma=SIGMA / MILLION)
_MONDAY = datetime(1970, 1, 5, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Rated:
    """A game that counts: its number in the order of all ends of games, when it ended, who played by side, and the
    place of each side (1 is best, equals share)."""

    number: int
    at: datetime
    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]


class Rating(NamedTuple):
    """What is known of a person: mu and sigma ×10⁶, games counted, and the week of the last."""

    mu: int = MU
    sigma: int = SIGMA
    games: int = 0
    week: int = 0

    @property
    def shown(self) -> int:
        """1000 for somebody unknown, more for who is surely better; half up."""
        return 1000 + (80 * (self.mu - 3 * self.sigma) + MILLION) // (2 * MILLION)

    @property
    def provisional(self) -> bool:
        """Whether too little is known to rank by it."""
        return self.sigma > PROVISIONAL_ABOVE


class Change(NamedTuple):
    """What one game did to one person's rating: a point of their history."""

    number: int
    at: datetime
    person: str
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class State:
    """All ratings of a pool after the game `position`. Stored whole, it is a checkpoint."""

    position: int = 0
    ratings: Mapping[str, Rating] = field(default_factory=dict)

    def hash(self) -> str:
        """SHA-256 of the algorithm, the position and every rating."""
        return hashlib.sha256(canon({"algorithm": ALGORITHM} | plain(self))).hexdigest()


def plain(state: State) -> dict[str, Any]:
    """A state as plain JSON, people in order."""
    return {
        "position": state.position,
        "ratings": [[person, *state.ratings[person]] for person in sorted(state.ratings)],
    }


def state_of(stored: Mapping[str, Any]) -> State:
    """The reverse of `plain`."""
    return State(stored["position"], {person: Rating(*numbers) for person, *numbers in stored["ratings"]})


def pool(sides: Sequence[Sequence[str]]) -> str | None:
    """In which pool a game of these sides counts; None if in none."""
    sizes = tuple(len(side) for side in sides)
    return SOLO_POOL if set(sizes) == {1} and len(sizes) > 1 else RATING_POOLS.get(sizes)


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each side by its game points; equal totals share one. Margins count for nothing."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def joint(members: Sequence[Rating]) -> Rating:
    """A line for a fixed pair or team: the mean of its members, who each have their own."""
    middle = [(2 * sum(numbers) + len(members)) // (2 * len(members)) for numbers in zip(*members, strict=True)]
    return Rating(middle[0], middle[1], min(member.games for member in members), max(one.week for one in members))


@dataclass(frozen=True, slots=True)
class Folded:
    """What a fold comes to: the state after it, the states to keep on the way, and every change."""

    state: State
    checkpoints: tuple[State, ...]
    changes: tuple[Change, ...]


def fold(state: State, games: Iterable[Rated], every: int = CHECKPOINT_EVERY) -> Folded:
    """A state and what has happened since, in the order of the numbers. Raises ValueError if games are not in order or
    not all newer than the state. A checkpoint is kept wherever the numbers pass a thousand, however the fold began."""
    ratings, position = dict(state.ratings), state.position
    checkpoints: list[State] = []
    changes: list[Change] = []
    for game in games:
        if game.number <= position:
            raise ValueError(f"game {game.number} comes after {position}")
        if position and game.number // every > position // every:
            checkpoints.append(State(position, dict(ratings)))
        changes += _play(ratings, game)
        position = game.number
    return Folded(State(position, ratings), tuple(checkpoints), tuple(changes))


def refold(checkpoints: Iterable[State], games: Iterable[Rated], changed: int, every: int = CHECKPOINT_EVERY) -> Folded:
    """After a correction of the game `changed`: from the last checkpoint before it, all games (as they count now) that
    follow. The checkpoints after it are replaced by those of the answer."""
    base = max((one for one in checkpoints if one.position < changed), key=lambda one: one.position, default=State())
    return fold(base, (game for game in games if game.number > base.position), every)


def _play(ratings: dict[str, Rating], game: Rated) -> list[Change]:
    """Rates one game into `ratings`. Sides and members go in by a fixed order, for a sum of floats depends on it."""
    order = sorted(zip(game.ranks, (tuple(sorted(side)) for side in game.sides), strict=True))
    week = (game.at - _MONDAY).days // 7
    before = {person: ratings.get(person, Rating(week=week)) for _, side in order for person in side}
    teams = [
        [_MODEL.rating(rating.mu / MILLION, _aged(rating, week) / MILLION) for rating in map(before.__getitem__, side)]
        for _, side in order
    ]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank, _ in order])
    changes = []
    for (_, side), team in zip(order, rated, strict=True):
        for person, new in zip(side, team, strict=True):
            old = before[person]
            sigma = min(round(new.sigma * MILLION), SIGMA)
            ratings[person] = Rating(round(new.mu * MILLION), sigma, old.games + 1, max(week, old.week))
            changes.append(Change(game.number, game.at, person, old, ratings[person]))
    return changes


def _aged(rating: Rating, week: int) -> int:
    """Sigma after the whole calendar weeks without a game since the last: knowledge ages, up to knowing nothing."""
    idle = max(week - rating.week - 1, 0)
    if not idle:
        return rating.sigma
    return min(math.isqrt(rating.sigma**2 + idle * SIGMA**2 // FORGOTTEN_AFTER), SIGMA)
