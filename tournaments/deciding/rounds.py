"""A round from its proposal to its close. All of it happens by itself; nothing here needs a person."""

from datetime import datetime, timedelta

from config.kernel.errors import ProblemError
from config.kernel.rows import timestamp
from tournaments import calendar, commands, state
from tournaments.commands import Context
from tournaments.deciding import absences, alone, deadlines
from tournaments.deciding.common import may_come_late, result_of
from tournaments.events import Event
from tournaments.state import Round, Times, Tournament

LATE = timedelta(minutes=5)
"""A round that opens later than this has its deadlines later too."""


def is_next(t: Tournament, number: int) -> bool:
    """Whether it is this round's turn to be proposed."""
    closed = all(one.status == state.CLOSED for one in t.rounds)
    return t.status == state.RUNNING and closed and number == len(t.rounds) + 1 <= len(t.times)


def times_of(t: Tournament, number: int, context: Context) -> tuple[Times, datetime]:
    """When a round that is proposed now is played, and when it is told. Only the first waits for its minute always."""
    planned = t.times[number - 1]
    told = context.at + timedelta(minutes=t.rules["publish_minutes"])
    if number > 1 and t.rules["early"]:
        return _begun(t, planned, told), told
    told = min(told, max(planned.opens_at, context.at))
    return _begun(t, planned, max(planned.opens_at, told)), told


def _begun(t: Tournament, planned: Times, at: datetime) -> Times:
    """The times of a round that begins at another moment than planned: much later, or, where the event allows it,
    earlier. It lasts as long as it would have."""
    moved = at - planned.opens_at
    if moved < LATE and not t.rules["early"]:
        moved = timedelta(0)
    return Times(at, planned.soft_at + moved, planned.hard_at + moved)


def propose(t: Tournament, command: commands.Propose, context: Context) -> list[Event]:
    """A pairing that was found for the state as it still is."""
    if not is_next(t, command.pairing["round"]):
        return []
    times, told = times_of(t, command.pairing["round"], context)
    when = {"times": times, "publish_at": told}
    return [Event("round_proposed", {"pairing": command.pairing, **state.plain(when)})]


def cannot_pair(t: Tournament, command: commands.CannotPair, context: Context) -> list[Event]:
    """Where nobody is left to play the event is over; else it is tried again, and then a person is asked."""
    if t.status != state.RUNNING or (t.round and t.round.status != state.CLOSED):
        return []
    if command.code == "too_few":
        return [_completed(t, context)]
    return [Event("pairing_failed", {"round": len(t.rounds) + 1, "code": command.code, "data": command.data})]


def _current(t: Tournament, number: int, *statuses: str) -> Round | None:
    one = t.round
    return one if one and one.number == number and one.status in statuses and t.status == state.RUNNING else None


def publish(t: Tournament, command: commands.PublishRound, context: Context) -> list[Event]:
    """Everybody may know now; by itself at its time, by a person before."""
    one = _current(t, command.number, state.PROPOSED)
    if one is None or (context.by is None and context.at < one.publish_at):
        return []
    return [Event("round_published", {"round": one.number})]


def open_round(t: Tournament, command: commands.OpenRound, context: Context) -> list[Event]:
    """It begins. What happens much later than planned ends later too."""
    one = _current(t, command.number, state.PUBLISHED)
    if one is None or context.at < one.times.opens_at:
        return []
    times = _begun(t, t.times[one.number - 1], context.at)
    return [Event("round_opened", {"round": one.number, "times": state.plain(times)})]


def make_tables(t: Tournament, command: commands.MakeTables, context: Context) -> list[Event]:
    """Each table has its game now."""
    one = _current(t, command.number, state.PLAYING, state.GRACE)
    waiting = {table.number for table in one.tables if table.status == state.WAITING} if one else set()
    return [
        Event("table_made", {"round": command.number, "table": number, "game": game})
        for number, game in command.games.items()
        if number in waiting
    ]


def take_result(t: Tournament, command: commands.TakeResult, context: Context) -> list[Event]:
    """What a game has come to. A table for which something else stands already keeps that."""
    if t.status not in (state.RUNNING, state.PAUSED) or t.round is None:
        return []
    one = t.round
    table = next((table for table in one.tables if table.game == command.game), None)
    if table is None or table.off:
        return []
    told = {"outcome": command.outcome, "status": command.status, "totals": list(command.totals)}
    if command.losers:
        told |= {"losers": list(command.losers)}
    return [result_of(one, table, "game", **told)]


def overdue(t: Tournament, command: commands.Overdue, context: Context) -> list[Event]:
    """At the soft deadline tables where both sides move may go on for a while; at the hard one none may."""
    one = _current(t, command.number, state.PLAYING, state.GRACE)
    if one is None:
        return []
    hard = context.at >= one.times.hard_at
    if not hard and (one.status == state.GRACE or context.at < one.times.soft_at):
        return []
    events = deadlines.ended(t, one, context, but_moving=not hard)
    goes_on = len(events) < sum(not table.over for table in one.tables)  # also where there is no grace: its own time
    if one.status == state.PLAYING and (goes_on or not hard):
        events.append(Event("grace_began", {"round": one.number}))
    return events


def outage(t: Tournament, command: commands.Outage, context: Context) -> list[Event]:
    """The site was down: what is left of the round is as much later, once, for all its tables alike."""
    one = _current(t, len(t.rounds), state.PLAYING, state.GRACE)
    if one is None or command.last <= t.outage or command.seconds <= 0:
        return []
    lost = timedelta(seconds=command.seconds)
    times = one.times._replace(soft_at=one.times.soft_at + lost, hard_at=one.times.hard_at + lost)
    told = {"round": one.number, "seconds": command.seconds, "outage": command.last, "times": state.plain(times)}
    return [Event("delayed", told)]


def follows(t: Tournament, context: Context) -> list[Event]:
    """What follows by itself: a round whose tables have all ended is closed, and with the last one play is over. Once
    nobody may come in any more whoever has not said yes is out."""
    if t.status in (state.RUNNING, state.PROVISIONAL) and not may_come_late(t):
        waiting = [entry for entry in t.entries if entry.active and entry.seed is None]
        if waiting:
            return [Event("withdrawn", {"entry": one.id, "cause": alone.left_alone(t, one)}) for one in waiting]
    if gone := absences.twice(t):
        return gone
    one = t.round
    if one is None or t.status != state.RUNNING:
        return []
    if one.open and all(table.over for table in one.tables):
        return [Event("round_closed", {"round": one.number})]
    if one.status == state.CLOSED and one.number == len(t.times):
        return [_completed(t, context)]
    return []


def _completed(t: Tournament, context: Context) -> Event:
    until = context.at + timedelta(minutes=t.rules["protest_minutes"])
    return Event("completed", {"until": timestamp(until)})


def finalize(t: Tournament, command: commands.Finalize, context: Context) -> list[Event]:
    """The standings are final when nobody may protest any more, and no protest waits for its answer."""
    if t.status != state.PROVISIONAL or t.until is None:
        raise ProblemError("not_now", at=t.status)
    if context.at < calendar.final_at(t):
        return []
    return [Event("finalized", {"standing": command.standing})]
