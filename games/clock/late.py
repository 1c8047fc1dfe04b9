"""What happens to a seat whose time is over: a list, by how many of its turns were overdue; its last step holds on.

`extend`: so much more time, and then the server plays · `default`: the server plays · `bot`: a bot plays from then on ·
`substitute`: somebody else is looked for, and meanwhile the server plays · `forfeit`: the game ends.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.errors import Fault

EXTEND, DEFAULT, BOT, SUBSTITUTE, FORFEIT = "extend", "default", "bot", "substitute", "forfeit"

PARTS = {EXTEND: {"seconds"}, DEFAULT: set(), BOT: {"returns"}, SUBSTITUTE: {"returns"}, FORFEIT: set()}
"""What each step has beside its name. `returns`: who is replaced may come back."""

MOST_STEPS = 10


class Step(NamedTuple):
    """What is done about an overdue turn."""

    do: str
    seconds: int = 0
    returns: bool = False


def read(told: object) -> list[dict[str, Any]] | None:
    """The list as it stands in the log, without what is not granted; None: it has not the shape of one."""
    if not isinstance(told, list):
        return None
    steps = []
    for one in told:
        if not (isinstance(one, dict) and isinstance(one.get("do"), str) and one["do"] in PARTS):
            return None
        if not set(one) <= {"do"} | PARTS[one["do"]] or not isinstance(one.get("returns", True), bool):
            return None
        seconds = one.get("seconds")
        if (one["do"] == EXTEND) != (isinstance(seconds, int) and not isinstance(seconds, bool)):
            return None
        steps.append({name: value for name, value in one.items() if value is not False})
    return steps


def faults(told: list[dict[str, Any]], bounds: tuple[int, int] | None) -> Iterator[Fault]:
    """What cannot stand in a list of the right shape. `bounds`: how long an extension may be."""
    if len(told) > MOST_STEPS:
        reason = f"1 to {MOST_STEPS} steps are possible."
        yield Fault("clock_out_of_range", "late", reason, {"most": MOST_STEPS})
    for place, one in enumerate(told, start=1):
        if bounds and one["do"] == EXTEND and not bounds[0] <= one["seconds"] <= bounds[1]:
            reason = f"An extension of {bounds[0]} to {bounds[1]} seconds is possible."
            yield Fault("clock_out_of_range", "late", reason, {"low": bounds[0], "high": bounds[1], "step": place})
        final = one["do"] == FORFEIT or (one["do"] == BOT and "returns" not in one)
        if final and place < len(told):
            reason = "After this step there is none: nobody is waited for any more."
            yield Fault("clock_contradiction", "late", reason, {"with": "late", "step": place})


def of(told: list[dict[str, Any]]) -> tuple[Step, ...]:
    """The steps of a list that was let through."""
    return tuple(Step(**one) for one in told)
