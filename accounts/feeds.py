"""One's own calendar feed: an address with a secret in it, which calendar programs ask for what has a time.

The secret is told once and stored as its SHA-256, as tokens are. What stands in the feed comes from this app
(vacations) and from every app above (`signals.feeding`), as plain entries; only here they become iCalendar (RFC 5545).
"""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts.models import Feed, User, Vacation
from accounts.permissions import may_enter
from accounts.selectors import token_digest
from accounts.services import TOKEN_BYTES
from accounts.signals import feeding

KEPT = timedelta(days=31)
"""So long what is past stays in the feed."""
ASK_AGAIN = timedelta(minutes=15)
"""How often a program is told to ask; they take it as advice."""


class Entry(NamedTuple):
    """One thing with a time. `uid` stays the same however often the thing is moved, and `sequence` grows each time.

    `path`: its page on this site; `changed`: when it became what it is, where that is known; `zone`: the place by whose
    clocks it was set; `cancelled`: it is not held after all, which calendars show.
    """

    uid: str
    sequence: int
    begins: datetime
    ends: datetime
    summary: str
    description: str
    path: str
    changed: datetime | None = None
    zone: str = ""
    cancelled: bool = False


def make(user: User) -> str:
    """A new secret, told here, once. The one before counts no more from the next request on."""
    text = secrets.token_urlsafe(TOKEN_BYTES)
    Feed.objects.update_or_create(user=user, defaults={"digest": token_digest(text), "since": timezone.now()})
    return text


def switch_off(user: User) -> None:
    """There is no feed of theirs any more."""
    Feed.objects.filter(user=user).delete()


def owner_of(secret: str) -> User | None:
    """Whose feed this secret opens, if they may still come in. A guest has none."""
    found = Feed.objects.select_related("user").filter(digest=token_digest(secret)).first()
    return found.user if found and may_enter(found.user) and not found.user.is_guest else None


def entries(user: User, now: datetime) -> list[Entry]:
    """All that stands in a person's feed, in the order of time."""
    told = list(_vacations(user, now))
    parts: list[tuple[Any, Any]] = feeding.send(sender=User, user=user, now=now)
    for _receiver, part in parts:
        told += part
    return sorted(told, key=lambda entry: (entry.begins, entry.uid))


def _vacations(user: User, now: datetime) -> list[Entry]:
    return [
        Entry(
            uid=f"vacation-{user.id}-{one.id}",
            sequence=int(one.ends <= now),  # nothing about one changes but that it may end earlier, which is now
            begins=one.begins,
            ends=one.ends,
            summary=_("Vacation from Fairdeal"),
            description=_("Your clocks rest at the tables that grant it."),
            path="/account/calendar",
        )
        for one in Vacation.objects.filter(user=user, ends__gt=now - KEPT)
    ]


def tag(told: Sequence[Entry], language: str) -> str:
    """The ETag of a feed. Weak: when a vacation was entered is not kept, so its DTSTAMP is that of the answer."""
    return f'W/"{hashlib.sha256(repr((language, told)).encode()).hexdigest()[:32]}"'


def written(told: Sequence[Entry], base: str, now: datetime, name: str = "Fairdeal") -> bytes:
    """The feed as iCalendar. Times are by the clocks of their place, with its zone, or in UTC. Without alarms:
    reminders are the notices', and come once."""
    calendar, host = Calendar(), urlsplit(base).hostname or "fairdeal"
    calendar.add("prodid", "-//Fairdeal//Calendar//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT15M")
    for entry in told:
        event = Event()
        event.add("uid", f"{entry.uid}@{host}")
        event.add("sequence", entry.sequence)
        event.add("dtstamp", entry.changed or now)
        if entry.changed:
            event.add("last-modified", entry.changed)
        place = ZoneInfo(entry.zone) if entry.zone else UTC
        event.add("dtstart", entry.begins.astimezone(place))
        event.add("dtend", entry.ends.astimezone(place))
        event.add("status", "CANCELLED" if entry.cancelled else "CONFIRMED")
        event.add("summary", entry.summary)
        event.add("description", f"{entry.description}\n{base}{entry.path}")
        event.add("url", base + entry.path)
        event.add("transp", "TRANSPARENT")  # nobody is busy because of it
        calendar.add_component(event)
    if told:  # the rules of the clocks for the years that matter
        years = [(entry.begins - timedelta(days=1)).year for entry in told]
        calendar.add_missing_timezones(date(min(years), 1, 1), date(max(years) + 2, 1, 1))
    return bytes(calendar.to_ical())
