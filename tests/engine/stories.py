"""Whole games for the tests: who plays, step by step, and what must hold of a game whatever is played."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from engine.cards import packs
from engine.chance import Chance
from engine.codec import encode_event, encode_state
from engine.commands import Begin, Command, parse
from engine.decide import act, check
from engine.default import default_action, to_act
from engine.errors import Refused
from engine.events import Event
from engine.legal import commands
from engine.play import seeded_chance
from engine.presets import PRESETS
from engine.scenario import FixedChance
from engine.state import Deal, Game, new_game

MOST_STEPS = 60_000
"""More decisions than the longest game can have; who needs more is in a circle."""

BOOKS = {
    "A1": "AD AS AC AH AD AS AC",
    "Q1": "QD QS QC QH QD QS QC",
    "K1": "KC KH KD KS KC 2S 2C",
    "J1": "JS JC JH JD JS 2H 2D",
    "W1": "2S 2C 2H 2D JK JK JK",
}
"""Books of every kind, enough to go out under any ruleset of the scenarios."""

Player = Callable[[Game, int, Random], Command]


class Step(NamedTuple):
    """One decision: the game before it, who decided what, the events, and the game after them."""

    before: Game
    seat: int | None
    command: Command
    events: tuple[Event, ...]
    after: Game


def at_random(game: Game, seat: int, rng: Random) -> Command:
    """Any of the listed actions."""
    return rng.choice(commands(game, seat))


KEEN = {"meld": 6.0, "take_pile": 6.0, "ask": 8.0, "answer": 3.0, "draw": 1.0, "discard": 0.3, "pass": 0.3, "grab": 1.0}


def keen(game: Game, seat: int, rng: Random) -> Command:
    """Melds, takes the pile and asks far more often than it discards: such players come to their feet and go out."""
    listed = commands(game, seat)
    weights = [KEEN[word_of(command)] * (2 if getattr(command, "yes", False) else 1) for command in listed]
    return rng.choices(listed, weights)[0]


def by_default(game: Game, seat: int, rng: Random) -> Command:
    """Never there when the turn comes."""
    return default_action(game, seat)


def word_of(command: Command) -> str:
    """The action's word on the wire."""
    names = {"LayMelds": "meld", "TakePile": "take_pile"}
    return names.get(type(command).__name__, type(command).__name__.lower())


def play(game: Game, seed: int, player: Player = keen) -> Iterator[Step]:
    """A whole game from its beginning; from a position, that deal to its end."""
    rng = Random(seed)
    chance: Chance = seeded_chance(game, seed) if game.deal is None else FixedChance({})
    if game.deal is None:
        events, after = act(game, Begin(), chance)
        yield Step(game, None, Begin(), events, after)
        game = after
    for _ in range(MOST_STEPS):
        seats = to_act(game)
        if not seats:
            return
        seat = rng.choice(seats)
        command = player(game, seat, rng)
        events, after = act(game, command, chance)
        yield Step(game, seat, command, events, after)
        game = after
    raise AssertionError(f"not over after {MOST_STEPS} decisions")


def usual() -> Game:
    """Four at a table of the favourite rules, with nothing dealt yet."""
    return new_game(PRESETS["favourite"], 4, 2)


def all_cards(deal: Deal) -> Counter[str]:
    """Every card of a deal, wherever it lies."""
    found: Counter[str] = Counter(deal.pile)
    for stream in deal.stock:
        found.update(stream)
    for seat in deal.seats:
        found.update(seat.hand)
        found.update(seat.foot)
    for team in deal.teams:
        found.update(team.red_threes)
        for meld in team.melds:
            found.update(meld.cards)
    return found


def whole_packs(game: Game) -> Counter[str]:
    """Every card of the packs that this table plays with."""
    return Counter(packs(game.ruleset.pack_count(game.players), game.ruleset.jokers_per_pack))


def through_json(plain: Any) -> Any:
    """What is left of plain data after it has been text."""
    return json.loads(json.dumps(plain, ensure_ascii=False, allow_nan=False))


def written(game: Game) -> str:
    """A state as text, to see whether anything has changed."""
    return json.dumps(encode_state(game), sort_keys=True)


def told(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    """Events as the log holds them."""
    return [encode_event(event) for event in events]


def said(action: dict[str, Any], seat: int) -> Command:
    """The command of an action of the wire."""
    return parse(action, seat)


def code_of(game: Game, command: Command) -> str | None:
    """Why a command is refused; None if it isn't."""
    try:
        check(game, command)
    except Refused as refusal:
        return refusal.code
    return None
