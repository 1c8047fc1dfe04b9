"""Why a bot does what it does: a code and plain data, from which a shell can make a sentence."""

from typing import Any, NamedTuple

from engine.commands import Command


class Reason(NamedTuple):
    """A stable code, and what it speaks of."""

    code: str
    data: dict[str, Any]


class Move(NamedTuple):
    """A command and the reason for it."""

    command: Command
    reason: Reason


def move(command: Command, code: str, **data: Any) -> Move:
    """A move for a reason."""
    return Move(command, Reason(code, data))
