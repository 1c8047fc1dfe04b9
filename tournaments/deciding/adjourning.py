"""A game that is put off to a told time: by all who sit there, or by who leads the event.

It stands still until then, and has what was left of its time afterwards, but it is over before the next round is told:
nobody else waits for it. So a round still closes at its hard deadline, or at the told end of the tables put off.
"""

from datetime import datetime, timedelta
from typing import Any

from config.kernel.errors import ProblemError
from config.kernel.rows import timestamp
from tournaments import commands, state
from tournaments.commands import Context
from tournaments.deciding.common import must_be, not_at_own
from tournaments.defaults import LEAST_AFTER_ADJOURNMENT, LONGEST_ADJOURNMENT
from tournaments.events import Event
from tournaments.state import Round, Table, Tournament


def latest_end(t: Tournament, one: Round, table: Table) -> datetime:
    """When a table that is put off must be over: some days after its end, but before the next round is told."""
    ends = one.ends(table)
    latest = ends + LONGEST_ADJOURNMENT
    if one.number < len(t.times):
        latest = min(latest, t.times[one.number].opens_at - timedelta(minutes=t.rules["publish_minutes"]))
    return max(ends, latest)


def latest(t: Tournament, one: Round, table: Table, at: datetime) -> datetime:
    """Until when a table can be put off at most, so that there is still some time to play."""
    left = min(LEAST_AFTER_ADJOURNMENT, one.ends(table) - at)
    return min(at + LONGEST_ADJOURNMENT, latest_end(t, one, table) - left)


def may_be_put_off(t: Tournament, one: Round, table: Table, at: datetime) -> bool:
    """Whether a table can still be put off: while it is played, before its round is to be done, and each entry once."""
    on = t.status == state.RUNNING and one.status == state.PLAYING and at < one.times.soft_at
    before = {entry for each in t.rounds for done in each.tables if done.adjourned for entry in done.entries}
    return on and table.status == state.ON and not before & set(table.entries) and latest(t, one, table, at) > at


def wanted(t: Tournament, one: Round, table: Table, at: datetime) -> dict[str, Any]:
    """What was asked of a table, as long as it can still be agreed to; else nothing is asked."""
    asked = table.asked
    possible = asked and may_be_put_off(t, one, table, at) and _in_time(t, one, table, _until(asked), at)
    return asked if possible else {}


def ask(t: Tournament, command: commands.AskToAdjourn, context: Context) -> list[Event]:
    """One of a side says what it wants. Once all sides want the same it is so."""
    one, table = _table(t, command.number, command.table)
    own = t.playing(context.by or "", one.number)
    if own is None or own.id not in table.entries:
        raise ProblemError("not_allowed")
    told = {"round": one.number, "table": table.number, "entry": own.id}
    if command.until is None:
        if not wanted(t, one, table, context.at):
            raise ProblemError("not_now", at=t.status)
        return [Event("adjournment_refused", told)]
    _check(t, one, table, command.until, context)
    until = timestamp(command.until)
    agreed = set(table.asked["entries"]) if table.asked.get("until") == until else set()
    if own.id in agreed:
        return []
    asked = Event("adjournment_asked", told | {"until": until})
    if {*agreed, own.id} >= set(table.entries):
        return [asked, _adjourned(t, one, table, command.until, context, {"agreed": True}, "")]
    return [asked]


def adjourn(t: Tournament, command: commands.Adjourn, context: Context) -> list[Event]:
    """Who leads the event decides where the sides do not agree; not about their own table."""
    one, table = _table(t, command.number, command.table)
    not_at_own(t, (table,), context)
    _check(t, one, table, command.until, context)
    return [_adjourned(t, one, table, command.until, context, {}, command.reason)]


def end(t: Tournament, command: commands.EndAdjournment, context: Context) -> list[Event]:
    """Those go on whose time has come."""
    one = t.round
    if one is None or one.number != command.number:
        return []
    waiting = (table for table in one.tables if table.still and table.adjourned and table.adjourned <= context.at)
    return [Event("adjournment_ended", {"round": one.number, "table": table.number}) for table in waiting]


def _table(t: Tournament, number: int, table: int) -> tuple[Round, Table]:
    """A table of the round that is being played. Raises ProblemError."""
    must_be(t, state.RUNNING)
    one = t.round
    if one is None or one.number != number or not one.open:
        raise ProblemError("not_now", at=t.status)
    found = one.table(table)
    if found is None:
        raise ProblemError("not_found")
    return one, found


def _check(t: Tournament, one: Round, table: Table, until: datetime, context: Context) -> None:
    if not may_be_put_off(t, one, table, context.at):
        raise ProblemError("cannot_adjourn")
    if not _in_time(t, one, table, until, context.at):
        raise ProblemError("adjourned_too_long", latest=timestamp(latest(t, one, table, context.at)))


def _in_time(t: Tournament, one: Round, table: Table, until: datetime, at: datetime) -> bool:
    return at < until <= latest(t, one, table, at)


def _until(asked: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(asked["until"])


def _adjourned(
    t: Tournament, one: Round, table: Table, until: datetime, context: Context, told: dict[str, bool], reason: str
) -> Event:
    ends = one.ends(table)
    after = min(latest_end(t, one, table), max(ends, until + (ends - context.at)))
    data = {"round": one.number, "table": table.number, "until": timestamp(until), "ends": timestamp(after), **told}
    return Event("adjourned", data, {"reason": reason} if reason else {})
