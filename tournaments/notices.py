"""What events have to tell people, written down in the transaction of what happened: nothing depends on a message."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from accounts.notices import wishes, writing
from accounts.notices.writing import Told
from config.kernel.rows import Row
from tournaments import facts, state

ASKED, ROUND, OVER = "event_asked", "event_round", "event_over"
ENDS_A_QUESTION = frozenset(("accepted", "withdrawn", "entries_closed", "cancelled"))
ENDS_A_ROUND = frozenset(("round_closed", "cancelled"))


def tell(id_: UUID, after: state.Tournament, rows: Sequence[Row]) -> None:
    """Write down whom these rows concern, and end what waits for nobody any more."""
    told = [one for row in rows for one in _told(id_, after, row)]
    now, types = rows[-1].at, {row.type for row in rows}
    if types & ENDS_A_QUESTION:
        writing.end((ASKED,), [id_], [(id_, person, entry) for person, entry in asked(after)], now)
    if types & ENDS_A_ROUND:
        writing.end((ROUND,), [id_], [], now)
    if told:
        writing.write(told, wishes.of({one.user_id for one in told}), now)


def asked(t: state.Tournament) -> Iterator[tuple[UUID, int]]:
    """Who has not said yet whether they play, and in which entry."""
    for entry in t.entries:
        if entry.active and entry.seed is None and t.status in (state.OPEN, state.RUNNING, state.PAUSED):
            yield from ((UUID(person), int(entry.id)) for person in entry.persons if person not in entry.agreed)


def _told(id_: UUID, t: state.Tournament, row: Row) -> Iterator[Told]:
    match row.type:
        case "entered":
            own = row.data["entry"]
            for person in set(own["persons"]) - set(own["agreed"]):
                yield Told(
                    UUID(person), ASKED, id_, int(own["id"]), until=t.closes_at if t.status == state.OPEN else None
                )
        case "round_opened":
            number = row.data["round"]
            for person, table in _sitting(t, number):
                yield Told(person, ROUND, id_, number, data={"round": number, "table": table})
        case "finalized":
            ranks = {line.entry: line.rank for line in facts.standing(t).rows}
            for entry in t.entries:
                if entry.active and entry.id in ranks:
                    yield from (Told(UUID(one), OVER, id_, data={"rank": ranks[entry.id]}) for one in entry.persons)


def _sitting(t: state.Tournament, number: int) -> Iterator[tuple[UUID, int]]:
    persons = {entry.id: entry.persons for entry in t.entries}
    for table in t.rounds[number - 1].tables:
        if not table.over:
            yield from ((UUID(one), table.number) for entry in table.entries for one in persons[entry])
