"""When a round and its event end, from how fast deals have gone so far. Pure.

A table goes on as it has; one that has ended no deal yet goes as all others together, and where nobody has, as the
rounds before or as the plan has it. Nothing ends later than its hard deadline, a table that was given more time than
its own: beside what is expected stands the latest.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from tournaments import state
from tournaments.state import Round, Tournament

MEASURED, ROUGH, EARLIER, PLAN = "measured", "rough", "earlier", "plan"
"""How sure it is: a deal of every table that is not over was measured; some were; only earlier rounds; nothing was."""

Deals = Mapping[int, Sequence[datetime]]
"""When the deals of each table of the round ended that is on."""


class Span(NamedTuple):
    """When something ends: as it goes, and at the latest."""

    expected: datetime
    latest: datetime


class Forecast(NamedTuple):
    """`tables`: when each open table ends; `round`: None where none is on; `played`: the last round; `final`: when
    nobody may protest any more. `measured`: so many deals were."""

    tables: Mapping[int, datetime]
    round: Span | None
    played: Span
    final: Span
    sure: str
    measured: int
    for_a_deal: timedelta


def of(t: Tournament, deals: Deals, now: datetime) -> Forecast | None:
    """The forecast of an event that is running, or will at once when it goes on; None of any other."""
    if t.status not in (state.RUNNING, state.PAUSED) or not t.times:
        return None
    one = t.round
    on = one if one is not None and one.open else None
    measured = sum(map(len, deals.values())) if on else 0
    pace, sure = _pace(t, on, deals, measured)
    tables = {} if on is None else _tables(t, on, deals, pace, now)
    span = None
    if on is not None:
        latest = max((on.ends(table) for table in on.tables if not table.over), default=on.times.hard_at)
        span = Span(min(max(tables.values(), default=now), latest), latest)
    played = _played(t, span, pace * t.rules["deals"], now)
    protest = timedelta(minutes=t.rules["protest_minutes"])
    final = Span(played.expected + protest, played.latest + protest)
    return Forecast(tables, span, played, final, sure, measured, pace)


def _pace(t: Tournament, on: Round | None, deals: Deals, measured: int) -> tuple[timedelta, str]:
    """The time for a deal, and how sure that is."""
    if on is not None and on.began_at is not None and measured:
        spent = sum(((ended[-1] - on.began_at) for ended in deals.values() if ended), timedelta())
        every = all(table.over or deals.get(table.number) for table in on.tables)
        return spent / measured, MEASURED if every else ROUGH
    # An earlier round lasted as long as its slowest table: that is no faster than the mean, so nobody is promised much.
    rounds = [one for one in t.rounds if one.closed_at and one.began_at and one.tables]
    if rounds:
        lasted = sum(((one.closed_at - one.began_at) for one in rounds if one.closed_at and one.began_at), timedelta())
        return lasted / (len(rounds) * t.rules["deals"]), EARLIER
    return timedelta(minutes=t.rules["round_minutes"]) / t.rules["deals"], PLAN


def _tables(t: Tournament, on: Round, deals: Deals, pace: timedelta, now: datetime) -> dict[int, datetime]:
    began = on.began_at or on.times.opens_at
    return {
        table.number: min(_ends(t.rules["deals"], deals.get(table.number, ()), began, pace, now), on.ends(table))
        for table in on.tables
        if not table.over
    }


def _ends(most: int, ended: Sequence[datetime], began: datetime, pace: timedelta, now: datetime) -> datetime:
    """When a table ends: the deal that is on when its time is over, or now if it should be; each other a deal later."""
    own = (ended[-1] - began) / len(ended) if ended else pace
    this = max((ended[-1] if ended else began) + own, now)
    return this + own * max(0, most - len(ended) - 1)


def _played(t: Tournament, span: Span | None, lasts: timedelta, now: datetime) -> Span:
    """When the last round is played."""
    waits, early = timedelta(minutes=t.rules["publish_minutes"]), t.rules["early"]
    expected, latest = span or Span(now, now)
    one = t.round
    begun = len(t.rounds)
    if one is not None and one.status in (state.PROPOSED, state.PUBLISHED):
        longest = one.times.hard_at - one.times.opens_at
        opens = max(one.times.opens_at, now)
        expected, latest = opens + min(lasts, longest), opens + longest
    for planned in t.times[begun:]:
        longest = planned.hard_at - planned.opens_at
        first = planned.opens_at if begun == 0 or not early else None
        begun += 1
        expected = _after(expected, first, waits, min(lasts, longest))
        latest = _after(latest, first, waits, longest)
    return Span(expected, latest)


def _after(before: datetime, planned: datetime | None, waits: timedelta, lasts: timedelta) -> datetime:
    """The end of a round that opens after another, not before its time where it has one."""
    told = before + waits
    return (told if planned is None else max(told, planned)) + lasts
