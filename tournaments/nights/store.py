"""The one path of whatever changes a series: in its transaction, under the lock of its row, a row of its stream."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from config.kernel.errors import ProblemError
from config.kernel.rows import Actor, Head, Row, to_milliseconds
from config.kernel.streams import ALL, Streams
from tournaments.nights import plan as plans
from tournaments.nights.models import Night, Series
from tournaments.nights.plan import Plan

STREAMS = Streams("series", "nights_change", without=("seat", "hidden"))

Told = tuple[str, dict[str, Any]]
"""A row to be written: its type and what it tells."""


def lock(id_: UUID) -> tuple[Series, Plan]:
    """A series, locked for this transaction. Raises ProblemError `not_found`."""
    one = Series.objects.select_for_update().filter(id=id_, version__gt=0).first()
    if one is None:
        raise ProblemError("not_found")
    return one, plans.read(one.state)


def write(one: Series, plan: Plan | None, told: Sequence[Told], at: datetime, actor: Actor) -> Plan:
    """Append to the stream of a series that is locked, and keep what follows. Returns the series as it is then."""
    events = [{"type": type, "schema": 1, "data": data} for type, data in told]
    head, moment = Head(one.version, one.last_hash), to_milliseconds(at)
    rows = STREAMS.append(one.id, head, events, at=moment, actor=actor, action_id=uuid4())
    after = folded(rows, plan)
    one.version, one.last_hash, one.state = rows[-1].version, rows[-1].hash, plans.plain(after)
    one.save()
    before = {} if plan is None else plan.events
    Night.objects.filter(series=one, day__in=before.keys() - after.events.keys()).delete()
    new = sorted(after.events.keys() - before.keys())
    Night.objects.bulk_create(Night(series=one, day=day, event=UUID(after.events[day])) for day in new)
    return after


def folded(rows: Iterable[Row], plan: Plan | None = None) -> Plan:
    """The series after these rows."""
    for row in rows:
        plan = plans.evolve(plan, row.type, row.data)
    if plan is None:
        raise ValueError("a series has a stream")
    return plan


def rows(one: Series) -> list[Row]:
    """The whole stream of a series."""
    return STREAMS.read(one.id, 0, one.version, ALL)
