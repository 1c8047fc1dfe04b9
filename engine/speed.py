"""`python -m engine bench`: how fast the engine is, one line a figure, the number last. Rates are per CPU second."""

import random
import sys
import time
from collections.abc import Callable

from engine.commands import Begin
from engine.decide import act
from engine.default import to_act
from engine.events import Event
from engine.evolve import evolve
from engine.going_out import way
from engine.legal import commands
from engine.play import bots_at_play, seeded_chance
from engine.presets import CLASSIC, FAVOURITE
from engine.state import Game, new_game


def bench(seconds: float) -> int:
    """Prints the figures; each measurement takes about `seconds`."""
    for name, ruleset in (("classic", CLASSIC), ("favourite", FAVOURITE)):
        start = new_game(ruleset, 4, 2)
        stories = [list(bots_at_play(start, seed)) for seed in range(3)]
        histories = [[event for _, events in story for event in events] for story in stories]
        positions = [game for story in stories for game, _ in story if not game.over]
        decided = [rate(seconds, lambda seed, start=start: _random_legal(start, seed))]  # type: ignore[misc]
        print(f"{name}, random legal: steps per CPU second {decided[0]:.0f}")
        games = rate(seconds, lambda seed, start=start: sum(1 for _ in bots_at_play(start, seed)) and 1)  # type: ignore[misc]
        print(f"{name}, whole games of bots per CPU second {games:.2f}")
        folded = rate(seconds, lambda seed, start=start, all=histories: _fold(start, all[seed % 3]))  # type: ignore[misc]
        print(f"{name}, events folded per CPU second {folded:.0f}")
        listed = rate(seconds, lambda seed, all=positions: _list(all, seed))  # type: ignore[misc]
        print(f"{name}, legal lists per CPU second {listed:.0f}")
        print(f"{name}, worst planner milliseconds {_worst_plan(positions):.1f}")
        print(f"{name}, bytes of one state {_memory(positions[len(positions) // 2])}")
    return 0


def rate(seconds: float, work: Callable[[int], int]) -> float:
    """How much is done in a CPU second: `work(n)` says how much it did."""
    began, done, turn = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < seconds:
        done += work(turn)
        turn += 1
    return done / spent


def _random_legal(game: Game, seed: int) -> int:
    """One game of actions drawn uniformly from the legal list: how many."""
    chance, rng, steps = seeded_chance(game, seed), random.Random(seed), 0  # noqa: S311
    _, game = act(game, Begin(), chance)
    while not game.over:
        _, game = act(game, rng.choice(commands(game, to_act(game)[0])), chance)
        steps += 1
    return steps


def _fold(game: Game, events: list[Event]) -> int:
    for event in events:
        game = evolve(game, event)
    return len(events)


def _list(positions: list[Game], seed: int) -> int:
    for game in positions[seed % 50 :: 50]:
        commands(game, to_act(game)[0])
    return len(positions[seed % 50 :: 50])


def _worst_plan(positions: list[Game]) -> float:
    worst = 0.0
    for game in positions:
        for seat in to_act(game):
            began = time.process_time()
            way(game, seat)
            worst = max(worst, time.process_time() - began)
    return worst * 1000


def _memory(value: object) -> int:
    """Bytes of a value and of all it holds, each counted once."""
    seen: dict[int, object] = {}
    heap = [value]
    while heap:
        one = heap.pop()
        if id(one) not in seen:
            seen[id(one)] = one
            heap.extend(one if isinstance(one, tuple | list) else ())
    return sum(map(sys.getsizeof, seen.values()))
