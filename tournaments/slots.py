"""When each round is or was to be played, and how often that has changed: what calendars are told. Pure.

A slot that was told once stays: a round that is not played after all is called off, so that whoever has it in a
calendar sees it there.
"""

from collections.abc import Sequence
from datetime import datetime

from tournaments import calendar, state
from tournaments.state import Slot, Times, Tournament


def kept(before: Tournament, after: Tournament, at: datetime) -> tuple[Slot, ...]:
    """The slots after something has happened at this time; those that stay as they were are the same."""
    if after.rehearses:  # no calendar is told of it
        return ()
    if _what_counts(before) == _what_counts(after) or after.starts_at is None:
        return before.slots
    times = _times(after)
    slots = []
    for index in range(max(len(times), len(before.slots))):
        old = before.slots[index] if index < len(before.slots) else None
        if index < len(times):
            opens, ends = times[index].opens_at, times[index].soft_at
        else:
            assert old is not None
            opens, ends = old.opens_at, old.ends_at
        off = _off(after, index, len(times))
        same = old is not None and (old.opens_at, old.ends_at, old.cancelled) == (opens, ends, off)
        slots.append(old if old and same else Slot(opens, ends, at, old.sequence + 1 if old else 0, off))
    return tuple(slots)


def _what_counts(t: Tournament) -> tuple[object, ...]:
    rounds = tuple((one.times, one.status == state.CLOSED) for one in t.rounds)
    return t.starts_at, t.times, rounds, t.status in (state.PROVISIONAL, *state.OVER)


def _times(t: Tournament) -> Sequence[Times]:
    """All rounds as they are to be: before the seeds are drawn so many as were declared, or the first alone."""
    assert t.starts_at is not None
    planned = list(t.times or calendar.rounds(t.rules, t.starts_at, t.rules["pairing"]["rounds"] or 1))
    for one in t.rounds:
        planned[one.number - 1 : one.number] = [one.times]
    return planned


def _off(t: Tournament, index: int, planned: int) -> bool:
    """Whether a round is not played after all."""
    if t.status == state.CANCELLED:
        return index >= len(t.rounds) or t.rounds[index].status != state.CLOSED
    return index >= planned or (t.status in (state.PROVISIONAL, state.FINAL) and index >= len(t.rounds))
