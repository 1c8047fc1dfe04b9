"""The next pairing, before it is one: as it would be now, and as somebody pairs it by hand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from config.kernel.errors import ProblemError
from tournaments import dry_run, facts, words
from tournaments.commands import CannotPair
from tournaments.deciding import by_hand
from tournaments.formats import FORMATS
from tournaments.overview.pages import Page
from tournaments.overview.why import all_told


class Seats(NamedTuple):
    """A table or a rest: who, why."""

    names: tuple[str, ...]
    why: tuple[str, ...]


class NextRound(NamedTuple):
    """`proposed`: it is one already, and only not told. `assumed`: tables of the round that is on, and what was taken
    for their results. `failed`: why there is none."""

    number: int
    proposed: bool
    tables: list[Seats]
    rests: list[Seats]
    assumed: list[tuple[str, str]]
    failed: str
    sides: list[list[list[str]]]  # the entries of each table by side, for the form


def next_round(page: Page, stand: Mapping[int, tuple[int, ...]]) -> NextRound | None:
    """The next round that is not told yet; None where there is none to come."""
    found = dry_run.of_next(page.t, stand)
    if found.found is None:
        return None
    failed = ""
    pairing: dict[str, Any] = {"tables": [], "rests": []}
    if isinstance(found.found, CannotPair):
        failed = str(words.PAIRING_FAILED.get(found.found.code, found.found.code))
    else:
        pairing = found.found.pairing
    names = page.names
    return NextRound(
        found.round,
        found.proposed,
        [
            Seats(tuple(_side(side, names) for side in table["sides"]), all_told(table["reasons"], names))
            for table in pairing["tables"]
        ],
        [Seats((names[rest["entry"]],), all_told(rest["reasons"], names)) for rest in pairing["rests"]],
        [(_table(page, number), _(" to ").join(map(str, totals))) for number, totals in found.assumed],
        failed,
        [table["sides"] for table in pairing["tables"]],
    )


def _side(side: Iterable[str], names: Mapping[str, str]) -> str:
    return " + ".join(names[entry] for entry in side)


def _table(page: Page, number: int) -> str:
    one = page.t.round
    table = one.table(number) if one else None
    return " – ".join(_side(side, page.names) for side in table.sides) if table else str(number)


class ByHand(NamedTuple):
    """What can be paired by hand: the round, who plays, so many tables of so many sides at most, each of so many
    entries, and what a round is for who is left over; or why it cannot now."""

    number: int
    playing: list[tuple[str, str]]
    tables: int
    sides: int
    each: int
    left_over: str
    why_not: str

    @property
    def at_a_table(self) -> int:
        """So many places a table of the form has."""
        return self.sides * self.each

    def seats(self, tables: list[list[list[str]]]) -> list[str]:
        """The places of the form, filled from tables that there are."""
        told = [entry for table in tables for entry in self._row([entry for side in table for entry in side])]
        return told + [""] * (self.tables * self.at_a_table - len(told))

    def _row(self, entries: list[str]) -> list[str]:
        return (entries + [""] * self.at_a_table)[: self.at_a_table]

    def read(self, seats: list[str]) -> list[list[list[str]]]:
        """The tables that were chosen in the form, by side; a place that is left empty is none."""
        rows = [seats[begin : begin + self.at_a_table] for begin in range(0, len(seats), self.at_a_table)]
        tables = [[row[begin : begin + self.each] for begin in range(0, len(row), self.each)] for row in rows]
        chosen = [[[entry for entry in side if entry] for side in table] for table in tables]
        return [[side for side in table if side] for table in chosen if any(table)]


def may_pair(page: Page) -> ByHand:
    """Whether the next round can be paired by hand, and of whom it is made."""
    playing = [(one.id, page.names[one.id]) for one in page.t.entries if one.active and one.seed is not None]
    playing.sort(key=lambda one: one[1].casefold())
    try:
        number = by_hand.next_number(page.t)
    except ProblemError as refused:
        return ByHand(0, playing, 0, 1, 1, "", _why_not(refused))
    rules = facts.rules(page.t)
    shapes = FORMATS[rules.format].shapes(rules)
    least, (sides, each) = min(sides * each for sides, each in shapes), max(shapes)
    left_over = str(words.RESTS[FORMATS[rules.format].LEFT_OVER])
    return ByHand(number, playing, len(playing) // least, sides, each, left_over, "")


def _why_not(refused: ProblemError) -> str:
    if refused.code == "results_missing":
        told = {"tables": ", ".join(map(str, refused.data["tables"]))}
        return _("Tables of the round that is on have no result yet: %(tables)s. Until then it is a dry run.") % told
    return _("There is no round to be paired now.")


def faults(page: Page, refused: ProblemError) -> list[str]:
    """What is wrong with a round by hand, by name."""
    names = page.names
    if refused.code == "not_paired":
        wrong = ", ".join(names.get(id_, id_) for id_ in [*refused.data["entries"], *refused.data["unknown"]])
        if not wrong:
            return [_("Each table needs as many as the format has at one.")]
        return [_("Each sits at one table, or rests. Look at: %(pairs)s") % {"pairs": wrong}]
    return []


def broken(page: Page, refused: ProblemError) -> list[tuple[str, str]]:
    """Rules of fair pairing that do not hold, as (name, sentence); said yes to by their names."""
    return [
        (one["rule"], str(words.SOFT_RULES[one["rule"]]) % {"pair": _pair(page, one["entries"])})
        for one in refused.data.get("broken", ())
    ]


def _pair(page: Page, entries: Sequence[str]) -> str:
    return " – ".join(page.names[id_] for id_ in entries)
