"""What a decision must be told from outside. Plain values."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple


class Found(NamedTuple):
    """How far the game of a table has come: complete deals, their totals by side, the time each side has used in its
    own turns (ms), and when each last did something."""

    deals: int
    totals: tuple[int, ...]
    used: tuple[int, ...]
    moved: tuple[datetime | None, ...]
    waited_for: tuple[int, ...] = ()  # the seats that are to act
    unseen: tuple[int, ...] = ()  # the seats at which nobody has been seen


class Context(NamedTuple):
    """What a decision is told: the time, who asks (None: the house), a piece of chance, how those tables of the round
    stand that have not ended, at which games of it who asks sits or has sat, whoever was paired there, what other
    officers the club has (None: it was not asked), and which two people of those who look for others do not want to
    meet."""

    at: datetime
    by: str | None = None
    chance: str = ""
    found: Mapping[int, Found] = {}
    sat: frozenset[str] = frozenset()
    officers: frozenset[str] | None = None
    apart: frozenset[frozenset[str]] = frozenset()
