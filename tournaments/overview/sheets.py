"""Standings, pairings, crosstable and log as lines of cells, for spreadsheets."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from config.kernel.rows import timestamp
from tournaments import entrants
from tournaments.overview import crosstable, history, rounds
from tournaments.overview.pages import Page
from tournaments.overview.standing import keys
from tournaments.overview.standing import standings as lines_of

Lines = list[list[Any]]


def _as_text(cell: Any) -> Any:
    """What a spreadsheet would take for a formula stands behind an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell and cell[0] in "=+-@\t\r" else cell


def _safe(lines: Lines) -> Lines:
    return [[_as_text(cell) for cell in line] for line in lines]


def standings(page: Page) -> Lines:
    """Who stands where, by every key, and what each round gave: numbers stay numbers."""
    columns = keys(page)
    head = ["#", str(entrants.of(page.t.rules).one), *(short for short, _what in columns), *page.counted]
    rows = [
        [row.rank, _as_text(row.name), *(value for value, _of in row.values), *(value for value, _of in row.rounds)]
        for row in lines_of(page)
    ]
    return [head, *rows]


def pairings(page: Page) -> Lines:
    """Every table of every round that who looks may see, and who rests."""
    head = [_("Round"), _("Table"), _("First side"), _("Second side"), _("Result"), _("Why")]
    lines: Lines = []
    for one in reversed(rounds.rounds(page)):
        for table in one.tables:
            sides = [*table.sides[:1], " | ".join(table.sides[1:])]
            lines.append([one.number, table.number, *sides, table.outcome or table.status, "; ".join(table.reasons)])
        lines += [[one.number, "", name, "", what, why] for name, what, why in one.rests]
    return _safe([head, *lines])


def cross(page: Page) -> Lines:
    """Who met whom: points and VP in each cell."""
    found = crosstable.crosstable(page)
    if found is None:
        return [["#", _("Pair")]]
    head = ["#", _("Pair"), *(place for place, _name in found.heads), _("Points"), *(found.second or ())[:1]]
    return _safe(
        [
            head,
            *(
                [
                    line.place,
                    line.name,
                    *(_cell(found.square, one) for one in line.cells),
                    line.points,
                    *filter(None, [line.second]),
                ]
                for line in found.lines
            ),
        ]
    )


def _cell(square: bool, met: list[crosstable.Met]) -> str:
    told = [f"{one.points} ({one.second})" if one.second else one.points for one in met]
    return "; ".join(told if square else [f"{one.other}: {what}" for one, what in zip(met, told, strict=True)])


def log(page: Page) -> Lines:
    """The stream in words, the newest first."""
    head = ["#", _("When"), _("What"), _("Reason"), "SHA-256"]
    told = history.log(page)
    return _safe([head, *([version, timestamp(at), what, why, hash_] for at, what, why, version, hash_ in told)])


SHEETS: dict[str, Callable[[Page], Lines]] = {
    "standings": standings,
    "pairings": pairings,
    "crosstable": cross,
    "log": log,
}
"""By the name of the file."""
