"""When things happen, on both sides of every change of the clocks."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from tournaments import calendar, drafting
from tournaments.defaults import LAST_REMINDER, PACES, REMINDERS
from tournaments.schedule import (
    BEFORE_END,
    FOLD,
    GAP,
    Series,
    call_off,
    change_from,
    later,
    moment,
    move_one,
    nights,
    on,
    reminders,
)

pytestmark = pytest.mark.pure
ZONES = ("America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia")


@pytest.mark.parametrize(
    ("wall", "zone", "at", "shows", "told"),
    [
        ("2026-07-01T19:00", "America/New_York", "2026-07-01T23:00", "2026-07-01T19:00", ""),
        ("2026-12-01T19:00", "America/New_York", "2026-12-02T00:00", "2026-12-01T19:00", ""),
        ("2026-03-08T02:30", "America/New_York", "2026-03-08T07:00", "2026-03-08T03:00", GAP),
        ("2026-11-01T01:30", "America/New_York", "2026-11-01T05:30", "2026-11-01T01:30", FOLD),
        ("2026-03-29T01:59", "Europe/London", "2026-03-29T01:00", "2026-03-29T02:00", GAP),
        # Half an hour at a time.
        ("2026-10-04T02:10", "Australia/Lord_Howe", "2026-10-03T15:30", "2026-10-04T02:30", GAP),
        ("2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45", "2026-04-05T01:45", FOLD),
        ("2026-07-01T19:00", "Asia/Kathmandu", "2026-07-01T13:15", "2026-07-01T19:00", ""),
        # A whole day that never was.
        ("2011-12-30T12:00", "Pacific/Apia", "2011-12-30T10:00", "2011-12-31T00:00", GAP),
    ],
)
def test_a_wall_time_that_is_not_there_is_the_first_moment_after_and_of_one_that_comes_twice_the_first(
    wall: str, zone: str, at: str, shows: str, told: str
) -> None:
    """V27, V29, V30. Section 5, rows 21, 23 and 24: what is shown is what clocks there show on that day."""
    frozen = moment(datetime.fromisoformat(wall), zone)
    assert frozen.at == datetime.fromisoformat(at).replace(tzinfo=UTC)
    assert (frozen.wall, frozen.told) == (datetime.fromisoformat(shows), told)
    assert frozen.at + frozen.offset == frozen.wall.replace(tzinfo=UTC)


@given(st.datetimes(datetime(2010, 1, 1), datetime(2030, 1, 1)), st.sampled_from(ZONES))
def test_a_frozen_wall_time_is_read_back_unless_clocks_never_showed_it(wall: datetime, zone: str) -> None:
    wall = wall.replace(microsecond=0)
    frozen = moment(wall, zone)
    assert (frozen.wall == wall) == (frozen.told != GAP)
    assert frozen.wall >= wall


def test_days_are_days_of_the_calendar_and_hours_are_hours() -> None:
    evening = moment(datetime(2026, 10, 31, 20), "America/New_York")  # the clocks are put back that night
    assert later(evening, timedelta(days=1)).wall == datetime(2026, 11, 1, 20)
    assert later(evening, timedelta(days=1)).at - evening.at == timedelta(hours=25)
    assert later(evening, timedelta(hours=23)).at - evening.at == timedelta(hours=23)


@pytest.mark.parametrize("name", PACES)
def test_every_round_ends_before_the_next_opens_and_every_moment_of_it_is_in_order(name: str) -> None:
    """Section 5, row 25: each open round has a hard deadline."""
    rules = drafting.of_pace(name) | {"zone": "America/New_York", "starts": "2026-03-01T20:00"}
    played = calendar.rounds(rules, calendar.start_of(rules), 5)
    for one in played:
        first_move = one.opens_at + timedelta(minutes=rules["first_move_minutes"])
        assert one.opens_at < first_move <= one.soft_at < one.hard_at
        told = reminders(one.opens_at, one.soft_at, REMINDERS, LAST_REMINDER)
        assert [each.at for each in told] == sorted(each.at for each in told)
        assert all(one.opens_at < reminder.at < one.soft_at for reminder in told)
    for one, following in pairwise(played):
        assert one.hard_at < following.opens_at
    if name != "live":
        place = ZoneInfo(rules["zone"])
        assert {one.opens_at.astimezone(place).time() for one in played} == {time(20)}


def test_a_brisk_round_reminds_halfway_at_four_fifths_and_twelve_hours_before_the_end() -> None:
    rules = drafting.of_pace("brisk") | {"zone": "Europe/London", "starts": "2026-06-01T20:00"}
    (one,) = calendar.rounds(rules, calendar.start_of(rules), 1)
    told = reminders(one.opens_at, one.soft_at, REMINDERS, LAST_REMINDER)
    passed = [(reminder.name, (reminder.at - one.opens_at) / timedelta(hours=1)) for reminder in told]
    assert passed == [(50, 84), (80, 134.4), (BEFORE_END, 156)]
    assert one.hard_at - one.soft_at == timedelta(hours=24)
    assert one.soft_at.astimezone(ZoneInfo("Europe/London")) == datetime(
        2026, 6, 8, 20, tzinfo=ZoneInfo("Europe/London")
    )


def test_a_round_of_an_evening_has_no_reminder_twelve_hours_before_its_end_and_none_comes_twice() -> None:
    opens, hour = datetime(2026, 6, 1, 20, tzinfo=UTC), timedelta(hours=1)
    for hours, names in ((3, [50, 80]), (15, [BEFORE_END, 50, 80]), (24, [50, 80])):
        told = reminders(opens, opens + hours * hour, REMINDERS, LAST_REMINDER)
        assert [one.name for one in told] == names


THURSDAYS = Series("FREQ=WEEKLY;BYDAY=TH", datetime(2026, 10, 1, 19), "America/New_York")


def test_a_club_night_at_seven_stays_at_seven_when_the_clocks_change() -> None:
    """Section 5, row 22."""
    found = nights(THURSDAYS, date(2026, 10, 22), date(2026, 11, 15))
    assert [night.key for night in found] == [
        date(2026, 10, 22),
        date(2026, 10, 29),
        date(2026, 11, 5),
        date(2026, 11, 12),
    ]
    assert {night.begins.wall.time() for night in found} == {datetime(2026, 1, 1, 19).time()}
    assert {night.begins.at.hour for night in found} == {23, 0}


def test_one_night_is_moved_or_called_off_and_keeps_its_name() -> None:
    changed = call_off(move_one(THURSDAYS, date(2026, 10, 8), datetime(2026, 10, 9, 18)), date(2026, 10, 15))
    found = nights(changed, date(2026, 10, 1), date(2026, 10, 23))
    assert [(night.key.day, night.begins.wall.day, night.moved) for night in found] == [
        (1, 1, False),
        (8, 9, True),
        (22, 22, False),
    ]


def test_this_and_later_nights_are_a_series_of_their_own_and_nothing_before_changes() -> None:
    decided = move_one(THURSDAYS, date(2026, 10, 8), datetime(2026, 10, 8, 18))
    before, after = change_from(decided, date(2026, 10, 15), "FREQ=WEEKLY;BYDAY=FR", datetime(2026, 10, 16, 20))
    window = (date(2026, 10, 1), date(2026, 11, 1))
    assert nights(before, *window) == nights(decided, date(2026, 10, 1), date(2026, 10, 15))
    assert [(night.key.day, night.begins.wall.hour) for night in nights(after, *window)] == [
        (16, 20),
        (23, 20),
        (30, 20),
    ]


@given(st.dates(date(2026, 1, 1), date(2027, 1, 1)), st.integers(0, 60), st.integers(0, 60))
def test_a_window_is_its_parts_however_often_it_is_asked_for(since: date, first: int, second: int) -> None:
    """The daily job that looks ahead finds the same nights each day."""
    middle, end = since + timedelta(days=first), since + timedelta(days=first + second)
    whole = nights(THURSDAYS, since, end)
    assert nights(THURSDAYS, since, middle) + nights(THURSDAYS, middle, end) == whole
    assert all(night.key >= date(2026, 10, 1) for night in whole)


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "FREQ=HOURLY",
        "FREQ=WEEKLY;COUNT=3",
        "FREQ=WEEKLY;UNTIL=20270101",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=MONTHLY;BYMONTHDAY=32",
        "FREQ=MONTHLY;BYDAY=2TU;BYHOUR=3",
        "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31",
        "FREQ=DAILY;BYDAY=TH\nRRULE:FREQ=HOURLY",
        "FREQ=DAILY;BYDAY=TH\rRRULE;X=Y:FREQ=SECONDLY",
        "RRULE:FREQ=DAILY",
        "FREQ=DAILY;INTERVAL=٢",
    ],
)
def test_a_rule_names_days_and_nothing_else(rule: str) -> None:
    with pytest.raises(ValueError):
        Series(rule, datetime(2026, 9, 1, 19), "America/New_York")


def test_no_night_is_looked_for_beyond_the_years_that_there_are() -> None:
    with pytest.raises(ValueError, match="no day"):
        Series("FREQ=WEEKLY", datetime(9998, 1, 1, 19), "America/New_York")
    assert on(THURSDAYS, date(2026, 10, 8)) == nights(THURSDAYS, date(2026, 10, 8), date(2026, 10, 9))[0]
    assert on(THURSDAYS, date(2026, 10, 9)) is None
    assert on(THURSDAYS, date.max) is None
    assert nights(THURSDAYS, date(2200, 12, 26), date.max) == []


CHANGES = {
    "America/New_York": (date(2026, 3, 8), date(2026, 11, 1)),
    "Europe/London": (date(2026, 3, 29), date(2026, 10, 25)),
    "Australia/Lord_Howe": (date(2026, 4, 5), date(2026, 10, 4)),
    "America/Santiago": (date(2026, 4, 4), date(2026, 9, 6)),
}


@pytest.mark.parametrize("zone", CHANGES)
@pytest.mark.parametrize("hour", [0, 1, 2, 19, 23])
def test_a_nightly_event_is_held_once_a_day_on_both_sides_of_both_changes_of_the_clocks(zone: str, hour: int) -> None:
    """V27, V29; section 5, rows 21 to 23: none vanishes, none comes twice, and each but one in a gap begins on the hour
    that was chosen."""
    for change in CHANGES[zone]:
        first = datetime.combine(change - timedelta(days=3), datetime.min.time()).replace(hour=hour, minute=30)
        found = nights(Series("FREQ=DAILY", first, zone), first.date(), first.date() + timedelta(days=7))
        assert [night.key for night in found] == [first.date() + timedelta(days=n) for n in range(7)]
        assert all(night.begins.wall.time() == first.time() or night.begins.told == GAP for night in found)
        for one, following in pairwise(found):
            assert timedelta(hours=22) < following.begins.at - one.begins.at < timedelta(hours=26)


def test_the_beat_ticks_in_utc_and_knows_no_rule_of_a_series() -> None:
    """V27."""
    assert settings.CELERY_TIMEZONE == "UTC"
    assert settings.CELERY_BEAT_SCHEDULE["club nights"]["schedule"] == 30.0
    assert settings.CELERY_BEAT_SCHEDULE["events"]["schedule"] == 30.0
