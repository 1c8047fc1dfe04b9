"""The state of a table's clock, folded from the log: whose decisions are open since when, and what is in each bank."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from games.clock import calendars, walking
from games.clock.calendars import Calendar, Span
from games.clock.settings import Settings
from games.clock.walking import TURN, Decision, Outage


class SeatClock(NamedTuple):
    """A seat's clock. `bank`: milliseconds, as of the end of its last decision; `calendar`: from the next one on.

    `restarted`: somebody has taken the seat over in this turn, and had all the time of a turn for it. `counted`: that
    the seat's time was over in this turn is counted.
    """

    bank: int = 0
    decision: Decision | None = None
    calendar: Calendar = Calendar()
    restarted: bool = False
    counted: bool = False


class Clock(NamedTuple):
    """All seats' clocks. `pauses`: those that touch an open decision; `paused`: since when, if the table is."""

    seats: tuple[SeatClock, ...] = ()
    pauses: tuple[Span, ...] = ()
    paused: datetime | None = None

    @property
    def open(self) -> tuple[int, ...]:
        """The seats that have a decision to make."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.decision)


def new(granted: Settings | None, players: int) -> Clock:
    """The clock of a table that is being set up: every bank is full."""
    return Clock((SeatClock(1000 * granted.bank if granted else 0),) * players)


def passed_on(before: tuple[int, ...], seat: int, turn_ended: bool) -> bool:
    """Whether a seat that is to decide has a new allowance: it did not have the decision before, or a turn has ended.

    Of several partners asked, those who have not answered yet keep the time they had; a seat whose turn comes again at
    once (the others were passed over) has a new one.
    """
    return turn_ended or seat not in before


def decided(
    clock: Clock,
    granted: Settings | None,
    to_decide: Mapping[int, str],
    at: datetime,
    *,
    turn_ended: bool = False,
    earned: bool = False,
    outages: Iterable[Outage] = (),
) -> Clock:
    """The clock after an action at `at`. `to_decide`: who has a decision now, and of which kind.

    `turn_ended`: the action ended a turn; `earned`: by the player's own doing, which adds the increment to their bank.
    """
    before, seats = clock.open, []
    for number, seat in enumerate(clock.seats):
        if seat.decision and (number not in to_decide or passed_on(before, number, turn_ended)):
            seat = _closed(clock, granted, seat, at, turn_ended and earned, outages)
        if number in to_decide and seat.decision is None:
            seat = seat._replace(decision=Decision(to_decide[number], at, seat.calendar))
        seats.append(seat._replace(restarted=False, counted=False) if turn_ended else seat)
    after = clock._replace(seats=tuple(seats))
    began = [seat.decision.since for seat in seats if seat.decision]
    kept = (span for span in clock.pauses if began and span.ends > min(began))
    return after._replace(pauses=tuple(kept))


def _closed(
    clock: Clock,
    granted: Settings | None,
    seat: SeatClock,
    at: datetime,
    earned: bool,
    outages: Iterable[Outage],
) -> SeatClock:
    """A seat whose decision is made: what it took beyond its allowance is gone from the bank."""
    decision, bank = seat.decision, seat.bank
    if granted is None or decision is None:
        return seat._replace(decision=None)
    if granted.bank or granted.increment:
        pauses = clock.pauses if clock.paused is None else (*clock.pauses, Span(clock.paused, at))
        known = [outage for outage in outages if outage.told <= at]
        ran = walking.ran(granted, decision, pauses, known, at)
        bank = max(0, bank - max(0, ran - walking.allowance(granted, decision.kind)))
        if earned and decision.kind == TURN:
            bank = max(bank, min(1000 * granted.cap, bank + 1000 * granted.increment))
    return seat._replace(bank=bank, decision=None)


def paused(clock: Clock, at: datetime) -> Clock:
    """The clock of a table that is paused from now on."""
    return clock._replace(paused=at)


def resumed(clock: Clock, at: datetime) -> Clock:
    """The clock of a table that goes on."""
    if clock.paused is None:
        return clock
    return clock._replace(paused=None, pauses=(*clock.pauses, Span(clock.paused, at)))


def substituted(
    clock: Clock, granted: Settings | None, number: int, at: datetime, outages: Iterable[Outage] = ()
) -> Clock:
    """The clock after another has taken a seat over: an open decision begins anew for them, once in a turn.

    The calendar was that of who is replaced.
    """
    seat = clock.seats[number]._replace(calendar=Calendar())
    if seat.decision and not seat.restarted:
        kind = seat.decision.kind
        seat = _closed(clock, granted, seat, at, False, outages)
        seat = seat._replace(decision=Decision(kind, at), restarted=True, counted=False)
    elif seat.decision:
        seat = seat._replace(decision=seat.decision._replace(calendar=Calendar()))
    return _with(clock, number, seat)


def overdue(clock: Clock, number: int, seconds: int) -> Clock:
    """The clock after a seat's time was over, and has been counted: with so much more time for its open decision."""
    seat = clock.seats[number]._replace(counted=True)
    if seat.decision:
        more = seat.decision.extension + 1000 * seconds
        seat = seat._replace(decision=seat.decision._replace(extension=more))
    return _with(clock, number, seat)


def _with(clock: Clock, number: int, seat: SeatClock) -> Clock:
    return clock._replace(seats=(*clock.seats[:number], seat, *clock.seats[number + 1 :]))


def reopened(before: Clock, number: int, made: datetime, at: datetime) -> Clock:
    """The clock as it was `before` a seat made a decision that is taken back: what passed since was not its time."""
    seat = before.seats[number]
    if seat.decision is None:
        return before
    seat = seat._replace(decision=seat.decision._replace(aside=(*seat.decision.aside, Span(made, at))))
    return before._replace(seats=(*before.seats[:number], seat, *before.seats[number + 1 :]))


def told(clock: Clock, number: int, calendar: Calendar, at: datetime) -> Clock:
    """The clock after a player has told their calendar: it counts from their next decision on.

    For the one that is open, vacation can only become less; but for whoever has just taken the seat over it is theirs.
    """
    seat = clock.seats[number]._replace(calendar=calendar)
    if seat.decision:
        begins = seat.restarted and seat.decision.since == at
        running = calendar if begins else calendars.shortened(seat.decision.calendar, calendar, at)
        seat = seat._replace(decision=seat.decision._replace(calendar=running))
    return _with(clock, number, seat)


# --- As JSON ------------------------------------------------------------------------------------------------------


def encode(clock: Clock) -> dict[str, Any]:
    """The clock as plain JSON."""
    encoded: dict[str, Any] = {"seats": [_encode_seat(seat) for seat in clock.seats]}
    if clock.pauses:
        encoded["pauses"] = _spans(clock.pauses)
    if clock.paused is not None:
        encoded["paused"] = _text(clock.paused)
    return encoded


def _encode_seat(seat: SeatClock) -> dict[str, Any]:
    encoded: dict[str, Any] = {}
    if seat.bank:
        encoded["bank"] = seat.bank
    if seat.calendar != Calendar():
        encoded["calendar"] = calendars.encode(seat.calendar)
    if seat.restarted:
        encoded["restarted"] = True
    if seat.counted:
        encoded["counted"] = True
    if seat.decision:
        kind, since, calendar, aside, extension = seat.decision
        encoded["decision"] = {"kind": kind, "since": _text(since)}
        if calendar != Calendar():
            encoded["decision"]["calendar"] = calendars.encode(calendar)
        if aside:
            encoded["decision"]["aside"] = _spans(aside)
        if extension:
            encoded["decision"]["extension"] = extension
    return encoded


def decode(encoded: dict[str, Any]) -> Clock:
    """The clock that `encode` wrote."""
    return Clock(
        tuple(map(_decode_seat, encoded["seats"])),
        _read_spans(encoded.get("pauses", ())),
        datetime.fromisoformat(encoded["paused"]) if "paused" in encoded else None,
    )


def _decode_seat(encoded: dict[str, Any]) -> SeatClock:
    told = encoded.get("decision")
    return SeatClock(
        encoded.get("bank", 0),
        told and _decode_decision(told),
        _calendar(encoded),
        encoded.get("restarted", False),
        encoded.get("counted", False),
    )


def _decode_decision(told: dict[str, Any]) -> Decision:
    since, aside = datetime.fromisoformat(told["since"]), _read_spans(told.get("aside", ()))
    return Decision(told["kind"], since, _calendar(told), aside, told.get("extension", 0))


def _calendar(encoded: dict[str, Any]) -> Calendar:
    return calendars.decode(encoded["calendar"]) if "calendar" in encoded else Calendar()


def _spans(spans: Iterable[Span]) -> list[list[str]]:
    return [[_text(at) for at in span] for span in spans]


def _read_spans(told: Iterable[Iterable[str]]) -> tuple[Span, ...]:
    return tuple(Span(*map(datetime.fromisoformat, span)) for span in told)


def _text(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
