"""What officers see of an event: what holds it up."""

from typing import Any, NamedTuple

from games import selectors as games
from tournaments import serializers
from tournaments.overview.lines import TableLine
from tournaments.overview.pages import Page
from tournaments.overview.rounds import table_line


class Holding(NamedTuple):
    """A table that holds its round up: who is waited for, since when, until when."""

    line: TableLine
    deal: int
    deals: int
    waits_for: str
    since: Any
    deadline: Any


def holding(one: Page) -> list[Holding]:
    """The tables that have not ended, the one that is furthest behind first."""
    current = one.t.round
    if current is None or not current.open:
        return []
    lines = [table_line(one, current, table) for table in current.tables if not table.over]
    return sorted((_holding(one, line) for line in lines), key=lambda told: (told.deal, told.since or one.t.at))


def _holding(one: Page, line: TableLine) -> Holding:
    if line.game is None:
        return Holding(line, 0, one.t.rules["deals"], "", None, None)
    now = games.look_as_the_house(line.game).state
    known = serializers.names_of(one.t)
    seats = [now.table.seats[seat].holder for seat in now.to_act]
    waits = ", ".join(known[holder.id].name for holder in seats if holder and holder.id in known)
    return Holding(line, now.deals_begun, now.table.deals, waits, now.marks.at, now.deadline)
