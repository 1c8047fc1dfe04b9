"""When a player's clock rests by their calendar: quiet hours, weekends, vacation, as spans of time. Pure.

Quiet hours and weekends are told in the player's own zone. Where the zone's clocks are changed, a time of day that
does not exist is the moment of the jump, and of one that exists twice a rest begins with the first and ends with the
second: a change of the clocks never takes rest away.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from games.clock.settings import DAY, Quiet, Settings

QUIET, WEEKEND, VACATION = "quiet", "weekend", "vacation"
PAUSE, TAKEN_BACK, DOWNTIME = "pause", "taken_back", "downtime"
KINDS = (DOWNTIME, PAUSE, TAKEN_BACK, VACATION, WEEKEND, QUIET)
"""Why a clock stands still; where several reasons hold, the first of these is told."""

SATURDAY = 5


class Span(NamedTuple):
    """From one moment to another."""

    begins: datetime
    ends: datetime


class Rest(NamedTuple):
    """A span in which a clock stands still, and why."""

    kind: str
    begins: datetime
    ends: datetime


class Calendar(NamedTuple):
    """What a player has told of their time: the zone, quiet hours of their own, vacations in order."""

    zone: str = "UTC"
    quiet: Quiet | None = None
    vacations: tuple[Span, ...] = ()


def rests(settings: Settings, calendar: Calendar, begins: datetime, ends: datetime) -> Iterator[Rest]:
    """All rests by the calendar that touch this stretch of time, as far as the table grants them."""
    if settings.vacation:
        for begin, end in calendar.vacations:
            if begin < ends and end > begins:
                yield Rest(VACATION, begin, end)
    if not (settings.quiet or settings.weekends):
        return
    zone = ZoneInfo(calendar.zone)
    day = begins.astimezone(zone).date() - timedelta(days=2)
    last = ends.astimezone(zone).date()
    while day <= last:
        if settings.weekends and day.weekday() == SATURDAY:
            yield Rest(WEEKEND, moment(day, time(0), zone), moment(day + timedelta(days=2), time(0), zone, second=True))
        if settings.quiet:
            yield _quiet(settings.quiet, calendar.quiet, day, zone)
        day += timedelta(days=1)


def _quiet(granted: Quiet, own: Quiet | None, day: date, zone: ZoneInfo) -> Rest:
    """The quiet hours that begin on a day: the table's, or the player's own, which are no longer."""
    begin, seconds = granted.begins, granted.seconds
    if own is not None:
        begin, seconds = own.begins, min(seconds, own.seconds)
    end = (begin.hour * 3600 + begin.minute * 60 + seconds) % DAY
    until = time(end // 3600, end % 3600 // 60)
    next_day = day if until > begin else day + timedelta(days=1)
    return Rest(QUIET, moment(day, begin, zone), moment(next_day, until, zone, second=True))


@lru_cache(4096)
def moment(day: date, at: time, zone: ZoneInfo, second: bool = False) -> datetime:
    """When it is this time of this day in a zone; `second`: of a time that exists twice the later one."""
    wall = datetime.combine(day, at, zone)
    before, after = wall.astimezone(UTC), wall.replace(fold=1).astimezone(UTC)
    if before <= after:
        return after if second else before
    low, high = after, before  # the time does not exist: in between the clocks jump
    offset = low.astimezone(zone).utcoffset()
    while high - low > timedelta(seconds=1):
        middle = low + (high - low) // 2
        middle = middle.replace(microsecond=0)
        if middle.astimezone(zone).utcoffset() == offset:
            low = middle
        else:
            high = middle
    return high


def shortened(running: Calendar, told: Calendar, at: datetime) -> Calendar:
    """The calendar of a decision that is open, after its player has told another: vacation can end, never begin.

    What of it has passed stays.
    """
    common = [
        Span(max(at, one.begins, other.begins), min(one.ends, other.ends))
        for one in running.vacations
        for other in told.vacations
    ]
    passed = [Span(one.begins, min(at, one.ends)) for one in running.vacations]
    kept: list[Span] = []
    for span in sorted(span for span in passed + common if span.begins < span.ends):
        if kept and kept[-1].ends == span.begins:
            span = Span(kept.pop().begins, span.ends)
        kept.append(span)
    return running._replace(vacations=tuple(kept))


def granted_of(settings: Settings, told: dict[str, Any]) -> dict[str, Any]:
    """Of a calendar as plain data what makes a difference at a table: nothing else of it is written down there."""
    part: dict[str, Any] = {"zone": told["zone"] if settings.quiet or settings.weekends else "UTC"}
    if settings.quiet and "quiet" in told:
        part["quiet"] = told["quiet"]
    if settings.vacation and "vacations" in told:
        part["vacations"] = told["vacations"]
    return part


def encode(calendar: Calendar) -> dict[str, Any]:
    """A calendar as plain JSON."""
    told: dict[str, Any] = {"zone": calendar.zone}
    if calendar.quiet:
        told["quiet"] = {"from": calendar.quiet.begins.strftime("%H:%M"), "to": calendar.quiet.ends.strftime("%H:%M")}
    if calendar.vacations:
        told["vacations"] = [list(map(_text, span)) for span in calendar.vacations]
    return told


def decode(told: dict[str, Any]) -> Calendar:
    """The calendar that `encode` wrote."""
    quiet = told.get("quiet")
    return Calendar(
        told["zone"],
        Quiet(time.fromisoformat(quiet["from"]), time.fromisoformat(quiet["to"])) if quiet else None,
        tuple(Span(*map(datetime.fromisoformat, span)) for span in told.get("vacations", ())),
    )


def _text(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
