"""When rounds are played, as everybody can see it before, and what calendars are told when that changes."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from config.kernel.errors import ProblemError
from tests.tournaments.playing import BEFORE, RULES, START
from tournaments import calendar, commands, state
from tournaments.commands import Context
from tournaments.deciding import decide, folded
from tournaments.state import Tournament

pytestmark = pytest.mark.pure

OWN = [["2126-12-01T19:00", "2126-12-06T22:00"], ["2126-12-10T19:00", "2126-12-20T22:00"]]
SLOW = RULES | {"round_minutes": 5 * 1440, "period_minutes": 7 * 1440, "grace_minutes": 1440, "early": False}


def published(**rules: Any) -> Tournament:
    """An event that people may enter."""
    t = state.Tournament("club", SLOW | rules, at=BEFORE)
    return after(t, commands.Publish(), BEFORE)


def after(t: Tournament, command: Any, at: datetime, by: str | None = None) -> Tournament:
    """An event after something was asked of it."""
    context = Context(at, by, "seed")
    return folded(t, decide(t, command, context), context)


def with_pairs(t: Tournament, pairs: int) -> Tournament:
    """So many pairs are in it."""
    for number in range(pairs):
        one, other = f"ann{number}", f"ben{number}"
        t = after(t, commands.Enter((one, other), one), BEFORE, one)
        t = after(t, commands.Accept(str(number + 1), other), BEFORE, other)
    return t


def utc(day: int, hour: int) -> datetime:
    """A moment of December 2126."""
    return datetime(2126, 12, day, hour, tzinfo=UTC)


def test_all_windows_of_a_slow_event_are_set_and_seen_before_it_starts() -> None:
    """V34."""
    pairing = SLOW["pairing"] | {"format": "swiss", "rounds": 3}
    t = published(round_times=OWN, pairing=pairing)
    told = [(slot.opens_at, slot.ends_at) for slot in t.slots]
    assert told == [(utc(1, 19), utc(6, 22)), (utc(10, 19), utc(20, 22)), (utc(17, 19), utc(22, 19))]
    t = after(with_pairs(t, 8), commands.CloseEntries(), START)
    assert [(one.opens_at, one.soft_at) for one in t.times] == told
    assert t.times[0].hard_at == utc(7, 22), "a day of grace"


def test_own_times_move_with_the_event_and_are_wall_times_on_both_sides_of_a_change_of_the_clocks() -> None:
    """V34, and section 5, row 22."""
    own = [["2026-10-20T19:00", "2026-10-23T19:00"], ["2026-11-03T19:00", "2026-11-06T19:00"]]
    rules = SLOW | {"zone": "America/New_York", "starts": own[0][0], "round_times": own}
    first, second = calendar.rounds(rules, calendar.start_of(rules), 2)
    assert (first.opens_at.hour, second.opens_at.hour) == (23, 0), "seven in the evening there"
    a_day_later = calendar.start_of(rules | {"starts": "2026-10-21T19:00"})
    assert calendar.rounds(rules, a_day_later, 2)[1].opens_at == second.opens_at + timedelta(days=1)


def test_an_event_that_begins_at_another_time_keeps_its_rounds_in_calendars_and_says_that_they_were_moved() -> None:
    """Section 5, row 39."""
    t = published()
    (before,) = t.slots
    t = after(t, commands.Reschedule(datetime(2126, 12, 2, 20), "The hall is taken."), BEFORE + timedelta(days=1), "o")
    (moved,) = t.slots
    assert (moved.opens_at, moved.sequence) == (utc(2, 20), before.sequence + 1)
    assert moved.changed_at > before.changed_at
    assert t.closes_at == utc(2, 20) - timedelta(minutes=15)
    with pytest.raises(ProblemError) as refused:
        after(t, commands.Reschedule(datetime(2126, 11, 24, 19), "Now."), BEFORE + timedelta(days=1), "o")
    assert refused.value.code == "too_late"


def test_what_is_called_off_stays_in_calendars_as_called_off() -> None:
    """Section 5, row 39: the whole event, and rounds that are one too many for those who came."""
    t = published()
    gone = after(t, commands.Cancel("Snow."), BEFORE, "o")
    assert [(slot.cancelled, slot.sequence) for slot in gone.slots] == [(True, 1)]
    many = published(pairing=SLOW["pairing"] | {"format": "swiss", "rounds": 5})
    few = after(with_pairs(many, 3), commands.CloseEntries(), START)
    played = len(few.times)
    assert played < 5 and [slot.cancelled for slot in few.slots] == [number >= played for number in range(5)]
    again = after(t, commands.CloseEntries(), START)
    assert again.postponed and again.slots[0].opens_at == utc(2, 19) and again.slots[0].sequence == 1


def test_a_draft_that_was_never_told_is_in_no_calendar() -> None:
    t = state.Tournament("club", SLOW, at=BEFORE)
    assert after(t, commands.Cancel("No."), BEFORE, "o").slots == ()
