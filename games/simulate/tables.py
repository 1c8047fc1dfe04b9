"""Which tables there are: who sits there, by which rules, with which clock."""

from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from games.clock.settings import faults
from games.simulate.people import Person

SHORT = {"base": "classic", "minimums": [50]}
RULES = {"classic": 40, "favourite": 30, "short": 30}
CLOCKS = {"daily": 30, "three_days": 33, "brisk": 4, "live": 2, "own": 26, "plain": 3, "none": 2}
SEATS = {2: 20, 3: 10, 4: 60, 6: 10}
HOUR, DAY = 3600, 86_400


class Plan(NamedTuple):
    """A table before it is set up. `seats`: a person, or the name of a bot."""

    begins: datetime
    seats: tuple[Person | str, ...]
    body: dict[str, Any]


class Table(NamedTuple):
    """A table that was set up."""

    id: UUID
    seats: tuple[Person | str, ...]

    def person(self, seat: int) -> Person | None:
        """Who sits there; None: a bot."""
        sits = self.seats[seat]
        return sits if isinstance(sits, Person) else None


def plans(count: int, known: list[Person], begins: datetime, days: float, chance: Random) -> list[Plan]:
    """So many tables, most of which begin in the first days."""
    return [_plan(known, begins + timedelta(days=days) * chance.betavariate(1, 4), chance) for _ in range(count)]


def _plan(known: list[Person], begins: datetime, chance: Random) -> Plan:
    players = _one_of(SEATS, chance)
    persons = chance.sample(known, players)
    seats: list[Person | str] = list(persons)
    if chance.random() < 0.06:
        for seat in chance.sample(range(1, players), chance.randint(1, players - 1)):
            seats[seat] = "careful"
    names = ["me" if sits is persons[0] else _name(sits) for sits in seats]
    rules = _one_of(RULES, chance)
    body: dict[str, Any] = {
        "ruleset": SHORT if rules == "short" else rules,
        "players": players,
        "seats": names,
        "clock": _clock(_one_of(CLOCKS, chance), chance),
    }
    if players == 6 and chance.random() < 0.7:
        body["teams"] = 2  # three partners, of whom two are asked
    return Plan(begins.replace(microsecond=begins.microsecond // 1000 * 1000), tuple(seats), body)


def _name(sits: Person | str) -> str:
    return f"bot:{sits}" if isinstance(sits, str) else f"user:{sits.name}"


def _one_of(weights: dict[Any, int], chance: Random) -> Any:
    return chance.choices(tuple(weights), tuple(weights.values()))[0]


def _clock(kind: str, chance: Random) -> Any:
    if kind == "plain":
        return {"turn_seconds": chance.choice((1800, HOUR, 3 * DAY))}
    if kind != "own":
        return kind
    while True:
        told = _own_clock(chance)
        if not list(faults(told)):
            return told


def _own_clock(chance: Random) -> dict[str, Any]:
    turn = chance.choice((2, 6, 12, 24, 36, 48, 72, 120)) * HOUR + chance.randrange(0, HOUR, 60)
    told: dict[str, Any] = {"turn_seconds": turn}
    if chance.random() < 0.5:
        told["answer_seconds"] = chance.randint(600, turn)
    if chance.random() < 0.6:
        told["bank_seconds"] = chance.randrange(0, 3 * DAY, 60) or DAY
    if chance.random() < 0.5:
        told["increment_seconds"] = chance.randrange(60, DAY, 60)
        told["bank_cap_seconds"] = told.get("bank_seconds", 0) + chance.randrange(60, 2 * DAY, 60)
    if chance.random() < 0.4:
        told["quiet"] = {"from": f"{chance.randint(20, 23)}:15", "to": f"0{chance.randint(5, 9)}:45"}
    if chance.random() < 0.6:
        told["late"] = _steps(chance)
    for rest in ("weekends", "vacation"):
        if chance.random() < 0.5:
            told[rest] = True
    return told


def _steps(chance: Random) -> list[dict[str, Any]]:
    """What is done about overdue turns, one after the other; seldom the end of the game."""
    steps: list[dict[str, Any]] = []
    for _ in range(chance.randint(1, 4)):
        match chance.choice(("extend", "default", "default", "bot", "substitute", "forfeit")):
            case "extend":
                steps.append({"do": "extend", "seconds": chance.randrange(600, DAY, 60)})
            case "bot" | "substitute" as kind:
                steps.append({"do": kind, "returns": True} if chance.random() < 0.8 else {"do": kind})
            case kind:
                steps.append({"do": kind})
    return steps
