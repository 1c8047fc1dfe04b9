"""What events do by themselves: what is due is done by a sweep, by the one path like everything else.

The table of what is due is the clock, Celery a hint: losing Redis, beat or the workers for a day loses nothing.
"""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from accounts.notices import wishes, writing
from accounts.notices.models import Notice
from config.kernel.errors import ProblemError
from games import downtime
from games.models import Downtime, Outcome
from tournaments import calendar, coming, commands, facts, pairing, selectors, state, tables
from tournaments.command_handler import Order, handle, load
from tournaments.commands import Command
from tournaments.models import Table
from tournaments.models import Tournament as Row
from tournaments.selectors import Seen
from tournaments.services import database_time

log = logging.getLogger(__name__)

AGAIN = timedelta(seconds=20)
"""After so long a sweep tries once more what another took up, and may have died with."""
DEADLINES = ("overdue", "look_for", "end_search", "finalize", "unopposed")
"""Of what is due, the ends of times in which people may do something."""
MOST_STEPS = 200
"""More than any event has to do at once; beyond it something is wrong, and the next sweep may look again."""


def take_results() -> int:
    """Tell the events of all games that have ended, in the order of their ends. Returns how many were told.

    What is looked for is what has not been told; so nothing is counted, and nothing can be missed or told twice.
    """
    playing = Table.objects.filter(over=False).values("game")
    told = 0
    for outcome in Outcome.objects.filter(game_id__in=playing).order_by("number"):
        of = Table.objects.filter(game=outcome.game_id).values_list("tournament_id", flat=True).first()
        if of is None:
            continue
        try:
            handle(Order(of, tables.taken(outcome), database_time()))
            told += 1
        except Exception:
            log.exception("the result of %s could not be taken", outcome.game_id)
    return told


def tell_what_comes(now: datetime) -> int:
    """Tell of events that begin soon whoever has not been told. Returns how many notices that were."""
    within = {"starts_at__gt": now, "starts_at__lte": now + coming.AHEAD}
    rows = Row.objects.filter(status=state.OPEN, rehearses=None, version__gt=0, **within)
    told: list[writing.Told] = []
    for row in rows.order_by("starts_at", "id"):
        try:
            told += coming.due(row.id, load(row), now)
        except Exception:
            log.exception("who is to know that event %s begins could not be told", row.id)
    about = {one.about for one in told}
    known = Notice.objects.filter(kind__in=(coming.SOON, coming.CHECK_IN), about__in=about, over_at=None)
    before = set(known.values_list("user_id", "kind", "about", "occasion"))
    new = [one for one in told if tuple(one[:4]) not in before]
    return writing.write(new, wishes.of({one.user_id for one in new}), now) if new else 0


def take_due(most: int) -> list[UUID]:
    """Events that have something to do. They are taken up by the caller: nobody else is given them for a while."""
    with transaction.atomic():
        now = database_time()
        found = selectors.due(now, now - AGAIN, most)
        Row.objects.filter(id__in=found).update(swept_at=now)
    return found


def advance(id_: UUID, now: datetime | None = None) -> int:
    """Let an event do all that is due. Returns how many steps it took. `now`: the database's clock, unless told."""
    for done in range(MOST_STEPS):
        at = now or database_time()
        seen = selectors.look_as_the_house(id_)
        due = calendar.due_at(seen.state, at)
        if due is None or due[0] > at:
            Row.objects.filter(id=id_).update(swept_at=None)
            return done
        if due[1] in DEADLINES and (sign := downtime.last_sign()) is not None and sign < due[0]:
            return done  # nobody's time is over while nobody could act
        version = handle(Order(id_, _step(seen, due[1]), at, expected=seen.version))
        if version == seen.version and selectors.look_as_the_house(id_).version == version:
            return done  # nothing came of it: the next sweep looks again
    return MOST_STEPS


def _step(seen: Seen, what: str) -> Command:
    """The command for what is due. The pairing is found here, outside of any transaction: it counts only if nothing has
    changed meanwhile."""
    number = seen.state.round.number if seen.state.round else 0
    match what:
        case "close_entries":
            return commands.CloseEntries()
        case "propose":
            return _pairing(seen)
        case "publish":
            return commands.PublishRound(number)
        case "open":
            return commands.OpenRound(number)
        case "make_tables":
            return commands.MakeTables(number, {})
        case "overdue":
            return _outage(seen) or commands.Overdue(number)
        case "look_for":
            return commands.LookFor(number)
        case "end_search":
            return _outage(seen) or commands.EndSearch(number)
        case "end_adjournment":
            return commands.EndAdjournment(number)
        case "unopposed":
            return commands.Unopposed()
        case "end_rehearsal":
            return commands.EndRehearsal()
        case "finalize":
            return commands.Finalize(facts.standing(seen.state).hash)
    raise ProblemError("not_found")


def _outage(seen: Seen) -> Command | None:
    """The time of the round in which nobody could act, as far as it was not given back yet, by a pause or before."""
    t = seen.state
    began = t.round.began_at if t.round else None
    down = list(Downtime.objects.filter(number__gt=t.outage, ends__gt=began).order_by("begins")) if began else []
    seconds, until = 0.0, began
    pauses = _pauses(seen) if down else []
    for one in down:
        if until is not None and one.ends > until:
            span = max(one.begins, until), one.ends
            seconds += _common(span, span) - sum(_common(span, pause) for pause in pauses)
            until = one.ends
    return commands.Outage(max(one.number for one in down), round(seconds)) if seconds >= 1 else None


def _pauses(seen: Seen) -> list[tuple[datetime, datetime]]:
    """The pauses of an event that are over: all times were moved by them."""
    rows = [row for row in selectors.rows(seen) if row.type in ("paused", "resumed")]
    return [(paused.at, resumed.at) for paused, resumed in zip(rows[::2], rows[1::2], strict=False)]


def _common(one: tuple[datetime, datetime], other: tuple[datetime, datetime]) -> float:
    """The seconds that are in both of two spans."""
    return max(0.0, (min(one[1], other[1]) - max(one[0], other[0])).total_seconds())


def _pairing(seen: Seen) -> Command:
    """The next round as the format pairs it, or why it cannot."""
    try:
        return pairing.of_next_round(seen.state)
    except Exception as error:
        log.exception("the next round of %s could not be paired", seen.id)
        return commands.CannotPair("internal", {"kind": type(error).__name__})
