"""How somebody likes to see things, and to play: time zone, language, dates, cards, taps, keys."""

from datetime import datetime
from functools import cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import calendars
from accounts.models import Preference, User

DATES = {"iso": "Y-m-d", "dmy": "d/m/Y", "mdy": "m/d/Y"}
"""How a day is written, where not as the language does."""


class Liking(NamedTuple):
    """Something that can be switched on at the table: a field of the preferences, told to pages as `data-…`."""

    field: str
    attribute: str
    value: str
    label: str | Promise
    help: str | Promise = ""


AT_TABLE = (
    Liking("large_cards", "size", "large", _("Large cards")),
    Liking("four_colours", "suits", "4", _("Four colours: ♦ blue, ♣ green")),
    Liking("lift_one", "lift", "one", _("A tap lifts one card"), _("Else all of its rank, and fewer with each tap.")),
    Liking(
        "quick_discard",
        "discard",
        "pile",
        _("A tap on the pile discards at once"),
        _("Lift a card, tap the pile: it is gone, and nobody asks."),
    ),
    Liking(
        "no_letters",
        "letters",
        "off",
        _("No letter keys"),
        _("Nor “?”. Arrows, digits, Space, Enter and Esc still act. For who dictates, or types by chance."),
    ),
    Liking("no_motion", "motion", "off", _("Nothing moves"), _("A line marks for a moment what has changed.")),
    Liking("sounds", "sound", "on", _("Sounds"), _("Short ones: my turn, a card, a book, a question to me.")),
)
"""What can be liked at the table, in the order in which it is offered. One that is on departs from what is usual."""


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


def at_table(user: User, **liked: bool) -> Preference:
    """Switch some of what there is in `AT_TABLE` on or off, on all devices of this person."""
    if not liked:
        return of(user)
    kept, _made = Preference.objects.update_or_create(user=user, defaults=liked)
    return kept


def attributes(preference: Preference | None) -> dict[str, str]:
    """What pages are told of what somebody likes: the `data-…` of those that are on."""
    return {one.attribute: one.value for one in AT_TABLE if getattr(preference, one.field, False)}


def moment(at: datetime, style: str = "") -> str:
    """A moment in the viewer's zone, which is named: "30 November 2026, 17:05 (Europe/Helsinki)"."""
    local = timezone.localtime(at)
    day = date_format(local, DATES.get(style, "DATE_FORMAT"))
    zone = local.tzinfo.key if isinstance(local.tzinfo, ZoneInfo) else timezone.get_current_timezone_name()
    return f"{day}, {date_format(local, 'H:i')} ({zone})"
