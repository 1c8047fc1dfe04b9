"""What is made of tables that have not ended in time: cut after the last complete deal, or forfeited by the slower."""

from datetime import timedelta

from tournaments import state
from tournaments.commands import Context, Found
from tournaments.deciding.common import forfeited, result_of
from tournaments.events import Event
from tournaments.state import Round, Table, Tournament

MOVING = timedelta(hours=24)
"""Who has done something in this time is playing."""
NEARLY_PERCENT = 5
"""Sides whose times differ by no more than this have taken equally long."""
COMPLETE = {1: 1, 2: 1, 4: 2}
"""So many deals, of how many, are enough to count. Of one deal that has not ended there are never enough."""

NOTHING = Found(0, (), (), ())


def ended(t: Tournament, one: Round, context: Context, but_moving: bool = False) -> list[Event]:
    """A result for every table that has none. `but_moving`: not for those where both sides have moved lately."""
    events = []
    for table in one.tables:
        found = context.found.get(table.number, NOTHING)
        if not table.over and not (but_moving and moving(found, context)):
            events.append(_ended(t, one, table, found))
    return events


def moving(found: Found, context: Context) -> bool:
    """Whether all sides have done something lately."""
    return bool(found.moved) and all(at is not None and context.at - at <= MOVING for at in found.moved)


def at_fault(found: Found) -> tuple[int, ...]:
    """The sides that have used more of their own time; all of them where the difference is small."""
    most = max(found.used, default=0)
    slow = [side for side, used in enumerate(found.used) if (most - used) * 100 <= most * NEARLY_PERCENT]
    return tuple(slow)


def _ended(t: Tournament, one: Round, table: Table, found: Found) -> Event:
    every = tuple(range(len(table.sides)))
    fault = at_fault(found) or every
    if found.deals >= COMPLETE[t.rules["deals"]]:
        alone = fault[0] if len(fault) == 1 else None
        return result_of(one, table, "deadline", status=state.TRUNCATED, totals=list(found.totals), fault=alone)
    return forfeited(one, table, fault, "deadline")
