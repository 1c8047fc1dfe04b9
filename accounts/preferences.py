"""How somebody likes to see things: time zone, language, dates, cards."""

from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone
from django.utils.formats import date_format

from accounts import calendars
from accounts.models import Preference, User

DATES = {"iso": "Y-m-d", "dmy": "d/m/Y", "mdy": "m/d/Y"}
"""How a day is written, where not as the language does."""


@cache
def zones() -> tuple[str, ...]:
    """All time zones that there are, by the names of their regions."""
    regions = (zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return (*sorted(regions), "UTC")


def of(user: User) -> Preference:
    """Somebody's preferences; of who has chosen nothing, what holds for everybody."""
    return Preference.objects.filter(user=user).first() or Preference(user=user)


def guess_zone(user: User, zone: str) -> None:
    """What their browser says of where they are: it counts until they say otherwise."""
    if zone in zones():
        with calendars.changing(user):
            Preference.objects.get_or_create(user=user, defaults={"time_zone": zone})


def choose(user: User, **chosen: Any) -> Preference:
    """What they have chosen, the time zone among it: now it is confirmed. Raises ProblemError `rate_limited`."""
    calendars.count_change(user)
    with calendars.changing(user):
        kept, _made = Preference.objects.update_or_create(user=user, defaults={**chosen, "zone_confirmed": True})
    return kept


def moment(at: datetime, style: str = "") -> str:
    """A moment in the viewer's zone, which is named: "30 November 2026, 17:05 (Europe/Helsinki)"."""
    local = timezone.localtime(at)
    day = date_format(local, DATES.get(style, "DATE_FORMAT"))
    zone = local.tzinfo.key if isinstance(local.tzinfo, ZoneInfo) else timezone.get_current_timezone_name()
    return f"{day}, {date_format(local, 'H:i')} ({zone})"
