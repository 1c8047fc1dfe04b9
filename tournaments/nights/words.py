"""Club nights in words: which days, when, and what was done to them."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.kernel.rows import Row
from tournaments import schedule
from tournaments.schedule import Moment

DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
PLACES: Mapping[str, str | Promise] = {
    "1": gettext_lazy("the first %(day)s of a month"),
    "2": gettext_lazy("the second %(day)s of a month"),
    "3": gettext_lazy("the third %(day)s of a month"),
    "4": gettext_lazy("the fourth %(day)s of a month"),
    "-1": gettext_lazy("the last %(day)s of a month"),
}
TOLD: Mapping[str, str | Promise] = {
    schedule.GAP: gettext_lazy("the clocks are put forward: the first moment after"),
    schedule.FOLD: gettext_lazy("this time comes twice: the first is meant"),
}
ROWS: Mapping[str, str | Promise] = {
    "created": gettext_lazy("%(who)s made the series."),
    "moved": gettext_lazy("%(who)s moved the night of %(day)s to %(starts)s."),
    "called_off": gettext_lazy("%(who)s called the night of %(day)s off."),
    "made": gettext_lazy("The night of %(day)s became an event."),
    "ended": gettext_lazy("%(who)s ended the series: no night from %(day)s on."),
}


def rule(text: str) -> str:
    """Which days a rule means. A rule that says more than a page can ask for is told as it is."""
    parts = dict(part.partition("=")[::2] for part in text.upper().split(";"))
    every, days = int(parts.get("INTERVAL", "1")), parts.get("BYDAY", "").split(",")
    if parts["FREQ"] == "WEEKLY" and "BYMONTHDAY" not in parts and all(day in DAYS for day in days):
        names = ", ".join(str(WEEKDAYS[DAYS.index(day)]) for day in days)
        told = {"days": names, "n": every}
        return ngettext("every week: %(days)s", "every %(n)d weeks: %(days)s", every) % told
    if parts["FREQ"] == "MONTHLY" and every == 1 and len(days) == 1 and days[0][:-2] in PLACES:
        return str(PLACES[days[0][:-2]]) % {"day": WEEKDAYS[DAYS.index(days[0][-2:])]}
    return text


def day(one: date) -> str:
    """A day with its weekday."""
    return date_format(one, "l, j F Y")


def when(at: Moment) -> str:
    """What clocks show at the place on that very day, how far they are from UTC then, and where that is."""
    told = {"day": day(at.wall.date()), "time": f"{at.wall:%H:%M}", "offset": offset(at.offset), "zone": at.zone}
    same = told["zone"] == told["offset"]  # UTC says both
    shown = (_("%(day)s, %(time)s (%(zone)s)") if same else _("%(day)s, %(time)s (%(zone)s, %(offset)s)")) % told
    return f"{shown}: {TOLD[at.told]}" if at.told else shown


def offset(span: timedelta) -> str:
    """How far clocks are from UTC: UTC, UTC−5, UTC+5:45."""
    minutes = abs(int(span.total_seconds())) // 60
    if not minutes:
        return "UTC"
    return f"UTC{'−' if span < timedelta(0) else '+'}{minutes // 60}" + (f":{minutes % 60:02}" if minutes % 60 else "")


def row(one: Row, who: str) -> str:
    """A row of a series' stream."""
    told: dict[str, Any] = {"who": who, "day": one.data.get("day", ""), "starts": one.data.get("starts", "")}
    return str(ROWS[one.type]) % (told | {"starts": told["starts"].replace("T", " ")})
