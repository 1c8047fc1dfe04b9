"""From the stream to the state of an event, and to the rows that are searched by: for the handler, and to rebuild."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from config.kernel.rows import Row
from tournaments import calendar, state
from tournaments.events import Event
from tournaments.evolve import evolve
from tournaments.models import Participant, Seat, Table, Tournament

STATE_VERSION = 12
"""Raised when the shape of the stored state changes, or what a row makes of it; a state of another version is folded
anew from the stream."""


def fold(rows: Iterable[Row], start: state.Tournament | None = None) -> state.Tournament | None:
    """The state after all these rows, which begin where `start` ends; None of no rows at all."""
    for row in rows:
        start = evolve(start, Event(row.type, row.data), row.version, row.at)
    return start


def save(one: Tournament, after: state.Tournament, rows: Sequence[Row]) -> None:
    """Keep the state after these rows, and what is searched by."""
    due = calendar.due(after)
    one.version, one.last_hash = rows[-1].version, rows[-1].hash
    one.state, one.state_version = state.plain(after), STATE_VERSION
    one.name, one.status, one.starts_at = after.rules["name"], after.status, after.starts_at
    one.rehearses = UUID(after.rehearses) if after.rehearses else None
    one.due_at = due[0] if due else None
    one.remind_at = calendar.remind_at(after, one.remind_at)
    one.save()
    for row in rows:
        _keep(one.id, after, row.type, row.data)


def _keep(id_: UUID, after: state.Tournament, type_: str, data: dict[str, Any]) -> None:
    """What a row changes of the tables beside the state."""
    match type_:
        case "corrected":
            _keep(id_, after, data["ruling"]["type"], data["ruling"]["data"])
        case "entered":
            entry = state.entry_of(data["entry"])
            Participant.objects.bulk_create(
                Participant(tournament_id=id_, person=UUID(person), entry=entry.id, agreed=person in entry.agreed)
                for person in entry.persons
            )
        case "accepted" | "reserve_agreed":
            of = Participant.objects.filter(tournament_id=id_, person=UUID(data["person"]))
            of.update(agreed=True)
        case "reserve_named":
            named = {"person": UUID(data["person"]), "entry": data["entry"], "agreed": False}
            Participant.objects.create(tournament_id=id_, **named)
        case "reserve_gone":
            Participant.objects.filter(tournament_id=id_, person=UUID(data["person"])).delete()
        case "substituted":
            gone = [UUID(data["leaves"]), UUID(data["comes"])]  # who comes was perhaps a reserve
            Participant.objects.filter(tournament_id=id_, person__in=gone).delete()
            Participant.objects.create(tournament_id=id_, person=UUID(data["comes"]), entry=data["entry"], agreed=True)
        case "put_together":
            first, *others = data["entries"]
            Participant.objects.filter(tournament_id=id_, entry__in=others).update(entry=first)
        case "withdrawn":
            Participant.objects.filter(tournament_id=id_, entry=data["entry"]).delete()
        case "round_opened":
            _seat(id_, after, after.rounds[data["round"] - 1])
        case "table_made":
            Table.objects.create(tournament_id=id_, round=data["round"], number=data["table"], game=UUID(data["game"]))
        case "repaired":
            Table.objects.filter(tournament_id=id_, round=data["round"]).delete()
            Seat.objects.filter(tournament_id=id_, round=data["round"]).delete()
        case "lifted":
            Table.objects.filter(tournament_id=id_, round=data["round"], number=data["table"]).delete()
        case "result" | "ruled" | "real_cards":
            Table.objects.filter(tournament_id=id_, round=data["round"], number=data["table"]).update(over=True)
        case "cancelled":
            Table.objects.filter(tournament_id=id_).update(over=True)


def _seat(id_: UUID, after: state.Tournament, one: state.Round) -> None:
    persons = {entry.id: entry.line_up(one.number) for entry in after.entries}
    Seat.objects.bulk_create(
        Seat(tournament_id=id_, round=one.number, person=UUID(person), number=table.number)
        for table in one.tables
        for entry in table.entries
        for person in persons[entry]
    )


SEARCHED_BY: tuple[type[Participant | Table | Seat], ...] = (Participant, Table, Seat)
COLUMNS = ("version", "last_hash", "state", "state_version", "name", "status", "starts_at", "due_at")


def empty(one: Tournament) -> None:
    """Forget what is searched by, to fold it anew."""
    for kind in SEARCHED_BY:
        kind.objects.filter(tournament_id=one.id).delete()


def kept(one: Tournament) -> list[object]:
    """All that is folded from its stream, as it is kept now."""
    rows = [sorted(kind.objects.filter(tournament_id=one.id).values_list(), key=repr) for kind in SEARCHED_BY]
    return [*(getattr(one, name) for name in COLUMNS), *rows]
