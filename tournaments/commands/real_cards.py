"""What is asked of a table that is played with real cards. Plain values."""

from typing import NamedTuple


class PlayWithRealCards(NamedTuple):
    """Let a table be played with real cards; if its game is on, that ends and counts for nothing."""

    number: int
    table: int
    reason: str


class EnterScores(NamedTuple):
    """What one of a table writes down: the points of each side, deal by deal or all together."""

    number: int
    table: int
    by: str
    scores: tuple[tuple[int, ...], ...]


Command = PlayWithRealCards | EnterScores
