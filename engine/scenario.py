"""Scenarios and transcripts: kitchen-table disputes and whole games with the right answers, checked against the engine.

The formats are those of the scenarios README.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from engine.cards import Cards, to_text
from engine.commands import Begin, parse, parse_cards, to_dict
from engine.decide import decide
from engine.default import default_action, to_act
from engine.errors import Refused, RulesetRefused
from engine.events import DealEnded, DealScored
from engine.evolve import fold
from engine.legal import is_legal
from engine.notation import is_phase, read_position
from engine.presets import build
from engine.ruleset import check_players
from engine.state import Game, new_game


class FixedChance:
    """Chance that was fixed beforehand: whole orders by deal, the first dealer, the errors in grabbing."""

    def __init__(self, orders: dict[int, Cards], dealer: int = 0, grab_errors: tuple[int, ...] = ()) -> None:
        self._orders, self._dealer, self._grab_errors = orders, dealer, grab_errors

    def dealer(self) -> int:
        """The first dealer's seat."""
        return self._dealer

    def order(self, deal: int) -> Cards | None:
        """The order of a deal; None where the story ends before it."""
        return self._orders.get(deal)

    def grab_error(self, deal: int, seat: int) -> int:
        """The error of a seat's hand."""
        return self._grab_errors[seat]

    def secret(self, deal: int) -> str | None:
        """There is none."""
        return None


class Failure(NamedTuple):
    """What was expected and did not come."""

    expected: str
    found: object

    def __str__(self) -> str:
        return f"expected {self.expected}, found {self.found!r}"


class Told(NamedTuple):
    """What came of a scenario's actions."""

    game: Game
    refused: str | None
    ended: DealEnded | None
    scored: DealScored | None


def read_files(paths: list[str]) -> Iterator[tuple[Path, Any]]:
    """The JSON of files, and of all files in folders, in the order of their names."""
    for path in map(Path, paths):
        files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
        for file in files:
            yield file, json.loads(file.read_text(encoding="utf-8"))


def check_scenario(scenario: dict[str, Any]) -> Iterator[Failure]:
    """What is wrong: nothing, if the engine agrees with the scenario."""
    then = scenario["then"]
    given = scenario.get("given", {})
    try:
        ruleset = build(scenario["ruleset"])
        if "ruleset_refused" in then:
            seats = len(given.get("seats", [{}] * 4))
            check_players(ruleset, seats, len(given.get("teams", [{}] * 2)))
    except RulesetRefused as refusal:
        found = refusal.data["parameter"]
        if then.get("ruleset_refused") != found:
            yield Failure(f"the ruleset refused for {then.get('ruleset_refused')}", found)
        return
    if "ruleset_refused" in then:
        yield Failure(f"the ruleset refused for {then['ruleset_refused']}", "accepted")
        return
    game = read_position(ruleset, given)
    chance = FixedChance({})
    if "order" in given:
        chance = FixedChance(
            {1: parse_cards(given["order"])},
            given.get("dealer", game.players - 1),
            tuple(given.get("grab_errors", (0,) * game.players)),
        )
        blank = new_game(ruleset, game.players, game.teams)
        game = fold(blank, decide(blank, Begin(), chance))
    told = _tell(game, chance, scenario.get("when", []))
    yield from (failure for failure in _compare(told, then) if failure)


def _tell(game: Game, chance: FixedChance, when: list[dict[str, Any]]) -> Told:
    ended = scored = None
    for place, action in enumerate(when):
        try:
            events = decide(game, parse(action, action["seat"]), chance)
        except Refused as refusal:
            code = refusal.code if place == len(when) - 1 else f"{refusal.code} at action {place + 1}"
            return Told(game, code, ended, scored)
        game = fold(game, events)
        ended = next((event for event in events if isinstance(event, DealEnded)), ended)
        scored = next((event for event in events if isinstance(event, DealScored)), scored)
    return Told(game, None, ended, scored)


def _compare(told: Told, then: dict[str, Any]) -> Iterator[Failure | None]:
    yield _same("refusal", then.get("refused"), told.refused)
    deal = told.game.playing
    for key, expected in then.items():
        match key:
            case "refused":
                pass
            case "seats":
                for number, seat in enumerate(expected):
                    yield from _compare_seat(told.game, number, seat)
            case "teams":
                for number, team in enumerate(expected):
                    yield from _compare_team(told.game, number, team)
            case "stock":
                yield _same(key, expected.split(), list(_stock(told.game)))
            case "pile":
                yield _same(key, expected.split(), list(deal.pile))
            case "stock_size":
                yield _same(key, expected, deal.stock_size)
            case "pile_size":
                yield _same(key, expected, len(deal.pile))
            case "turn":
                if "phase" in expected and not is_phase(expected["phase"]):
                    yield Failure("a phase", expected["phase"])
                found = {"seat": deal.seat, "phase": deal.phase}
                yield _same(key, expected, {name: found[name] for name in expected})
            case "asking":
                question = deal.question
                asking = question and {"seat": question.seat, "waiting_for": list(question.waiting_for)}
                yield _same(key, expected, asking)
            case "deal_over":
                yield _same(key, expected, told.ended and told.ended.how)
            case "scores":
                yield _same(key, expected, [list(told.scored.scores)] if told.scored else None)
            case "totals":
                yield _same(key, expected, list(told.game.totals))
            case "game_over":
                yield _same(key, expected, told.game.over)
            case "winners":
                yield _same(key, expected, list(told.game.winners or ()))
            case "grabs":
                grabs = [{"seat": n, "count": s.grabbed} for n, s in enumerate(deal.seats) if s.grabbed is not None]
                yield _same(key, sorted(expected, key=_seat), grabs)
            case "legal":
                yield from _compare_legal(told.game, expected)
            case "default":
                yield _compare_default(told.game, expected)
            case _:
                yield Failure("a part that is known", key)


def _compare_seat(game: Game, number: int, expected: dict[str, Any]) -> Iterator[Failure | None]:
    seat = game.playing.seats[number]
    for key, value in expected.items():
        name = f"seat {number}'s {key}"
        if key in ("hand", "foot"):
            yield _same(name, Counter(value.split()), Counter(getattr(seat, key)))
        elif key in ("hand_size", "foot_size"):
            yield _same(name, value, len(getattr(seat, key.removesuffix("_size"))))
        else:
            yield _same(name, value, getattr(seat, key, "no such part"))


def _compare_team(game: Game, number: int, expected: dict[str, Any]) -> Iterator[Failure | None]:
    team = game.playing.teams[number]
    for key, value in expected.items():
        name = f"team {number}'s {key}"
        if key == "melds":
            found = {meld.name: Counter(meld.cards) for meld in team.melds}
            yield _same(name, {meld: Counter(cards.split()) for meld, cards in value.items()}, found)
        elif key == "kinds":
            kinds = {meld.name: meld.kind for meld in team.melds if meld.name in value}
            yield _same(name, value, kinds)
        elif key == "red_threes":
            yield _same(name, value, len(team.red_threes))
        elif key == "score":
            yield _same(name, value, game.totals[number])
        else:
            yield _same(name, value, getattr(team, key, "no such part"))


def _compare_legal(game: Game, expected: dict[str, Any]) -> Iterator[Failure | None]:
    for key, legal in (("includes", True), ("excludes", False)):
        for action in expected.get(key, []):
            found = _is_legal(game, action, action.get("seat", expected["seat"]))
            yield _same(f"legal {json.dumps(action)}", legal, found)


def _is_legal(game: Game, action: dict[str, Any], seat: int) -> bool:
    """Whether the rules allow this action of the wire now; what is no action they don't."""
    try:
        return is_legal(game, parse(action, seat))
    except Refused:
        return False


def _compare_default(game: Game, expected: dict[str, Any]) -> Failure | None:
    seat = expected["seat"]
    found = to_dict(default_action(game, seat)) if seat in to_act(game) else None
    return _same("default action", {k: v for k, v in expected["action"].items() if k != "seat"}, found)


def check_transcript(transcript: dict[str, Any]) -> Iterator[Failure]:
    """What is wrong with a whole game: nothing, if the engine plays it to the same end."""
    ruleset = build(transcript["ruleset"])
    orders = {number: parse_cards(order) for number, order in enumerate(transcript["orders"], 1)}
    chance = FixedChance(orders, transcript["dealer"], tuple(transcript.get("grab_errors", ())))
    game = new_game(ruleset, transcript["players"], transcript["teams"])
    game = fold(game, decide(game, Begin(), chance))
    probes: dict[int, list[dict[str, Any]]] = {}
    for probe in transcript.get("refused", []):
        probes.setdefault(probe["after"], []).append(probe)
    totals: list[list[int]] = []
    for number, action in enumerate([None, *transcript["actions"]]):
        if action is not None:
            try:
                events = decide(game, parse(action, action["seat"]), chance)
            except Refused as refusal:
                yield Failure(f"action {number} accepted: {json.dumps(action)}", str(refusal))
                return
            game = fold(game, events)
            totals += [list(event.totals) for event in events if isinstance(event, DealScored)]
        for probe in probes.get(number, []):
            yield from _probe(game, chance, probe)
    results = {"scores": [list(one) for one in game.scores], "totals": totals, "winners": list(game.winners or ())}
    for key, found in results.items():
        failure = _same(key, transcript[key], found)
        if failure:
            yield failure


def _probe(game: Game, chance: FixedChance, probe: dict[str, Any]) -> Iterator[Failure]:
    try:
        decide(game, parse(probe["action"], probe["action"]["seat"]), chance)
        found = "accepted"
    except Refused as refusal:
        found = refusal.code
    if found != probe["code"]:
        yield Failure(f"{probe['code']} after {probe['after']}: {json.dumps(probe['action'])}", found)


def _stock(game: Game) -> Cards:
    """The stock in the order in which it would be drawn turn by turn."""
    streams = game.playing.stock
    if len(streams) == 1:
        return streams[0]
    first = game.playing.dealer + 1
    rows = max(map(len, streams), default=0)
    seats = [(first + step) % len(streams) for step in range(len(streams))]
    return tuple(streams[seat][row] for row in range(rows) for seat in seats if row < len(streams[seat]))


def _same(what: str, expected: object, found: object) -> Failure | None:
    return None if expected == found else Failure(f"{what} {_shown(expected)}", _shown(found))


def _shown(value: object) -> object:
    return to_text(sorted(value.elements())) if isinstance(value, Counter) else value


def _seat(entry: dict[str, Any]) -> int:
    return int(entry["seat"])
