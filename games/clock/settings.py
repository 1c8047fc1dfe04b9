"""What the clock of a table grants: read, checked, and the presets. The record in the log is complete, without names.

`{"turn_seconds": N}` alone is a plain allowance of any length. With any further key the allowance is a live one
(seconds to minutes) or a slow one (hours to days), and only a slow clock may rest.
"""

import re
from collections.abc import Iterator
from datetime import time
from typing import Any, NamedTuple

from engine.errors import Fault, Refused
from games.clock import late
from games.clock.late import Step

MINUTE, HOUR, DAY = 60, 3600, 86_400

NONE = "none"
LONGEST_TURN = 366 * DAY
"""Seconds; a turn allowance beyond a year is a mistake."""

LIVE = (15, 5 * MINUTE)
SLOW = (HOUR, 14 * DAY)
"""The allowances of a clock that has more to it than an allowance, in seconds."""

LATE_BOUNDS = {"live": (5, 5 * MINUTE), "slow": (10 * MINUTE, 14 * DAY)}
"""How long an extension may be."""
LIVE_BOUNDS = {"answer_seconds": (5, 5 * MINUTE), "bank_seconds": (0, HOUR), "increment_seconds": (0, MINUTE)}
SLOW_BOUNDS = {"answer_seconds": (10 * MINUTE, 14 * DAY), "bank_seconds": (0, 30 * DAY), "increment_seconds": (0, DAY)}
LONGEST_QUIET = 16 * HOUR
"""A day has at least eight hours in which the clock runs."""

NUMBERS = ("turn_seconds", "answer_seconds", "bank_seconds", "increment_seconds", "bank_cap_seconds")
RESTS = ("quiet", "weekends", "vacation")
KEYS = (*NUMBERS, *RESTS, "late")

THEN_A_BOT = {"do": "bot", "returns": True}
THEN_ANOTHER = [{"do": "default"}, {"do": "substitute", "returns": True}, THEN_A_BOT]

PRESETS: dict[str, dict[str, Any]] = {
    "live": {
        "turn_seconds": MINUTE,
        "answer_seconds": 30,
        "bank_seconds": 5 * MINUTE,
        "increment_seconds": 5,
        "bank_cap_seconds": 5 * MINUTE,
        "late": [{"do": "extend", "seconds": 30}, {"do": "default"}, THEN_A_BOT],
    },
    "brisk": {
        "turn_seconds": 4 * HOUR,
        "answer_seconds": 2 * HOUR,
        "bank_seconds": 12 * HOUR,
        "increment_seconds": 30 * MINUTE,
        "bank_cap_seconds": 12 * HOUR,
        "quiet": {"from": "23:00", "to": "08:00"},
        "late": [{"do": "extend", "seconds": 2 * HOUR}, *THEN_ANOTHER],
    },
    "daily": {
        "turn_seconds": DAY,
        "answer_seconds": 12 * HOUR,
        "bank_seconds": 3 * DAY,
        "increment_seconds": 2 * HOUR,
        "bank_cap_seconds": 3 * DAY,
        "vacation": True,
        "late": [{"do": "extend", "seconds": 6 * HOUR}, *THEN_ANOTHER],
    },
    "three_days": {
        "turn_seconds": 3 * DAY,
        "answer_seconds": DAY,
        "bank_seconds": 3 * DAY,
        "weekends": True,
        "vacation": True,
        "late": [{"do": "extend", "seconds": DAY}, *THEN_ANOTHER],
    },
}
"""What a name stands for, when a table is set up."""

CLOCK_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


class Quiet(NamedTuple):
    """Hours of each day in which the clock stands still; `ends` before `begins`: on the next day."""

    begins: time
    ends: time

    @property
    def seconds(self) -> int:
        """How long they are on a day without a change of the clocks; a whole day if they end as they begin."""
        return (_seconds(self.ends) - _seconds(self.begins)) % DAY or DAY


class Settings(NamedTuple):
    """A clock that runs, in seconds. `late`: what happens when the time is over; empty: the server plays."""

    turn: int
    answer: int
    bank: int = 0
    increment: int = 0
    cap: int = 0
    quiet: Quiet | None = None
    weekends: bool = False
    vacation: bool = False
    late: tuple[Step, ...] = ()

    @property
    def rests(self) -> bool:
        """Whether a player's calendar makes a difference."""
        return self.quiet is not None or self.weekends or self.vacation


class ClockRefused(Refused):
    """Settings that cannot stand. Code, parameter and reason are those of the first fault; `faults` has them all."""

    def __init__(self, faults: list[Fault]) -> None:
        first = faults[0].to_dict()
        super().__init__(first.pop("code"), **first, faults=[fault.to_dict() for fault in faults])


def check(settings: object) -> Any:
    """The settings as they stand in the log. Raises Refused `malformed`, and ClockRefused for what cannot stand."""
    record = read(settings)
    must_stand(record)
    return record


def must_stand(record: Any) -> None:
    """The one validator of a record that was read. Raises ClockRefused, which has all that is wrong with it."""
    if record != NONE and set(record) != {"turn_seconds"} and (found := list(faults(record))):
        raise ClockRefused(found)


def read(settings: object) -> Any:
    """The record: "none", or an object without what is not granted. Raises Refused `malformed`."""
    if settings == NONE:
        return NONE
    if isinstance(settings, str) and settings in PRESETS:
        return dict(PRESETS[settings])
    if not isinstance(settings, dict):
        raise _malformed()
    told = _shape(settings)
    if set(told) == {"turn_seconds"}:
        if 1 <= told["turn_seconds"] <= LONGEST_TURN:
            return told
        raise _malformed()
    return told


def _malformed() -> Refused:
    reason = (
        f'A clock is "none", one of {", ".join(PRESETS)}, or an object: turn_seconds (by itself a whole number from 1'
        f" to {LONGEST_TURN}), and if wanted {', '.join(KEYS[1:])}."
    )
    return Refused("malformed", reason=reason, field="clock")


def _shape(settings: dict[Any, Any]) -> dict[str, Any]:
    """The settings in order, those left out that grant nothing. Raises Refused."""
    if "turn_seconds" not in settings or not set(settings) <= set(KEYS):
        raise _malformed()
    told: dict[str, Any] = {}
    for name in (name for name in KEYS if name in settings):
        value = settings[name]
        if name == "late":
            value = late.read(value)
            fits = value is not None
        elif name == "quiet":
            fits = isinstance(value, dict) and set(value) == {"from", "to"} and all(map(_is_time, value.values()))
        elif name in RESTS:
            fits = isinstance(value, bool)
        else:
            fits = isinstance(value, int) and not isinstance(value, bool)
        if not fits:
            raise _malformed()
        if name not in ("bank_seconds", "increment_seconds", "bank_cap_seconds", "late", *RESTS) or value:
            told[name] = value
    return told


def _is_time(text: object) -> bool:
    return isinstance(text, str) and CLOCK_TIME.fullmatch(text) is not None


def faults(told: dict[str, Any]) -> Iterator[Fault]:
    """All that cannot stand in settings of the right shape, each with the parameter that it belongs to."""
    turn = told["turn_seconds"]
    live, slow = LIVE[0] <= turn <= LIVE[1], SLOW[0] <= turn <= SLOW[1]
    if not (live or slow):
        reason = f"{LIVE[0]} to {LIVE[1]} for a live clock, {SLOW[0]} to {SLOW[1]} for a slow one."
        yield Fault("clock_out_of_range", "turn_seconds", reason, {"live": list(LIVE), "slow": list(SLOW)})
    bounds = LIVE_BOUNDS if live else SLOW_BOUNDS if slow else {}
    for name, (low, high) in bounds.items():
        if name in told and not low <= told[name] <= high:
            reason = f"A whole number from {low} to {high} is needed."
            yield Fault("clock_out_of_range", name, reason, {"low": low, "high": high})
    yield from _contradictions(told, live)
    if "late" in told:
        yield from late.faults(told["late"], LATE_BOUNDS["live"] if live else LATE_BOUNDS["slow"] if slow else None)
    if "quiet" in told:
        quiet = _quiet(told["quiet"])
        if quiet.seconds == DAY:
            reason = "Quiet hours that cover the whole day would never let the clock run."
            yield Fault("clock_contradiction", "quiet", reason, {"with": "turn_seconds"})
        elif quiet.seconds > LONGEST_QUIET:
            reason = f"At most {LONGEST_QUIET // HOUR} hours of a day can be quiet."
            yield Fault("clock_out_of_range", "quiet", reason, {"high": LONGEST_QUIET})


def _contradictions(told: dict[str, Any], live: bool) -> Iterator[Fault]:
    bank, increment, cap = (told.get(name, 0) for name in ("bank_seconds", "increment_seconds", "bank_cap_seconds"))
    if told.get("answer_seconds", 0) > told["turn_seconds"]:
        reason = "An answer cannot have more time than a turn."
        yield Fault("clock_contradiction", "answer_seconds", reason, {"with": "turn_seconds"})
    if increment and not cap:
        yield Fault(
            "clock_contradiction",
            "increment_seconds",
            "What adds to the bank needs a cap.",
            {"with": "bank_cap_seconds"},
        )
    if cap and not increment:
        reason = "A cap says nothing where nothing is added to the bank."
        yield Fault("clock_contradiction", "bank_cap_seconds", reason, {"with": "increment_seconds"})
    elif cap and cap < bank:
        reason = "The bank begins above its cap."
        yield Fault("clock_contradiction", "bank_cap_seconds", reason, {"with": "bank_seconds"})
    elif cap > 30 * DAY:
        reason = "A whole number is needed, at most thirty days."
        yield Fault("clock_out_of_range", "bank_cap_seconds", reason, {"low": bank, "high": 30 * DAY})
    if live:
        for name in RESTS:
            if name in told:
                reason = "A clock of seconds and minutes does not rest."
                yield Fault("clock_contradiction", name, reason, {"with": "turn_seconds"})


def of(record: Any) -> Settings | None:
    """The settings of a record that `check` has let through; None: no clock."""
    if record == NONE:
        return None
    turn = record["turn_seconds"]
    return Settings(
        turn=turn,
        answer=record.get("answer_seconds", turn),
        bank=record.get("bank_seconds", 0),
        increment=record.get("increment_seconds", 0),
        cap=record.get("bank_cap_seconds", 0),
        quiet=_quiet(record["quiet"]) if "quiet" in record else None,
        weekends="weekends" in record,
        vacation="vacation" in record,
        late=late.of(record.get("late", [])),
    )


def name_of(record: Any) -> str | None:
    """The preset that a record is, or "none"; None for one's own settings."""
    if record == NONE:
        return NONE
    return next((name for name, preset in PRESETS.items() if preset == record), None)


def _quiet(told: dict[str, str]) -> Quiet:
    return Quiet(time.fromisoformat(told["from"]), time.fromisoformat(told["to"]))


def _seconds(at: time) -> int:
    return at.hour * HOUR + at.minute * MINUTE
