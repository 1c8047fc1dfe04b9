"""The rounds of an event with their tables, and why each is as it is."""

from uuid import UUID

from tournaments import serializers, state, words
from tournaments.overview.lines import RoundLine, TableLine
from tournaments.overview.pages import Page
from tournaments.overview.why import all_told


def rounds(page: Page) -> list[RoundLine]:
    """The rounds that who looks may see, the latest first."""
    return [_round(page, one) for one in reversed(list(serializers.shown(page.seen)))]


def with_results(page: Page) -> list[int]:
    """The rounds in which tables have a result, the latest first."""
    return [one.number for one in reversed(page.t.rounds) if any(table.over for table in one.tables)]


def decided(page: Page, number: int) -> list[TableLine]:
    """The tables of a round that have a result."""
    return [
        table_line(page, one, table)
        for one in page.t.rounds
        if one.number == number
        for table in one.tables
        if table.over
    ]


def _round(page: Page, one: state.Round) -> RoundLine:
    rests = [
        (
            page.names[rest["entry"]],
            str(words.RESTS.get(rest["kind"], rest["kind"])),
            "; ".join(all_told(rest["reasons"], page.names)),
        )
        for rest in one.rests
    ]
    tables = [table_line(page, one, table) for table in one.tables]
    return RoundLine(one.number, str(words.ROUNDS[one.status]), one.status, one.times, tables, rests, one.open)


def table_line(page: Page, one: state.Round, table: state.Table) -> TableLine:
    """A table as a line."""
    sides = tuple(" + ".join(page.names[entry] for entry in side) for side in table.sides)
    outcome = words.outcome(state.plain(table), page.names, sides) if table.over else ""
    return TableLine(
        one.number,
        table.number,
        sides,
        str(words.TABLES[table.status]),
        outcome,
        all_told(table.reasons, page.names),
        UUID(table.game) if table.game and not page.t.rehearses else None,
        page.own is not None and page.own.id in table.entries,
        not table.over,
        table.real,
        table.adjourned if table.still else None,
        tuple((sides[int(side)], words.scores(told)) for side, told in sorted(table.scores.items())),
    )
