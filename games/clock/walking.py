"""Walking through the time of one decision: where its clock runs, where it stands still and why, and when it is due."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from games.clock import calendars
from games.clock.calendars import DOWNTIME, KINDS, PAUSE, TAKEN_BACK, Calendar, Rest, Span
from games.clock.settings import Settings

TURN, ANSWER = "turn", "answer"
RUNS = "runs"

STRIDE = timedelta(days=14)
"""So far ahead are rests by the calendar looked up at once: few decisions take longer."""
DAY_AHEAD = timedelta(days=1)
"""So far at the least: a clock that stands still comes no nearer to its end."""
MILLISECOND = timedelta(milliseconds=1)


class Decision(NamedTuple):
    """What a seat has to decide: a turn, or the answer to a question; since when; the calendar that counts for it.

    `aside`: while it was made, until what was decided was taken back; that was not its time. `extension`: milliseconds
    more that it was given when its time was over.
    """

    kind: str
    since: datetime
    calendar: Calendar = Calendar()
    aside: tuple[Span, ...] = ()
    extension: int = 0


class Outage(NamedTuple):
    """Time in which nobody could act; `told`: when that was written down. It counts for what was open then."""

    begins: datetime
    ends: datetime
    told: datetime


class Stretch(NamedTuple):
    """A part of a decision's time in which the clock runs, or stands still for one reason."""

    kind: str
    begins: datetime
    ends: datetime


def allowance(granted: Settings, kind: str) -> int:
    """The milliseconds that a decision of this kind has before the bank is touched."""
    return 1000 * (granted.turn if kind == TURN else granted.answer)


def ran(granted: Settings, decision: Decision, pauses: Sequence[Span], outages: Sequence[Outage], at: datetime) -> int:
    """For how many milliseconds the clock of a decision has run at a moment."""
    stretches = walk(granted, decision, pauses, outages, until=at)
    return sum((one.ends - one.begins) // MILLISECOND for one in stretches if one.kind == RUNS)


def walk(
    granted: Settings,
    decision: Decision,
    pauses: Sequence[Span],
    outages: Sequence[Outage],
    *,
    until: datetime | None = None,
    milliseconds: int = 0,
) -> Iterator[Stretch]:
    """A decision's time from its beginning, in order and without a hole; each stretch is followed by another kind.

    Up to the moment `until`, or else until the clock has run for so many milliseconds.
    """
    whole: Stretch | None = None
    for one in _steps(granted, decision, pauses, outages, until, timedelta(milliseconds=milliseconds)):
        if whole is None:
            whole = one
        elif whole.kind == one.kind:
            whole = whole._replace(ends=one.ends)
        else:
            yield whole
            whole = one
    if whole is not None:
        yield whole


def _steps(
    granted: Settings,
    decision: Decision,
    pauses: Sequence[Span],
    outages: Sequence[Outage],
    until: datetime | None,
    left: timedelta,
) -> Iterator[Stretch]:
    """The same, parted further wherever another day or another reason to stand still comes into sight."""
    fixed = [Rest(PAUSE, *span) for span in pauses]
    fixed += [Rest(TAKEN_BACK, *span) for span in decision.aside]
    fixed += [Rest(DOWNTIME, outage.begins, outage.ends) for outage in outages]
    at = decision.since
    while at < until if until else left:
        end = until or at + max(left, DAY_AHEAD)  # however little is left: a rest of weeks is walked through in days
        if granted.rests:
            end = min(end, at + STRIDE)
        rests = list(calendars.rests(granted, decision.calendar, at, end)) if granted.rests else []
        for kind, begins, ends in _parted([*fixed, *rests], at, end):
            if kind == RUNS and until is None:
                ends = min(ends, begins + left)
                left -= ends - begins
            yield Stretch(kind, begins, ends)
            if until is None and not left:
                return
        at = end


def _parted(rests: Iterable[Rest], begins: datetime, ends: datetime) -> Iterator[Stretch]:
    """This stretch of time, parted where a reason to stand still begins or ends."""
    touching = [rest for rest in rests if rest.begins < ends and rest.ends > begins]
    marks = {at for rest in touching for at in (rest.begins, rest.ends) if begins < at < ends}
    points = [begins, *sorted(marks), ends]
    for begin, end in pairwise(points):
        kinds = {rest.kind for rest in touching if rest.begins <= begin and rest.ends >= end}
        yield Stretch(next((kind for kind in KINDS if kind in kinds), RUNS), begin, end)
