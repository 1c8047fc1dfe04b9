"""What every fold has at hand."""

from datetime import datetime, timedelta
from typing import Any

from tournaments.state import Entry, Round, Times, Tournament

Data = dict[str, Any]


def moment(text: str) -> datetime:
    """A time as a row tells it."""
    return datetime.fromisoformat(text)


def entry_of(t: Tournament, data: Data) -> Entry:
    """The entry that a row is about."""
    entry = t.entry(data["entry"])
    if entry is None:
        raise ValueError(f"there is no entry {data['entry']}")
    return entry


def round_of(t: Tournament, data: Data) -> Round:
    """The round that a row is about."""
    return t.rounds[data["round"] - 1]


def later(one: Round, by: timedelta) -> Round:
    """A round all of whose times are later."""
    tables = tuple(
        table._replace(until=table.until and table.until + by, went_on=table.went_on and table.went_on + by)
        for table in one.tables
    )
    times = Times(*(at + by for at in one.times))
    answer_by = one.answer_by and one.answer_by + by
    return one._replace(times=times, publish_at=one.publish_at + by, tables=tables, answer_by=answer_by)


def unmissed(one: Round, number: int) -> Round:
    """A round in which nobody is looked for any more at a table."""
    return one._replace(missing=tuple(each for each in one.missing if each != number))


def with_table(t: Tournament, data: Data, **changes: Any) -> Tournament:
    """The same event with another state of the table that a row is about."""
    one = round_of(t, data)
    tables = tuple(table._replace(**changes) if table.number == data["table"] else table for table in one.tables)
    return t.with_round(one._replace(tables=tables))
