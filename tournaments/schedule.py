"""When things happen: what clocks show where an event is, frozen to moments. Pure: no clock is read here.

A time is entered as people say it, by the wall and a place (an IANA zone). Where clocks are put forward a wall time may
not exist: the first moment after the gap is meant. Where they are put back it may come twice: the first is meant. Both
are told, so that an organizer sees it when saving.
"""

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dateutil.rrule import rrule, rrulestr

GAP, FOLD = "gap", "fold"
DAY = timedelta(days=1)
FIRST, LAST = date(2000, 1, 1), date(2200, 12, 31)
"""No day before or after these is anybody's: whatever is counted from one stays within what a calendar can tell."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A wall time as it was frozen: the moment, what clocks show then at that place, how far they are from UTC on that
    very day, and what had to be decided: "", GAP or FOLD."""

    at: datetime
    wall: datetime
    offset: timedelta
    zone: str
    told: str = ""


def moment(wall: datetime, zone: str) -> Moment:
    """The moment at which clocks at a place show a wall time (without a zone of its own)."""
    if wall.tzinfo is not None:
        raise ValueError("a wall time has no zone of its own")
    place = ZoneInfo(zone)
    first, second = (wall.replace(tzinfo=place, fold=fold) for fold in (0, 1))
    before, after = first.utcoffset(), second.utcoffset()
    if before == after:
        return shown(first.astimezone(UTC), zone)
    if first.astimezone(UTC).astimezone(place).replace(tzinfo=None) == wall:
        return shown(first.astimezone(UTC), zone, FOLD)
    # In a gap both readings lie on the wrong side of the change; it is between them.
    early, late = second.astimezone(UTC), first.astimezone(UTC)
    while late - early > timedelta(seconds=1):
        middle = early + timedelta(seconds=(late - early) // timedelta(seconds=2))
        if middle.astimezone(place).utcoffset() == after:
            late = middle
        else:
            early = middle
    return shown(late, zone, GAP)


def shown(at: datetime, zone: str, told: str = "") -> Moment:
    """A moment as clocks at a place show it, by the offset that is valid there on that day."""
    local = at.astimezone(ZoneInfo(zone))
    offset = local.utcoffset()
    assert offset is not None, "a place has an offset"
    return Moment(at.astimezone(UTC), local.replace(tzinfo=None), offset, zone, told)


def later(start: Moment, span: timedelta) -> Moment:
    """The moment a span after another. Days are days of the calendar there, so that what opens at eight in the evening
    ends at eight; what is less than a day is time that passes."""
    days = span // DAY * DAY
    by_day = moment(start.wall + days, start.zone) if days else start
    rest = span - days
    return shown(by_day.at + rest, start.zone) if rest else by_day


@dataclass(frozen=True, slots=True)
class Reminder:
    """A moment within a round at which whom it waits for is reminded. `name` tells those of a round apart: the share of
    its time that is over then, in per cent, or BEFORE_END."""

    name: int
    at: datetime


BEFORE_END = 0
"""The reminder so long before the end."""


def reminders(opens: datetime, soft: datetime, shares: tuple[int, ...], last: timedelta) -> tuple[Reminder, ...]:
    """The reminders of a round that is to be done at `soft`, in their order. The last comes where it lies in the round;
    of two for one moment there is the one with a share."""
    found = {opens + (soft - opens) * share // 100: share for share in shares}
    if soft - last > opens:
        found.setdefault(soft - last, BEFORE_END)
    return tuple(Reminder(name, at) for at, name in sorted(found.items()))


_LETTERS = re.compile(r"[A-Za-z0-9=;,+-]+")
"""What a rule of days is written with. A line break or a colon would begin what is read beside the parts below."""
_PARTS = {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "WKST"}
_FREQUENCIES = {"DAILY", "WEEKLY", "MONTHLY"}


@dataclass(frozen=True, slots=True)
class Series:
    """Club nights that recur: an RFC 5545 rule of days, the first wall time and the place. `ends` is the first day on
    which there is none any more; single nights may be moved to another wall time or called off, by their own day."""

    rule: str
    starts: datetime
    zone: str
    ends: date | None = None
    moved: tuple[tuple[date, datetime], ...] = ()
    called_off: tuple[date, ...] = ()

    def __post_init__(self) -> None:
        if not _LETTERS.fullmatch(self.rule):
            raise ValueError("a rule of days is one line of letters and numbers")
        parts = dict(part.partition("=")[::2] for part in self.rule.upper().split(";"))
        if not set(parts) <= _PARTS or parts.get("FREQ") not in _FREQUENCIES:
            raise ValueError("a rule of days: FREQ is DAILY, WEEKLY or MONTHLY, and an end is a date of its own")
        if self.starts.tzinfo is not None:
            raise ValueError("a wall time has no zone of its own")
        if not 1 <= int(parts.get("INTERVAL", "1")) <= 99:
            raise ValueError("every so many days, weeks or months")
        if any(not 1 <= abs(int(day)) <= 31 for day in parts.get("BYMONTHDAY", "1").split(",")):
            raise ValueError("a month has 31 days")
        if next(iter(self.days_until(LAST)), None) is None:
            raise ValueError("no day follows this rule")
        ZoneInfo(self.zone)

    def days_until(self, last: date) -> rrule:
        """The wall times that follow the rule, up to this day."""
        rule = rrulestr(self.rule, dtstart=self.starts)
        assert isinstance(rule, rrule), "one line is one rule"
        return rule.replace(until=datetime.combine(last, time.max))

    def goes_on(self, day: date) -> bool:
        """Whether the series has not ended before this day."""
        return self.ends is None or day < self.ends


@dataclass(frozen=True, slots=True)
class Night:
    """One night of a series: the day that names it for ever, and when it begins."""

    key: date
    begins: Moment
    moved: bool = False


def nights(series: Series, since: date, before: date) -> list[Night]:
    """The nights whose days lie in a window, in order. What is asked for twice is answered alike: a night is known by
    its day, wherever it was moved to."""
    end = min(before, LAST) if series.ends is None else min(before, LAST, series.ends)
    rule = series.days_until(end)
    moved = dict(series.moved)
    found: list[Night] = []
    # Wall times are counted, not moments: nineteen o'clock stays nineteen o'clock when the clocks change.
    for wall in rule.xafter(datetime.combine(since, datetime.min.time()), inc=True):
        key = wall.date()
        if key >= end:
            break
        assert not found or found[-1].key < key, "a day has one night"
        if key not in series.called_off:
            found.append(Night(key, moment(moved.get(key, wall), series.zone), key in moved))
    return found


def on(series: Series, day: date) -> Night | None:
    """The night of this day, if there is one."""
    return next(iter(nights(series, day, day + DAY)), None) if day < LAST else None


def move_one(series: Series, key: date, wall: datetime) -> Series:
    """This night, and no other, at another wall time."""
    others = tuple(one for one in series.moved if one[0] != key)
    return replace(series, moved=tuple(sorted((*others, (key, wall)))))


def call_off(series: Series, key: date) -> Series:
    """This night, and no other, not at all."""
    return replace(series, called_off=tuple(sorted({*series.called_off, key})))


def change_from(series: Series, key: date, rule: str, starts: datetime) -> tuple[Series, Series]:
    """This night and all later ones by another rule or at another time: the series that ends before it, and the one
    that begins with it. What was decided of single later nights is decided anew."""
    return end(series, key), Series(rule, starts, series.zone, series.ends)


def end(series: Series, key: date) -> Series:
    """No night on this day or later."""
    return replace(
        series,
        ends=key,
        moved=tuple(one for one in series.moved if one[0] < key),
        called_off=tuple(day for day in series.called_off if day < key),
    )
