"""When things happen: wall time where the event is, frozen to moments. Pure."""

from datetime import datetime, timedelta
from typing import Any

from tournaments import schedule, state
from tournaments.defaults import CHECK_IN_OPENS, LAST_REMINDER, REMINDERS
from tournaments.schedule import Moment, Reminder
from tournaments.state import Round, Table, Times, Tournament


def start_of(rules: dict[str, Any]) -> datetime:
    """When the first round begins, as a moment."""
    return schedule.moment(datetime.fromisoformat(rules["starts"]), rules["zone"]).at


def rounds(rules: dict[str, Any], starts_at: datetime, number: int) -> tuple[Times, ...]:
    """When so many rounds are played, one after the other, each with its time of grace. A day is a day of the calendar:
    what begins at eight in the evening does so on both sides of a change of the clocks. Rounds whose own times were
    chosen have those; the rest follow the last of them."""
    grace = timedelta(minutes=rules["grace_minutes"])
    return tuple(
        Times(opens.at, ends.at, schedule.later(ends, grace).at) for opens, ends in windows(rules, starts_at, number)
    )


def windows(rules: dict[str, Any], starts_at: datetime, number: int) -> tuple[tuple[Moment, Moment], ...]:
    """When each of so many rounds opens, and when it is to be done, as clocks show it there; a time that clocks skip or
    show twice says so."""
    first, own = schedule.shown(starts_at, rules["zone"]), rules.get("round_times", ())
    soft, period = (timedelta(minutes=rules[f"{name}_minutes"]) for name in ("round", "period"))
    moved = timedelta(0)  # of the event as a whole
    if starts_at == start_of(rules):
        first = schedule.moment(datetime.fromisoformat(rules["starts"]), rules["zone"])
    elif own:
        moved = first.wall - datetime.fromisoformat(rules["starts"])

    def window(index: int) -> tuple[Moment, Moment]:
        if index < len(own):
            opens, ends = (schedule.moment(datetime.fromisoformat(at) + moved, first.zone) for at in own[index])
            return opens, ends
        last = schedule.moment(datetime.fromisoformat(own[-1][0]) + moved, first.zone) if own else first
        opens = schedule.later(last, (index - max(0, len(own) - 1)) * period)
        return opens, schedule.later(opens, soft)

    return tuple(map(window, range(number)))


def check_in_from(t: Tournament) -> datetime:
    """When one may say that one is there: so long before entering ends."""
    until = t.closes_at or t.starts_at
    assert until is not None
    return until - CHECK_IN_OPENS


def due(t: Tournament) -> tuple[datetime, str] | None:
    """What the event does next by itself, and when; None where it waits for a person. What waits for objections comes
    with its time, whatever else is due, as does a table that was put off."""
    return min((one for one in (_due(t), _unopposed(t), _put_off(t)) if one), default=None)


def _unopposed(t: Tournament) -> tuple[datetime, str] | None:
    """When the first correction stands to which nobody has objected."""
    if t.status in (state.PAUSED, state.CANCELLED):
        return None
    return min(((one.until, "unopposed") for one in t.corrections if not one.objected), default=None)


def _put_off(t: Tournament) -> tuple[datetime, str] | None:
    """When the first table goes on that was put off: at the told time, also while the event is paused."""
    tables = t.round.tables if t.round and t.status in (state.RUNNING, state.PAUSED) else ()
    goes_on = (table.adjourned for table in tables if table.still and table.adjourned)
    return min(((at, "end_adjournment") for at in goes_on), default=None)


def _due(t: Tournament) -> tuple[datetime, str] | None:
    match t.status:
        case state.OPEN if t.closes_at is not None:
            return t.closes_at, "close_entries"
        case state.RUNNING:
            return _due_in_play(t)
        case state.PROVISIONAL if t.rehearses and t.until is not None:
            return t.until, "end_rehearsal"
        case state.PROVISIONAL if t.until is not None:
            return final_at(t), "finalize"
    return None


MOST_FAILURES = 3
"""After so many a person is asked, and it is tried less often."""
SOON, SELDOM = timedelta(minutes=5), timedelta(days=1)
"""After so long a round that could not be paired is tried again."""
UNANSWERED = timedelta(hours=72)
"""So much later than else standings become final in spite of a protest that nobody answers."""


def final_at(t: Tournament) -> datetime:
    """When the standings become final."""
    assert t.until is not None
    return t.until + UNANSWERED if t.protests else t.until


def _due_in_play(t: Tournament) -> tuple[datetime, str] | None:
    one, now = t.round, t.at
    assert now is not None
    if one is None or one.status == state.CLOSED:
        return _again(t) if t.failures else now, "propose"
    if one.status == state.PROPOSED:
        return one.publish_at, "publish"
    if one.status == state.PUBLISHED:
        return one.times.opens_at, "open"
    if any(table.status == state.WAITING for table in one.tables):
        return now, "make_tables"
    return _of_round(t, one)


def _of_round(t: Tournament, one: Round) -> tuple[datetime, str]:
    """When the next time of a round that is being played is up."""
    return min(each for each in ((deadline(one), "overdue"), _search(t, one)) if each)


def _search(t: Tournament, one: Round) -> tuple[datetime, str] | None:
    """When whoever has not come to their table is looked for, and when no more."""
    if one.answer_by is not None:
        return one.answer_by, "end_search"
    return min(((at, "look_for") for table in one.tables if (at := look_at(t, one, table))), default=None)


def look_at(t: Tournament, one: Round, table: Table) -> datetime | None:
    """When it is looked who has not come to a table: with all others, and where it was put off so long after its going
    on; None where nobody is to be looked for any more, or who sits at real cards: them nobody sees."""
    minutes = t.rules.get("first_move_minutes", 0)  # rules that stood before it was asked have none
    if not minutes or table.off or table.still or (table.looked if table.adjourned else one.looked):
        return None
    return (table.went_on or one.times.opens_at) + timedelta(minutes=minutes)


def _again(t: Tournament) -> datetime:
    """When it is tried once more to pair a round, whatever else has happened since."""
    return datetime.fromisoformat(t.why["at"]) + (SOON if t.failures < MOST_FAILURES else SELDOM)


def due_at(t: Tournament, at: datetime) -> tuple[datetime, str] | None:
    """What is due at this time: tables that cannot be made keep nothing else waiting whose time has come."""
    found = due(t)
    if found and found[1] == "make_tables" and t.round:
        others = [one for one in (_of_round(t, t.round), _unopposed(t), _put_off(t)) if one and one[0] <= at]
        return min(others, default=found)
    return found


def deadline(one: Round) -> datetime:
    """When something is made of tables of the round that have not ended."""
    if one.status == state.PLAYING:
        return one.times.soft_at
    return min((one.ends(table) for table in one.tables if not table.over), default=one.times.hard_at)


def reminders(t: Tournament) -> tuple[Reminder, ...]:
    """When people are reminded of the round that is being played, by its times as they are now."""
    one = t.round
    on = one is not None and one.status == state.PLAYING and t.status == state.RUNNING and not t.rehearses
    if one is None or not on or all(table.real for table in one.tables):
        return ()
    return schedule.reminders(one.times.opens_at, one.times.soft_at, REMINDERS, LAST_REMINDER)


def remind_at(t: Tournament, kept: datetime | None) -> datetime | None:
    """When the next reminder is to be looked after; `kept`: what stood before the last row. That stays as long as it is
    one, though its time may be over: it was not looked after yet."""
    moments = [one.at for one in reminders(t)]
    return kept if kept in moments else next((at for at in moments if t.at is None or at > t.at), None)
