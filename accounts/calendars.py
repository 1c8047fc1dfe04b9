"""When somebody does not play: quiet hours of their own, and vacation, so many days of each year, used to the second.

The ledger: each year (of UTC) grants VACATION_DAYS; what of a vacation lies in it is used as it passes. So the balance
at any moment is what was granted less what was used. Whoever keeps clocks hears of every change (`calendar_changed`).
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from accounts.models import Preference, User, Vacation
from accounts.signals import calendar_changed, resting
from config.kernel import rates
from config.kernel.errors import ProblemError

FURTHEST = timedelta(days=366)
"""So far ahead can a vacation begin, and so long can it last."""
MOST_AHEAD = 20
"""So many vacations can lie ahead; each is kept by every table where it counts."""


class Meaning(NamedTuple):
    """What a vacation does in something that goes on: its name, its page, and what in words."""

    name: str
    page: str
    words: str


class Balance(NamedTuple):
    """A year's vacation at a moment: granted, passed, and entered for later."""

    year: int
    granted: timedelta
    used: timedelta
    planned: timedelta

    @property
    def days_left(self) -> str:
        """The same in days, for a person."""
        return number_format(max(self.left, timedelta()) / timedelta(days=1), 1)

    @property
    def left(self) -> timedelta:
        """What can still be entered."""
        return self.granted - self.used - self.planned


def meanings(user: User) -> list[Meaning]:
    """What a vacation would mean for all that a person is in."""
    told: list[tuple[Any, Any]] = resting.send(sender=User, user=user)
    return [one for _receiver, every in told for one in every]


def _within(year: int, begins: datetime, ends: datetime) -> timedelta:
    """How much of a stretch of time lies in a year."""
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return max(timedelta(), min(ends, last) - max(begins, first))


def balance(spans: Iterable[tuple[datetime, datetime]], year: int, now: datetime) -> Balance:
    """A year's balance at a moment, of these vacations."""
    used = planned = timedelta()
    for begins, ends in spans:
        passed = max(begins, min(ends, now))
        used += _within(year, begins, passed)
        planned += _within(year, passed, ends)
    return Balance(year, timedelta(days=settings.VACATION_DAYS), used, planned)


def spans_of(user: User) -> list[tuple[datetime, datetime]]:
    """All vacations of a person, past ones too."""
    return list(Vacation.objects.filter(user=user).order_by("begins").values_list("begins", "ends"))


# A statement sees what was there when it began: so the lock, which may have to wait, is one of its own.
_LOCK = "SELECT id FROM accounts_user WHERE id = ANY(%s) ORDER BY id FOR SHARE; "
_READ = (
    "SELECT person.id, time_zone, quiet_from, quiet_to, (SELECT jsonb_agg(jsonb_build_array(begins, ends)"
    " ORDER BY begins) FROM accounts_vacation WHERE user_id = person.id AND ends > %s)"
    " FROM accounts_user AS person LEFT JOIN accounts_preference ON user_id = person.id WHERE person.id = ANY(%s)"
)


def told(user_ids: Iterable[str], now: datetime, *, to_stay: bool = False) -> dict[str, dict[str, Any]]:
    """The calendars of these people, as plain data: {"zone", "quiet"?, "vacations"?}, past vacations left out.

    `to_stay`: until the end of the transaction nobody changes them, and what is being changed is waited for. One way to
    the database and back, in either case.
    """
    found: dict[str, dict[str, Any]] = {user_id: {"zone": "UTC"} for user_id in user_ids}
    wanted = [UUID(user_id) for user_id in found]
    with connection.cursor() as cursor:
        if to_stay:
            cursor.execute(_LOCK + _READ, [wanted, now, wanted])
            cursor.nextset()
        else:
            cursor.execute(_READ, [now, wanted])
        rows = cursor.fetchall()
    for user_id, zone, quiet_from, quiet_to, vacations in rows:
        one = found[str(user_id)]
        one["zone"] = zone or "UTC"
        if quiet_from and quiet_to:
            one["quiet"] = {"from": f"{quiet_from:%H:%M}", "to": f"{quiet_to:%H:%M}"}
        if vacations:
            spans = json.loads(vacations)
            one["vacations"] = [[_text(datetime.fromisoformat(at)) for at in span] for span in spans]
    return found


def _text(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


# --- Changing it --------------------------------------------------------------------------------------------------


@contextmanager
def changing(user: User, at: datetime | None = None) -> Iterator[datetime]:
    """Change a person's calendar, one change after the other: at which moment. `at`: another than now.

    Whoever keeps clocks hears of it in the same transaction, if it has become another.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(id=user.id)
        now = _to_milliseconds(at or timezone.now())
        before = told([str(user.id)], now)
        yield now
        if told([str(user.id)], now) != before:
            calendar_changed.send(sender=User, user=user, at=now)


def count_change(user: User) -> None:
    """Count a change, each of which is told to many tables. Raises ProblemError `rate_limited`."""
    rates.slowly(rates.spend("calendars by person", str(user.id)))


def enter(user: User, begins: datetime, ends: datetime, at: datetime | None = None) -> Vacation:
    """Enter a vacation. Raises ProblemError if it lies in the past, touches another, or is more than is left."""
    count_change(user)
    with changing(user, at) as now:
        begins, ends = max(begins.replace(microsecond=0), now), ends.replace(microsecond=0)
        if begins > now + FURTHEST:
            raise ProblemError("malformed", detail=_("A vacation begins within a year."), field="begins")
        if ends > now + 2 * FURTHEST:
            raise ProblemError("malformed", detail=_("A vacation lasts no longer than a year."), field="ends")
        if ends <= begins:
            wanted = _("A vacation ends after it begins, and not in the past.")
            raise ProblemError("malformed", detail=wanted, field="ends")
        # The ledger goes by the years of UTC; what is near the last of all years has none there.
        begins, ends = begins.astimezone(UTC), ends.astimezone(UTC)
        kept = spans_of(user)
        if any(one < ends and begins < other for one, other in kept):
            raise ProblemError("vacation_overlaps")
        if sum(other > now for _one, other in kept) >= MOST_AHEAD:
            raise ProblemError("rate_limited", most=MOST_AHEAD)
        for year in range(begins.year, ends.year + 1):
            after = balance([*kept, (begins, ends)], year, now)
            if after.left < timedelta():
                missing = -after.left // timedelta(seconds=1)
                raise ProblemError("vacation_used_up", year=year, missing_seconds=missing)
        return Vacation.objects.create(user=user, begins=begins, ends=ends)


def end(user: User, vacation_id: int, at: datetime | None = None) -> bool:
    """End a vacation now, or take one back that has not begun. Whether there was one; what is past stays."""
    count_change(user)
    with changing(user, at) as now:
        found = Vacation.objects.filter(user=user, id=vacation_id, ends__gt=now).first()
        if found is None:
            return False
        if found.begins >= now:
            found.delete()
        else:
            found.ends = now
            found.save(update_fields=["ends"])
    return True


def choose_quiet(user: User, quiet_from: Any, quiet_to: Any, at: datetime | None = None) -> None:
    """Quiet hours of one's own; none: those of each table."""
    count_change(user)
    with changing(user, at):
        Preference.objects.update_or_create(user=user, defaults={"quiet_from": quiet_from, "quiet_to": quiet_to})


def _to_milliseconds(at: datetime) -> datetime:
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def years(user: User, now: datetime) -> Iterator[Balance]:
    """The balances of this year and the next."""
    spans = spans_of(user)
    for year in (now.year, now.year + 1):
        yield balance(spans, year, now)
