"""Reading a table's clock: the one function that says what time is left, when a decision is due, and why."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from games.clock import walking
from games.clock.calendars import PAUSE, Span
from games.clock.settings import Settings
from games.clock.state import Clock, SeatClock
from games.clock.walking import MILLISECOND, RUNS, Decision, Outage, Stretch

TURN, BANK, EXTENSION = "turn", "bank", "extension"


class Item(NamedTuple):
    """One part of the time from a decision's beginning to its deadline, in milliseconds."""

    kind: str
    milliseconds: int


class Standing(NamedTuple):
    """That a clock stands still: until when (None: nobody knows), and for which reasons, one after the other."""

    until: datetime | None
    kinds: tuple[str, ...]


class Reading(NamedTuple):
    """A seat's clock at a moment. `turn`, `bank`, `extension`: milliseconds left of the allowance, of the bank, and of
    what it was given more.

    `since`, `deadline`, `standing` are of the open decision. `items` explain it: `since` and all of them together are
    the deadline. While the table is paused there is none, and they reach to this moment.
    """

    seat: int
    kind: str | None
    since: datetime | None
    turn: int
    bank: int
    extension: int
    deadline: datetime | None
    standing: Standing | None
    items: tuple[Item, ...]


def read(granted: Settings | None, clock: Clock, now: datetime, outages: Sequence[Outage] = ()) -> tuple[Reading, ...]:
    """Every seat's clock at a moment."""
    return tuple(_seat(granted, clock, number, seat, outages, now) for number, seat in enumerate(clock.seats))


def deadline(granted: Settings | None, clock: Clock, seat: int, outages: Sequence[Outage] = ()) -> datetime | None:
    """When the open decision of a seat is due; None without a clock, without a decision, or while nobody knows."""
    kept = clock.seats[seat]
    if granted is None or kept.decision is None or clock.paused is not None:
        return None
    return _walked(granted, clock, kept.decision, kept.bank, outages)[-1].ends


def _walked(granted: Settings, clock: Clock, decision: Decision, bank: int, outages: Sequence[Outage]) -> list[Stretch]:
    budget = walking.allowance(granted, decision.kind) + bank + decision.extension
    return list(walking.walk(granted, decision, clock.pauses, outages, milliseconds=budget))


def _seat(
    granted: Settings | None,
    clock: Clock,
    number: int,
    seat: SeatClock,
    outages: Sequence[Outage],
    now: datetime,
) -> Reading:
    decision, bank = seat.decision, seat.bank
    if granted is None or decision is None:
        kind, since = (decision.kind, decision.since) if decision else (None, None)
        return Reading(number, kind, since, 0, bank, 0, None, None, ())
    allowance = walking.allowance(granted, decision.kind)
    if clock.paused is None:
        stretches = _walked(granted, clock, decision, bank, outages)
        due: datetime | None = stretches[-1].ends
        ran = sum(_length(one, now) for one in stretches if one.kind == RUNS)
        spent = (allowance, bank, decision.extension)
    else:
        pauses = (*clock.pauses, Span(clock.paused, max(now, clock.paused)))
        stretches = list(walking.walk(granted, decision, pauses, outages, until=max(now, decision.since)))
        due = None
        ran = sum(_length(one, now) for one in stretches if one.kind == RUNS)
        beyond = max(0, ran - allowance)
        more = min(decision.extension, max(0, beyond - bank))
        spent = (min(ran, allowance), beyond - more, more)
    return Reading(
        seat=number,
        kind=decision.kind,
        since=decision.since,
        turn=max(0, allowance - ran),
        bank=max(0, bank - max(0, ran - allowance)),
        extension=max(0, decision.extension - max(0, ran - allowance - bank)),
        deadline=due,
        standing=Standing(None, (PAUSE,)) if clock.paused else _standing(stretches, now),
        items=tuple(_items(stretches, *spent)),
    )


def _length(stretch: Stretch, until: datetime) -> int:
    return max(0, (min(stretch.ends, until) - stretch.begins) // MILLISECOND)


def _standing(stretches: list[Stretch], now: datetime) -> Standing | None:
    """Whether the clock stands still now: through how many stretches that follow each other."""
    ahead = [one for one in stretches if one.ends > now]
    if not ahead or ahead[0].kind == RUNS or ahead[0].begins > now:
        return None
    kinds: list[str] = []
    until = now
    for one in ahead:
        if one.kind == RUNS:
            break
        until = one.ends
        if one.kind not in kinds:
            kinds.append(one.kind)
    return Standing(until, tuple(kinds))


def _items(stretches: list[Stretch], turn: int, bank: int, extension: int) -> list[Item]:
    items = [Item(TURN, turn), *(Item(kind, spent) for kind, spent in ((BANK, bank), (EXTENSION, extension)) if spent)]
    stood: dict[str, int] = {}
    for one in stretches:
        if one.kind != RUNS:
            stood[one.kind] = stood.get(one.kind, 0) + (one.ends - one.begins) // MILLISECOND
    return items + [Item(kind, milliseconds) for kind, milliseconds in stood.items()]
