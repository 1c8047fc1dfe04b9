"""What people decide who lead the event: each with its reason. Nobody decides about their own table."""

from datetime import timedelta
from typing import Any

from config.kernel.errors import ProblemError
from config.kernel.rows import timestamp
from tournaments import commands, state
from tournaments.commands import Context
from tournaments.deciding import corrections, deadlines
from tournaments.deciding.common import (
    behind,
    dropped,
    entry_of,
    must_be,
    not_at_own,
    not_now,
    persons_of,
    released,
)
from tournaments.defaults import ROSTER
from tournaments.events import Event
from tournaments.formats import FORMATS
from tournaments.state import Entry, Round, Table, Tournament

LONGEST_EXTENSION = timedelta(days=60)
PLAYED = (state.FINISHED, state.TRUNCATED)


def _current(t: Tournament, number: int) -> Round:
    """The round that is being played. Raises ProblemError."""
    must_be(t, state.RUNNING)
    one = t.round
    if one is None or one.number != number or not one.open:
        raise not_now(t)
    return one


def try_again(t: Tournament, command: commands.TryAgain, context: Context) -> list[Event]:
    """Pair the round anew that could not be paired."""
    must_be(t, state.RUNNING)
    if not t.failures:
        raise not_now(t)
    return [Event("pairing_retried", {})]


def wish(t: Tournament, command: commands.Wish, context: Context) -> list[Event]:
    """Two shall meet next, or never. What is proposed is proposed anew; what everybody knows stands. Nobody chooses
    whom they meet themselves."""
    must_be(t, state.OPEN, state.RUNNING)
    format_ = FORMATS[t.rules["pairing"]["format"]]
    if format_.FIXED or (command.what and command.what not in format_.WISHES):
        raise ProblemError("fixed_schedule")
    pair = [entry_of(t, id_).id for id_ in command.entries]
    if len(set(pair)) != len(pair):
        raise ProblemError("malformed", fields={"entries": []})
    if context.by in persons_of(t, pair):
        raise ProblemError("own_table")
    told = Event("wished", {"what": command.what, "entries": pair}, {"reason": command.reason})
    return [told, *dropped(t)]


def close_round(t: Tournament, command: commands.CloseRound, context: Context) -> list[Event]:
    """End it now, each table by what was chosen for it. Not by who sits at a table that has not ended."""
    one = _current(t, command.number)
    not_at_own(t, behind(t), context)
    chosen = {table.number: command.policies.get(table.number, deadlines.DEADLINE) for table in behind(t)}
    pairs = {table.number for table in behind(t) if len(table.sides) == 2}
    if not set(command.policies) <= set(chosen) or any(
        policy not in deadlines.POLICIES or (policy in deadlines.LOSERS and number not in pairs)
        for number, policy in chosen.items()
    ):
        raise ProblemError("malformed", fields={"policies": []})
    closing = deadlines.closed(t, one, context, chosen)
    told = {"round": one.number, "policies": {str(number): policy for number, policy in chosen.items()}}
    return [Event("cut_short", told, {"reason": command.reason}), *closing]


def extend(t: Tournament, command: commands.Extend, context: Context) -> list[Event]:
    """More time for a round, as long as it is open. Not by who needs it themselves."""
    one = _current(t, command.number)
    not_at_own(t, behind(t), context)
    if not one.times.soft_at < command.until <= context.at + LONGEST_EXTENSION or command.until <= context.at:
        raise ProblemError("malformed", fields={"until": []})
    grace = one.times.hard_at - one.times.soft_at
    times = one.times._replace(soft_at=command.until, hard_at=command.until + grace)
    data = {"round": one.number, "times": state.plain(times)}
    return [Event("extended", data, {"reason": command.reason})]


def re_pair(t: Tournament, command: commands.RePair, context: Context) -> list[Event]:
    """A round that everybody knows is paired anew, as long as no deal of it is complete. Its games end. Nobody does so
    who plays in it, and where everybody meets everybody there is nothing to choose."""
    must_be(t, state.RUNNING)
    one = t.round
    if FORMATS[t.rules["pairing"]["format"]].FIXED:
        raise ProblemError("fixed_schedule")
    if one is None or one.number != command.number or one.status not in (state.PUBLISHED, state.PLAYING, state.GRACE):
        raise not_now(t)
    played = any(table.outcome is not None or table.scores or table.status in PLAYED for table in one.tables)
    if played or any(found.deals for found in context.found.values()):
        raise not_now(t)
    not_at_own(t, one.tables, context)
    waiting = corrections.of_tables(t, one.number)
    void = [Event("correction_dropped", {"correction": each.version}) for each in waiting]
    return [*void, Event("repaired", {"round": one.number}, {"reason": command.reason})]


def extend_table(t: Tournament, command: commands.ExtendTable, context: Context) -> list[Event]:
    """More time for one table than its round has; the next round waits for it. Not by who plays there."""
    one, table = _table(t, command.number, command.table)
    not_at_own(t, (table,), context)
    if table.over or context.at >= one.ends(table):
        raise not_now(t)
    if not one.ends(table) < command.until <= context.at + LONGEST_EXTENSION:
        raise ProblemError("malformed", fields={"until": []})
    data = {"round": one.number, "table": table.number, "until": timestamp(command.until)}
    return [Event("table_extended", data, {"reason": command.reason})]


def lift(t: Tournament, command: commands.Lift, context: Context) -> list[Event]:
    """A forfeit counts no more: the table is begun anew, while its round is being played and both sides are in it."""
    one, table = _table(t, command.number, command.table)
    not_at_own(t, (table,), context)
    if table.status != state.FORFEITED or context.at >= one.ends(table):
        raise not_now(t)
    for id_ in table.entries:
        entry_of(t, id_)
    data = {"round": one.number, "table": table.number, "before": corrections.result_of(table)}
    return [Event("lifted", data, {"reason": command.reason})]


def _table(t: Tournament, number: int, table: int) -> tuple[Round, Table]:
    """A table of the round that is being played. Raises ProblemError."""
    one = _current(t, number)
    found = one.table(table)
    if found is None:
        raise ProblemError("not_found")
    return one, found


def rule(t: Tournament, command: commands.Rule, context: Context) -> list[Event]:
    """A result for a table, in place of whatever stands there; what it was is told beside it."""
    must_be(t, state.RUNNING, state.PAUSED, state.PROVISIONAL, state.FINAL)
    one = t.rounds[command.number - 1] if 0 < command.number <= len(t.rounds) else None
    table = one.table(command.table) if one else None
    if one is None or table is None:
        raise ProblemError("not_found")
    if one.status == state.PROPOSED:
        raise not_now(t)
    told: dict[str, Any] = {"round": one.number, "table": table.number, "before": corrections.result_of(table)}
    if command.losers:
        if not set(command.losers) <= set(range(len(table.sides))):
            raise ProblemError("malformed", fields={"losers": []})
        told["after"] = {"status": state.FORFEITED, "losers": list(command.losers)}
    elif command.totals:
        if len(command.totals) != len(table.sides):
            raise ProblemError("malformed", fields={"totals": []})
        told["after"] = {"status": state.FINISHED, "totals": list(command.totals)}
    else:
        most = 2 * (len(table.sides) - 1)
        if set(command.points) != set(table.entries) or any(
            given.get("match_points", 0) > most for given in command.points.values()
        ):
            raise ProblemError("malformed", fields={"points": []})
        told["after"] = {"status": state.ASSIGNED, "points": command.points}
    ruling = Event("ruled", told, {"reason": command.reason})
    own = corrections.is_own(t, (table,), context)
    return [corrections.settled(t, ruling, persons_of(t, table.entries), own, context)]


def penalize(t: Tournament, command: commands.Penalize, context: Context) -> list[Event]:
    """Points off; not of a pair that has come late and has not joined yet."""
    must_be(t, state.RUNNING, state.PAUSED, state.PROVISIONAL, state.FINAL)
    entry = entry_of(t, command.entry)
    if entry.seed is None:
        raise not_now(t)
    if not (command.match_points or command.vp):
        raise ProblemError("malformed", fields={"vp": []})
    number = max(1, len(t.rounds))
    data = {"round": number, "entry": entry.id, "match_points": command.match_points, "vp": command.vp}
    return _about(t, entry, Event("penalized", data, {"reason": command.reason}), context)


def disqualify(t: Tournament, command: commands.Disqualify, context: Context) -> list[Event]:
    """Out of the standings, below all who have finished, also after all is played. What they are to play is lost."""
    must_be(t, state.RUNNING, state.PAUSED, state.PROVISIONAL, state.FINAL)
    entry = entry_of(t, command.entry)
    if entry.seed is None:
        raise not_now(t)
    if t.status in (state.RUNNING, state.PAUSED):
        not_at_own(t, (table for table in behind(t) if entry.id in table.entries), context)
        if context.by in entry.members:
            raise ProblemError("own_table")
    data = {"entry": entry.id, "cause": "disqualified"}
    out = _about(t, entry, Event("withdrawn", data, {"reason": command.reason}), context)
    return [*out, *released(t, entry.id)]


def substitute(t: Tournament, command: commands.Substitute, context: Context) -> list[Event]:
    """Another plays for somebody from the next round on that has not begun. Nobody does who is in the event, and a pair
    has at most so many persons."""
    must_be(t, state.RUNNING, state.PAUSED)
    entry = entry_of(t, command.entry)
    if entry.seed is None or command.leaves not in entry.persons:
        raise not_now(t)
    if command.comes in t.taken - set(entry.ready):
        raise ProblemError("already_entered", person=command.comes)
    if context.by in (*entry.members, command.comes):
        raise ProblemError("own_table")
    not_at_own(t, (table for table in behind(t) if entry.id in table.entries), context)
    if len({*entry.members, command.comes}) > max(ROSTER, len(entry.persons)):
        raise ProblemError("roster_full", most=ROSTER)
    begun = sum(one.began_at is not None for one in t.rounds)
    told = {"entry": entry.id, "leaves": command.leaves, "comes": command.comes, "round": begun + 1}
    return [Event("substituted", told, {"reason": command.reason})]


def _about(t: Tournament, entry: Entry, ruling: Event, context: Context) -> list[Event]:
    """A ruling about a pair, as it comes into the stream."""
    persons = persons_of(t, (entry.id,))
    return [corrections.settled(t, ruling, persons, context.by in persons, context)]


def pause(t: Tournament, command: commands.Pause, context: Context) -> list[Event]:
    """Nothing begins or ends by itself until it goes on. Tables that are being played go on."""
    must_be(t, state.RUNNING)
    return [Event("paused", {}, {"reason": command.reason})]


def resume(t: Tournament, command: commands.Resume, context: Context) -> list[Event]:
    """Go on."""
    must_be(t, state.PAUSED)
    return [Event("resumed", {})]


def cancel(t: Tournament, command: commands.Cancel, context: Context) -> list[Event]:
    """Call it off, as long as it is not final."""
    if t.status in state.OVER:
        raise not_now(t)
    texts = {"reason": command.reason} if command.reason else {}
    return [Event("cancelled", {"cause": command.cause}, texts)]


def protest(t: Tournament, command: commands.Protest, context: Context) -> list[Event]:
    """Nothing is final while a protest is open."""
    must_be(t, state.RUNNING, state.PAUSED, state.PROVISIONAL)
    entry = t.spoken_for(context.by or "")
    if entry is None or entry.id != command.entry:
        raise ProblemError("not_allowed")
    return [Event("protested", {"entry": entry.id}, {"reason": command.reason})]


def answer(t: Tournament, command: commands.Answer, context: Context) -> list[Event]:
    """What the director says to a protest. Not to their own, nor to one of a pair that they have met: it may be about
    that table."""
    entry = dict(t.protests).get(command.protest)
    if entry is None:
        raise ProblemError("not_found")
    if context.by in persons_of(t, (entry,)):
        raise ProblemError("own_table")
    met = (table for one in t.rounds if one.status != state.PROPOSED for table in one.tables)
    not_at_own(t, (table for table in met if entry in table.entries), context)
    return [Event("answered", {"protest": command.protest}, {"reason": command.reason})]
