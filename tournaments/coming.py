"""What people are told before their event begins: that it does so soon, and that they are to say that they are there.

Nothing happens in an event when it is told, so no row is written: a sweep looks at those that begin soon, and what was
told of a start is not told again.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from accounts.notices.writing import Told
from tournaments import calendar, state
from tournaments.defaults import CHECK_IN_OPENS

SOON, CHECK_IN = "event_soon", "event_check_in"
BEFORE = timedelta(hours=24)
"""So long before its start is an event told of."""
AHEAD = CHECK_IN_OPENS + timedelta(weeks=1)
"""Longer before it nobody is told anything: entering ends a week before the start at the earliest."""


def due(id_: UUID, t: state.Tournament, now: datetime) -> Iterator[Told]:
    """Who is to know at this time that an event begins, and who is to say that they are there."""
    if t.status != state.OPEN or t.starts_at is None or t.closes_at is None:
        return
    for entry in (one for one in t.entries if one.active and one.willing):
        for person in map(UUID, entry.persons):
            if t.starts_at - BEFORE <= now < t.starts_at:
                yield Told(person, SOON, id_, occasion(t), until=t.starts_at)
            asked = t.rules["check_in"] and not entry.here
            if asked and calendar.check_in_from(t) <= now < t.closes_at:
                yield Told(person, CHECK_IN, id_, occasion(t), until=t.closes_at)


def occasion(t: state.Tournament) -> int:
    """The start of an event as a number: at another start it is told anew."""
    return int(t.starts_at.timestamp() // 60) if t.starts_at else 0
