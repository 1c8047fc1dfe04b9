"""What narrows a list of events."""

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from tournaments.models import Participant


class Wanted(NamedTuple):
    """Which events are wanted: of some statuses, of a format, that begin in a span of time (its end is not in it), in
    which who asks is, that somebody's own system calls so. What is None or empty narrows nothing."""

    status: tuple[str, ...] = ()
    format: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    mine: bool = False
    external_id: str | None = None


def narrowed(wanted: Wanted, user: User | None) -> Q:
    """What is wanted, by whom, to be searched by."""
    every: dict[str, Any] = {
        "status__in": wanted.status or None,
        "state__rules__pairing__format": wanted.format,
        "starts_at__gte": wanted.since,
        "starts_at__lt": wanted.until,
        "external_id": wanted.external_id,
    }
    found = Q(**{name: value for name, value in every.items() if value is not None})
    if wanted.mine and user is not None:
        own = Participant.objects.filter(tournament=OuterRef("pk"), person=user.id)
        found &= Q(Exists(own))
    return found
