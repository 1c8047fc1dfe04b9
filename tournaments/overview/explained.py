"""How a pair came to its place: its rounds, and each number that the standings go by, part by part."""

from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments import facts, words
from tournaments.overview.crosstable import in_words
from tournaments.overview.pages import Page
from tournaments.standings import Row, Value


class Part(NamedTuple):
    """A summand: the round, whom it comes from, how much, whether it was left out."""

    round: int
    name: str
    value: str
    cut: bool


class Number(NamedTuple):
    """One number of a place. `applied`: whether it could be compared at all."""

    name: str
    what: str
    value: str
    parts: list[Part]
    applied: bool


class Spent(NamedTuple):
    """A round of a pair: what came of it, its points, and the game of it if there was one."""

    round: int
    what: str
    points: str
    vp: str
    game: UUID | None


class Place(NamedTuple):
    """A pair's place and all that it is made of. `beside`: how it compares with whoever stands right above.
    `vps`: whether victory points count here."""

    name: str
    rank: int
    rounds: list[Spent]
    numbers: list[Number]
    penalties: str
    beside: str
    vps: bool


def place(page: Page, entry: str) -> Place | None:
    """How an entry came to where it stands; None of one that stands nowhere."""
    rows = page.standing.rows if page.standing else ()
    found = next((number for number, row in enumerate(rows) if row.entry == entry), None)
    if found is None:
        return None
    row = rows[found]
    taken = [
        _("%(n)s points") % {"n": words.value("match_points", row.penalties[0])} if row.penalties[0] else "",
        _("%(n)s VP") % {"n": words.value("vp", row.penalties[1])} if row.penalties[1] else "",
    ]
    return Place(
        page.names[entry],
        row.rank,
        _rounds(page, row),
        [_number(page, one) for one in row.values],
        ", ".join(filter(None, taken)),
        _beside(page, rows[found - 1], row) if found else "",
        "vp" in facts.rules(page.t).keys,
    )


def _rounds(page: Page, row: Row) -> list[Spent]:
    games = {one.number: table.game for one in page.t.rounds for table in one.tables if row.entry in table.entries}
    return [
        Spent(
            line.round,
            in_words(page, line),
            words.value("match_points", line.match_points),
            words.value("vp", line.vp),
            UUID(game) if (game := games.get(line.round)) else None,
        )
        for line in row.lines
    ]


def _number(page: Page, one: Value) -> Number:
    short, what = words.KEYS[one.key]
    own = _("themselves: a round without opponents counts the own points")
    parts = [
        Part(
            part.round,
            page.names.get(part.entry, "") if part.entry else own,
            words.value(one.key, part.value),
            part.cut,
        )
        for part in one.parts
    ]
    return Number(str(short), str(what), words.value(one.key, one.value), parts, one.applied)


def _beside(page: Page, above: Row, row: Row) -> str:
    """What decides between a pair and the one above it."""
    name = page.names[above.entry]
    if above.active and not row.active:
        return _("Who has left stands below everybody who has not.")
    for key, better, own in zip(facts.rules(page.t).keys, above.values, row.values, strict=True):
        if better.value != own.value:
            told = {
                "pair": name,
                "key": words.KEYS[key][0],
                "better": words.value(key, better.value),
                "own": words.value(key, own.value),
            }
            return _("Below %(pair)s by %(key)s: %(better)s against %(own)s.") % told
    return _("Level with %(pair)s in everything: they share the rank.") % {"pair": name}
