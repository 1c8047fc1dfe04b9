"""Nights become events: so many days ahead, each once, by (series, day); and are published when it is time.

Nothing is remembered of when this was done last. A sweep looks at what there is: a week late it does what was to be
done, and two at once do it once.
"""

import logging
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q

from config.kernel.errors import ProblemError
from config.kernel.rows import SYSTEM, Actor
from tournaments import command_handler, commands, drafting, schedule, state
from tournaments.command_handler import Order, handle
from tournaments.models import Tournament
from tournaments.nights import store
from tournaments.nights.models import Series
from tournaments.nights.plan import Plan
from tournaments.nights.store import Told
from tournaments.schedule import Night
from tournaments.services import database_time

log = logging.getLogger(__name__)

AHEAD = timedelta(days=60)
"""So far ahead nights are events."""
AT_ONCE = 20
AGAIN = timedelta(minutes=10)
"""After so long a series is looked at once more of which something could not be done."""


def sweep() -> int:
    """Make and publish whatever is due, of all series. Returns how many were looked at."""
    looked, now = 0, database_time()
    for id_ in Series.objects.filter(due_at__lte=now).order_by("due_at", "id").values_list("id", flat=True)[:AT_ONCE]:
        try:
            with transaction.atomic():
                one = Series.objects.select_for_update(skip_locked=True).filter(id=id_, due_at__lte=now).first()
                if one is not None:
                    look_ahead(one, store.plans.read(one.state), now)
                    looked += 1
        except Exception:
            log.exception("the nights of series %s could not be made", id_)  # which keeps no other waiting
            Series.objects.filter(Q(id=id_) & ~Q(due_at=None)).update(due_at=now + AGAIN)
    return looked


def look_ahead(one: Series, plan: Plan, now: datetime, actor: Actor = SYSTEM) -> Plan:
    """Make what is to be made of a series that is locked, publish what is due, and say when to look next."""
    told: list[Told] = []
    for night in coming(plan, now):
        if night.key not in plan.events and closes(plan, night.begins.at) > now:
            told.append(("made", {"day": night.key.isoformat(), "event": str(_made(plan, night, now))}))
    if told:
        plan = store.write(one, plan, told, now, actor)
    times = [at for event in _open(plan, now) if (at := _publish(plan, event, now)) is not None]
    one.due_at = min([_tomorrow(plan, now), *times])
    if plan.series.ends is not None and plan.series.ends <= today(plan, now) and not times:
        one.due_at = None
    one.save(update_fields=["due_at"])
    return plan


def today(plan: Plan, now: datetime) -> date:
    """Which day it is where the nights are."""
    return schedule.shown(now, plan.series.zone).wall.date()


def coming(plan: Plan, now: datetime) -> list[Night]:
    """The nights from today on, as far as they are made ahead."""
    first = today(plan, now)
    return schedule.nights(plan.series, first, first + AHEAD)


def closes(plan: Plan, begins: datetime) -> datetime:
    """When entering ends for a night that begins then."""
    return begins - timedelta(minutes=plan.rules["entering_ends_minutes"])


def _tomorrow(plan: Plan, now: datetime) -> datetime:
    return schedule.moment(datetime.combine(today(plan, now) + schedule.DAY, time.min), plan.series.zone).at


def _made(plan: Plan, night: Night, now: datetime) -> UUID:
    """The draft of a night's event."""
    rules = drafting.begun_at(plan.rules, night.begins.wall)
    one = Tournament(id=uuid4(), club=UUID(plan.club), name=plan.name, status=state.DRAFT, created_at=now)
    one.save(force_insert=True)
    command_handler.create(one, commands.Create(plan.club, rules), now, SYSTEM)
    return one.id


def _open(plan: Plan, now: datetime) -> list[Tournament]:
    """The events of nights that are drafts still."""
    since = today(plan, now) - AHEAD
    ids = [event for day, event in plan.events.items() if day >= since]
    return list(Tournament.objects.filter(id__in=ids, status=state.DRAFT).order_by("id"))


def _publish(plan: Plan, event: Tournament, now: datetime) -> datetime | None:
    """Publish a draft if it is time to. Returns when it will be; None where nothing is to be done any more."""
    if plan.publish_days is None:
        return None
    rules = command_handler.load(event).rules  # it may have been changed since it was made
    begins = schedule.moment(datetime.fromisoformat(rules["starts"]), rules["zone"])
    at = schedule.moment(begins.wall - timedelta(days=plan.publish_days), begins.zone).at
    if at > now:
        return at
    if closes(plan, begins.at) > now:
        try:
            handle(Order(event.id, commands.Publish(), now.astimezone(UTC)))
        except ProblemError as refused:
            log.warning("the night %s could not be published: %s", event.id, refused.code)
    return None
