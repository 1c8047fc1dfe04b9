"""The rows of a game's log: the kernel's, and which actors are people."""

from config.kernel.rows import SYSTEM, Actor, Row, timestamp, to_milliseconds

__all__ = ["PERSONS", "SYSTEM", "Actor", "Row", "timestamp", "to_milliseconds"]

PERSONS = ("user", "officer", "plan")
"""The kinds of actors that are people: one who sits, an officer of a club who acts for a member, and one who sits and
has decided beforehand."""
