"""All defaults of events in one place, as data, so that a club or an experiment can change them. Those of a format and
of a pace are frozen into an event's rules when it is published; none of them is read again afterwards.

Where a number has no source in the game's literature it is ours, to be fitted on what is played.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

# Match points and half points are kept ×2 and VP ×100, so that every number is whole.
SCORING: dict[str, int] = {
    "blitz": 6000,  # a margin of so many points is worth 20.00 VP
    "bye_vp": 1200,
    "half_bye_vp": 1000,
    "late_half_vp": 1000,
    "forfeit_vp": 1200,  # or the own mean, if that is higher
}

# What standings may go by; `standings.keys` says what each is.
KEYS = (
    "match_points",
    "vp",
    "net",
    "points",
    "wins",
    "firsts",
    "best_round",
    "opponents",
    "opponents_cut",
    "beaten",
    "head_to_head",
)
PAIRS_ORDER = ("match_points", "vp", "head_to_head", "opponents_cut", "net")
ROTATION_ORDER = ("net", "wins", "best_round")
SOLO_ORDER = ("match_points", "firsts", "points")
TOTAL_FIRST = "points"  # the option "total points first": this before all others

# The least and the most that an organizer may choose.
BOUNDS: dict[str, tuple[int, int]] = {
    "rounds": (0, 100),
    "cycles": (1, 4),
    "window": (10, 1000),
    "blitz": (100, 1_000_000),
    "bye_vp": (0, 2000),
    "half_bye_vp": (0, 2000),
    "late_half_vp": (0, 2000),
    "forfeit_vp": (0, 2000),
}
TABLE_SIZES = (2, 7)
USUAL_SIZES = {1: 4, 2: 3, 3: 2}
"""Sides of a table, by how many play as one."""

# What stands in `rules` where an organizer has chosen nothing. `rounds` 0: as many as the format gives by itself;
# `persons`: so many play as one.
FORMATS: dict[str, dict[str, Any]] = {
    "round_robin": {"persons": 2, "rounds": 0, "cycles": 1, "order": PAIRS_ORDER, "entries": (3, 10)},
    "swiss": {"persons": 2, "rounds": 0, "order": PAIRS_ORDER, "entries": (3, 1000), "window": 60},
    "rotation": {"persons": 1, "rounds": 6, "order": ROTATION_ORDER, "entries": (4, 1000), "window": 60},
    "tables": {"persons": 1, "rounds": 6, "order": SOLO_ORDER, "entries": (2, 1000), "table_sizes": (4,)},
}


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast an event is played. `period` is from one round's opening to the next; `bank` and `turn` are those of a
    seat at the table, `extra` what it gets once when they have run out."""

    deals: int
    round: timedelta
    grace: timedelta
    period: timedelta
    first_move: timedelta
    turn: timedelta
    bank: timedelta  # for each deal; at a live table for all
    extra: timedelta


def _slow(deals: int, days: float, turn: int) -> Pace:
    """Days of play, a day of grace, and the rest of the day after for the next pairing."""
    return Pace(
        deals=deals,
        round=timedelta(days=days),
        grace=timedelta(hours=24),
        period=timedelta(days=int(days + 2)),
        first_move=timedelta(hours=24),
        turn=timedelta(hours=turn),
        bank=timedelta(hours=9),
        extra=timedelta(hours=6),
    )


PACES: dict[str, Pace] = {
    "live": Pace(
        deals=4,
        round=timedelta(hours=3),
        grace=timedelta(minutes=10),
        period=timedelta(hours=3, minutes=20),
        first_move=timedelta(minutes=10),
        turn=timedelta(minutes=2),
        bank=timedelta(minutes=20),
        extra=timedelta(minutes=2),
    ),
    "brisk": _slow(2, 7, turn=12),
    "brisk_one_deal": _slow(1, 3.5, turn=12),
    "slow": _slow(4, 14, turn=24),
}

LIVE = timedelta(hours=12)
"""A round that is shorter is played in one go."""

# What people take for a turn, to tell how long a round would be for them; bots do not say. A slow event's is so much
# waking time, of which a day has a part.
TURN_TAKES: dict[str, timedelta] = {"live": timedelta(seconds=30), "slow": timedelta(minutes=23)}
WAKING = 15 / 24

# Around the rounds.
CHECK_IN_OPENS = timedelta(hours=48)  # before the start
CHECK_IN_CLOSES = timedelta(hours=1)
POSTPONED_BY = timedelta(hours=24)  # once, when too few have come
PUBLISH_AFTER = timedelta(hours=2)  # a proposed pairing; until then the director may edit it
PROTEST_WINDOW = timedelta(hours=24)
OBJECTION_WINDOW = timedelta(hours=72)  # against a correction by one officer alone, after the end
RECURRING_AHEAD = timedelta(days=60)  # how far ahead club nights stand in the calendar
RESERVE_ANSWERS = timedelta(hours=12)
REMINDERS = (50, 80)  # per cent of a round's time
COPIED_AT = 80  # the partner or captain of whom it waits for is told then too
LAST_REMINDER = timedelta(hours=12)  # before the round is to be done
FORFEITS_THAT_WITHDRAW = 2
LONGEST_ADJOURNMENT = timedelta(days=3)
LEAST_AFTER_ADJOURNMENT = timedelta(hours=1)  # to play, or what was left if that is less
ROSTER = 4  # persons who may play for a pair in one event, its reserves among them
RESERVES_FIRST = 2  # for this part (one half) of the time for others an entry's own reserves alone may take its seat


def last_late_round(rounds: int) -> int:
    """The last round whose publication a late entry may precede: half of them, rounded up."""
    return (rounds + 1) // 2


# Ratings. Sizes of openskill are what its authors recommend; how fast knowledge ages is ours.
RATING_POOLS: dict[tuple[int, ...], str] = {(2, 2): "pairs4", (3, 3): "teams6", (2, 2, 2): "pairs6"}  # persons by side
SOLO_POOL = "solo"  # everybody alone, however many
MU, SIGMA = 25_000_000, 8_333_333  # ×10⁶, as they are stored
FORGOTTEN_AFTER = 260  # whole weeks without a game, after which nothing is known again of who was known best
PROVISIONAL_ABOVE = 5_000_000  # sigma ×10⁶
CHECKPOINT_EVERY = 1000  # rated games
LEAST_GAMES_FOR_MARGINS = 8
LEAST_DEALS_FOR_RATING = 2
LEAST_GAMES_ON_A_BOARD = 3
SEASON_POINTS = (100, 80, 65, 55)  # for the first ranks of an event; then less by 5 for each, but never under 5
SEASON_STEP = 5


def event_points(rank: int, sharing: int = 1) -> int:
    """What a rank in an event is worth in a season. Those who share one share what it and the next ones are worth, half
    up."""
    pooled = sum(map(_points, range(rank, rank + sharing)))
    return (2 * pooled + sharing) // (2 * sharing)


def _points(rank: int) -> int:
    beyond = rank - len(SEASON_POINTS)
    return SEASON_POINTS[rank - 1] if beyond <= 0 else max(SEASON_POINTS[-1] - SEASON_STEP * beyond, SEASON_STEP)


def best_of(events: int) -> int:
    """How many of a season's events count for each: two of three, rounded up."""
    return -(-2 * events // 3)
