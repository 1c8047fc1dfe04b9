"""When another plays in a seat's place: whose it was stays known, and the turn begins anew for them, once."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from accounts import leaving
from accounts.models import User
from engine.errors import Refused
from games import clock, command_handler, due, permissions, selectors, services, table
from games.audit import verify
from games.clock import Calendar, Settings, Span
from games.orders import Order
from games.rows import SYSTEM
from games.table import Away, Holder
from tests.games.playing import people, seen, table_of, turn_of
from tests.games.waiting import TURN, done_since

CAREFUL = Holder("bot", "careful")
BEGIN = datetime(2026, 6, 1, tzinfo=UTC)


def substitute(game_id: UUID, seat: int, holder: Holder, returns: bool = False, at: datetime | None = None) -> None:
    command = table.Substitute(seat, holder, returns)
    body = {"do": "substitute"}
    command_handler.handle(Order(game_id, SYSTEM, uuid4(), body, command, at or datetime.now(UTC), acts_for=seat))


@pytest.mark.pure
def test_who_takes_over_has_all_the_time_of_a_turn_once() -> None:
    """V20: and what the one before took beyond the allowance stays taken."""
    granted = Settings(60, 30, bank=100)
    one = clock.decided(clock.new(granted, 2), granted, {0: clock.TURN}, BEGIN)
    at = BEGIN + timedelta(seconds=90)
    taken_over = clock.substituted(one, granted, 0, at)
    assert taken_over.seats[0].bank == 70_000
    assert clock.deadline(granted, taken_over, 0) == at + timedelta(seconds=130)
    later = at + timedelta(seconds=50)
    again = clock.substituted(taken_over, granted, 0, later)
    assert clock.deadline(granted, again, 0) == at + timedelta(seconds=130), "no third turn's time in one turn"
    following = clock.decided(again, granted, {0: clock.TURN}, later, turn_ended=True)
    third = clock.substituted(following, granted, 0, later + timedelta(seconds=5))
    assert clock.deadline(granted, third, 0) == later + timedelta(seconds=135), "in the next turn there is"


@pytest.mark.pure
def test_the_calendar_that_counts_is_of_who_plays_now() -> None:
    granted = Settings(3600, 3600, vacation=True)
    far, near = (Calendar("UTC", None, (Span(BEGIN, BEGIN + timedelta(days=days)),)) for days in (30, 2))
    one = clock.decided(clock.told(clock.new(granted, 2), 0, far, BEGIN), granted, {0: clock.TURN}, BEGIN)
    at = BEGIN + timedelta(hours=1)
    after = clock.substituted(one, granted, 0, at)
    assert clock.deadline(granted, after, 0) == at + timedelta(hours=1)
    told = clock.told(after, 0, near, at)
    assert clock.deadline(granted, told, 0) == BEGIN + timedelta(days=2, hours=1)


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_a_bot_plays_until_who_was_replaced_has_the_seat_back() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock={"turn_seconds": TURN})
    seat = turn_of(game_id)
    owner = Holder("user", str(users[seat].id))
    substitute(game_id, seat, CAREFUL, returns=True)
    now = seen(game_id).state
    assert (now.table.seats[seat].holder, now.table.seats[seat].away) == (CAREFUL, Away(owner, True))
    assert now.bot_due(False) is not None
    looking = selectors.look(game_id, users[seat].id)
    assert looking.seat is None, "they see what the table sees"
    assert selectors.body(looking)["view"]["seats"][seat]["player"]["for"]["name"] == users[seat].username
    assert listed(users[seat]) == [game_id], "and find it among their own"
    assert verify(game_id) == []
    substitute(game_id, seat, owner)
    back = seen(game_id).state.table.seats[seat]
    assert (back.holder, back.away) == (owner, None)
    assert verify(game_id) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_nobody_holds_two_seats_and_nobody_reads_the_calendar_of_who_was_there_before() -> None:
    ann, ben, cora = people("ann", "ben", "cora")
    game_id = table_of([ann, ben], clock="daily", visibility="private")
    with pytest.raises(Refused, match="already_seated"):
        substitute(game_id, 0, Holder("user", str(ben.id)))
    substitute(game_id, 0, permissions.person(cora.id))
    told = [one for one in selectors.all_events(selectors.look(game_id, cora.id), 0) if one["type"] == "calendar_told"]
    assert ["calendar" in one["data"] for one in told] == [False, False, True]
    assert permissions.may_see(seen(game_id).state.table, None, ann.id), "who was replaced may look on"


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_who_comes_back_in_the_middle_of_a_turn_has_the_seat_back_after_it() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock="daily")
    seat = turn_of(game_id)
    owner = users[seat]
    substitute(game_id, seat, CAREFUL, returns=True)
    services.sit(owner.id, game_id, seat, datetime.now(UTC))
    now = seen(game_id).state
    assert now.table.is_bot(seat) and now.table.seats[seat].away == Away(
        permissions.person(owner.id), True, wanted=True
    )
    before = seen(game_id).version
    assert due.play_bots(game_id, early=60) > 0, "the bot ends the turn that it has begun"
    assert done_since(game_id, before)[-2:] == ["substituted", "calendar_told"]
    assert seen(game_id).state.table.seat_of(permissions.person(owner.id)) == seat
    assert verify(game_id) == []
    substitute(game_id, seat, CAREFUL, returns=True)
    services.sit(owner.id, game_id, seat, datetime.now(UTC))
    assert not seen(game_id).state.table.is_bot(seat), "between two turns they have it at once"
    substitute(game_id, seat, CAREFUL)
    with pytest.raises(Refused, match="not_allowed"):
        services.sit(owner.id, game_id, seat, datetime.now(UTC))
    assert verify(game_id) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_who_is_forgotten_before_the_turn_is_over_does_not_come_back() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock="daily")
    seat = turn_of(game_id)
    substitute(game_id, seat, CAREFUL, returns=True)
    services.sit(users[seat].id, game_id, seat, datetime.now(UTC))
    leaving.forget(users[seat])
    assert due.play_bots(game_id, early=60) > 0
    assert turn_of(game_id) != seat and seen(game_id).state.table.is_bot(seat), "nobody would play there"
    assert verify(game_id) == []


def listed(user: User) -> list[Any]:
    return [UUID(one["id"]) for one in selectors.games(user.id, None, True, None)["games"]]
