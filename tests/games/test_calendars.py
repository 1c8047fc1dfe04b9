"""Players' calendars at a table: from the next turn on, in the log, and nobody else's business."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts import calendars, leaving, preferences
from accounts.models import User
from accounts.services import create_token
from games import event_store, projector
from games.audit import verify
from games.clock import Calendar
from games.models import Event, Game
from tests.games.playing import new_table, people, play, seen, table_of, turn_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]

DAY = timedelta(days=1)
RESTING = {"turn_seconds": 86_400, "weekends": True, "vacation": True, "quiet": {"from": "23:00", "to": "08:00"}}
ONLY_VACATION = {"turn_seconds": 86_400, "vacation": True}


def ask(user: User | None, path: str) -> Any:
    headers = {"Authorization": f"Bearer {create_token(user)}"} if user else {}
    return Client(headers=headers).get(path).json()


def told_rows(game_id: UUID) -> list[int | None]:
    """Whose calendars were told, in order."""
    return [row.seat for row in Event.objects.filter(game_id=game_id, type="calendar_told").order_by("version")]


def sound(game_id: UUID) -> None:
    """What is stored is what the log gives."""
    stored = Game.objects.get(id=game_id)
    folded = projector.fold(event_store.stream(game_id, event_store.ALL))
    assert folded is not None
    assert (projector.encode(folded), folded.deadline) == (stored.state, stored.deadline)
    assert verify(game_id) == []


def next_turn(users: list[User], game_id: UUID, seat: int) -> None:
    """Play on until a turn of this seat begins."""
    before = seen(game_id).state.clock.seats[seat].decision
    while (now := seen(game_id).state.clock.seats[seat].decision) is None or now == before:
        play(users, game_id, 1, seed=seen(game_id).version)


def test_the_players_calendars_are_in_the_log_when_the_game_begins_and_only_where_they_count() -> None:
    users = people("ann", "ben")
    preferences.choose(users[1], time_zone="Asia/Kolkata")
    resting = table_of(users, clock=RESTING)
    assert told_rows(resting) == [0, 1]
    assert seen(resting).state.clock.seats[1].calendar.zone == "Asia/Kolkata"
    assert told_rows(table_of(users, clock="live")) == told_rows(table_of(users)) == []
    only = table_of(users, clock=ONLY_VACATION)
    assert seen(only).state.clock.seats[1].calendar == Calendar(), "a zone that makes no difference is not written down"
    with_bot = new_table(users[0], ["me", "bot:random"], clock=RESTING)
    assert told_rows(with_bot) == [0]
    for game_id in (resting, only, with_bot):
        sound(game_id)


def test_a_vacation_counts_from_the_next_turn_on_at_every_table_that_grants_it() -> None:
    """V11: it is in the log; V06: where it is not granted nothing happens."""
    users = people("ann", "ben")
    granting, other = table_of(users, clock=ONLY_VACATION), table_of(users, clock={"turn_seconds": 86_400})
    seat = turn_of(granting)
    before, version = seen(granting).state.deadline, seen(other).version
    now = datetime.now(UTC)
    calendars.enter(users[seat], now, now + 10 * DAY)
    assert seen(granting).state.deadline == before, "the turn that has begun has the time that it had"
    assert told_rows(granting) == [0, 1, seat] and seen(other).version == version
    next_turn(users, granting, seat)
    due = seen(granting).state.deadline
    assert due is not None and due > now + 10.9 * DAY
    sound(granting)


def test_a_vacation_that_is_ended_early_ends_at_once_at_every_table() -> None:
    """V01: days that are given back are not kept by a clock as well."""
    users = people("ann", "ben")
    game_id = table_of(users, clock=ONLY_VACATION)
    seat, now = turn_of(game_id), datetime.now(UTC)
    entered = calendars.enter(users[seat], now, now + 10 * DAY)
    next_turn(users, game_id, seat)
    calendars.end(users[seat], entered.id)
    due = Game.objects.get(id=game_id).deadline
    assert due is not None and due < datetime.now(UTC) + DAY + timedelta(seconds=5)
    sound(game_id)


def test_nobody_but_the_player_learns_why_a_clock_stands_still() -> None:
    players, others = people("cora", "dan"), [*people("eve"), None]
    game_id = table_of(players, clock=RESTING)
    seat, now = turn_of(game_id), datetime.now(UTC)
    calendars.choose_quiet(players[seat], "04:00", "05:00")
    calendars.enter(players[seat], now, now + 3 * DAY)
    next_turn(players, game_id, seat)
    own = ask(players[seat], f"/api/games/{game_id}/clock")["seats"][seat]
    assert own["stands_still"]["why"][0] == "vacation"
    assert "vacation" in {item["kind"] for item in own["items"]}
    for other in (players[1 - seat], *others):
        told = ask(other, f"/api/games/{game_id}/clock")
        theirs = told["seats"][seat]
        assert theirs["stands_still"] == {"until": own["stands_still"]["until"], "why": ["rest"]}
        assert {item["kind"] for item in theirs["items"]} == {"turn", "rest"}
        assert theirs["deadline"] == own["deadline"]
        for path in ("", "/events", "/clock"):
            text = json.dumps(ask(other, f"/api/games/{game_id}{path}"))
            assert '"04:00"' not in text and '"vacations"' not in text
        rows = [row for row in ask(other, f"/api/games/{game_id}/events")["events"] if row["type"] == "calendar_told"]
        mine = 1 - seat if other in players else None
        assert all(row["hidden"] == {"calendar": 1} and row["data"] == {} for row in rows if row["seat"] != mine)
    rows = ask(players[seat], f"/api/games/{game_id}/events")["events"]
    shown = [row["data"]["calendar"] for row in rows if row["type"] == "calendar_told" and row["seat"] == seat]
    assert shown[-1]["quiet"] == {"from": "04:00", "to": "05:00"}


def test_not_even_the_end_of_a_deal_opens_a_calendar() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock=RESTING, ruleset={"base": "classic", "minimums": [50]})
    play(users, game_id, 100_000)
    assert seen(game_id).state.status == "finished"
    rows = ask(None, f"/api/games/{game_id}/events?since=0")["events"]
    assert {json.dumps(row["hidden"]) for row in rows if row["type"] == "calendar_told"} == {'{"calendar": 1}'}
    assert not any("hidden" in row for row in rows if row["type"] == "dealt"), "the hands are open by now"


def test_that_somebody_changed_their_calendar_is_told_at_every_table_that_rests_and_not_what_they_changed() -> None:
    """A row at some tables only would say of what the change was: here, that it was no vacation."""
    users = people("ann", "ben")
    only, resting = table_of(users, clock=ONLY_VACATION), table_of(users, clock=RESTING)
    calendars.choose_quiet(users[0], "22:00", "06:00")
    calendars.choose_quiet(users[0], "22:00", "06:00")
    preferences.choose(users[0], time_zone="Europe/Berlin", language="en")
    preferences.choose(users[0], time_zone="Europe/Berlin", language="fi")
    calendars.enter(users[0], datetime.now(UTC) + DAY, datetime.now(UTC) + 2 * DAY)
    assert told_rows(only) == told_rows(resting) == [0, 1, 0, 0, 0], "three changes, each told once"
    told = {
        json.dumps({key: row[key] for key in ("type", "seat", "data", "hidden")})
        for game_id in (only, resting)
        for row in ask(users[1], f"/api/games/{game_id}/events")["events"]
        if row["type"] == "calendar_told" and row["seat"] == 0
    }
    assert len(told) == 1, "whatever was changed, the others are told the same"
    assert seen(only).state.clock.seats[0].calendar.zone == "UTC", "what makes no difference is still not written down"


def test_the_running_vacation_of_somebody_who_is_forgotten_keeps_nobody_waiting() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock=ONLY_VACATION)
    seat, now = turn_of(game_id), datetime.now(UTC)
    calendars.enter(users[seat], now, now + 20 * DAY)
    next_turn(users, game_id, seat)
    leaving.forget(users[seat])
    due = Game.objects.get(id=game_id).deadline
    assert due is not None and due < datetime.now(UTC) + DAY + timedelta(seconds=5)
    sound(game_id)


def test_a_vacation_stays_one_span_however_often_the_calendar_is_told_in_it() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock=ONLY_VACATION)
    seat, now = turn_of(game_id), datetime.now(UTC)
    entered = calendars.enter(users[seat], now, now + 10 * DAY)
    next_turn(users, game_id, seat)
    for hour in range(4):
        calendars.choose_quiet(users[seat], f"2{hour}:00", "06:00")
    decision = seen(game_id).state.clock.seats[seat].decision
    assert decision is not None
    assert decision.calendar.vacations == ((entered.begins, entered.ends),)
    sound(game_id)
