"""What of an event goes into a spreadsheet."""

from typing import Any

from tournaments import entrants
from tournaments.overview.pages import Page
from tournaments.overview.standing import keys, standings


def table_of_standings(one: Page) -> list[list[Any]]:
    """The standings as lines of cells. What a spreadsheet would take for a formula stands behind an apostrophe."""
    columns = keys(one)
    head = ["#", str(entrants.of(one.t.rules).one), *(short for short, _what in columns), *range(1, one.closed + 1)]
    rows = [
        [row.rank, _as_text(row.name), *(value for value, _of in row.values), *(value for value, _of in row.rounds)]
        for row in standings(one)
    ]
    return [head, *rows]


def _as_text(name: str) -> str:
    return f"'{name}" if name[:1] in "=+-@" else name
