"""The clock over random stories: moves, pauses, vacations, weekends, changes of the clocks, downtime. Pure."""

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import clock
from games.clock import Calendar, Clock, Outage, Settings, Span, calendars, walking
from games.clock.calendars import Rest
from games.clock.settings import Quiet

pytestmark = pytest.mark.pure

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata")
CHANGES = [
    datetime(2026, 3, 29, 1, tzinfo=UTC),  # Berlin, forward
    datetime(2026, 10, 25, 1, tzinfo=UTC),  # Berlin, back
    datetime(2026, 3, 8, 7, tzinfo=UTC),  # New York, forward
    datetime(2026, 11, 1, 6, tzinfo=UTC),  # New York, back
    datetime(2026, 4, 4, 15, tzinfo=UTC),  # Lord Howe, half an hour back
    datetime(2026, 10, 3, 15, 30, tzinfo=UTC),  # Lord Howe, half an hour forward
]
HOUR = timedelta(hours=1)
SEATS = 3
MORE = 900
"""Seconds that an overdue decision is given."""

clock_times = st.integers(0, 95).map(lambda n: time(n // 4, n % 4 * 15))
quiets = st.builds(Quiet, clock_times, clock_times).filter(lambda one: one.seconds <= 16 * 3600)
moments = st.builds(
    lambda change, minutes: change + timedelta(minutes=minutes),
    st.sampled_from(CHANGES),
    st.integers(-4 * 24 * 60, 4 * 24 * 60),
)


def spans_from(begin: datetime, marks: list[int]) -> tuple[Span, ...]:
    """Spans that follow each other, by the minutes between their ends."""
    at, points = begin, []
    for minutes in marks:
        at += timedelta(minutes=minutes)
        points.append(at)
    return tuple(Span(*pair) for pair in zip(points[::2], points[1::2], strict=False))


spans = st.builds(spans_from, moments, st.lists(st.integers(1, 2000), max_size=6))
all_calendars = st.builds(Calendar, st.sampled_from(ZONES), st.none() | quiets, spans)
grants = st.builds(
    lambda turn, answer, bank, increment, cap, quiet, weekends, vacation: Settings(
        turn * 3600, min(answer, turn) * 3600, bank * 60, increment * 60, max(cap, bank) * 60, quiet, weekends, vacation
    ),
    *(st.integers(1, 72), st.integers(1, 72), st.integers(0, 3000), st.integers(0, 300), st.integers(0, 3000)),
    *(st.none() | quiets, st.booleans(), st.booleans()),
)


class Step(NamedTuple):
    """Something happens so many minutes after what happened before."""

    minutes: int
    what: str
    seat: int
    calendar: Calendar


steps = st.lists(
    st.builds(
        Step,
        st.integers(0, 3000),
        st.sampled_from(["turn", "turn", "turn", "server", "ask", "pause", "resume", "calendar", "late", "substitute"]),
        st.integers(0, SEATS - 1),
        all_calendars,
    ),
    max_size=25,
)


def follow(granted: Settings, one: Clock, step: Step, at: datetime) -> Clock:
    """The clock after a step of a story."""
    if step.what == "calendar":
        return clock.told(one, step.seat, step.calendar, at)
    if step.what == "pause":
        return one if one.paused else clock.paused(one, at)
    if step.what == "late":
        late = [seat for seat in one.open if not one.seats[seat].counted]
        return clock.overdue(one, late[0], MORE) if late and not one.paused else one
    if step.what == "substitute":
        return clock.substituted(one, granted, step.seat, at)
    if step.what == "resume" or one.paused:
        return clock.resumed(one, at)
    if step.what == "ask" and len(one.open) == 1:
        asked = dict.fromkeys((seat for seat in range(SEATS) if seat not in one.open), clock.ANSWER)
        return clock.decided(one, granted, asked, at)
    ended = {(step.seat + 1) % SEATS: clock.TURN}
    return clock.decided(one, granted, ended, at, turn_ended=True, earned=step.what != "server")


def story(granted: Settings, begin: datetime, told: list[Step]) -> list[tuple[datetime, str, Clock]]:
    """Each moment with what happened and the clock after it."""
    one = clock.new(granted, SEATS)
    for seat in range(SEATS):
        one = clock.told(one, seat, told[seat % len(told)].calendar if told else Calendar(), begin)
    at = begin
    one = clock.decided(one, granted, {0: clock.TURN}, at)
    found = [(at, "turn", one)]
    for step in told:
        at += timedelta(minutes=step.minutes)
        one = follow(granted, one, step, at)
        found.append((at, step.what, one))
    return found


def left(granted: Settings, one: Clock, seat: int, at: datetime) -> int:
    """All time that a seat has left: of its open decision's allowance, in its bank, and of what it was given more."""
    reading = clock.read(granted, one, at)[seat]
    return reading.turn + reading.bank + reading.extension


@given(grants, moments, steps)
@settings(max_examples=150)
def test_time_left_never_grows_but_by_what_the_settings_grant(
    granted: Settings, begin: datetime, told: list[Step]
) -> None:
    """V01, V20: only a new decision, an increment, an extension, and whoever takes over first in a turn add to it."""
    for (before_at, _, before), (at, what, after) in pairwise(story(granted, begin, told)):
        for seat in range(SEATS):
            had = left(granted, before, seat, before_at)
            middle = before_at + (at - before_at) / 2
            assert left(granted, before, seat, middle) <= had
            had_now = left(granted, before, seat, at)
            assert had_now <= left(granted, before, seat, middle)
            new = after.seats[seat].decision
            fresh = new is not None and new.since == at and what in ("turn", "server", "ask", "substitute")
            more = 1000 * (granted.turn if new and new.kind == clock.TURN else granted.answer) if fresh else 0
            given = 1000 * MORE if what == "late" and after != before else 0
            earned = 1000 * granted.increment if what == "turn" and before.seats[seat].decision else 0
            assert left(granted, after, seat, at) <= had_now + more + earned + given
            assert after.seats[seat].bank <= 1000 * max(granted.bank, granted.cap)


@given(grants, moments, steps, st.integers(0, 5000))
@settings(max_examples=150)
def test_a_pause_and_its_end_leave_exactly_the_time_that_was_left(
    granted: Settings, begin: datetime, told: list[Step], minutes: int
) -> None:
    """V01: for every clock, wherever quiet hours, weekends and vacations lie."""
    at, _, one = story(granted, begin, told)[-1]
    one = clock.resumed(one, at)
    until = at + timedelta(minutes=minutes)
    again = clock.resumed(clock.paused(one, at), until)
    for seat in range(SEATS):
        assert left(granted, again, seat, until) == left(granted, one, seat, at)
        assert left(granted, clock.paused(one, at), seat, until) == left(granted, one, seat, at)


@given(grants, moments, steps)
@settings(max_examples=150)
def test_a_move_while_the_clock_stands_still_has_the_effect_of_one_at_its_end(
    granted: Settings, begin: datetime, told: list[Step]
) -> None:
    """V04: whoever plays at night pays what they would pay in the morning, and the next has the time from then."""
    at, _, one = story(granted, begin, told)[-1]
    one = clock.resumed(one, at)
    for reading in clock.read(granted, one, at):
        if reading.standing and reading.standing.until and reading.kind == clock.TURN:
            now, later = (
                clock.decided(one, granted, {(reading.seat + 1) % SEATS: clock.TURN}, moment, turn_ended=True)
                for moment in (at, reading.standing.until)
            )
            assert now.seats[reading.seat].bank == later.seats[reading.seat].bank


@given(grants, moments, steps)
@settings(max_examples=150)
def test_the_explanation_of_a_deadline_adds_up_to_it(granted: Settings, begin: datetime, told: list[Step]) -> None:
    """V15: the deadline is absolute; since when, and each part in between, are told."""
    for at, _, one in story(granted, begin, told):
        for reading in clock.read(granted, one, at):
            if reading.since is None:
                assert (reading.deadline, reading.items, reading.standing) == (None, (), None)
                continue
            length = timedelta(milliseconds=sum(item.milliseconds for item in reading.items))
            if one.paused:
                assert reading.deadline is None and reading.since + length == max(at, reading.since)
            else:
                assert reading.since + length == reading.deadline
                assert reading.deadline == clock.deadline(granted, one, reading.seat)


@given(grants, moments, steps)
@settings(max_examples=150)
def test_at_the_deadline_nothing_is_left_and_a_moment_before_it_something_is(
    granted: Settings, begin: datetime, told: list[Step]
) -> None:
    """V13: what is shown is what is enforced."""
    _, _, one = story(granted, begin, told)[-1]
    for seat in range(SEATS):
        due = clock.deadline(granted, one, seat)
        if due is not None:
            assert left(granted, one, seat, due) == 0
            assert left(granted, one, seat, due - timedelta(milliseconds=1)) == 1


@given(grants, moments, steps)
@settings(max_examples=100)
def test_a_clock_is_the_same_after_encoding_and_decoding(granted: Settings, begin: datetime, told: list[Step]) -> None:
    for _, _, one in story(granted, begin, told):
        assert clock.decode(clock.encode(one)) == one


@given(
    grants, moments, all_calendars, st.integers(1, 5), st.lists(st.tuples(moments, st.integers(1, 10**8)), max_size=4)
)
@settings(max_examples=150)
def test_however_little_is_left_the_walk_to_the_deadline_is_short_and_agrees_with_the_walk_up_to_it(
    granted: Settings, begin: datetime, calendar: Calendar, budget: int, down: list[tuple[datetime, int]]
) -> None:
    """Odd milliseconds everywhere; a stretch is never followed by one of its own kind."""
    begin += timedelta(milliseconds=budget * 333)
    lost = [Outage(at, at + timedelta(milliseconds=length), at) for at, length in down]
    decision = walking.Decision(clock.TURN, begin, calendar)
    for milliseconds in (budget, 3_600_000 + budget, 1000 * granted.turn):
        found = list(walking.walk(granted, decision, (), lost, milliseconds=milliseconds))
        assert found[0].begins == begin
        assert all(one.ends == other.begins and one.kind != other.kind for one, other in pairwise(found))
        assert list(walking.walk(granted, decision, (), lost, until=found[-1].ends)) == found
        assert walking.ran(granted, decision, (), lost, found[-1].ends) == milliseconds
        assert found[-1].kind == walking.RUNS, "it is due at the moment at which nothing is left"
        assert len(found) < 250


@pytest.mark.parametrize("left", [1, 7, 5_000])
@pytest.mark.parametrize("why", ["vacation", "pause", "downtime"])
def test_the_last_moment_before_a_rest_of_weeks_is_left_after_it(why: str, left: int) -> None:
    """The walk does not crawl through the rest by what is left."""
    granted = Settings(3600, 3600, vacation=True, quiet=Quiet(time(23), time(8)))
    begin = datetime(2026, 6, 1, 9, 0, 0, 123_000, tzinfo=UTC)
    away = Span(begin + HOUR - timedelta(milliseconds=left), begin + timedelta(days=30))
    calendar = Calendar("UTC", None, (away,) if why == "vacation" else ())
    down = [Outage(*away, away.ends)] if why == "downtime" else []
    pauses = (away,) if why == "pause" else ()
    decision = walking.Decision(clock.TURN, begin, calendar)
    steps = list(walking._steps(granted, decision, pauses, down, None, HOUR))
    assert len(steps) < 150 and steps[-1].ends == away.ends + timedelta(milliseconds=left)
    found = list(walking.walk(granted, decision, pauses, down, milliseconds=3_600_000))
    assert [one.kind for one in found] == ["runs", why, "runs"]
    assert found[-1].ends == steps[-1].ends


# --- Calendars ---


@given(st.sampled_from(ZONES), quiets, moments)
@settings(max_examples=300)
def test_in_quiet_hours_by_the_player_s_own_clock_the_table_s_clock_stands_still(
    zone: str, quiet: Quiet, at: datetime
) -> None:
    """Also on the days on which the clocks are changed; only there a time of day that comes twice may rest twice."""
    granted = Settings(3600, 3600, quiet=quiet)
    found = list(calendars.rests(granted, Calendar(zone), at, at + HOUR))
    resting = any(one.begins <= at < one.ends for one in found)
    local = at.astimezone(ZoneInfo(zone)).time()
    if quiet.begins < quiet.ends:
        by_the_wall = quiet.begins <= local < quiet.ends
    else:
        by_the_wall = local >= quiet.begins or local < quiet.ends
    near = any(abs(at - change) <= 2 * HOUR for change in CHANGES)
    assert resting == by_the_wall or (near and resting)


@pytest.mark.parametrize(
    ("zone", "day", "quiet", "begins", "ends"),
    [
        ("Europe/Berlin", (2026, 3, 28), ("23:00", "08:00"), "2026-03-28T22:00", "2026-03-29T06:00"),  # 8 hours
        ("Europe/Berlin", (2026, 10, 24), ("23:00", "08:00"), "2026-10-24T21:00", "2026-10-25T07:00"),  # 10 hours
        ("Europe/Berlin", (2026, 3, 29), ("02:30", "06:00"), "2026-03-29T01:00", "2026-03-29T04:00"),  # 2:30 is not
        ("Europe/Berlin", (2026, 10, 25), ("02:30", "06:00"), "2026-10-25T00:30", "2026-10-25T05:00"),  # the first
        ("Europe/Berlin", (2026, 10, 24), ("22:00", "02:30"), "2026-10-24T20:00", "2026-10-25T01:30"),  # the second
        ("America/New_York", (2026, 3, 8), ("02:15", "07:00"), "2026-03-08T07:00", "2026-03-08T11:00"),
        ("America/New_York", (2026, 10, 31), ("21:00", "01:30"), "2026-11-01T01:00", "2026-11-01T06:30"),
        ("Australia/Lord_Howe", (2026, 10, 4), ("02:15", "07:00"), "2026-10-03T15:30", "2026-10-03T20:00"),
        ("Australia/Lord_Howe", (2026, 4, 4), ("23:00", "01:45"), "2026-04-04T12:00", "2026-04-04T15:15"),
        ("Asia/Kolkata", (2026, 3, 29), ("23:00", "08:00"), "2026-03-29T17:30", "2026-03-30T02:30"),
    ],
)
def test_quiet_hours_where_the_clocks_are_changed(
    zone: str, day: tuple[int, int, int], quiet: tuple[str, str], begins: str, ends: str
) -> None:
    """V29: a time that does not exist is the moment of the jump; of one that exists twice, first and last."""
    hours = Quiet(*map(time.fromisoformat, quiet))
    noon = datetime(*day, 12, tzinfo=ZoneInfo(zone))
    wanted = Rest("quiet", *(datetime.fromisoformat(at).replace(tzinfo=UTC) for at in (begins, ends)))
    assert wanted in list(calendars.rests(Settings(3600, 3600, quiet=hours), Calendar(zone), noon, noon + HOUR))


def test_a_weekend_is_the_player_s_own_and_as_long_as_it_is_there() -> None:
    granted = Settings(3600, 3600, weekends=True)
    saturday = datetime(2026, 3, 28, 12, tzinfo=UTC)
    found = list(calendars.rests(granted, Calendar("Europe/Berlin"), saturday, saturday + HOUR))
    assert found == [Rest("weekend", datetime(2026, 3, 27, 23, tzinfo=UTC), datetime(2026, 3, 29, 22, tzinfo=UTC))]


def test_own_quiet_hours_take_the_place_of_the_table_s_and_are_no_longer() -> None:
    granted = Settings(3600, 3600, quiet=Quiet(time(23), time(8)))
    own = Calendar("Asia/Kolkata", Quiet(time(4), time(16)))
    noon = datetime(2026, 6, 1, 12, tzinfo=UTC)
    found = list(calendars.rests(granted, own, noon, noon + HOUR))
    assert {(rest.ends - rest.begins) for rest in found} == {9 * HOUR}
    assert {rest.begins.astimezone(ZoneInfo("Asia/Kolkata")).time() for rest in found} == {time(4)}


def test_what_a_table_does_not_grant_does_not_rest() -> None:
    calendar = Calendar("Europe/Berlin", Quiet(time(0), time(8)), (Span(CHANGES[0], CHANGES[1]),))
    assert list(calendars.rests(Settings(3600, 3600), calendar, CHANGES[0], CHANGES[1])) == []


def test_a_vacation_ends_to_the_second_and_a_new_one_counts_from_the_next_turn_on() -> None:
    """V07."""
    granted = Settings(86_400, 86_400, vacation=True)
    begin = datetime(2026, 6, 1, tzinfo=UTC)
    away = Calendar("UTC", None, (Span(begin + HOUR, begin + 5 * HOUR + timedelta(seconds=7)),))
    one = clock.decided(clock.told(clock.new(granted, 2), 0, away, begin), granted, {0: clock.TURN}, begin)
    assert clock.deadline(granted, one, 0) == begin + timedelta(days=1, hours=4, seconds=7)
    longer = clock.told(one, 0, Calendar("UTC", None, (Span(begin + HOUR, begin + 50 * HOUR),)), begin)
    assert clock.deadline(granted, longer, 0) == clock.deadline(granted, one, 0)
    ended = clock.told(one, 0, Calendar("UTC", None, (Span(begin + HOUR, begin + 2 * HOUR),)), begin)
    assert clock.deadline(granted, ended, 0) == begin + timedelta(days=1, hours=1), "less of it counts at once"
    following = clock.decided(longer, granted, {0: clock.TURN}, begin + 2 * HOUR, turn_ended=True)
    assert clock.deadline(granted, following, 0) == begin + timedelta(days=1, hours=50)


# --- Bank ---


def test_what_is_beyond_the_allowance_comes_out_of_the_bank_and_a_turn_of_one_s_own_adds_to_it() -> None:
    granted = Settings(60, 30, bank=300, increment=20, cap=300)
    begin = datetime(2026, 6, 1, tzinfo=UTC)

    def bank(seconds: int, **how: Any) -> int:
        one = clock.decided(clock.new(granted, 2), granted, {0: clock.TURN}, begin)
        return clock.decided(one, granted, {1: clock.TURN}, begin + timedelta(seconds=seconds), **how).seats[0].bank

    assert bank(60, turn_ended=True, earned=True) == 300_000, "never above the cap"
    assert bank(100, turn_ended=True, earned=True) == 280_000
    assert bank(100, turn_ended=True) == 260_000, "what the server plays adds nothing"
    assert bank(1000, turn_ended=True, earned=True) == 20_000
    assert bank(100, turn_ended=False, earned=True) == 260_000, "nor does what ends no turn"


def test_of_several_partners_asked_each_has_a_clock_of_their_own() -> None:
    """V23: only whose time is over is overdue."""
    granted = Settings(60, 30, bank=10, increment=5, cap=20)
    begin = datetime(2026, 6, 1, tzinfo=UTC)
    one = clock.decided(clock.new(granted, 4), granted, {0: clock.TURN}, begin)
    one = clock.decided(one, granted, {0: clock.TURN}, begin)
    asked = clock.decided(one, granted, {1: clock.ANSWER, 2: clock.ANSWER}, begin + timedelta(seconds=65))
    assert asked.seats[0].bank == 5_000
    answered = clock.decided(asked, granted, {2: clock.ANSWER}, begin + timedelta(seconds=100))
    assert answered.seats[1].bank == 5_000
    assert clock.deadline(granted, answered, 2) == begin + timedelta(seconds=105)
    assert clock.deadline(granted, answered, 1) is None


# --- Downtime ---

outages = st.builds(
    lambda begin, minutes, late: Outage(
        begin, begin + timedelta(minutes=minutes), begin + timedelta(minutes=minutes + late)
    ),
    *(moments, st.integers(1, 3000), st.integers(0, 500)),
)


@given(grants, moments, all_calendars, st.lists(outages, max_size=4))
@settings(max_examples=150)
def test_downtime_is_given_back_to_the_open_decision_and_never_twice(
    granted: Settings, begin: datetime, calendar: Calendar, down: list[Outage]
) -> None:
    """V17: the deadline moves by as much of it as was time in which the clock would have run, up to all of it."""
    one = clock.decided(clock.told(clock.new(granted, 1), 0, calendar, begin), granted, {0: clock.TURN}, begin)
    without, with_ = (clock.deadline(granted, one, 0, known) for known in ((), down))
    assert without is not None and with_ is not None
    assert without <= with_
    decision = one.seats[0].decision
    assert decision is not None
    ran = walking.ran(granted, decision, (), down, with_)
    assert ran == 1000 * (granted.turn + granted.bank)
    twice = clock.deadline(granted, one, 0, [*down, *down])
    assert twice == with_
