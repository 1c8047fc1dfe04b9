"""A table for bots: positions in a line, and what a bot does there from its seat's view and list alone."""

import random
from typing import Any

from engine import bots, sight
from engine.bots.reasons import Reason
from engine.commands import Begin, parse
from engine.decide import act
from engine.default import to_act
from engine.legal import actions
from engine.notation import read_position
from engine.play import seeded_chance
from engine.presets import build
from engine.state import Game, new_game

Given = dict[str, Any]


def position(ruleset: str | Given = "favourite", **given: Any) -> Game:
    """A scenario's position."""
    return read_position(build(ruleset), given)


def explained(game: Game, seat: int = 0, name: str = "careful", seed: int = 1) -> tuple[dict[str, Any], Reason]:
    """What the bot does in this seat, and why."""
    return bots.explain(name, sight.view(game, seat), actions(game, seat), random.Random(seed))


def done(game: Game, seat: int = 0, name: str = "careful") -> dict[str, Any]:
    """What the bot does in this seat."""
    return explained(game, seat, name)[0]


def begun(ruleset: str | Given, players: int, teams: int, seed: int) -> tuple[Game, Any]:
    """A game that has been dealt, and its chance."""
    game = new_game(build(ruleset), players, teams)
    chance = seeded_chance(game, seed)
    return act(game, Begin(), chance)[1], chance


def played(game: Game, chance: Any, names: tuple[str, ...], actions_at_most: int = 20_000) -> Game:
    """The game after bots have played it to its end, or so many actions. Whatever is not legal raises Refused."""
    rng = random.Random(1)
    for _ in range(actions_at_most):
        if game.over:
            break
        seat = to_act(game)[0]
        name = names[game.team_of(seat) % len(names)]
        action = bots.choose(name, sight.view(game, seat), actions(game, seat), rng)
        _, game = act(game, parse(action, seat), chance)
    return game
