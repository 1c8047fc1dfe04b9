"""The reserves that an entry names itself: who may take the seat of one of them who does not come, before others."""

from config.kernel.errors import ProblemError
from tournaments import commands, state
from tournaments.commands import Context
from tournaments.deciding.common import behind, entry_of, must_be, not_at_own, not_now
from tournaments.defaults import ROSTER
from tournaments.events import Event
from tournaments.state import Entry, Tournament

LIVE = (state.OPEN, state.RUNNING, state.PAUSED)


def name(t: Tournament, command: commands.NameReserve, context: Context) -> list[Event]:
    """Who plays says so while entering is open, who runs the event also later. Nobody is in two entries, also as
    partner or reserve; those who play, have played and stand by are so many at most."""
    entry = entry_of(t, command.entry)
    _may(t, entry, context)
    if not entry.complete:
        raise not_now(t)
    if command.person in t.taken:
        raise ProblemError("already_entered", person=command.person)
    if command.person == context.by:
        raise ProblemError("own_table")
    if len({*entry.members, command.person}) > ROSTER:
        raise ProblemError("roster_full", most=ROSTER)
    return [Event("reserve_named", {"entry": entry.id, "person": command.person}, _texts(command.reason))]


def agree(t: Tournament, command: commands.AgreeReserve, context: Context) -> list[Event]:
    """Whoever was named says yes."""
    must_be(t, *LIVE)
    entry = entry_of(t, command.entry)
    if context.by is None or context.by not in entry.reserves:
        raise ProblemError("not_allowed")
    return [] if context.by in entry.ready else [Event("reserve_agreed", {"entry": entry.id, "person": context.by})]


def drop(t: Tournament, command: commands.DropReserve, context: Context) -> list[Event]:
    """They say no themselves at any time, as does the house for who has left the club; others as they may name them."""
    entry = entry_of(t, command.entry)
    if command.person not in entry.reserves:
        raise ProblemError("not_found")
    if context.by not in (None, command.person):
        _may(t, entry, context)
    return [Event("reserve_gone", {"entry": entry.id, "person": command.person}, _texts(command.reason))]


def take(t: Tournament, command: commands.TakeSeat, context: Context) -> list[Event]:
    """A reserve of those who play at a table sits down there, where a seat of theirs looks for somebody."""
    must_be(t, state.RUNNING, state.PAUSED)
    one, entry = t.round, t.reserve_of(context.by or "")
    table = one.table(command.table) if one and one.open and one.number == command.number else None
    if table is None or table.over:
        raise not_now(t)
    if entry is None or context.by not in entry.ready or entry.id not in table.entries:
        raise ProblemError("not_allowed")
    told = {"entry": entry.id, "person": context.by, "round": command.number, "table": command.table}
    return [Event("reserve_seated", told)]


def _may(t: Tournament, entry: Entry, context: Context) -> None:
    """Raises ProblemError unless they play for it while entering is open, or lead the event and it is not theirs."""
    if context.by in entry.agreed:
        must_be(t, state.OPEN)
        return
    must_be(t, *LIVE)
    if context.by in entry.members:
        raise ProblemError("own_table")
    not_at_own(t, (table for table in behind(t) if entry.id in table.entries), context)


def _texts(reason: str) -> dict[str, str]:
    return {"reason": reason} if reason else {}
