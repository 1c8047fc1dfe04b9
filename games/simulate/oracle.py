"""A second opinion on one table: who had to decide what by when, told from the log's public rows and the rules' text.

It shares no code with `games.clock` and works in another way: time is cut into quarters of an hour (where all rests by
the calendar begin and end in a simulation) and each piece is asked whether the clock runs in it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from games.simulate.ledger import Ledger

ZERO = timedelta()
QUARTER = 900
GRACE = timedelta(seconds=1)
"""The rules: what is due is done a second after it is due."""
IN_VAIN = timedelta(seconds=20)
"""The rules: what a sweep took up in vain is left alone for so long."""
ENDS_A_TURN = ("deal_started", "discarded", "passed", "passed_over")
FAR = timedelta(days=400)

MISSED, TIMED_OUT = "deadlines missed", "time-outs on the wrong seat or before their time"
STEP, TWICE, UNTOLD = "overdue turns against the table's list", "notices twice or of nothing", "turns not told"
WRONG = (MISSED, TIMED_OUT, STEP, TWICE, UNTOLD)
"""What can be wrong."""


class Row(NamedTuple):
    """What everybody may see of a row of the log."""

    at: datetime
    type: str
    actor: str
    seat: int | None
    action: Any
    data: dict[str, Any]


@dataclass
class Open:
    """A decision that is open, of a person or (None) a bot. `calendars`: what was told since when, the one that counts
    for it first. `more`: what it was given when its time was over. `acted`: when they first did something in it."""

    person: str | None
    kind: str
    since: datetime
    calendars: list[tuple[datetime, dict[str, Any] | None]]
    more: timedelta = ZERO
    acted: datetime | None = None


class Turn(NamedTuple):
    """That a person had a decision to make, from when until when (as far as the story goes), and had not seen it: who
    acts has."""

    person: str
    since: datetime
    unseen: datetime


def _of_an_event(row: Row) -> bool:
    """Whether the house does this because an event says so: it makes a table, offers a seat to which nobody has
    come, or ends one. (What a clock does about an overdue turn begins with the row that counts it.)"""
    return row.type in ("created", "substitute_wanted") or row.data.get("because") == "event"


@dataclass
class Opinion:
    """One table, read row by row."""

    ledger: Ledger
    persons: tuple[str | None, ...]
    problems: list[str] = field(default_factory=list)
    timeouts: int = 0
    late: timedelta = ZERO
    clock: Any = "none"
    teams: int = 2
    status: str = "waiting"
    dealing: bool = False
    turn: int = 0
    asked: tuple[int, ...] = ()
    open: dict[int, Open] = field(default_factory=dict)
    banks: list[timedelta] = field(default_factory=list)
    told: list[dict[str, Any] | None] = field(default_factory=list)
    pauses: list[list[datetime]] = field(default_factory=list)
    taken_over: set[int] = field(default_factory=set)  # in this turn
    counted: set[int] = field(default_factory=set)  # in this turn
    overdue: dict[tuple[int, str | None], int] = field(default_factory=dict)  # how many turns each player let pass
    away: dict[int, str | None] = field(default_factory=dict)  # whose the seat is, where another plays
    turns: list[Turn] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)

    # --- The log ---

    def read(self, rows: Iterable[Row]) -> "Opinion":
        """All rows, those of one action together."""
        action: list[Row] = []
        for row in rows:
            if action and (row.action, row.actor) != (action[0].action, action[0].actor):
                self._take(action)
                action = []
            action.append(row)
        if action:
            self._take(action)
        return self

    def _take(self, action: list[Row]) -> None:
        at = action[0].at
        if action[0].actor == "system" and not _of_an_event(action[0]):
            self._judge_time_out(action[0])
            self._judge_step(action)
        ended = any(row.type in ENDS_A_TURN for row in action)
        for row in action:
            if row.actor == "user" and row.type != "calendar_told" and row.seat in self.open:
                self.open[row.seat].acted = self.open[row.seat].acted or at
            self._fold(row)
        to_decide = self._to_decide()
        if ended:
            self.taken_over.clear()
            self.counted.clear()
        for seat in [seat for seat in self.open if ended or seat not in to_decide]:
            self._close(seat, at, ended and action[0].actor in ("user", "officer"))
        for seat, kind in to_decide.items():
            if seat not in self.open:
                self._begin(seat, kind, at, self.told[seat])

    def _begin(self, seat: int, kind: str, at: datetime, calendar: dict[str, Any] | None) -> None:
        self.open[seat] = Open(self.persons[seat], kind, at, [(at, calendar)])

    def _to_decide(self) -> dict[int, str]:
        if not self.dealing or self.status not in ("playing", "paused"):
            return {}
        return dict.fromkeys(self.asked, "answer") if self.asked else {self.turn: "turn"}

    def _fold(self, row: Row) -> None:
        seat, players = row.seat or 0, len(self.persons)
        match row.type:
            case "created":
                self.clock, self.teams = row.data["clock"], row.data["teams"]
                bank = self.clock.get("bank_seconds", 0) if self.clock != "none" else 0
                self.banks, self.told = [timedelta(seconds=bank)] * players, [None] * players
            case "started" | "resumed":
                self.status = "playing"
                if row.type == "resumed":
                    self.pauses[-1].append(row.at)
            case "paused":
                self.status = "paused"
                self.pauses.append([row.at])
            case "overdue":
                self.overdue[seat, self.persons[seat]] = self._overdue(seat) + 1
                self.counted.add(seat)
                if seat in self.open:
                    self.open[seat].more += timedelta(seconds=row.data.get("seconds", 0))
            case "substituted":
                self._substituted(seat, row)
            case "forfeited" | "truncated":
                self.status = row.type
            case "calendar_told":
                self._calendar_told(seat, row.at)
            case "deal_started":
                self.dealing, self.asked, self.turn = True, (), (row.data["dealer"] + 1) % players
            case "dealt" | "discarded" | "passed" | "passed_over":
                self.turn = (seat + 1) % players
            case "asked":
                self.asked = tuple(other for other in range(players) if other != seat and self._partners(other, seat))
            case "answered":
                self.asked = tuple(other for other in self.asked if other != seat) if row.data["yes"] else ()
            case "deal_ended":
                self.dealing, self.asked = False, ()

    def _substituted(self, seat: int, row: Row) -> None:
        """Another plays there: with all the time of a turn, once in a turn, and by a calendar of their own."""
        holder = row.data["holder"]
        person = None if holder["kind"] == "bot" else holder["id"]
        if self.away.setdefault(seat, self.persons[seat]) == person:
            del self.away[seat]  # whose it is has come back
        self.persons = (*self.persons[:seat], person, *self.persons[seat + 1 :])
        self.told[seat] = None
        if seat not in self.open:
            return
        if seat in self.taken_over:
            self.open[seat].calendars = [(row.at, None)]
            return
        kind = self.open[seat].kind
        self.counted.discard(seat)
        self._close(seat, row.at, False)
        self._begin(seat, kind, row.at, None)
        self.taken_over.add(seat)

    def _partners(self, one: int, other: int) -> bool:
        return (one - other) % self.teams == 0

    def _calendar_told(self, seat: int, at: datetime) -> None:
        person = self.persons[seat]
        if person is None:
            raise ValueError("a bot has told a calendar")
        self.told[seat] = self.ledger.calendar(person, at)
        if seat in self.open:
            one = self.open[seat]
            begins = seat in self.taken_over and one.since == at
            one.calendars = [(at, self.told[seat])] if begins else [*one.calendars, (at, self.told[seat])]

    # --- Judging ---

    def _wrong(self, what: str, told: str) -> None:
        self.done[what] += 1
        self.problems.append(told)

    def _judge_time_out(self, row: Row) -> None:
        self.timeouts += 1
        seat = row.seat if row.seat is not None else -1
        if seat not in self.open:
            self._wrong(TIMED_OUT, f"{row.at}: a time-out on seat {seat}, who had nothing to decide")
            return
        due = self.due(seat, row.at)
        if due is None or row.at < due + GRACE:
            self._wrong(TIMED_OUT, f"{row.at}: a time-out on seat {seat}, whose time is over at {due}")
        elif self.ledger.sign(row.at) < due:
            self._wrong(TIMED_OUT, f"{row.at}: a time-out on seat {seat}, who could not act when it was due, {due}")
        else:
            self.late = max(self.late, row.at - due)

    def _judge_step(self, action: list[Row]) -> None:
        """Whether what was done about an overdue turn is what the table's own list says, and counted once a turn."""
        first, steps = action[0], self.clock.get("late", []) if self.clock != "none" else []
        seat = first.seat if first.seat is not None else -1
        step = first.data["step"] if first.type == "overdue" else "played by the server"
        self.done[f"overdue turns: {step}"] += 1
        to_count = bool(steps) and self.persons[seat] is not None and seat not in self.counted
        if (first.type == "overdue") != to_count:
            self._wrong(STEP, f"{first.at}: an overdue turn of seat {seat} was not counted, or twice")
        elif to_count:
            count = self._overdue(seat) + 1
            step = steps[min(count, len(steps)) - 1]
            told = {"count": count, "step": step["do"]}
            told |= {"seconds": step["seconds"]} if "seconds" in step else {}
            types = {row.type for row in action}
            follows = {"extend": types == {"overdue"}, "bot": "substituted" in types, "forfeit": "forfeited" in types}
            if first.data != told or not follows.get(step["do"], not types & {"substituted", "forfeited"}):
                self._wrong(STEP, f"{first.at}: seat {seat}: {first.data} and {sorted(types)}, for {told}")

    def _overdue(self, seat: int) -> int:
        return self.overdue.get((seat, self.persons[seat]), 0)

    def judge_end(self, at: datetime) -> None:
        """At the end of the story no decision is open that should have been made."""
        for seat, one in self.open.items():
            self._judge_missed(seat, at)
            self.turns += [Turn(one.person, one.since, one.acted or at)] if one.person else []

    def judge_notices(self, written: Iterable[tuple[str, int]]) -> None:
        """Each turn was told once, if there was a time to tell it, and nothing was told that was no turn. `written`:
        person and beginning, in milliseconds, of each notice of a turn or a question."""
        told = Counter(written)
        for turn in self.turns:
            if turn.person in self.ledger.forgotten:
                continue  # what they were told was erased with them
            telling = self.ledger.told_within(turn.since, turn.unseen)
            times = told.pop((turn.person, round(turn.since.timestamp() * 1000)), 0)
            if times > 1:
                self._wrong(TWICE, f"{turn.since}: {turn.person} was told {times} times of their turn")
            elif times:
                self.done["turns that were told"] += 1
            elif telling and not self._rests(telling.at):
                self._wrong(
                    UNTOLD, f"{turn.since}: {turn.person} was not told of their turn, not at {telling.at} either"
                )
            else:
                self.done["turns over before anybody was told"] += 1
        for person, since in told:
            self._wrong(TWICE, f"{person} was told of a turn that there was not, {since}")

    def _judge_missed(self, seat: int, at: datetime) -> None:
        """Whether a sweep before this moment should have decided for a seat."""
        due = self.due(seat, at)
        if due is None:
            return
        for sweep in self.ledger.sweeps_from(due + GRACE):
            if sweep.at >= at:
                return
            undisturbed = sweep.whole and not self.ledger.disturbed(sweep.at - IN_VAIN, sweep.at)
            if undisturbed and self.ledger.sign(sweep.at) >= due and not self._rests(sweep.at):
                self._wrong(MISSED, f"{at}: seat {seat} was due at {due}, and the sweep of {sweep.at} did nothing")
                return

    def _rests(self, at: datetime) -> bool:
        return any(span[0] <= at and (len(span) == 1 or at < span[1]) for span in self.pauses)

    # --- Time ---

    def _seconds(self, name: str, otherwise: float = 0) -> timedelta:
        return timedelta(seconds=self.clock.get(name, otherwise))

    def _allowance(self, kind: str) -> timedelta:
        turn = self._seconds("turn_seconds")
        return turn if kind == "turn" else self._seconds("answer_seconds", turn.total_seconds())

    def _close(self, seat: int, at: datetime, by_a_person: bool) -> None:
        one = self.open[seat]
        self.turns += [Turn(one.person, one.since, one.acted or at)] if one.person else []
        if self.clock == "none":
            del self.open[seat]
            return
        allowed = self._allowance(one.kind)
        if at - one.since > allowed:  # else no clock can have run so long
            self._judge_missed(seat, at)
            self.banks[seat] = max(ZERO, self.banks[seat] - max(ZERO, self._ran(one, at) - allowed))
        if by_a_person and one.kind == "turn":
            more = self.banks[seat] + self._seconds("increment_seconds")
            self.banks[seat] = max(self.banks[seat], min(self._seconds("bank_cap_seconds"), more))
        del self.open[seat]

    def due(self, seat: int, known_at: datetime) -> datetime | None:
        """When a seat's decision is due, by what was known at a moment; None: not as long as the table is paused."""
        if self.clock == "none":
            return None
        one = self.open[seat]
        left = self._allowance(one.kind) + self.banks[seat] + one.more
        for begins, ends in self._running(one, known_at, one.since + FAR):
            if ends - begins >= left:
                return begins + left
            left -= ends - begins
        return None

    def _ran(self, one: Open, at: datetime) -> timedelta:
        return sum((ends - begins for begins, ends in self._running(one, at, at)), ZERO)

    def _running(self, one: Open, known_at: datetime, until: datetime) -> Iterator[tuple[datetime, datetime]]:
        """The pieces of time up to `until` in which the clock of a decision runs."""
        stops = [(span[0], span[1] if len(span) > 1 else until) for span in self.pauses]
        stops += [(each.begins, each.ends) for each in self.ledger.outages if each.told <= known_at]
        vacations = [span for _, told in one.calendars if told for span in told["vacations"]]
        marks = {at for span in [*stops, *vacations] for at in span} | {told for told, _ in one.calendars}
        ahead = sorted(at for at in marks if one.since < at < until)
        resting = self._resting_by(one)
        at = one.since
        while at < until:
            ends = min(_next_quarter(at), until) if resting else until
            while ahead and ahead[0] <= at:
                ahead.pop(0)
            ends = min(ends, ahead[0]) if ahead else ends
            middle = at + (ends - at) / 2
            if not any(begins <= middle < other for begins, other in stops) and not (resting and resting(middle)):
                yield at, ends
            at = ends

    def _resting_by(self, one: Open) -> Callable[[datetime], bool] | None:
        """Whether the calendar lets the clock rest at a moment, as a question; None: it never does."""
        calendar, granted = one.calendars[0][1], self.clock
        if calendar is None or not any(name in granted for name in ("quiet", "weekends", "vacation")):
            return None
        zone, quiet = ZoneInfo(calendar["zone"]), _quiet(granted.get("quiet"), calendar["quiet"])

        def resting(at: datetime) -> bool:
            if "vacation" in granted and all(
                any(begins <= at < ends for begins, ends in told["vacations"])
                for number, (since, told) in enumerate(one.calendars)
                if told and (number == 0 or since <= at)
            ):
                return True
            local = at.astimezone(zone)
            if "weekends" in granted and local.weekday() >= 5:
                return True
            minute = local.hour * 60 + local.minute
            return quiet is not None and (minute - quiet[0]) % 1440 < quiet[1]

        return resting


def _next_quarter(at: datetime) -> datetime:
    return at + timedelta(seconds=QUARTER) - timedelta(seconds=at.timestamp() % QUARTER)


def _quiet(granted: dict[str, str] | None, own: tuple[str, str] | None) -> tuple[int, int] | None:
    """From which minute of the day, for how many minutes: the table's, or one's own, which are no longer."""
    if granted is None:
        return None
    begins, lasts = _minutes(granted["from"], granted["to"])
    if own is None:
        return begins, lasts
    mine, length = _minutes(*own)
    return mine, min(lasts, length)


def _minutes(begins: str, ends: str) -> tuple[int, int]:
    first, last = (int(text[:2]) * 60 + int(text[3:]) for text in (begins, ends))
    return first, (last - first) % 1440
