"""Who does not come to their table: looked for after a while, then their side forfeits; and who stays away twice is
out of the event."""

from datetime import timedelta

from config.kernel.rows import timestamp
from tournaments import calendar, commands, state
from tournaments.commands import Context, Found
from tournaments.deciding.common import forfeited, released
from tournaments.defaults import FORFEITS_THAT_WITHDRAW
from tournaments.events import Event
from tournaments.state import Round, Tournament

ABSENT = "absent"
"""By what a side forfeits of which nobody has come."""


def look_for(t: Tournament, command: commands.LookFor, context: Context) -> list[Event]:
    """The seats at which nobody has been seen are offered to others for a while."""
    one = _open(t, command.number)
    due = [table for table in one.tables if (at := calendar.look_at(t, one, table)) and at <= context.at] if one else []
    if one is None or one.answer_by is not None or not due:
        return []
    waiting = {table.number: context.found.get(table.number) for table in due}
    missing = {str(number): list(found.unseen) for number, found in waiting.items() if found and found.unseen}
    until = context.at + timedelta(minutes=t.rules["reserve_minutes"])
    told = {"round": one.number, "tables": missing, "until": timestamp(until)}
    return [Event("looked_for", told)]


def end_search(t: Tournament, command: commands.EndSearch, context: Context) -> list[Event]:
    """A side that is waited for, and of which nobody has come to that seat, forfeits."""
    one = _open(t, command.number)
    if one is None or one.answer_by is None or context.at < one.answer_by:
        return []
    events = [Event("search_ended", {"round": one.number})]
    for number in one.missing:
        table, found = one.table(number), context.found.get(number)
        losers = _missing(found, len(table.sides)) if table and found else ()
        if table and not (table.over or table.still) and losers:
            events.append(forfeited(one, table, losers, ABSENT))
    return events


def _missing(found: Found, sides: int) -> tuple[int, ...]:
    """The sides that are waited for at a seat where nobody has been seen."""
    return tuple(sorted({seat % sides for seat in found.waited_for if seat in found.unseen}))


def _open(t: Tournament, number: int) -> Round | None:
    one = t.round
    return one if t.status == state.RUNNING and one and one.number == number and one.open else None


def twice(t: Tournament) -> list[Event]:
    """Whoever has forfeited so often without a word is out. What an officer has decided does not count."""
    if t.status != state.RUNNING:
        return []
    absences = [
        entry
        for one in t.rounds
        for table in one.tables
        if table.status == state.FORFEITED and table.by == ABSENT
        for side in table.losers
        for entry in table.sides[side]
    ]
    for entry in t.entries:
        if entry.active and absences.count(entry.id) >= FORFEITS_THAT_WITHDRAW:
            return [Event("withdrawn", {"entry": entry.id, "cause": "stayed_away"}), *released(t, entry.id)]
    return []
