"""The rules of an event: one document, complete, frozen when it is published. What is in it is data; `defaults` fill
in what an organizer has not chosen.

{"name", "about", "pairing": the part that pairing and standings read, "deals", "ruleset": the complete record,
"ruleset_title", "persons": how many play as one, "join_alone": whether who is alone when entering closes is put
together, "clock", "zone", "starts": wall time there, "entering_ends_minutes", "check_in", "least_entries",
"most_entries", "round_minutes", "grace_minutes", "period_minutes", "early", "publish_minutes", "protest_minutes",
"real_cards", "score_by": what the sides write down then},
and "round_times" where they were chosen: for each round the wall times at which it opens and is to be done
"""

import hashlib
from typing import Any

from engine.codec import canon
from engine.presets import build
from tournaments.formats import FORMATS
from tournaments.rules import rules_of

MINIMUM_TURNS = 4
"""So many first melds' minimums a ruleset may have; an event of one deal goes through them round by round."""


def digest(rules: dict[str, Any]) -> str:
    """SHA-256 of the canonical document."""
    return hashlib.sha256(canon(rules)).hexdigest()


def persons(rules: dict[str, Any]) -> int:
    """How many play as one: 1, 2 or 3. What was published before that could be chosen is for pairs."""
    return int(rules.get("persons", 2))


def tables(rules: dict[str, Any]) -> list[tuple[int, int]]:
    """The tables that an event may have: how many players, on how many sides."""
    read = rules_of(rules["pairing"])
    shapes = FORMATS[read.format].shapes(read)
    return [(sides * entries * persons(rules), sides) for sides, entries in shapes]


def rounds(rules: dict[str, Any], entries: int) -> int:
    """How many rounds so many entries play: as many as were declared, but never more than the format can pair."""
    read = rules_of(rules["pairing"])
    for problem in FORMATS[read.format].problems(read, entries):
        if problem.code == "too_many_rounds":
            return max(1, int(problem.data["most"]))
    return FORMATS[read.format].rounds(read, entries)


def ruleset(rules: dict[str, Any], round: int) -> Any:
    """The rules of the cards in a round: as many deals as the event has. Single deals go through the minimums, so that
    none is always played."""
    record = dict(rules["ruleset"])
    minimums = list(record["minimums"])
    first = (round - 1) % len(minimums) if rules["deals"] == 1 else 0
    record["minimums"] = (minimums * rules["deals"])[first : first + rules["deals"]]
    return build(record)
