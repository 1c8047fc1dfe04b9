"""Reading club nights: what who runs a club's events sees of them."""

from datetime import date, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from accounts.clubs import selectors as clubs
from accounts.clubs.permissions import Standing
from accounts.clubs.selectors import Page, newest
from accounts.models import User
from config.kernel.errors import ProblemError
from tournaments import command_handler, schedule, state
from tournaments.models import Tournament
from tournaments.nights import making, store
from tournaments.nights.models import Series
from tournaments.nights.plan import Plan
from tournaments.schedule import Moment
from tournaments.services import RUNS

FAR = 12
"""So many nights are shown that are no events yet."""
FARTHEST = timedelta(days=1000)
IN_A_PAGE = 50


class Seen(NamedTuple):
    """A series as who runs the club's events finds it."""

    one: Series
    plan: Plan
    standing: Standing


class Shown(NamedTuple):
    """A night: its day, when it begins, and the event that it is. `off`: it is not held."""

    day: date
    begins: Moment
    event: UUID | None = None
    status: str = ""
    moved: bool = False
    off: bool = False


def look(user: User | None, id_: UUID) -> Seen:
    """A series. Raises ProblemError."""
    one = Series.objects.filter(id=id_, version__gt=0).first()
    if one is None:
        raise ProblemError("not_found")
    return Seen(one, store.plans.read(one.state), clubs.look(user, RUNS, id=one.club))


def of_club(found: Standing, cursor: str | None = None) -> Page:
    """The series of a club, the newest first."""
    found.check(RUNS)
    return newest(Series.objects.filter(club=found.club.id, version__gt=0), cursor, IN_A_PAGE)


def nights(seen: Seen, now: datetime) -> list[Shown]:
    """The nights to come: those that are events, also where they are not held, and the next ones beyond."""
    plan, first = seen.plan, making.today(seen.plan, now)
    shown = _events(plan, [day for day in plan.events if day >= first])
    first = max(first, plan.series.starts.date())
    for night in schedule.nights(plan.series, first, first + FARTHEST):
        if night.key not in shown:
            if sum(one.event is None for one in shown.values()) == FAR:
                break
            shown[night.key] = Shown(night.key, night.begins, moved=night.moved)
    called_off = [day for day in plan.series.called_off if day >= first and day not in shown]
    for day in called_off:
        wall = datetime.combine(day, plan.series.starts.time())
        shown[day] = Shown(day, schedule.moment(wall, plan.series.zone), off=True)
    return [shown[day] for day in sorted(shown)]


def night(seen: Seen, day: date) -> Shown:
    """One night that is held, or was published before the series ended. Raises ProblemError `not_found`."""
    planned = schedule.on(seen.plan.series, day)
    made = _events(seen.plan, [day] if day in seen.plan.events else []).get(day)
    if planned is None and (made is None or made.status in state.OVER):
        raise ProblemError("not_found")
    if made is not None:
        return made
    assert planned is not None, "a night is planned, or an event"
    return Shown(day, planned.begins, moved=planned.moved)


def _events(plan: Plan, days: list[date]) -> dict[date, Shown]:
    """Of these days the nights that are events."""
    rows = {str(row.id): row for row in Tournament.objects.filter(id__in=[plan.events[day] for day in days])}
    return {day: _event(day, rows[plan.events[day]], plan) for day in days}


def _event(day: date, row: Tournament, plan: Plan) -> Shown:
    t = command_handler.load(row)
    begins = schedule.moment(datetime.fromisoformat(t.rules["starts"]), t.rules["zone"])
    if t.starts_at is not None and t.starts_at != begins.at:
        begins = schedule.shown(t.starts_at, t.rules["zone"])
    off = t.status == state.CANCELLED
    return Shown(day, begins, row.id, t.status, day in dict(plan.series.moved), off)
