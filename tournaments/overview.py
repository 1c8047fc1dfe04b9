"""What the pages show of an event, put together for templates."""

from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from config.kernel.rows import timestamp
from games import clock_words
from games import selectors as games
from tournaments import calendar, facts, selectors, serializers, state, words
from tournaments.deciding.beginning import may_come_late
from tournaments.selectors import Seen

LONGER = (1, 6, 24, 72)
"""Hours by which a round may be longer, for the page; a program says any time."""


class EntryLine(NamedTuple):
    """A pair, for lists."""

    id: str
    name: str
    note: str
    mine: bool
    active: bool


class TableLine(NamedTuple):
    """A table of a round. `hot`: it holds the round up."""

    round: int
    number: int
    sides: tuple[str, ...]
    status: str
    outcome: str
    reasons: tuple[str, ...]
    game: UUID | None
    mine: bool
    open: bool


class RoundLine(NamedTuple):
    """A round with its tables and who rests."""

    number: int
    status: str
    state: str
    times: state.Times
    tables: list[TableLine]
    rests: list[tuple[str, str, str]]
    open: bool


class StandingLine(NamedTuple):
    """A line of the standings: rank, pair, what each key gives with its parts, and the rounds."""

    rank: int
    name: str
    mine: bool
    active: bool
    values: list[tuple[str, str]]
    rounds: list[tuple[str, str]]


def name_of(one: state.Entry, known: dict[str, Any]) -> str:
    """A pair by the names of its people."""
    return " & ".join(known[person].name for person in one.persons)


class Page(NamedTuple):
    """An event for who looks."""

    seen: Seen
    names: dict[str, str]
    own: state.Entry | None
    user: User | None

    @property
    def t(self) -> state.Tournament:
        """The event's state."""
        return self.seen.state

    def entries(self) -> list[EntryLine]:
        """All pairs: who is in it first."""
        order = sorted(self.t.entries, key=lambda one: (not one.active, one.seed or 0, int(one.id)))
        return [EntryLine(one.id, self.names[one.id], self._note(one), one == self.own, one.active) for one in order]

    def _note(self, one: state.Entry) -> str:
        if one.withdrawn is not None:
            return str(words.CAUSES.get(one.withdrawn, one.withdrawn))
        if one.first > 1:
            return _("since round %(round)s") % {"round": one.first}
        if not one.complete:
            return _("waits for the partner's yes")
        if self.t.rules["check_in"] and self.t.status == state.OPEN:
            return _("checked in") if one.here else _("not checked in yet")
        return ""

    def rounds(self) -> list[RoundLine]:
        """The rounds that who looks may see, the latest first."""
        return [self._round(one) for one in reversed(list(serializers.shown(self.seen)))]

    def _round(self, one: state.Round) -> RoundLine:
        rests = [
            (
                self.names[rest["entry"]],
                str(words.RESTS.get(rest["kind"], rest["kind"])),
                "; ".join(map(words.reason, rest["reasons"])),
            )
            for rest in one.rests
        ]
        tables = [self._table(one, table) for table in one.tables]
        return RoundLine(one.number, str(words.ROUNDS[one.status]), one.status, one.times, tables, rests, one.open)

    def _table(self, one: state.Round, table: state.Table) -> TableLine:
        sides = tuple(" + ".join(self.names[entry] for entry in side) for side in table.sides)
        outcome = words.outcome(state.plain(table)) if table.over else ""
        if table.status == state.FORFEITED and len(table.losers) == 1:
            outcome = _("%(pair)s wins without playing") % {"pair": sides[1 - table.losers[0]]}
        return TableLine(
            one.number,
            table.number,
            sides,
            str(words.TABLES[table.status]),
            outcome,
            tuple(map(words.reason, table.reasons)),
            UUID(table.game) if table.game else None,
            self.own is not None and self.own.id in table.entries,
            not table.over,
        )

    def keys(self) -> list[tuple[str, str]]:
        """What the standings go by, in their order, each with what it is."""
        told = (words.KEYS[key] for key in facts.rules(self.t).keys)
        return [(str(short), str(what)) for short, what in told]

    def standings(self) -> list[StandingLine]:
        """Who stands where."""
        if not self.t.times:
            return []
        return [
            StandingLine(
                row.rank,
                self.names[row.entry],
                self.own is not None and row.entry == self.own.id,
                row.active,
                [(words.value(one.key, one.value) if one.applied else "–", self._parts(one)) for one in row.values],
                [(words.value("vp", line.vp), self._line(line)) for line in row.lines],
            )
            for row in facts.standing(self.t).rows
        ]

    def _parts(self, one: Any) -> str:
        """What a number is made of, in words."""
        parts = []
        for part in one.parts:
            told = {"name": self.names.get(part.entry, ""), "n": words.value(one.key, part.value)}
            parts.append(_("(%(name)s: %(n)s)") % told if part.cut else _("%(name)s: %(n)s") % told)
        return ", ".join(parts)

    def _line(self, line: Any) -> str:
        against = ", ".join(self.names.get(entry, "") for entry in line.opponents)
        points = words.value("match_points", line.match_points)
        if line.kind != "played":
            return str(words.RESTS.get(line.kind, words.TABLES.get(line.kind, line.kind)))
        return _("%(points)s points against %(pair)s, net %(net)s") % {
            "points": points,
            "pair": against,
            "net": line.net,
        }

    @property
    def own_name(self) -> str:
        """The pair of who looks."""
        return self.names[self.own.id] if self.own else ""

    @property
    def agreed(self) -> bool:
        """Whether who looks has said yes to it."""
        return self.own is not None and self.user is not None and str(self.user.id) in self.own.agreed

    @property
    def may_check_in(self) -> bool:
        """Whether their pair is to say now that it is there."""
        asked = self.own is not None and self.own.complete and not self.own.here and self.t.rules["check_in"]
        return bool(asked) and calendar.check_in_from(self.t) <= timezone.now()

    @property
    def active(self) -> int:
        """How many pairs are in it."""
        return sum(entry.active for entry in self.t.entries)

    @property
    def closed(self) -> int:
        """How many rounds are over."""
        return facts.closed(self.t)

    @property
    def starts(self) -> str:
        """The wall time at which it begins, where it is."""
        return str(self.t.rules["starts"]).replace("T", " ")

    @property
    def clock(self) -> str:
        """What the clock grants."""
        return clock_words.summary(self.t.rules["clock"])

    @property
    def round_time(self) -> str:
        """How long a round is."""
        return clock_words.duration(self.t.rules["round_minutes"] * 60)

    def protests(self) -> list[tuple[int, str, str]]:
        """Protests that nobody has answered: number, whose, what."""
        told = serializers.rows(self.seen, selectors.rows(self.seen)) if self.t.protests else []
        return [
            (row["version"], self.names[row["data"]["entry"]], row["reason"] or "")
            for row in told
            if row["version"] in dict(self.t.protests)
        ]

    def later(self) -> list[tuple[str, str]]:
        """Until when a round may be given more time."""
        if self.t.round is None:
            return []
        ends = max(self.t.round.times.soft_at, timezone.now())
        return [
            (
                timestamp(ends + timedelta(hours=hours)),
                _("%(time)s longer") % {"time": clock_words.duration(hours * 3600)},
            )
            for hours in LONGER
        ]

    def decided(self) -> list[TableLine]:
        """Tables that have a result, the latest round first."""
        return [self._table(one, table) for one in reversed(self.t.rounds) for table in one.tables if table.over]

    def wishes(self) -> list[tuple[str, str, str, str]]:
        """What is asked of the next pairings: the pair in words, what, and the two."""
        return [
            (f"{self.names[one]} – {self.names[other]}", str(words.WISHES[what]), one, other)
            for what, one, other in self.t.wishes
        ]

    @property
    def may_wish(self) -> bool:
        """Whether the next pairing can be asked for anything."""
        return self.t.rules["pairing"]["format"] == "swiss" and self.t.status in (state.OPEN, state.RUNNING)

    @property
    def may_come_late(self) -> bool:
        """Whether pairs may still come in though play has begun."""
        return may_come_late(self.t)

    @property
    def next_step(self) -> str:
        """What the event does next by itself."""
        due = calendar.due(self.t)
        return "" if due is None else str(words.STEPS[due[1]])

    def my_table(self) -> dict[str, Any] | None:
        """Where who looks plays now, and with whom."""
        found = serializers.mine(self.seen, self.user)
        return found["table"] if found else None


def page(seen: Seen, user: User | None) -> Page:
    """An event for who looks."""
    known = serializers.names_of(seen.state)
    names = {one.id: name_of(one, known) for one in seen.state.entries}
    return Page(seen, names, None if user is None else seen.state.entry_of(str(user.id)), user)


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
    lines = [one._table(current, table) for table in current.tables if not table.over]
    return sorted((_holding(one, line) for line in lines), key=lambda told: (told.deal, told.since or one.t.at))


def _holding(one: Page, line: TableLine) -> Holding:
    if line.game is None:
        return Holding(line, 0, one.t.rules["deals"], "", None, None)
    now = games.look_as_the_house(line.game).state
    known = serializers.names_of(one.t)
    seats = [now.table.seats[seat].holder for seat in now.to_act]
    waits = ", ".join(known[holder.id].name for holder in seats if holder and holder.id in known)
    return Holding(line, now.deals_begun, now.table.deals, waits, now.marks.at, now.deadline)


def table_of_standings(one: Page) -> list[list[Any]]:
    """The standings as lines of cells. What a spreadsheet would take for a formula stands behind an apostrophe."""
    columns = one.keys()
    head = ["#", _("Pair"), *(short for short, _what in columns), *range(1, one.closed + 1)]
    rows = [
        [row.rank, _as_text(row.name), *(value for value, _of in row.values), *(value for value, _of in row.rounds)]
        for row in one.standings()
    ]
    return [head, *rows]


def _as_text(name: str) -> str:
    return f"'{name}" if name[:1] in "=+-@" else name


def log(one: Page) -> list[tuple[Any, str, str, int, str]]:
    """The stream in words, the newest first: when, what, why, version, hash."""
    found = selectors.rows(one.seen)
    told = serializers.rows(one.seen, found)
    at = {row.version: row.at for row in found}
    return [
        (at[row["version"]], words.sentence(row, one.names), row["reason"] or "", row["version"], row["hash"])
        for row in reversed(told)
    ]
