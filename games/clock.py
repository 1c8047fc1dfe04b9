"""Time as a pure function: when a decision is due, by the table's settings and when the decision began."""

from datetime import datetime, timedelta
from typing import Any

from engine.errors import Refused

NONE = "none"
LONGEST_TURN = 366 * 24 * 3600
"""Seconds; a turn allowance beyond a year is a mistake."""


def check(settings: object) -> Any:
    """The settings as they stand in the log: "none" or {"turn_seconds": N}. Raises Refused `malformed`."""
    if settings == NONE:
        return NONE
    if isinstance(settings, dict) and set(settings) == {"turn_seconds"}:
        seconds = settings["turn_seconds"]
        if isinstance(seconds, int) and not isinstance(seconds, bool) and 1 <= seconds <= LONGEST_TURN:
            return {"turn_seconds": seconds}
    raise Refused(
        "malformed",
        reason=f'A clock is "none" or {{"turn_seconds": N}} with a whole number N from 1 to {LONGEST_TURN}.',
        field="clock",
    )


def deadline(settings: Any, since: datetime | None) -> datetime | None:
    """When the decision that began at `since` is due; None without a clock or without a decision."""
    if settings == NONE or since is None:
        return None
    return since + timedelta(seconds=settings["turn_seconds"])


def passed_on(before: tuple[int, ...], after: tuple[int, ...], turn_ended: bool) -> bool:
    """Whether the decision has passed to somebody who did not have it, so that the allowance begins anew.

    `before` and `after` are the seats that are to act. Of several partners asked, those who have not answered yet
    keep the time they had; a seat whose turn comes again at once (the others were passed over) has a new one.
    """
    return turn_ended or not set(after) <= set(before)
