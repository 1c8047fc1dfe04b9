"""`python -m engine bench --bots`: bots against bots, one line a figure, the number last.

Half of the games of a match are the other half's with the sides changed: the same deals, the other seats.
"""

import random
import time
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from engine import bots, sight
from engine.commands import Begin, parse
from engine.decide import act
from engine.default import to_act
from engine.events import DealEnded
from engine.legal import actions
from engine.play import bots_at_play, seeded_chance
from engine.presets import PRESETS
from engine.state import WENT_OUT, new_game


class Share(NamedTuple):
    """So many of so many games or deals."""

    part: float
    whole: int

    def __str__(self) -> str:
        """The number last, with the bounds that hold in 95 of 100 such matches (Wilson)."""
        share, spread = self.part / self.whole, 1.96**2 / self.whole
        middle = (share + spread / 2) / (1 + spread)
        width = 1.96 * sqrt(share * (1 - share) / self.whole + spread / self.whole / 4) / (1 + spread)
        low, high = max(0.0, middle - width), min(1.0, middle + width)
        return f"(of {self.whole}, 95 % sure from {low:.3f} to {high:.3f}) {share:.3f}"


class Mean(NamedTuple):
    """The mean of what was counted so many times."""

    values: list[float]

    def __str__(self) -> str:
        """The number last, with its standard error."""
        error = stdev(self.values) / sqrt(len(self.values)) if len(self.values) > 1 else 0.0
        return f"(of {len(self.values)}, standard error {error:.0f}) {fmean(self.values):.0f}"


class Played(NamedTuple):
    """A game of a match from one side: the part of the win that it got, and by how many points it won each deal."""

    won: float
    ahead: list[float]


def bench_bots(games: int) -> int:
    """Prints the figures, each when it is there."""
    for figure in figures(games):
        print(figure, flush=True)
    return 0


def figures(games: int) -> Iterator[str]:
    """The figures of matches of so many games; sharp, which takes its time, plays a tenth of them."""
    for ruleset in ("classic", "favourite"):
        yield f"{ruleset}, two careful against two random: share won {won(ruleset, 'careful', 'random', games)}"
    for ruleset in ("favourite", "pagat"):
        yield f"{ruleset}, four careful: share of deals that end by going out {gone_out(ruleset, max(1, games // 5))}"
    for name in ("careful", "sharp"):
        yield f"{name}, median milliseconds a decision {median_decision(name):.2f}"
    for ruleset in ("classic", "favourite"):
        games_played = list(match(ruleset, "sharp", "careful", max(2, games // 10)))
        yield f"{ruleset}, two sharp against two careful: share won {share_won(games_played)}"
        yield f"{ruleset}, two sharp against two careful: points ahead in a deal {points_ahead(games_played)}"


def match(ruleset: str, name: str, other: str, games: int) -> Iterator[Played]:
    """Games of two bots of a name against two others, as the first played them. A win that is shared counts half."""
    for number in range(games):
        side = number % 2
        start = new_game(PRESETS[ruleset], 4, 2)
        names = (name, other) if side == 0 else (other, name)
        *_, (game, _) = bots_at_play(start, number // 2, names)
        winners = game.winners or ()
        yield Played((side in winners) / len(winners), [float(one[side] - one[1 - side]) for one in game.scores])


def won(ruleset: str, name: str, other: str, games: int) -> Share:
    """How many games two bots of a name win against two others."""
    return share_won(list(match(ruleset, name, other, games)))


def share_won(played: list[Played]) -> Share:
    """How many games of a match were won."""
    return Share(sum(game.won for game in played), len(played))


def points_ahead(played: list[Played]) -> Mean:
    """By how many points a deal was won on average. A deal counts together with the same one from the other seats,
    as far as both were played: much of what is luck in one is lost again in the other."""
    pairs = zip(played[::2], played[1::2], strict=False)
    return Mean(
        [(one + other) / 2 for first, second in pairs for one, other in zip(first.ahead, second.ahead, strict=True)]
    )


def gone_out(ruleset: str, games: int) -> Share:
    """In how many of the deals among four careful somebody goes out."""
    how = [
        event.how
        for number in range(games)
        for _, events in bots_at_play(new_game(PRESETS[ruleset], 4, 2), number, ("careful",))
        for event in events
        if isinstance(event, DealEnded)
    ]
    return Share(how.count(WENT_OUT), len(how))


def median_decision(name: str, decisions: int = 200) -> float:
    """The median CPU time of a decision in milliseconds, from view and list to action, among careful players."""
    spent: list[float] = []
    game = new_game(PRESETS["favourite"], 4, 2)
    chance, rng = seeded_chance(game, 1), random.Random(1)
    _, game = act(game, Begin(), chance)
    while not game.over and len(spent) < decisions:
        seat = to_act(game)[0]
        view, legal = sight.view(game, seat), actions(game, seat)
        began = time.process_time()
        action = bots.choose(name, view, legal, rng)
        spent.append(time.process_time() - began)
        _, game = act(game, parse(action, seat), chance)
    return sorted(spent)[len(spent) // 2] * 1000
