"""What officers see of an event: what holds it up, when it ends."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from tournaments import blockers, forecast, progress, words
from tournaments.blockers import Blocker
from tournaments.forecast import Span
from tournaments.overview.lines import TableLine
from tournaments.overview.pages import Page
from tournaments.overview.rounds import table_line
from tournaments.progress import Running, Waits


class Holding(NamedTuple):
    """One thing that holds the event up: what it is in words; of a table who is waited for, since when, until when."""

    kind: str
    what: str
    line: TableLine | None
    deal: int
    deals: int
    waits: tuple[Waits, ...]
    since: datetime | None
    expected: datetime | None
    game: UUID | None


def holding(page: Page, found: dict[int, Running], now: datetime) -> list[Holding]:
    """All of it, the table that is furthest behind first; protests have their own place."""
    ends = told.tables if (told := _forecast(page, now)) else {}
    told_of = blockers.of(page.seen, found, now)
    return [_holding(page, one, ends.get(one.table or 0)) for one in told_of if one.kind != blockers.PROTEST]


def _holding(page: Page, one: Blocker, ends: datetime | None) -> Holding:
    current = page.t.round
    table = current.table(one.table) if current and one.table else None
    line = table_line(page, current, table) if current and table else None
    what = str(words.BLOCKERS[one.kind])
    if one.kind == blockers.LATE:
        what = f"{what} {words.STEPS[one.code]}"
    return Holding(one.kind, what, line, one.deal, one.deals, one.waits, one.since, ends, one.game)


def _forecast(page: Page, now: datetime) -> forecast.Forecast | None:
    return forecast.of(page.t, progress.deals(page.t), now)


class Ends(NamedTuple):
    """When the round and the event end, and how sure that is in words."""

    round: Span | None
    played: Span
    final: Span
    sure: str


def ends(page: Page, now: datetime) -> Ends | None:
    """The forecast of an event that is running."""
    found = _forecast(page, now)
    return None if found is None else Ends(found.round, found.played, found.final, str(words.SURE[found.sure]))
