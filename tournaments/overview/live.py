"""The tables that are on, for who looks on: how far each has come, and how it stands after its last whole deal."""

from datetime import datetime
from typing import NamedTuple

from games import permissions
from tournaments import progress, serializers
from tournaments.overview.lines import TableLine
from tournaments.overview.pages import Page
from tournaments.overview.rounds import table_line

SEES_TABLES = "see tables"
"""An act of the clubs' matrix."""


class Live(NamedTuple):
    """A table that is on. `totals` by side, once a deal is over."""

    line: TableLine
    deal: int
    deals: int
    totals: tuple[tuple[str, int], ...]
    waits: str
    since: datetime


def live(page: Page) -> list[Live]:
    """Those that who looks may see."""
    one = page.t.round
    if one is None or not one.open:
        return []
    found = progress.running(page.t)
    return [
        _live(page, table_line(page, one, each), found[each.number])
        for each in serializers.as_told(page.seen, one).tables
        if each.number in found and _may_see(page, found[each.number])
    ]


def _may_see(page: Page, one: progress.Running) -> bool:
    """Who sees the club's tables sees these that it is told of; anybody else may have a place at one."""
    seen, user = one.seen, page.user.id if page.user else None
    shown = not seen.held_back and page.seen.may(SEES_TABLES)
    return shown or permissions.may_see(seen.state.table, seen.creator, user, seen.held_back)


def _live(page: Page, line: TableLine, one: progress.Running) -> Live:
    totals = tuple(zip(line.sides, one.totals, strict=False)) if one.whole else ()
    return Live(line, one.deal, one.deals, totals, ", ".join(who.name for who in one.waits), one.since)
