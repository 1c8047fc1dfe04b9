"""All defaults of events in one place, as data, so that a club or an experiment can change them. Those of a format and
of a pace are frozen into an event's rules when it is published; none of them is read again afterwards.

Where a number has no source in the game's literature it is ours, to be fitted on what is played.
"""

from typing import Any

# Match points and half points are kept ×2 and VP ×100, so that every number is whole.
SCORING: dict[str, int] = {
    "blitz": 6000,  # a margin of so many points is worth 20.00 VP
    "bye_vp": 1200,
    "half_bye_vp": 1000,
    "late_half_vp": 1000,
    "forfeit_vp": 1200,  # or the own mean, if that is higher
}

PAIRS_ORDER = ("match_points", "vp", "head_to_head", "opponents_cut", "net")
ROTATION_ORDER = ("net", "wins", "best_round")
SOLO_ORDER = ("match_points", "firsts", "points")
TOTAL_FIRST = "points"  # the option "total points first": this before all others

# What stands in `rules` where an organizer has chosen nothing. `rounds` 0: as many as the format gives by itself.
FORMATS: dict[str, dict[str, Any]] = {
    "round_robin": {"rounds": 0, "cycles": 1, "order": PAIRS_ORDER, "entries": (3, 10)},
    "swiss": {"rounds": 0, "order": PAIRS_ORDER, "entries": (3, 1000), "window": 60},
    "rotation": {"rounds": 6, "order": ROTATION_ORDER, "entries": (4, 1000), "window": 60},
    "tables": {"rounds": 6, "order": SOLO_ORDER, "entries": (2, 1000), "table_sizes": (4,)},
}
