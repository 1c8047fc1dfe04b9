"""The rows of a game's log: the kernel's, and which actors are people."""

from config.kernel.rows import SYSTEM, Actor, Row, timestamp, to_milliseconds

__all__ = ["PERSONS", "PRESENT", "SYSTEM", "Actor", "Row", "timestamp", "to_milliseconds"]

PRESENT = ("user", "officer")
"""The kinds of actors that are people who are there: one who sits, an officer of a club who acts for a member."""
PERSONS = (*PRESENT, "plan")
"""All that are people: also one who has decided beforehand, and may be away."""
