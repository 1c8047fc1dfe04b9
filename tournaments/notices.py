"""What events have to tell people, written down in the transaction of what happened: nothing depends on a message."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.clubs import selectors as clubs
from accounts.notices import wishes, writing
from accounts.notices.writing import Told
from config.kernel.rows import Row, timestamp
from tournaments import coming, facts, state
from tournaments.commands import LEFT_THE_CLUB
from tournaments.deciding.real_cards import contradicted

ASKED, ROUND, OVER = "event_asked", "event_round", "event_over"
RULED, CORRECTION = "event_ruled", "event_correction"
TOGETHER, OUT = "event_together", "event_out"
PAUSED = "event_paused"
MOVED, OFF = "event_moved", "event_off"
SEAT = "event_seat"
SCORE, DIFFER = "event_score", "event_differ"
REMINDER = "event_remind"
ENDS_A_QUESTION = frozenset(
    (
        "accepted",
        "withdrawn",
        "put_together",
        "entries_closed",
        "cancelled",
        "reserve_agreed",
        "reserve_gone",
        "substituted",
    )
)
TOUCHES_SCORES = frozenset(("score_entered", "result", "ruled", "round_closed", "cancelled"))
ENDS_A_ROUND = frozenset(("round_closed", "repaired", "cancelled"))
ENDS_A_TABLE = ENDS_A_ROUND | {"result", "ruled", "adjourned"}
TOUCHES_THE_START = frozenset(("moved", "postponed", "checked_in", "withdrawn", "entries_closed", "cancelled"))
TOLD_OFF = ("director", "too_few_entries", "not_held")
"""Why an event is called off, where who has entered is still there to be told."""
RULINGS = frozenset(
    (
        "ruled",
        "table_extended",
        "adjournment_asked",
        "adjournment_refused",
        "adjourned",
        "adjournment_ended",
        "lifted",
        "repaired",
        "substituted",
        "penalized",
        "withdrawn",
        "correction_issued",
        "corrected",
    )
)
"""Of these rows those are told whom they concern."""
OF_OTHERS = frozenset(("director", "disqualified", "stayed_away"))
"""Why an entry is out, where it was not its own doing."""
ENDS_A_CORRECTION = frozenset(("corrected", "correction_dropped", "cancelled"))
RULES = "rule in events"


def tell(id_: UUID, after: state.Tournament, rows: Sequence[Row]) -> None:
    """Write down whom these rows concern, and end what waits for nobody any more. A rehearsal concerns nobody."""
    if after.rehearses:
        return
    told = [one for row in rows for one in _told(id_, after, row)]
    now, types = rows[-1].at, {row.type for row in rows}
    if types & ENDS_A_QUESTION:
        writing.end((ASKED,), [id_], [(id_, person, entry) for person, entry in asked(after)], now)
    if types & ENDS_A_CORRECTION:
        waits = {one.version for one in after.corrections if after.status != state.CANCELLED}
        told_of = writing.written((CORRECTION,), [id_])
        writing.end((CORRECTION,), [id_], [(id_, person, one) for person, _about, one in told_of if one in waits], now)
    if types & ENDS_A_ROUND:
        writing.end((ROUND,), [id_], [], now)
    if types & ENDS_A_TABLE:
        on = {occasion(after, len(after.rounds), table) for table in to_remind(after)}
        last = [(id_, person, of) for person, _about, of in writing.written((REMINDER,), [id_]) if of in on]
        writing.end((REMINDER,), [id_], last, now)
    if types & TOUCHES_THE_START:
        for kind in (coming.SOON, coming.CHECK_IN):
            open_ = [(id_, one.user_id, one.occasion) for one in coming.due(id_, after, now) if one.kind == kind]
            writing.end((kind,), [id_], open_, now)
    if types & TOUCHES_SCORES and any(table.real for one in after.rounds for table in one.tables):
        for kind, waiting in ((SCORE, unconfirmed(after)), (DIFFER, differing(after))):
            writing.end((kind,), [id_], [(id_, person, occasion) for person, occasion in waiting], now)
    if told:
        writing.write(told, wishes.of({one.user_id for one in told}), now)


def tell_of_pause(id_: UUID, t: state.Tournament, game: UUID, at: datetime) -> None:
    """A table is paused: that concerns all who play there, and who leads the event."""
    found = [(one.number, table) for one in t.rounds for table in one.tables if table.game == str(game)]
    for number, table in found if not t.rehearses else ():
        persons = {UUID(one) for entry in table.entries if (own := t.entry(entry)) for one in own.line_up(number)}
        data = {"round": number, "table": table.number, "game": str(game)}
        moment = round(at.timestamp() * 1000)
        told = [Told(one, PAUSED, id_, moment, data=data) for one in sorted(persons | _leading(t))]
        writing.write(told, wishes.of({one.user_id for one in told}), at)


def tell_of_seat(id_: UUID, number: int, table: int, entry: state.Entry, at: datetime) -> None:
    """A seat of an entry looks for somebody: that concerns those of its reserves who have said yes."""
    data, moment = {"round": number, "table": table}, round(at.timestamp() * 1000)
    told = [Told(UUID(one), SEAT, id_, moment, data=data) for one in entry.ready]
    if told:
        writing.write(told, wishes.of({one.user_id for one in told}), at)


def _leading(t: state.Tournament) -> set[UUID]:
    return set(clubs.who_may(UUID(t.club), "run events"))


def asked(t: state.Tournament) -> Iterator[tuple[UUID, int]]:
    """Who has not said yet whether they play or stand by, and in which entry, or with which that looks for others."""
    on = t.status in (state.OPEN, state.RUNNING, state.PAUSED)
    for entry in t.entries:
        if entry.active and on:
            yield from ((UUID(one), int(entry.id)) for one in entry.reserves if one not in entry.ready)
        if entry.active and entry.seed is None and on:
            yield from ((UUID(person), int(entry.id)) for person in entry.persons if person not in entry.agreed)
            others = (other for id_ in entry.asks if entry.alone and (other := t.entry(id_)) and other.alone)
            yield from ((UUID(person), int(entry.id)) for other in others for person in other.persons)


def _written(t: state.Tournament) -> Iterator[tuple[int, state.Table]]:
    """The tables with real cards of the round that is on for which something is written and nothing stands yet."""
    one = t.round
    for table in one.tables if one and one.open and t.status in (state.RUNNING, state.PAUSED) else ():
        if table.real and table.scores and not table.over:
            yield occasion(t, one.number if one else 0, table.number), table


def occasion(t: state.Tournament, round: int, table: int) -> int:
    """A table of an event as a number: another one where the round is paired anew."""
    return (len(t.void) * 1_000 + round) * 10_000 + table


def to_remind(t: state.Tournament) -> dict[int, UUID]:
    """The games of which people are reminded, by their tables: those that go on, but for those that are put off."""
    one = t.round
    tables = one.tables if one and one.status == state.PLAYING and t.status == state.RUNNING else ()
    return {table.number: UUID(table.game) for table in tables if table.game and not (table.off or table.still)}


def unconfirmed(t: state.Tournament) -> Iterator[tuple[UUID, int]]:
    """Who is to say whether what the others have written is right, and of which table."""
    for number, table in _written(t):
        for side, entries in enumerate(table.sides):
            if str(side) not in table.scores:
                yield from ((person, number) for person in _persons(t, entries))


def differing(t: state.Tournament) -> Iterator[tuple[UUID, int]]:
    """Who is to decide between the scores that two sides have written: all who lead the event and do not sit there."""
    tables = [(number, table) for number, table in _written(t) if contradicted(table.scores)]
    leading = clubs.who_may(UUID(t.club), "rule in events") if tables else set()
    for number, table in tables:
        yield from ((person, number) for person in sorted(leading - _rosters(t, table.entries)))


def _persons(t: state.Tournament, entries: Iterable[str]) -> list[UUID]:
    return [UUID(person) for id_ in entries if (entry := t.entry(id_)) for person in entry.persons]


def _others(t: state.Tournament, entry: str, row: Row) -> list[UUID]:
    """Those of an entry who have not done it themselves."""
    return [person for person in _persons(t, [entry]) if str(person) != row.actor_id]


def _told(id_: UUID, t: state.Tournament, row: Row) -> Iterator[Told]:
    match row.type:
        case "entered":
            own = row.data["entry"]
            for person in set(own["persons"]) - set(own["agreed"]):
                yield Told(
                    UUID(person), ASKED, id_, int(own["id"]), until=t.closes_at if t.status == state.OPEN else None
                )
        case "reserve_named":
            yield Told(UUID(row.data["person"]), ASKED, id_, int(row.data["entry"]))
        case "asked_to_join":
            until = t.closes_at if t.status == state.OPEN else None
            for person in _persons(t, [row.data["other"]]):
                yield Told(person, ASKED, id_, int(row.data["entry"]), until=until)
        case "moved" | "postponed":
            for person in _entered(t, row):
                yield Told(person, MOVED, id_, row.version, data={"starts_at": timestamp(t.starts_at or row.at)})
        case "cancelled" if row.data["cause"] in TOLD_OFF:
            for person in _entered(t, row):
                yield Told(person, OFF, id_, row.version, data={"cause": row.data["cause"]})
        case "put_together":
            own_id = row.data["entries"][0]
            for person in _others(t, own_id, row):
                yield Told(person, TOGETHER, id_, int(own_id))
        case "withdrawn" if row.data["cause"] not in (LEFT_THE_CLUB, *OF_OTHERS):
            for person in _others(t, row.data["entry"], row):
                yield Told(person, OUT, id_, int(row.data["entry"]), data={"cause": row.data["cause"]})
        case "round_opened":
            number = row.data["round"]
            for person, table in _sitting(t, number):
                yield Told(person, ROUND, id_, number, data={"round": number, "table": table})
        case "adjournment_asked" if not _asked_still(t, row.data):
            return  # all want it by now, and are told that
        case type_ if type_ in RULINGS:
            yield from _ruled(id_, t, row)
        case "score_entered":
            place = {"round": row.data["round"], "table": row.data["table"]}
            number = occasion(t, **place)
            for kind, waiting in ((SCORE, unconfirmed(t)), (DIFFER, differing(t))):
                yield from (Told(person, kind, id_, of, data=place) for person, of in waiting if of == number)
        case "result" if row.data["by"] == "absent":
            yield from _ruled(id_, t, row)
        case "looked_for":
            for number in map(int, row.data["tables"]):
                about = {"round": row.data["round"], "table": number, "until": row.data["until"]}
                told = {"ruling": {"type": row.type, "data": about}}
                for person in concerned(t, about):
                    yield Told(UUID(person), RULED, id_, row.version, until=_at(row.data["until"]), data=told)
        case "finalized":
            ranks = {line.entry: line.rank for line in facts.standing(t).rows}
            for entry in t.entries:
                if entry.active and entry.id in ranks:
                    yield from (Told(UUID(one), OVER, id_, data={"rank": ranks[entry.id]}) for one in entry.persons)


def _entered(t: state.Tournament, row: Row) -> list[UUID]:
    """All who are in it, but for who has done it themselves."""
    persons = sorted(person for person in t.names if person != row.actor_id)
    return list(map(UUID, persons))


def _ruled(id_: UUID, t: state.Tournament, row: Row) -> Iterator[Told]:
    """Whom a ruling concerns: those of its table or of its entry, and, where it needs a second officer, those."""
    if row.type == "withdrawn" and row.data["cause"] not in OF_OTHERS:
        return
    issued = row.type == "correction_issued"
    ruling: dict[str, Any] = row.data.get("ruling") or {"type": row.type, "data": row.data}
    until = _at(row.data["until"]) if issued else None
    persons = {UUID(one) for one in concerned(t, ruling["data"])}
    if issued:
        persons |= clubs.who_may(UUID(t.club), RULES)
    for person in persons - {UUID(row.actor_id) if row.actor_kind == "user" else None}:
        yield Told(person, CORRECTION if issued else RULED, id_, row.version, until=until, data={"ruling": ruling})


def _asked_still(t: state.Tournament, data: dict[str, Any]) -> bool:
    table = t.rounds[data["round"] - 1].table(data["table"])
    return table is not None and bool(table.asked)


def _rosters(t: state.Tournament, entries: Iterable[str]) -> set[UUID]:
    return {UUID(person) for id_ in entries if (entry := t.entry(id_)) for person in entry.roster}


def _at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def concerned(t: state.Tournament, data: dict[str, Any]) -> set[str]:
    """The persons of the table, or of the entry, that a row is about."""
    entries = {data["entry"]} if "entry" in data else set()
    if "table" not in data and "round" in data and t.void and "entry" not in data:  # all who were paired in it
        entries = {entry for table in t.void[-1].tables for entry in table.entries}
    if "table" in data:
        table = t.rounds[data["round"] - 1].table(data["table"])
        entries |= set(table.entries if table else ())
    persons = {person for id_ in entries if (entry := t.entry(id_)) for person in entry.persons}
    return persons | {data["leaves"]} if "leaves" in data else persons


def _sitting(t: state.Tournament, number: int) -> Iterator[tuple[UUID, int]]:
    persons = {entry.id: entry.line_up(number) for entry in t.entries}
    for table in t.rounds[number - 1].tables:
        if not table.over:
            yield from ((UUID(one), table.number) for entry in table.entries for one in persons[entry])
