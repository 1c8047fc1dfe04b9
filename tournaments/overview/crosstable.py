"""Who met whom and what came of it: a square of all pairs, or, where they are too many for that, round by round."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments import facts, words
from tournaments.overview.pages import Page
from tournaments.standings import Line, Row

MOST = 24
"""So many stand in a square."""


class Met(NamedTuple):
    """One meeting, or a round without one: whom by their place in the table, points, what else counts, in words."""

    other: str
    points: str
    second: str
    told: str


class CrossLine(NamedTuple):
    """A pair's line. `cells`: its meetings by column; `own`: which column is its own, 0 if none is."""

    place: int
    rank: int
    entry: str
    name: str
    mine: bool
    active: bool
    cells: list[list[Met]]
    own: int
    points: str
    second: str


class Crosstable(NamedTuple):
    """`square`: the columns are the pairs by place; else the rounds. `heads`: what stands over each column, and whom it
    is. `second`: what stands beside the points, and what that is; nothing where points alone count."""

    square: bool
    heads: list[tuple[int, str]]
    lines: list[CrossLine]
    second: tuple[str, str] | None


def of_a_round(page: Page) -> str:
    """The key that stands for a single round: what the standings go by, VP before the points that they refine."""
    return next(key for key in ("vp", *facts.rules(page.t).keys) if key in facts.rules(page.t).keys)


def _beside(page: Page) -> str:
    """The key of what stands beside the points, if anything does."""
    key = of_a_round(page)
    return key if key in _TAKEN else ""


_TAKEN = {"vp": 1, "net": 2}
"""Where among an entry's penalties that lies which is taken from such a number."""


def crosstable(page: Page) -> Crosstable | None:
    """The table of an event of which rounds are over."""
    if page.standing is None or not page.closed:
        return None
    rows = page.standing.rows
    places = {row.entry: place for place, row in enumerate(rows, start=1)}
    square = len(rows) <= MOST
    heads = [(place, page.names[entry]) for entry, place in places.items()]
    if not square:
        heads = [(number, _("Round %(n)s") % {"n": number}) for number in range(1, page.closed + 1)]
    second = words.KEYS.get(_beside(page))
    told = None if second is None else (str(second[0]), str(second[1]))
    return Crosstable(square, heads, [_line(page, row, places, square) for row in rows], told)


def _line(page: Page, row: Row, places: dict[str, int], square: bool) -> CrossLine:
    cells: list[list[Met]] = [[] for _column in (places if square else row.lines)]
    for line in row.lines:
        columns = [places[other] for other in line.opponents if other in places] if square else [line.round]
        for column in columns:
            cells[column - 1].append(_met(page, line, places))
    place, key = places[row.entry], _beside(page)
    return CrossLine(
        place,
        row.rank,
        row.entry,
        page.names[row.entry],
        page.own is not None and page.own.id == row.entry,
        row.active,
        cells,
        place if square else 0,
        words.value("match_points", sum(line.match_points for line in row.lines) - row.penalties[0]),
        words.value(key, sum(getattr(line, key) for line in row.lines) - row.penalties[_TAKEN[key]]) if key else "",
    )


def _met(page: Page, line: Line, places: dict[str, int]) -> Met:
    points, key = words.value("match_points", line.match_points), _beside(page)
    second = words.value(key, getattr(line, key)) if key else ""
    others = "+".join(str(places[other]) for other in line.opponents if other in places)
    return Met(others, points, second, _("round %(n)s: %(what)s") % {"n": line.round, "what": in_words(page, line)})


def in_words(page: Page, line: Line) -> str:
    """What a round has brought an entry."""
    against = ", ".join(page.names.get(entry, "") for entry in line.opponents)
    told = {"points": words.value("match_points", line.match_points), "pair": against, "net": line.net}
    if line.kind == "played" and line.partners:
        told["partner"] = ", ".join(page.names.get(entry, "") for entry in line.partners)
        return _("%(points)s points with %(partner)s against %(pair)s, net %(net)s") % told
    if line.kind == "played" and len(line.opponents) > 1:
        told["total"] = line.points
        return _("%(points)s points against %(pair)s, %(total)s game points") % told
    if line.kind == "played":
        return _("against %(pair)s, points: %(points)s, net: %(net)s") % told
    kind = str(words.RESTS.get(line.kind, words.TABLES.get(line.kind, line.kind)))
    return _("%(kind)s (%(pair)s)") % {"kind": kind, "pair": against} if against else kind
