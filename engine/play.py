"""Whole games on the command line: bots at play, told so that a person can follow; an exported game's scores."""

import hashlib
import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from engine import bots, sight
from engine import events as told
from engine.cards import to_text
from engine.codec import decode_event
from engine.commands import Begin, parse
from engine.decide import act
from engine.default import to_act
from engine.errors import Refused
from engine.events import BY_TYPE, Event
from engine.evolve import evolve
from engine.legal import actions
from engine.presets import build
from engine.ruleset import check_players, from_dict
from engine.seating import LAYOUTS
from engine.shuffle import SecretChance
from engine.state import Game, new_game


def seeded_chance(game: Game, seed: int) -> SecretChance:
    """The chance of a game whose secrets follow from a number: for play at the command line, benches and tests."""
    deals = range(1, game.ruleset.deals + 1)
    secrets = {deal: hashlib.sha256(f"{seed}|{deal}".encode()).hexdigest() for deal in deals}
    return SecretChance(game.players, game.ruleset, secrets)


def bots_at_play(game: Game, seed: int, names: Sequence[str] = ("random",)) -> Iterator[tuple[Game, tuple[Event, ...]]]:
    """A whole game of bots, by the names of what plays for each team in turn (one name: for all): after each decision
    the game, and the events that led there."""
    chance, rng = seeded_chance(game, seed), random.Random(seed)  # noqa: S311
    events, game = act(game, Begin(), chance)
    while True:
        yield game, events
        if game.over:
            return
        seat = to_act(game)[0]
        name = names[game.team_of(seat) % len(names)]
        action = bots.choose(name, sight.view(game, seat), actions(game, seat), rng)
        events, game = act(game, parse(action, seat), chance)


def play_game(ruleset: str, seed: int, players: int, teams: int | None, names: Sequence[str]) -> int:
    """Prints a whole game of bots; 1 if such a game can't be."""
    try:
        rules = build(ruleset)
        teams = teams or LAYOUTS.get(players, (players,))[0]
        check_players(rules, players, teams)
    except Refused as refusal:
        print(refusal.data.get("reason", refusal), file=sys.stderr)
        return 1
    game = new_game(rules, players, teams)
    for _, events in bots_at_play(game, seed, names):
        for event in events:
            game = evolve(game, event)
            for line in sentences(game, event):
                print(line)
    return 0


def sentences(after: Game, event: Event) -> Iterator[str]:
    """An event in words, as everybody's cards lie open; `after` is the game that it led to."""
    who = f"  {event.seat}" if event.seat is not None else "  "
    match event:
        case told.DealStarted():
            yield f"Deal {event.deal}: seat {event.dealer} deals, a first meld is worth {event.minimum} or more."
        case told.Grabbed():
            yield f"{who} grabs {event.count} cards"
        case told.Dealt():
            yield f"{who} is dealt {to_text(event.hand)}; in the foot {to_text(event.foot)}"
        case told.UpcardTurned():
            buried = f" after burying {to_text(event.buried)}" if event.buried else ""
            yield f"   the pile begins with {event.card or 'nothing'}{buried}"
        case told.RedThreesLaid():
            yield f"{who} lays {to_text(event.cards)} on the table and draws {to_text(event.drawn) or 'nothing'} for it"
        case told.Drew():
            yield f"{who} draws {to_text(event.cards)}"
        case told.PileTaken():
            yield f"{who} takes {len(event.cards)} from the pile: {to_text(event.cards)}; melds {_melds(event.melds)}"
        case told.Melded():
            yield f"{who} melds {_melds(event.melds)}, worth {event.value}"
        case told.FootTaken():
            yield f"{who} takes up the foot: {to_text(event.cards)}"
        case told.Discarded():
            yield f"{who} discards {event.card}"
        case told.Asked():
            yield f"{who} asks to go out"
        case told.Answered():
            yield f"{who} answers {'yes' if event.yes else 'no'}"
        case told.Passed():
            yield f"{who} passes"
        case told.PassedOver():
            yield f"{who} can't take the pile and is passed over"
        case told.DealEnded():
            yield f"{who} goes out" if event.how == "went_out" else "   the stock is exhausted: the deal is over"
        case told.DealScored():
            for team, points in enumerate(event.parts):
                sums = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in points.items() if value)
                total = f"{event.scores[team]} points ({sums or 'nothing'}), {event.totals[team]} in all"
                yield f"   team {team}: {total}"
        case told.GameEnded():
            won = " and ".join(f"team {team}" for team in event.winners)
            yield f"The game is over: {won} won, {' to '.join(map(str, after.totals))}."


def _melds(melds: tuple[told.Laid, ...]) -> str:
    return ", ".join(f"{to_text(laid.cards)} {'as' if laid.new else 'on'} {laid.name}" for laid in melds)


def fold_file(path: str) -> int:
    """Prints the scores and totals of an exported game (NDJSON, as `GET …/events` gives it to one who may see all)."""
    lines = Path(path).read_text(encoding="utf-8").split("\n")  # not splitlines: text in JSON may hold U+2028
    try:
        game = fold_exported(json.loads(line) for line in lines if line.strip())
    except (KeyError, ValueError) as error:
        print(f"{path} is not the whole open history of a game: {error!r}", file=sys.stderr)
        return 1
    for number, scores in enumerate(game.scores, 1):
        print(f"deal {number}: {' '.join(map(str, scores))}")
    print(f"totals: {' '.join(map(str, game.totals))}")
    if game.winners is not None:
        print(f"winners: {' '.join(map(str, game.winners))}")
    return 0


def fold_exported(rows: Iterable[dict[str, Any]]) -> Game:
    """The game that exported events lead to. Table events are skipped; what was undone is left out.

    Raises KeyError where a part is missing, ValueError where there is no `created` or a part is hidden.
    """
    rows = list(rows)
    undone = {version for row in rows if row["type"] == "action_undone" for version in row["data"]["versions"]}
    game: Game | None = None
    for row in rows:
        if row["type"] == "created":
            created = row["data"]
            game = new_game(from_dict(created["ruleset"]), created["players"], created["teams"])
        elif row["type"] in BY_TYPE and row["version"] not in undone:
            if game is None:
                raise ValueError("the game's first event is missing")
            if row.get("hidden"):
                raise ValueError(f"a part of event {row['version']} is hidden")
            game = evolve(game, decode_event(row))
    if game is None:
        raise ValueError("there are no events")
    return game
