"""What is asked of a rehearsal alone. Plain values."""

from typing import NamedTuple


class FillWithBots(NamedTuple):
    """Enter bots, as many as play as one, so often."""

    entries: tuple[tuple[str, ...], ...]


class EndRehearsal(NamedTuple):
    """Be done with it: its games end, and nobody finds it any more."""


Command = FillWithBots | EndRehearsal
