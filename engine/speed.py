"""`python -m engine bench`: how fast the engine is, one line a figure, the number last. Rates are per CPU second."""

import random
import sys
import time
from collections.abc import Callable, Iterator

from engine.cards import JOKER, NATURAL_RANKS, SUITS, Cards, in_order
from engine.commands import Begin, Command
from engine.decide import act
from engine.default import to_act
from engine.events import Event
from engine.evolve import evolve
from engine.going_out import way
from engine.legal import commands
from engine.melds import started
from engine.play import bots_at_play, seeded_chance
from engine.presets import CLASSIC, FAVOURITE
from engine.ruleset import house
from engine.state import DRAW, PLAY, Deal, Game, Seat, Team, new_game

HARD_BOOKS = {"clean": 3, "dirty": 3, "wild": 2}


def bench(seconds: float) -> int:
    """Prints the figures; each measurement takes about `seconds`."""
    for name, ruleset in (("classic", CLASSIC), ("favourite", FAVOURITE)):
        start = new_game(ruleset, 4, 2)
        stories = [list(bots_at_play(start, seed)) for seed in range(3)]
        histories = [[event for _, events in story for event in events] for story in stories]
        positions = [game for story in stories for game, _ in story if not game.over]
        played = [list(_random_legal(start, seed)) for seed in range(3)]
        steps = rate(seconds, lambda seed, start=start: sum(1 for _ in _random_legal(start, seed)))  # type: ignore[misc]
        print(f"{name}, random legal: steps per CPU second {steps:.0f}")
        acted = rate(seconds, lambda seed, all=played: _act(all[seed % 3], seed % 3))  # type: ignore[misc]
        print(f"{name}, actions decided and folded per CPU second {acted:.0f}")
        games = rate(seconds, lambda seed, start=start: sum(1 for _ in bots_at_play(start, seed)) and 1)  # type: ignore[misc]
        print(f"{name}, whole games of bots per CPU second {games:.2f}")
        folded = rate(seconds, lambda seed, start=start, all=histories: _fold(start, all[seed % 3]))  # type: ignore[misc]
        print(f"{name}, events folded per CPU second {folded:.0f}")
        listed = rate(seconds, lambda seed, all=positions: _list(all, seed))  # type: ignore[misc]
        print(f"{name}, legal lists per CPU second {listed:.0f}")
        print(f"{name}, worst planner milliseconds in these games {_worst_plan(positions):.2f}")
        print(f"{name}, bytes of one state {_memory(positions[len(positions) // 2])}")
    for joins in ("none", "naturals", "any"):
        for phase, when in ((PLAY, "after drawing"), (DRAW, "with the pile")):
            worst = _worst_plan(list(hard_positions(joins, phase)))
            print(f"add_to_books {joins}, worst planner milliseconds {when}, 20 to 60 cards in hand {worst:.1f}")
    return 0


def rate(seconds: float, work: Callable[[int], int]) -> float:
    """How much is done in a CPU second: `work(n)` says how much it did."""
    began, done, turn = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < seconds:
        done += work(turn)
        turn += 1
    return done / spent


def _random_legal(game: Game, seed: int) -> Iterator[tuple[Game, Command]]:
    """One game of actions drawn uniformly from the legal list: each with the game that it met."""
    chance, rng = seeded_chance(game, seed), random.Random(seed)  # noqa: S311
    _, game = act(game, Begin(), chance)
    while not game.over:
        command = rng.choice(commands(game, to_act(game)[0]))
        yield game, command
        _, game = act(game, command, chance)


def _act(story: list[tuple[Game, Command]], seed: int) -> int:
    """The actions of a story, decided and folded once more: how many."""
    chance = seeded_chance(story[0][0], seed)
    for game, command in story:
        act(game, command, chance)
    return len(story)


def _fold(game: Game, events: list[Event]) -> int:
    for event in events:
        game = evolve(game, event)
    return len(events)


def _list(positions: list[Game], seed: int) -> int:
    for game in positions[seed % 50 :: 50]:
        commands(game, to_act(game)[0])
    return len(positions[seed % 50 :: 50])


def hard_positions(joins: str, phase: str, number: int = 100) -> Iterator[Game]:
    """Turns of players on the foot that are hard to plan: many cards of few ranks, a third of them wild, books on the
    table and melds nearly full, and a pile that can be taken."""
    rng = random.Random(1)  # noqa: S311
    ruleset = house(CLASSIC, {"add_to_books": joins, "one_meld_action": False, "books_to_go_out": HARD_BOOKS})
    for _ in range(number):
        ranks = rng.sample(NATURAL_RANKS, 6)

        def cards(count: int, ranks: list[str] = ranks) -> Cards:
            naturals = [rank + rng.choice(SUITS) for rank in rng.choices(ranks, k=count - count // 3)]
            return (*naturals, *rng.choices(("2C", "2H", JOKER), k=count // 3))

        table = [started(f"{rank}1", (rank + "C",) * 5 + ("2C",) * 2) for rank in ranks[:3]]
        open_melds = zip(ranks, "22211", (7, 5, 3, 6, 4), strict=False)
        table += [started(rank + place, (rank + "C",) * size) for rank, place, size in open_melds]
        table += [started("W1", ("2C",) * 7), started("W2", (JOKER,) * 4)]
        top = rng.choice(ranks) + "C"
        hand = in_order((*cards(rng.randint(20, 60)), top, top))
        seats = (Seat(hand, in_foot=True, played_from_foot=True),) * 4
        teams = (Team(tuple(table)), Team(tuple(table)))
        deal = Deal(1, 3, 50, 0, phase, seats, teams, (("4C",),), pile=(top, *cards(6)))
        yield new_game(ruleset, 4, 2)._replace(deal=deal)


def _worst_plan(positions: list[Game]) -> float:
    """Milliseconds of the planner on the hardest of these positions for the seat to act."""
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
