"""Guests and former players: who plays without an account, who is gone, and what the others see of both."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import leaving
from accounts.models import Token, User
from accounts.services import create_token
from accounts.tasks import tidy
from tests.games.playing import people, table_of

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough secret 7"


@pytest.fixture
def guest() -> Client:
    browser = Client()
    answer = browser.post("/tables/play-now")
    assert answer.status_code == 302 and answer.headers["Location"].startswith("/tables/")
    return browser


def seats(browser: Client) -> Any:
    game = browser.get("/api/games?mine=true").json()["games"][0]
    return browser.get(f"/api/games/{game['id']}").json()["view"]["seats"]


def test_a_visitor_plays_against_bots_at_once_and_the_table_calls_them_a_guest(guest: Client) -> None:
    assert [seat["player"]["kind"] for seat in seats(guest)] == ["guest", "bot", "bot", "bot"]
    assert "hand" in seats(guest)[0]
    assert "You play as a guest" in guest.get("/").content.decode()


def test_a_guest_who_signs_up_keeps_the_game(guest: Client) -> None:
    guest.post("/signup", {"username": "ann", "password": PASSWORD})
    assert seats(guest)[0]["player"] == {"kind": "user", "name": "ann"}
    later = Client()
    later.post("/login", {"username": "ann", "password": PASSWORD})
    assert "hand" in seats(later)[0]


def test_a_guest_who_has_an_account_may_sign_in_to_it(guest: Client) -> None:
    User.objects.create_user("ann", PASSWORD)
    assert guest.get("/login").status_code == 200
    guest.post("/login", {"username": "ann", "password": PASSWORD})
    assert guest.get("/api/me").json()["username"] == "ann"


def test_the_pages_of_an_account_lead_a_guest_to_the_sign_up(guest: Client) -> None:
    assert guest.get("/account").headers["Location"] == "/signup"


def test_a_guest_is_forgotten_who_never_came_back_and_not_one_who_was_here(guest: Client) -> None:
    idle = Client()
    idle.post("/tables/play-now")
    away = timezone.now().date() - timedelta(days=31)
    User.objects.update(seen_on=away)
    session = guest.session
    session["seen_on"] = str(away)
    session.save()
    guest.get("/")
    User.objects.create_user("ann", PASSWORD, seen_on=away)
    tidy()
    assert User.objects.filter(deleted_at__isnull=False).count() == 1
    assert (guest.get("/api/me").status_code, idle.get("/api/me").status_code) == (200, 401)


def test_who_is_forgotten_leaves_the_numbers_and_no_name() -> None:
    ann, ben = people("ann", "ben")
    User.objects.filter(id=ann.id).update(email="ann@example.org")
    game_id = table_of([ann, ben])
    program = Client(headers={"Authorization": f"Bearer {create_token(ann)}"})
    leaving.forget(ann)
    told = Client().get(f"/api/games/{game_id}").json()["view"]["seats"]
    assert [seat["player"]["name"] for seat in told] == ["a former player", "ben"]
    events = Client().get(f"/api/games/{game_id}/events").content.decode()
    assert "a former player" in events and '"ann"' not in events
    assert program.get("/api/me").status_code == 401 and not Token.objects.exists()
    gone = User.objects.get(id=ann.id)
    assert "ann" not in f"{gone.username} {gone.email}" and not gone.has_usable_password()
    assert (
        Client().post("/api/register", {"username": "ann", "password": PASSWORD}, "application/json").status_code == 201
    )


def test_who_is_forgotten_keeps_no_seat_at_a_table_that_has_not_begun() -> None:
    (ann,) = people("ann")
    browser = Client()
    browser.force_login(ann, "accounts.backends.PasswordBackend")
    body = {"ruleset": "classic", "players": 2, "teams": 2, "seats": ["me", "open"]}
    game_id = browser.post("/api/games", body, "application/json").json()["id"]
    leaving.forget(ann)
    assert all("player" not in seat for seat in Client().get(f"/api/games/{game_id}").json()["view"]["seats"])


def test_what_a_person_takes_along_has_their_games() -> None:
    ann, ben = people("ann", "ben")
    game_id = table_of([ann, ben])
    browser = Client()
    browser.force_login(ann, "accounts.backends.PasswordBackend")
    (game,) = browser.get("/account/export").json()["games"]
    assert (game["id"], game["seat"], game["status"]) == (str(game_id), 0, "playing")
