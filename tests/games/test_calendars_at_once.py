"""Calendars that change while something else goes on: the tables are told the whole of them, whoever is first."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, connections, transaction

from accounts import calendars, preferences
from accounts.models import User
from games import command_handler, services
from games.clock import Calendar
from tests.games.playing import new_table, people, seen, table_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("woken")]

DAY = timedelta(days=1)
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
RESTING = {"turn_seconds": 86_400, "weekends": True, "vacation": True}


class Beside(threading.Thread):
    """Something that is done on a connection of its own."""

    def __init__(self, do: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self._do = do
        self.start()

    def run(self) -> None:
        try:
            self._do()
        finally:
            connections.close_all()

    def waits_or_is_done(self) -> None:
        """Until it waits for a lock that somebody holds, or has not had to."""
        while self.is_alive():
            with connection.cursor() as cursor:
                # A transaction keeps what it has once read of others' doings.
                cursor.execute("SELECT pg_stat_clear_snapshot()")
                cursor.execute(WAITING)
                if cursor.fetchone() != (0,):
                    return
            time.sleep(0.02)


def goes_away(user: User) -> None:
    now = datetime.now(UTC)
    calendars.enter(user, now + DAY, now + 2 * DAY)


def calendar_of(game_id: UUID, seat: int = 0) -> Calendar:
    return seen(game_id).state.clock.seats[seat].calendar


def test_a_vacation_that_is_being_entered_while_a_table_begins_is_told_to_it() -> None:
    users = people("ann", "ben")
    game_id = new_table(users[0], ["me", "open"], clock=RESTING)
    with transaction.atomic():
        goes_away(users[0])
        beginning = Beside(partial(services.sit, users[1].id, game_id, 1, datetime.now(UTC)))
        beginning.waits_or_is_done()
    beginning.join()
    assert len(calendar_of(game_id).vacations) == 1


def test_a_vacation_that_is_entered_when_a_beginning_table_has_asked_for_calendars_is_told_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users = people("ann", "ben")
    game_id = new_table(users[0], ["me", "open"], clock=RESTING)
    write, entering = command_handler._write, []

    def write_late(*args: Any) -> Any:
        if not entering:
            entering.append(Beside(partial(goes_away, users[0])))
            entering[0].waits_or_is_done()
        return write(*args)

    monkeypatch.setattr(command_handler, "_write", write_late)
    services.sit(users[1].id, game_id, 1, datetime.now(UTC))
    entering[0].join()
    assert len(calendar_of(game_id).vacations) == 1


@pytest.mark.parametrize(
    "choose", [preferences.choose, lambda user, time_zone: preferences.guess_zone(user, time_zone)]
)
def test_two_changes_of_one_calendar_at_once_are_both_told(choose: Callable[..., object]) -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock=RESTING)
    with transaction.atomic():
        goes_away(users[0])
        choosing = Beside(partial(choose, users[0], time_zone="Asia/Kolkata"))
        choosing.waits_or_is_done()
    choosing.join()
    told = calendar_of(game_id)
    assert (told.zone, len(told.vacations)) == ("Asia/Kolkata", 1)
