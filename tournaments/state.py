"""The state of an event: plain immutable values, folded from its stream. Pure."""

from datetime import datetime
from typing import Any, NamedTuple

from config.kernel.rows import timestamp

DRAFT, OPEN, RUNNING, PAUSED = "draft", "registration_open", "running", "paused"
PROVISIONAL, FINAL, CANCELLED = "provisional", "final", "cancelled"
STATUSES = (DRAFT, OPEN, RUNNING, PAUSED, PROVISIONAL, FINAL, CANCELLED)
OVER = (FINAL, CANCELLED)

PROPOSED, PUBLISHED, PLAYING, GRACE, CLOSED = "proposed", "published", "open", "grace", "closed"
"""What becomes of a round."""

WAITING, ON, FINISHED, TRUNCATED, FORFEITED, ASSIGNED = (
    "waiting",
    "playing",
    "finished",
    "truncated",
    "forfeited",
    "assigned",
)
"""What becomes of a table."""
VOID = "void"
"""A round that was paired anew after it was told, and its tables that had no result."""
ATTEMPTS = 100
"""More than a table is ever begun anew in one pairing."""


MEET, PART = "meet", "part"
"""What a director may wish of two entries: to meet in the next round, or never to."""


TOGETHER = "together"
"""Why an entry is no more whose people are in another now."""


class Entry(NamedTuple):
    """Who plays as one. `persons`: their ids, who entered first; `agreed`: who of them has said yes; `withdrawn`: why,
    if they are out; `seed`: their rank at the start, once it stands; `wanted`: so many more they look for, and `asks`:
    whom of those who look for others too, as entries; `reserves`: who may take the seat of one who does not
    come, and `ready`: who of these has said yes."""

    id: str
    persons: tuple[str, ...]
    agreed: tuple[str, ...]
    here: bool = False  # checked in
    withdrawn: str | None = None
    seed: int | None = None
    first: int = 1  # the round with which they begin
    away: tuple[int, ...] = ()  # rounds that they have said they cannot play
    changes: tuple[tuple[int, str, str], ...] = ()  # from which round on who has played no more, and who instead
    external_id: str | None = None  # what the system of who entered calls it
    wanted: int = 0
    asks: tuple[str, ...] = ()
    reserves: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()

    @property
    def willing(self) -> bool:
        """Whether all who are named want to play."""
        return set(self.persons) == set(self.agreed)

    def line_up(self, number: int) -> tuple[str, ...]:
        """Who plays for it in a round; in round 0 who entered."""
        persons = self.persons
        for first, out, instead in reversed(self.changes):
            if first > number:
                persons = tuple(out if one == instead else one for one in persons)
        return persons

    @property
    def roster(self) -> frozenset[str]:
        """All who play for it or have played for it."""
        return frozenset((*self.persons, *(out for _first, out, _instead in self.changes)))

    @property
    def members(self) -> frozenset[str]:
        """All of its roster, and its reserves."""
        return self.roster | frozenset(self.reserves)

    @property
    def complete(self) -> bool:
        """Whether they are as many as play as one, and all of them want to."""
        return self.willing and not self.wanted

    @property
    def alone(self) -> bool:
        """Whether they look for others."""
        return self.active and self.willing and self.wanted > 0

    @property
    def active(self) -> bool:
        """Whether they are in it."""
        return self.withdrawn is None


class Table(NamedTuple):
    """One table of a round. `sides`: the entries by side, the first is dealt first; `losers`: the sides that forfeit;
    `points`: what a director gave each entry instead of a score (match points ×2, VP ×100, net); `real`: it is played
    with real cards; `scores`: what each side of such a table has written down, line by line the points of all sides;
    `gone`: the entries that have left it, where that is why a side forfeits; `asked`: until when it is to be put
    off, and which entries want that; `adjourned`: until when it was put off; `still`: it stands still until then."""

    number: int
    sides: tuple[tuple[str, ...], ...]
    reasons: tuple[dict[str, Any], ...] = ()
    status: str = WAITING
    game: str | None = None
    totals: tuple[int, ...] | None = None
    losers: tuple[int, ...] = ()
    fault: int | None = None
    outcome: int | None = None  # its number in `outcomes`
    points: dict[str, dict[str, int]] = {}
    until: datetime | None = None  # its own latest end, where it was given more time than its round
    attempt: int = 0  # how often it was begun anew
    real: bool = False
    scores: dict[str, list[list[int]]] = {}
    by: str = ""  # what has decided it
    gone: tuple[str, ...] = ()
    asked: dict[str, Any] = {}
    adjourned: datetime | None = None
    still: bool = False
    went_on: datetime | None = None  # it was put off, and goes on since then
    looked: bool = False  # it was put off, and after that it was asked who has come

    @property
    def over(self) -> bool:
        """Whether there is a result."""
        return self.status not in (WAITING, ON)

    @property
    def off(self) -> bool:
        """Whether no game of the site is waited for: there is a result, or the cards are real."""
        return self.over or self.real

    @property
    def entries(self) -> tuple[str, ...]:
        """Who sits there."""
        return tuple(entry for side in self.sides for entry in side)

    def side_of(self, entry: str) -> int:
        """On which side an entry is."""
        return next(number for number, side in enumerate(self.sides) if entry in side)


class Times(NamedTuple):
    """When a round is to be played: it opens, is to be done, and ends whatever happens."""

    opens_at: datetime
    soft_at: datetime
    hard_at: datetime


class Round(NamedTuple):
    """One round. `rests`: who plays at no table and why; `pairing`: by what algorithm, seed, inputs, at what cost."""

    number: int
    status: str
    tables: tuple[Table, ...]
    rests: tuple[dict[str, Any], ...]
    pairing: dict[str, Any]
    times: Times
    publish_at: datetime
    began_at: datetime | None = None
    looked: bool = False  # whether it was asked who has come
    missing: tuple[int, ...] = ()  # tables at which somebody had not come
    answer_by: datetime | None = None  # until when others may take those seats
    closed_at: datetime | None = None

    def table(self, number: int) -> Table | None:
        """A table by its number."""
        return next((table for table in self.tables if table.number == number), None)

    @property
    def open(self) -> bool:
        """Whether it is being played."""
        return self.status in (PLAYING, GRACE)

    def ends(self, table: Table) -> datetime:
        """When a table of it is over whatever happens."""
        return self.times.hard_at if table.until is None else max(self.times.hard_at, table.until)


class Slot(NamedTuple):
    """When a round is or was to be played, as calendars are told: since when, how often that was changed, and whether
    it is not played after all."""

    opens_at: datetime
    ends_at: datetime
    changed_at: datetime
    sequence: int = 0
    cancelled: bool = False


class Correction(NamedTuple):
    """What an officer has decided that does not stand yet: it waits for a second officer, or for `until`, if nobody
    objects. `version`: of the row that told it; `ruling`: the type and the data of the row that it would be."""

    version: int
    ruling: dict[str, Any]
    by: str
    until: datetime
    objected: bool = False


class Tournament(NamedTuple):
    """An event of a club. `rules` is the whole document, frozen when it is published."""

    club: str
    rules: dict[str, Any]
    status: str = DRAFT
    entries: tuple[Entry, ...] = ()
    rounds: tuple[Round, ...] = ()
    starts_at: datetime | None = None
    closes_at: datetime | None = None  # entering ends
    postponed: bool = False
    seed: str = ""
    times: tuple[Times, ...] = ()  # of all rounds, once entering is over
    failures: int = 0  # of pairing the next round
    why: dict[str, Any] = {}  # it failed
    wishes: tuple[tuple[str, str, str], ...] = ()  # of the director for a pairing: MEET or PART, and two entries
    penalties: tuple[dict[str, Any], ...] = ()
    protests: tuple[tuple[int, str], ...] = ()  # those that are open: version, and the entry whose it is
    until: datetime | None = None  # the end of the time in which one may protest
    corrections: tuple[Correction, ...] = ()  # those that do not stand yet
    paused_at: datetime | None = None
    void: tuple[Round, ...] = ()  # those that were paired anew after they were told
    outage: int = 0  # the last downtime of the site that was given back
    at: datetime | None = None  # of the last row
    standing: str = ""  # the hash of the final standings
    slots: tuple[Slot, ...] = ()  # of all rounds that were told, for calendars

    @property
    def rehearses(self) -> str | None:
        """The event whose rehearsal this is."""
        told = self.rules.get("rehearses")
        return told["event"] if told else None

    @property
    def round(self) -> Round | None:
        """The latest round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def names(self) -> frozenset[str]:
        """The persons of all who are in it."""
        return frozenset(person for entry in self.entries if entry.active for person in entry.persons)

    @property
    def taken(self) -> frozenset[str]:
        """Who can be in no other entry: the persons of all who are in it, and their reserves."""
        return self.names | {person for entry in self.entries if entry.active for person in entry.reserves}

    def entry(self, id_: str) -> Entry | None:
        """An entry by its id."""
        return next((entry for entry in self.entries if entry.id == id_), None)

    def entry_of(self, person: str) -> Entry | None:
        """The active entry in which a person is."""
        return next((entry for entry in self.entries if entry.active and person in entry.persons), None)

    def reserve_of(self, person: str) -> Entry | None:
        """The active entry of which a person is a reserve."""
        return next((entry for entry in self.entries if entry.active and person in entry.reserves), None)

    def playing(self, person: str, number: int) -> Entry | None:
        """The active entry for which a person plays in a round; they may be in it no more from the next one on."""
        return next((entry for entry in self.entries if entry.active and person in entry.line_up(number)), None)

    def spoken_for(self, person: str) -> Entry | None:
        """The active entry for which a person may speak: they are in it, or still play the latest round for it."""
        return self.entry_of(person) or (self.playing(person, self.round.number) if self.round else None)

    def called(self, external_id: str, person: str) -> Entry | None:
        """The entry that one of its persons calls so."""
        named = (entry for entry in self.entries if entry.external_id == external_id and entry.persons[0] == person)
        return next(named, None)

    def correction(self, version: int) -> Correction | None:
        """A correction that does not stand yet."""
        return next((one for one in self.corrections if one.version == version), None)

    def with_round(self, changed: Round) -> "Tournament":
        """The same event with another state of a round."""
        return self._replace(rounds=tuple(changed if one.number == changed.number else one for one in self.rounds))

    def with_entry(self, changed: Entry) -> "Tournament":
        """The same event with another state of an entry."""
        return self._replace(entries=tuple(changed if one.id == changed.id else one for one in self.entries))


# --- As JSON ------------------------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """A state, or any part of one, as plain JSON; what is None, empty or as it was at first has no key."""
    if isinstance(value, datetime):
        return timestamp(value)
    if hasattr(value, "_fields"):
        usual = type(value)._field_defaults
        return {
            name: plain(one)
            for name, one in value._asdict().items()
            if one is not None and not (name in usual and usual[name] == one)
        }
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return value


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def times_of(data: dict[str, Any]) -> Times:
    """The times of a round as an event tells them."""
    return Times(*(datetime.fromisoformat(data[name]) for name in Times._fields))


def _slot(data: dict[str, Any]) -> Slot:
    moments = {name: datetime.fromisoformat(data[name]) for name in ("opens_at", "ends_at", "changed_at")}
    return Slot(**(data | moments))


def table_of(data: dict[str, Any]) -> Table:
    """A table from plain JSON."""
    tuples = {name: tuple(data[name]) for name in ("reasons", "losers", "totals", "gone") if name in data}
    sides = tuple(tuple(side) for side in data["sides"])
    moments = {name: _time(data.get(name)) for name in ("until", "adjourned", "went_on")}
    return Table(**(data | tuples | moments | {"sides": sides}))


def _round(data: dict[str, Any]) -> Round:
    return Round(
        **{
            **data,
            "tables": tuple(map(table_of, data["tables"])),
            "rests": tuple(data["rests"]),
            "times": times_of(data["times"]),
            "publish_at": datetime.fromisoformat(data["publish_at"]),
            "began_at": _time(data.get("began_at")),
            "closed_at": _time(data.get("closed_at")),
            "missing": tuple(data.get("missing", ())),
            "answer_by": _time(data.get("answer_by")),
        }
    )


def _correction(data: dict[str, Any]) -> Correction:
    return Correction(**(data | {"until": datetime.fromisoformat(data["until"])}))


def entry_of(data: dict[str, Any]) -> Entry:
    """An entry from plain JSON."""
    lists = ("persons", "agreed", "away", "asks", "reserves", "ready")
    people: dict[str, Any] = {name: tuple(data[name]) for name in lists if name in data}
    people["changes"] = tuple((first, out, instead) for first, out, instead in data.get("changes", ()))
    return Entry(**(data | people))


def read(data: dict[str, Any]) -> Tournament:
    """The state that `plain` wrote."""
    moments = ("starts_at", "closes_at", "until", "paused_at", "at")
    times: dict[str, Any] = {name: _time(data.get(name)) for name in moments}
    return Tournament(
        **{
            **data,
            **times,
            "entries": tuple(map(entry_of, data.get("entries", ()))),
            "rounds": tuple(map(_round, data.get("rounds", ()))),
            "times": tuple(map(times_of, data.get("times", ()))),
            "void": tuple(map(_round, data.get("void", ()))),
            "slots": tuple(map(_slot, data.get("slots", ()))),
            "wishes": tuple(tuple(wish) for wish in data.get("wishes", ())),
            "penalties": tuple(data.get("penalties", ())),
            "corrections": tuple(map(_correction, data.get("corrections", ()))),
            "protests": tuple((version, entry) for version, entry in data.get("protests", ())),
        }
    )
