"""The draft, its publication, who is in it, the seeds."""

from datetime import timedelta

from config.kernel.errors import ProblemError
from tournaments import calendar, commands, documents, schedule, state
from tournaments.commands import Context
from tournaments.deciding import alone
from tournaments.deciding.common import (
    behind,
    coming_in,
    draw_lots,
    dropped,
    entry_of,
    must_be,
    must_be_open,
    next_untold,
    not_at_own,
    not_now,
    released,
)
from tournaments.defaults import POSTPONED_BY
from tournaments.events import Event
from tournaments.formats import FORMATS
from tournaments.state import Tournament


def change_rules(t: Tournament, command: commands.ChangeRules, context: Context) -> list[Event]:
    """Other rules, as long as nobody has read them."""
    must_be(t, state.DRAFT)
    return [Event("rules_changed", {"rules": command.rules})]


def publish(t: Tournament, command: commands.Publish, context: Context) -> list[Event]:
    """The rules stand from now on, with the hash by which anybody can tell that they are the same."""
    must_be(t, state.DRAFT)
    starts_at = calendar.start_of(t.rules)
    closes_at = starts_at - timedelta(minutes=t.rules["entering_ends_minutes"])
    if closes_at <= context.at:
        raise ProblemError("too_late")
    told = {"rules_hash": documents.digest(t.rules), "starts_at": starts_at, "closes_at": closes_at}
    return [Event("published", state.plain(told))]


def enter(t: Tournament, command: commands.Enter, context: Context) -> list[Event]:
    """Nobody is in it twice. The others are asked; who enters has said yes by it. As many as play as one, or fewer who
    look for others."""
    if command.external_id is not None and t.called(command.external_id, command.by):
        return []
    must_be_open(t)
    persons = command.persons
    wanted = documents.persons(t.rules) - len(persons)
    if len(set(persons)) != len(persons) or wanted < 0 or (wanted > 0 and not command.alone):
        raise ProblemError("malformed", fields={"partners": []})
    for person in persons:
        if person in t.taken:
            raise ProblemError("already_entered", person=person)
    played = {person for entry in t.entries if entry.seed is not None for person in entry.roster}
    if played & set(persons):  # whoever has left an event that is on does not come back by themselves
        raise ProblemError("not_allowed")
    if sum(entry.active for entry in t.entries) >= t.rules["most_entries"]:
        raise ProblemError("event_full")
    id_, external_id = str(len(t.entries) + 1), command.external_id
    entry = state.Entry(id_, persons, (command.by,), external_id=external_id, wanted=wanted)
    return [Event("entered", {"entry": state.plain(entry)}), *(coming_in(t, entry.id) if entry.complete else ())]


def accept(t: Tournament, command: commands.Accept, context: Context) -> list[Event]:
    """Whoever was named says yes. Once play has begun they come in with the next round that is not told yet."""
    must_be_open(t)
    entry = entry_of(t, command.entry)
    if command.by not in entry.persons:
        raise ProblemError("not_allowed")
    if command.by in entry.agreed:
        return []
    complete = entry._replace(agreed=(*entry.agreed, command.by)).complete
    accepted = Event("accepted", {"entry": entry.id, "person": command.by})
    return [accepted, *(coming_in(t, entry.id) if complete else ())]


def check_in(t: Tournament, command: commands.CheckIn, context: Context) -> list[Event]:
    """One of them says that they are there; it begins two days before."""
    must_be(t, state.OPEN)
    entry = entry_of(t, command.entry)
    if command.by not in entry.persons:
        raise ProblemError("not_allowed")
    if not t.rules["check_in"] or not entry.willing or context.at < calendar.check_in_from(t):
        raise not_now(t)
    return [] if entry.here else [Event("checked_in", {"entry": entry.id, "person": command.by})]


def rest(t: Tournament, command: commands.Rest, context: Context) -> list[Event]:
    """One of them says, before the round is told, that they cannot play it: the first is a draw, others are nothing.
    What is proposed is proposed anew."""
    must_be(t, state.OPEN, state.RUNNING)
    if FORMATS[t.rules["pairing"]["format"]].FIXED:
        raise ProblemError("fixed_schedule")
    entry = entry_of(t, command.entry)
    if command.by not in entry.persons:
        raise ProblemError("not_allowed")
    if command.number < max(next_untold(t), entry.first) or (t.times and command.number > len(t.times)):
        raise not_now(t)
    if (command.number in entry.away) is command.wanted:
        return []
    told = {"entry": entry.id, "round": command.number, "wanted": command.wanted}
    again = dropped(t) if command.number == next_untold(t) else []
    return [Event("rest_asked", told), *again]


def withdraw(t: Tournament, command: commands.Withdraw, context: Context) -> list[Event]:
    """Out of it: what is proposed is proposed anew, what is published is forfeited. A director takes nobody out whom
    they meet, for the table would be theirs. Where all is played, whoever has left the club stays in the standings."""
    if t.status in (state.DRAFT, state.PROVISIONAL, *state.OVER):
        if command.cause == commands.LEFT_THE_CLUB:
            return []
        raise not_now(t)
    entry = entry_of(t, command.entry)
    if command.cause == "director":
        not_at_own(t, (table for table in behind(t) if entry.id in table.entries), context)
    texts = {"reason": command.reason} if command.reason else {}
    events = [Event("withdrawn", {"entry": entry.id, "cause": command.cause}, texts)]
    return events + released(t, entry.id)


def reschedule(t: Tournament, command: commands.Reschedule, context: Context) -> list[Event]:
    """Another beginning, as long as people enter: all times of the rounds move with it. Who is in it stays in it."""
    must_be(t, state.OPEN)
    starts_at = schedule.moment(command.starts, t.rules["zone"]).at
    closes_at = starts_at - timedelta(minutes=t.rules["entering_ends_minutes"])
    if starts_at == t.starts_at:
        return []
    if closes_at <= context.at:
        raise ProblemError("too_late")
    return [Event("moved", state.plain({"starts_at": starts_at, "closes_at": closes_at}), {"reason": command.reason})]


def close_entries(t: Tournament, command: commands.CloseEntries, context: Context) -> list[Event]:
    """Who is complete, and there if that was asked, is seeded by lot; of those who look for others, who can be put
    together is. Too few: a day later, and then not at all."""
    if t.status != state.OPEN or t.closes_at is None or t.starts_at is None or context.at < t.closes_at:
        return []
    looking = [entry for entry in t.entries if entry.alone and (entry.here or not t.rules["check_in"])]
    together = list(alone.matched(t, looking, context))
    found = {entry.id for entries in together for entry in entries}
    late = [entry for entry in t.entries if entry.active and entry.id not in found and alone.left_alone(t, entry)]
    gone = {entry.id for entry in late} | {entry.id for entries in together for entry in entries[1:]}
    playing = [entry.id for entry in t.entries if entry.active and entry.id not in gone]
    if len(playing) < t.rules["least_entries"]:
        if t.postponed:
            return [Event("cancelled", {"cause": "too_few_entries"})]
        moved = {"starts_at": t.starts_at + POSTPONED_BY, "closes_at": t.closes_at + POSTPONED_BY}
        return [Event("postponed", state.plain(moved))]
    put = [Event("put_together", {"entries": [entry.id for entry in entries]}) for entries in together]
    left = [Event("withdrawn", {"entry": entry.id, "cause": alone.left_alone(t, entry)}) for entry in late]
    order = draw_lots(context.chance, playing)
    times = calendar.rounds(t.rules, t.starts_at, documents.rounds(t.rules, len(playing)))
    seeded = {"order": order, "seed": context.chance, "times": state.plain(times)}
    return [*put, *left, Event("entries_closed", {}), Event("seeded", seeded)]
