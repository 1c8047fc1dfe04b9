"""Up to where somebody has seen a table: said by pages, kept for each person, told to nobody else."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.leaving import export, forget
from accounts.models import User
from accounts.services import create_token
from games import visits
from games.models import Look
from games.table import Holder
from tests.games.playing import act, draw_for, people, seen, table_of, turn_of
from tests.games.test_substituted import substitute

pytestmark = pytest.mark.django_db


class Club:
    """Two players, one of whom is to act, at a table that is on."""

    def __init__(self) -> None:
        self.users = people("ann", "ben")
        self.game_id: UUID = table_of(self.users)
        self.acting = self.users[turn_of(self.game_id)]
        self.waiting = self.users[1 - turn_of(self.game_id)]

    def version(self) -> int:
        return seen(self.game_id).version

    def draw(self) -> None:
        seat = turn_of(self.game_id)
        act(self.users[seat], self.game_id, draw_for(self.game_id, seat))


@pytest.fixture
def table() -> Club:
    return Club()


def client(user: User) -> Client:
    return Client(headers={"Authorization": f"Bearer {create_token(user)}"})


def shown(table: Club, user: User, version: int) -> Any:
    return client(user).put(f"/api/games/{table.game_id}/seen", {"version": version}, "application/json")


def last(table: Club, user: User) -> int:
    return int(client(user).get(f"/api/games/{table.game_id}/seen").json()["version"])


def test_what_a_page_has_shown_is_seen_on_every_device_and_an_older_tab_takes_nothing_back(table: Club) -> None:
    table.draw()
    newest = table.version()
    assert last(table, table.waiting) < newest
    assert shown(table, table.waiting, newest).json()["version"] == newest
    assert shown(table, table.waiting, newest - 1).json()["version"] == newest
    assert last(table, table.waiting) == newest


def test_a_program_that_asks_for_a_table_has_not_seen_it(table: Club) -> None:
    table.draw()
    before = last(table, table.waiting)
    for path in ("", "/events", "/clock"):
        assert client(table.waiting).get(f"/api/games/{table.game_id}{path}").status_code == 200
    assert last(table, table.waiting) == before and not Look.objects.exists()


def test_whoever_acts_has_seen_what_was_there(table: Club) -> None:
    table.draw()
    assert last(table, table.acting) == table.version()


def test_who_changes_their_calendar_has_not_looked_at_their_tables() -> None:
    ann, ben = people("ann", "ben")
    game_id = table_of([ann, ben], clock="daily")
    before = visits.last(ben.id, game_id)
    away = {name: (timezone.now() + timedelta(days=days)).isoformat() for name, days in (("begins", 1), ("ends", 3))}
    assert client(ben).post("/api/calendar/vacations", away, "application/json").status_code == 201
    assert seen(game_id).version > before.version
    assert visits.last(ben.id, game_id) == before


def test_what_has_not_happened_yet_cannot_have_been_seen(table: Club) -> None:
    answer = shown(table, table.waiting, table.version() + 1)
    assert (answer.status_code, answer.json()["code"]) == (409, "version_ahead")


def test_of_who_only_watches_nothing_is_kept(table: Club) -> None:
    (dan,) = people("dan")
    assert shown(table, dan, 1).json()["code"] == "not_seated"
    assert client(dan).get(f"/api/games/{table.game_id}/seen").json()["code"] == "not_seated"
    assert not Look.objects.exists()


@pytest.mark.usefixtures("woken")
def test_whoever_is_played_for_is_told_what_happened_and_a_substitute_has_no_last_visit(table: Club) -> None:
    (dan,) = people("dan")
    visits.seen(table.waiting.id, table.game_id, 3, timezone.now())
    substitute(table.game_id, table.users.index(table.waiting), Holder("user", str(dan.id)), returns=True)
    before = visits.last(table.waiting.id, table.game_id)
    assert shown(table, table.waiting, table.version()).json()["version"] == table.version() > before.version
    assert visits.last(dan.id, table.game_id) == (0, None)


def test_that_somebody_has_looked_is_told_to_nobody_else(table: Club) -> None:
    def all_told() -> list[bytes]:
        return [
            client(table.acting).get(f"/api/games/{table.game_id}{path}").content for path in ("", "/events", "/seen")
        ]

    before = all_told()
    shown(table, table.waiting, table.version())
    assert all_told() == before


def test_what_is_not_newer_costs_no_row(table: Club) -> None:
    visits.seen(table.waiting.id, table.game_id, table.version(), timezone.now())
    first = Look.objects.get().at
    with CaptureQueriesContext(connection) as asked:
        visits.seen(table.waiting.id, table.game_id, table.version(), timezone.now())
    assert len(asked) <= 3 and Look.objects.get().at == first


def test_a_person_takes_along_when_they_looked_and_it_goes_with_them(table: Club) -> None:
    visits.seen(table.waiting.id, table.game_id, 3, timezone.now())
    assert [(one["game"], one["version"]) for one in export(table.waiting)["looks"]] == [(table.game_id, 3)]
    forget(table.waiting)
    assert not Look.objects.exists()
