"""What is made of tables that have not ended in time: cut after the last complete deal, or forfeited by the slower."""

from collections.abc import Mapping
from datetime import timedelta

from tournaments import state
from tournaments.commands import Context, Found
from tournaments.deciding import real_cards
from tournaments.deciding.absences import ABSENT
from tournaments.deciding.common import forfeited, result_of
from tournaments.events import Event
from tournaments.standings.vp import ALL
from tournaments.state import Round, Table, Tournament

MOVING = timedelta(hours=24)
"""Who has done something in this time is playing."""
NEARLY_PERCENT = 5
"""Sides whose times differ by no more than this have taken equally long."""
COMPLETE = {1: 1, 2: 1, 4: 2}
"""So many deals, of how many, are enough to count. Of one deal that has not ended there are never enough."""

NOTHING = Found(0, (), (), ())


DEADLINE, CUT, DRAW, FIRST, SECOND, BOTH = (
    "deadline",
    "cut",
    "draw",
    "first_forfeits",
    "second_forfeits",
    "both_forfeit",
)
POLICIES = (DEADLINE, CUT, DRAW, FIRST, SECOND, BOTH)
"""What may become of a table that is not over when somebody ends its round: as at the latest end; what its complete
deals say, or a draw if there is none; a draw; or who forfeits."""
LOSERS = {FIRST: (0,), SECOND: (1,), BOTH: (0, 1)}
BY_DIRECTOR = "director"


def ended(t: Tournament, one: Round, context: Context, but_moving: bool = False) -> list[Event]:
    """A result for every table that has none, but for those that have more time of their own. `but_moving`: nor for
    those where both sides have moved lately."""
    events = []
    for table in one.tables:
        found = context.found.get(table.number, NOTHING)
        longer = table.until is not None and context.at < one.ends(table)
        goes_on = but_moving and (table.real or moving(found, context))  # of real cards nobody sees whether they move
        if not table.over and not longer and not goes_on:
            events.append(_ended(t, one, table, found))
    return events


def closed(t: Tournament, one: Round, context: Context, policies: Mapping[int, str]) -> list[Event]:
    """A result for every table that has none, by what was chosen for it."""
    waiting = (table for table in one.tables if not table.over)
    return [_closed(t, one, table, context, policies.get(table.number, DEADLINE)) for table in waiting]


def _closed(t: Tournament, one: Round, table: Table, context: Context, policy: str) -> Event:
    found = context.found.get(table.number, NOTHING)
    if policy == DEADLINE or (policy == CUT and table.scores):
        return _ended(t, one, table, found)
    if policy in LOSERS:
        return forfeited(one, table, LOSERS[policy], BY_DIRECTOR)
    if policy == CUT and found.deals:
        return result_of(one, table, BY_DIRECTOR, status=state.TRUNCATED, totals=list(found.totals))
    drawn = {"match_points": len(table.sides) - 1, "vp": ALL // 2}
    return result_of(one, table, BY_DIRECTOR, status=state.ASSIGNED, points=dict.fromkeys(table.entries, drawn))


def moving(found: Found, context: Context) -> bool:
    """Whether all sides have done something lately."""
    return bool(found.moved) and all(at is not None and context.at - at <= MOVING for at in found.moved)


def at_fault(found: Found) -> tuple[int, ...]:
    """The sides that have used more of their own time; all of them where the difference is small."""
    most = max(found.used, default=0)
    slow = [side for side, used in enumerate(found.used) if (most - used) * 100 <= most * NEARLY_PERCENT]
    return tuple(slow)


def _ended(t: Tournament, one: Round, table: Table, found: Found) -> Event:
    if table.real:
        return real_cards.settled(t, one, table, COMPLETE[t.rules["deals"]])
    every = tuple(range(len(table.sides)))
    fault = at_fault(found) or every
    if found.deals >= COMPLETE[t.rules["deals"]]:
        alone = fault[0] if len(fault) == 1 else None
        return result_of(one, table, "deadline", status=state.TRUNCATED, totals=list(found.totals), fault=alone)
    nobody = bool(found.moved) and all(found.moved[side] is None for side in fault)
    return forfeited(one, table, fault, ABSENT if nobody else "deadline")
