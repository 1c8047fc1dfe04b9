"""Which events there are, and for how many pairs."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.simulate.hours import BEGINS

ZONE = "Europe/London"
"""Its clocks are put back in the weeks after the beginning."""


FEW_CARDS = {
    "base": "classic",
    "packs": 2,
    "hand_size": 8,
    "foot_size": 8,
    "books_to_go_out": {"clean": 1, "dirty": 1, "wild": 0},
}
"""What is tried here are events, not deals: with two packs a deal is over in a quarter of the turns."""


class Plan(NamedTuple):
    """An event before it is drafted. `pairs`: so many of the people's pairs enter, from the first on; `late`: so many
    of them once it is on; `alone`: each of them by themselves."""

    chosen: dict[str, Any]
    pairs: int
    late: int = 0
    alone: bool = False


def plans(pairs: int, rounds: int, small: bool) -> list[Plan]:
    """The events that are played side by side: a Swiss for all, a round robin for some of them, and a rotation for the
    same ones, each alone: they are not a multiple of four, so that some sit out."""
    starts = (BEGINS + timedelta(days=2)).replace(hour=20, minute=0, tzinfo=None)
    some = 3 if small else 5
    return [
        Plan(_chosen("The open pairs", "swiss", starts, rounds), pairs, 0 if small else 2),
        Plan(_chosen("The committee's pairs", "round_robin", starts + timedelta(days=1), 2 if small else 0), some),
        Plan(_chosen("Everybody alone", "rotation", starts + timedelta(days=2), 1 if small else 2), some, alone=True),
    ]


def _chosen(name: str, kind: str, starts: datetime, rounds: int) -> dict[str, Any]:
    return {
        "name": name,
        "format": kind,
        "pace": "brisk_one_deal",
        "rounds": rounds,
        "ruleset": FEW_CARDS,
        "zone": ZONE,
        "starts": starts,
        "early": True,
    }
