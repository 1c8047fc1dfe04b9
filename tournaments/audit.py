"""Proving that an event's stream is whole, and that its state and what is searched by are what the stream says."""

from collections.abc import Iterator
from uuid import UUID

from django.db import transaction

from config.kernel import event_store as kernel
from config.kernel.event_store import BrokenChain
from config.kernel.rows import Row
from tournaments import calendar, event_store, facts, projector, state
from tournaments.models import Participant, Seat, Table, Text, Tournament


def verify(id_: UUID) -> list[str]:
    """What is wrong with an event, in sentences; nothing for a sound one."""
    with transaction.atomic():
        one = Tournament.objects.select_for_update().get(id=id_)  # nothing happens while it is looked at
        return list(_faults(one, list(event_store.stream(id_, event_store.ALL))))


def _faults(one: Tournament, rows: list[Row]) -> Iterator[str]:
    try:
        last = event_store.STREAMS.check_chain(one.id, rows)
    except BrokenChain as broken:
        yield str(broken)
        return
    if not rows or (rows[-1].version, last) != (one.version, one.last_hash):
        yield f"the stream ends at row {len(rows)}, the state at {one.version}"
    try:
        folded = projector.fold(rows)
    except Exception as error:  # noqa: BLE001 a forged row may break a fold in any way
        yield f"the stream cannot be folded: {error!r}"
        return
    if folded is not None:
        yield from _differences(one, folded)
    yield from _changed_texts(one, rows)


def _differences(one: Tournament, folded: state.Tournament) -> Iterator[str]:
    if one.state_version != projector.STATE_VERSION:
        yield f"the state is of make {one.state_version}; rebuild it"
    elif state.plain(folded) != one.state:
        yield "the state is not what the stream gives"
    due = calendar.due(folded)
    kept = (one.name, one.status, one.starts_at, one.due_at, one.rehearses and str(one.rehearses))
    if kept != (folded.rules["name"], folded.status, folded.starts_at, due[0] if due else None, folded.rehearses):
        yield "the name, the status, the start or what is due is not what the stream gives"
    if _kept(one, Participant, "person", "entry", "agreed") != {
        (UUID(person), entry.id, person in (*entry.agreed, *entry.ready))
        for entry in folded.entries
        if entry.active
        for person in (*entry.persons, *entry.reserves)
    }:
        yield "who is in it is not what the stream gives"
    off = folded.status == state.CANCELLED
    if _kept(one, Table, "round", "number", "game", "over") != {
        (each.number, table.number, UUID(table.game), table.off or off)
        for each in folded.rounds
        for table in each.tables
        if table.game
    }:
        yield "the tables are not what the stream gives"
    entries = {entry.id: entry for entry in folded.entries}
    if _kept(one, Seat, "round", "person", "number") != {
        (each.number, UUID(person), table.number)
        for each in folded.rounds
        if each.began_at is not None
        for table in each.tables
        for entry in table.entries
        for person in entries[entry].line_up(each.number)
    }:
        yield "who sits where is not what the stream gives"
    try:
        if folded.standing and folded.standing != facts.standing(folded).hash:
            yield "the standings are not those that became final"
    except Exception as error:  # noqa: BLE001 one event that cannot be counted hides no other
        yield f"the standings cannot be counted: {error!r}"


def _kept(one: Tournament, kind: type[Participant | Table | Seat], *names: str) -> set[tuple[object, ...]]:
    return set(kind.objects.filter(tournament=one).values_list(*names))


def _changed_texts(one: Tournament, rows: list[Row]) -> Iterator[str]:
    """What was written is what the stream has the digest of, unless it was erased."""
    kept = {text.digest: text for text in Text.objects.filter(tournament=one)}
    for row in rows:
        text = kept.get(row.data.get("reason", ""))
        if text and text.salt and kernel.digest({"salt": text.salt, "value": text.text}) != text.digest:
            yield f"row {row.version}: the reason is not the one that was given"
