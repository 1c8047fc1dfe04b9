"""Time as a pure function."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Refused
from games import clock

pytestmark = pytest.mark.pure

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
seats = st.lists(st.integers(0, 6), max_size=3, unique=True).map(tuple)


def due(settings: Any, to_decide: dict[int, str]) -> list[datetime | None]:
    """When each of four seats is due that began to decide now."""
    granted = clock.of(clock.check(settings))
    ticking = clock.decided(clock.new(granted, 4), granted, to_decide, NOW)
    return [clock.deadline(granted, ticking, seat) for seat in range(4)]


def test_without_a_clock_nothing_is_ever_due() -> None:
    assert due("none", {0: clock.TURN}) == [None] * 4


def test_with_an_allowance_a_decision_is_due_so_many_seconds_after_it_began() -> None:
    assert due({"turn_seconds": 300}, {1: clock.TURN}) == [None, NOW + timedelta(minutes=5), None, None]


def test_nothing_is_due_where_nobody_is_to_act() -> None:
    assert due({"turn_seconds": 300}, {}) == [None] * 4


BAD = [None, "", "slow", {}, [], 300, {"turn_seconds": None}, {"turn_seconds": "300"}, {"turn_seconds": True}]
OUT_OF_RANGE = [{"turn_seconds": 0}, {"turn_seconds": -5}, {"turn_seconds": 10**9}, {"turn_seconds": 1, "more": 1}]


@pytest.mark.parametrize("settings", [*BAD, *OUT_OF_RANGE])
def test_settings_that_are_none_are_refused(settings: object) -> None:
    with pytest.raises(Refused, match="malformed"):
        clock.check(settings)


@given(seats, seats)
def test_the_allowance_begins_anew_exactly_when_somebody_gets_the_decision_who_did_not_have_it(
    before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    for seat in after:
        assert clock.passed_on(before, seat, turn_ended=False) == (seat not in before)


@given(seats)
def test_a_turn_that_comes_again_at_once_has_a_new_allowance(same: tuple[int, ...]) -> None:
    assert all(clock.passed_on(same, seat, turn_ended=True) for seat in same)
