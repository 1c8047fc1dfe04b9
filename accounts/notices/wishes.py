"""When and how often somebody wants to be told: their modes, their ladder, their quiet hours. Pure but for `of`.

Quiet hours are those of one's calendar, in one's own zone: when somebody does not play they do not want to be woken
either, and two places to say so would contradict each other.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import connection

from accounts.notices.kinds import KINDS
from accounts.notices.models import DEFAULT_LADDER, Channel, Mode

MOST_RUNGS = 5
SHORTEST_RUNG, LONGEST_RUNG = 15, 7 * 24 * 60
"""Minutes: a rung is not nearer to a deadline, and not farther from it."""
BEFORE_QUIET = timedelta(minutes=15)
"""So long before quiet hours is somebody reminded of a deadline that lies in them."""

WAIT = {Channel.MAIL: timedelta(minutes=1), Channel.PUSH: timedelta(seconds=10)}
"""After so long a notice goes out: whoever sits before the table has seen it by then."""


class Wishes(NamedTuple):
    """A person, as far as telling them something goes. `mail`, `push`: whether there is a way."""

    user_id: UUID
    mail: bool = False
    push: bool = False
    zone: str = ""
    quiet: tuple[time, time] | None = None
    modes: dict[str, dict[str, str]] = {}
    ladder: tuple[int, ...] = DEFAULT_LADDER
    digest_hour: int = 8
    no_mail: bool = False

    @property
    def local(self) -> ZoneInfo:
        """Their time zone."""
        return ZoneInfo(self.zone or "UTC")

    def mode(self, kind: str, channel: str) -> str:
        """How often they want to be told of this by that; never where there is no way."""
        if not (self.mail and not self.no_mail if channel == Channel.MAIL else self.push):
            return Mode.NEVER
        return chosen(self.modes, kind, channel)

    def loud(self, at: datetime) -> datetime:
        """The first moment from `at` on that is not in their quiet hours."""
        return next((end for begin, end in self._nights(at) if begin <= at < end), at)

    def _nights(self, at: datetime) -> Iterator[tuple[datetime, datetime]]:
        """The quiet hours that could hold this moment."""
        if self.quiet is None:
            return
        begins, ends = self.quiet
        for days in (-1, 0):
            day = at.astimezone(self.local).date() + timedelta(days=days)
            last = day if ends > begins else day + timedelta(days=1)
            # A time of day that exists twice is the first of both; one that does not is the moment of the jump.
            yield (
                datetime.combine(day, begins, self.local).astimezone(UTC),
                datetime.combine(last, ends, self.local).astimezone(UTC),
            )

    def digest(self, at: datetime) -> datetime:
        """When the next digest after `at` goes out."""
        day = at.astimezone(self.local).date()
        hours = (datetime.combine(day + timedelta(days=n), time(self.digest_hour), self.local) for n in (0, 1, 2))
        return next(hour for hour in map(_utc, hours) if hour > at)

    def goes_out(self, channel: str, mode: str, at: datetime) -> datetime:
        """When a notice of this moment goes out."""
        return self.loud(self.digest(at) if mode == Mode.DIGEST else at + WAIT[Channel(channel)])

    def rungs(self, since: datetime, until: datetime) -> list[tuple[int, datetime]]:
        """Their ladder for one decision, the farthest rung first: minutes, and when they are reminded.

        A rung at which the decision had hardly begun is left out. If its moment lies in quiet hours that last until the
        deadline, it comes before them.
        """
        found = []
        for minutes in sorted(self.ladder, reverse=True):
            at = until - timedelta(minutes=minutes)
            if self.loud(at) >= until:
                at = next(begin for begin, end in self._nights(at) if begin <= at < end) - BEFORE_QUIET
            if at - since >= timedelta(minutes=SHORTEST_RUNG):
                found.append((minutes, at))
        return found


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC)


def chosen(modes: dict[str, dict[str, str]], kind: str, channel: str) -> str:
    """What somebody has chosen, or what holds for who has chosen nothing."""
    return modes.get(kind, {}).get(channel) or KINDS[kind].default(channel)


def checked_ladder(minutes: Iterable[int]) -> list[int]:
    """A ladder as it is kept. Raises ValueError for one that is too long, or has rungs too near or too far."""
    ladder = sorted(set(minutes), reverse=True)
    if len(ladder) > MOST_RUNGS or any(not SHORTEST_RUNG <= one <= LONGEST_RUNG for one in ladder):
        raise ValueError(ladder)
    return ladder


_OF = """
    SELECT person.id, person.email <> '' AND person.email_confirmed_at IS NOT NULL,
           EXISTS (SELECT FROM notices_subscription WHERE user_id = person.id), time_zone, quiet_from, quiet_to,
           modes::text, ladder, digest_hour, no_mail
      FROM accounts_user AS person
      LEFT JOIN accounts_preference AS preference ON preference.user_id = person.id
      LEFT JOIN notices_reader AS reader ON reader.user_id = person.id
     WHERE person.id = ANY(%s) AND person.is_active
"""


def of(user_ids: Iterable[UUID]) -> dict[UUID, Wishes]:
    """How these people want to be told, in one statement; who is gone is left out."""
    with connection.cursor() as cursor:
        cursor.execute(_OF, [list(user_ids)])
        return {row[0]: _wishes(row) for row in cursor.fetchall()}


def _wishes(row: tuple[Any, ...]) -> Wishes:
    user_id, mail, push, zone, quiet_from, quiet_to, modes, ladder, digest_hour, no_mail = row
    quiet = (quiet_from, quiet_to) if quiet_from and quiet_to else None
    known = Wishes(user_id, mail, push, zone or "", quiet)
    if ladder is None:
        return known
    return known._replace(
        modes=json.loads(modes),
        ladder=tuple(ladder),
        digest_hour=digest_hour,
        no_mail=no_mail,
    )
