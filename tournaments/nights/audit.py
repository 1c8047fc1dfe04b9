"""Proving that the stream of a series is whole, and that what is kept of it is what the stream says."""

from collections.abc import Iterator
from datetime import date
from uuid import UUID

from django.db import transaction

from config.kernel.event_store import BrokenChain
from tournaments.nights import plan as plans
from tournaments.nights import store
from tournaments.nights.models import Night, Series
from tournaments.nights.plan import Plan


def verify(id_: UUID) -> list[str]:
    """What is wrong with a series, in sentences; nothing for a sound one."""
    with transaction.atomic():
        return list(_faults(Series.objects.select_for_update().get(id=id_)))


def _faults(one: Series) -> Iterator[str]:
    rows = list(store.STREAMS.stream(one.id, store.ALL))
    try:
        last = store.STREAMS.check_chain(one.id, rows)
    except BrokenChain as broken:
        yield str(broken)
        return
    if not rows or (rows[-1].version, last) != (one.version, one.last_hash):
        yield f"the stream ends at row {len(rows)}, the state at {one.version}"
    try:
        folded = store.folded(rows)
    except Exception as error:  # noqa: BLE001 a forged row may break a fold in any way
        yield f"the stream cannot be folded: {error!r}"
        return
    if plans.plain(folded) != one.state or UUID(folded.club) != one.club:
        yield "the state is not what the stream gives"
    if _nights(one) != _of(folded):
        yield "its nights are not what the stream gives"


def rebuild(id_: UUID, keep: bool = True) -> bool:
    """Fold a series and its nights anew from its stream, which is not touched. Returns whether it was otherwise before.
    `keep`: False only looks."""
    with transaction.atomic():
        one = Series.objects.select_for_update().get(id=id_)
        before = (one.version, one.last_hash, one.state, _nights(one))
        rows = list(store.STREAMS.stream(id_, store.ALL))
        folded = store.folded(rows)
        one.version, one.last_hash, one.state = rows[-1].version, rows[-1].hash, plans.plain(folded)
        differs = before != (one.version, one.last_hash, one.state, _of(folded))
        if keep and differs:
            one.save(update_fields=["version", "last_hash", "state"])
            Night.objects.filter(series=one).delete()
            Night.objects.bulk_create(Night(series=one, day=day, event=event) for day, event in sorted(_of(folded)))
        return differs


def _nights(one: Series) -> set[tuple[date, UUID]]:
    return set(Night.objects.filter(series=one).values_list("day", "event"))


def _of(plan: Plan) -> set[tuple[date, UUID]]:
    return {(day, UUID(event)) for day, event in plan.events.items()}
