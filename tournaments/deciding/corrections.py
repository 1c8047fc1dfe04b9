"""Rulings that one officer alone cannot make: a correction of what is final, and what the only officer of a club
decides about their own table. They stand once a second officer agrees, or after a while in which nobody objects."""

from collections.abc import Iterable
from typing import Any

from config.kernel.errors import ProblemError
from config.kernel.rows import timestamp
from tournaments import commands, facts, state
from tournaments.commands import Context
from tournaments.deciding.common import persons_of
from tournaments.defaults import OBJECTION_WINDOW
from tournaments.events import Event
from tournaments.evolve import evolve
from tournaments.state import Correction, Table, Tournament


def settled(t: Tournament, ruling: Event, persons: set[str], own: bool, context: Context) -> Event:
    """A ruling as it comes into the stream. `persons`: whose matter it is; `own`: whether it is also a matter of who
    asks, who decides it then only where nobody else could, and not alone."""
    if own and (context.officers is None or context.officers - persons):
        raise ProblemError("own_table")
    if not own and t.status != state.FINAL:
        return ruling
    told = {"type": ruling.type, "data": ruling.data}
    if any(one.ruling["data"] == ruling.data for one in t.corrections):
        raise ProblemError("not_now", at=t.status)
    until = timestamp(context.at + OBJECTION_WINDOW)
    return Event("correction_issued", {"ruling": told, "by": context.by, "until": until}, ruling.texts)


def is_own(t: Tournament, tables: Iterable[Table], context: Context) -> bool:
    """Whether who asks is paired at one of these tables, or has sat there for another."""
    return any(context.by in persons_of(t, table.entries) or table.game in context.sat for table in tables)


def second(t: Tournament, command: commands.Second, context: Context) -> list[Event]:
    """Another officer, whose matter it is not, agrees or drops it; who has told it may drop it too."""
    one = _correction(t, command.correction)
    texts = {"reason": command.reason} if command.reason else {}
    first, table = context.by == one.by, table_of(t, one)
    if first and command.agrees:
        raise ProblemError("second_officer")
    if not first and (context.by in _persons(t, one) or (table is not None and is_own(t, (table,), context))):
        raise ProblemError("own_table")
    if not command.agrees:
        return [Event("correction_dropped", {"correction": one.version}, texts)]
    return _stands(t, one, "second_officer", context, texts)


def object_to(t: Tournament, command: commands.Object, context: Context) -> list[Event]:
    """Somebody who plays: it does not stand by itself any more."""
    one = _correction(t, command.correction)
    entry = t.entry(command.entry)
    if entry is None or context.by not in entry.persons:
        raise ProblemError("not_allowed")
    if one.objected:
        return []
    return [Event("objected", {"correction": one.version, "entry": entry.id}, {"reason": command.reason})]


def unopposed(t: Tournament, command: commands.Unopposed, context: Context) -> list[Event]:
    """Those to which nobody has objected in time stand."""
    events: list[Event] = []
    for one in t.corrections:
        if not one.objected and one.until <= context.at:
            more = _stands(t, one, "unopposed", context, {})
            events += more
            for event in more:
                t = evolve(t, event, 0, context.at)
    return events


def table_of(t: Tournament, one: Correction) -> Table | None:
    """The table that a correction is about."""
    number = one.ruling["data"].get("round", 0)
    found = t.rounds[number - 1] if 0 < number <= len(t.rounds) else None
    return found.table(one.ruling["data"].get("table", 0)) if found else None


def of_tables(t: Tournament, number: int) -> list[Correction]:
    """What waits to be corrected at tables of a round."""
    return [one for one in t.corrections if one.ruling["type"] == "ruled" and one.ruling["data"]["round"] == number]


def _persons(t: Tournament, one: Correction) -> set[str]:
    """Whose matter it is."""
    table, entry = table_of(t, one), one.ruling["data"].get("entry")
    return persons_of(t, table.entries if table else (entry,) if entry else ())


def _correction(t: Tournament, version: int) -> Correction:
    one = t.correction(version)
    if one is None or t.status == state.CANCELLED:
        raise ProblemError("not_found")
    return one


def _stands(t: Tournament, one: Correction, how: str, context: Context, texts: dict[str, str]) -> list[Event]:
    """It counts from now on; what it takes the place of is what stands there now. Where its table or its entry is gone
    meanwhile nothing is left to correct."""
    told: dict[str, Any] = dict(one.ruling["data"])
    table, entry = table_of(t, one), t.entry(told.get("entry", ""))
    if (one.ruling["type"] == "ruled" and table is None) or (
        one.ruling["type"] == "withdrawn" and (entry is None or not entry.active)
    ):
        return [Event("correction_dropped", {"correction": one.version})]
    if one.ruling["type"] == "ruled" and table is not None:
        told["before"] = result_of(table)
    data = {"correction": one.version, "ruling": {"type": one.ruling["type"], "data": told}, "by": one.by, "how": how}
    event = Event("corrected", data, texts)
    if t.status == state.FINAL:
        data["standing"] = facts.standing(evolve(t, event, 0, context.at)).hash
    return [event]


def result_of(table: Table) -> dict[str, Any]:
    """What stands at a table, as a row tells it."""
    told = state.plain(table)
    return {name: told[name] for name in ("status", "totals", "losers", "fault", "points") if name in told}
