"""The rows of a game's log: the kernel's, which actors are people, and which rows tell of decisions."""

from config.kernel.rows import SYSTEM, Actor, Row, timestamp, to_milliseconds

__all__ = ["DECISIONS", "PERSONS", "PRESENT", "PUT_OFF", "SYSTEM", "Actor", "Row", "timestamp", "to_milliseconds"]

PRESENT = ("user", "officer")
"""The kinds of actors that are people who are there: one who sits, an officer of a club who acts for a member."""
PERSONS = (*PRESENT, "plan")
"""All that are people: also one who has decided beforehand, and may be away."""
PUT_OFF = "put off by its event"
"""In the place of the digest of a reason: the house lets a table rest until a told time."""
DECISIONS = frozenset(("grabbed", "drew", "pile_taken", "melded", "discarded", "asked", "answered", "passed"))
"""What a seat itself has decided to do; all else follows from it."""
