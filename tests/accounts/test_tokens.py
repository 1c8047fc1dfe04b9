"""Tokens: what a program may do with one, until when, and how its owner keeps track."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import scopes
from accounts.models import Token, User
from accounts.services import create_token

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough secret 7"
TABLE = {"ruleset": "classic", "players": 2, "teams": 2, "seats": ["me", "open"]}


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", PASSWORD)


@pytest.fixture
def browser(ann: User) -> Client:
    client = Client()
    client.force_login(ann, "accounts.backends.PasswordBackend")
    return client


def program(token: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {token}"})


def lacks(answer: Any, scope: str) -> bool:
    problem = answer.json()
    return (answer.status_code, problem["code"], problem["data"]) == (403, "not_allowed", {"scope": scope})


def test_a_token_that_may_read_only_looks_and_opens_no_table(ann: User) -> None:
    reader = program(create_token(ann, scopes=["read"]))
    assert reader.get("/api/me").status_code == reader.get("/api/games").status_code == 200
    answer = reader.post("/api/games", TABLE, "application/json")
    assert lacks(answer, "play") and "“play”" in answer.json()["detail"]


def test_a_token_that_may_play_only_opens_a_table_and_lists_none(ann: User) -> None:
    player = program(create_token(ann, scopes=["play"]))
    assert player.post("/api/games", TABLE, "application/json").status_code == 201
    assert lacks(player.get("/api/games"), "read")


def test_what_a_program_may_do_is_the_same_at_every_address_of_a_table(ann: User) -> None:
    game = program(create_token(ann)).post("/api/games", TABLE, "application/json").json()["id"]
    reader = program(create_token(ann, scopes=["read"]))
    seat = f"/api/games/{game}/seats/1"
    action = {"action_id": game, "expected_version": 1, "action": {"do": "draw"}}
    nonce = {"action_id": game, "deal": 1, "nonce": "aa" * 32}
    answers = [
        reader.post(seat),
        reader.delete(seat),
        reader.post(f"/api/games/{game}/actions", action, "application/json"),
        reader.post(f"/api/games/{game}/nonces", nonce, "application/json"),
    ]
    assert all(lacks(answer, "play") for answer in answers)


def test_no_token_makes_or_takes_back_tokens_whatever_it_may_do(ann: User) -> None:
    mighty = program(create_token(ann))
    assert lacks(mighty.post("/api/tokens", {"name": "one more"}, "application/json"), "person")
    assert lacks(mighty.delete(f"/api/tokens/{Token.objects.get().id}"), "person")


def test_a_program_that_organizes_changes_events_and_club_nights() -> None:
    assert {scopes.needed("POST", f"/api/{what}/x/changes") for what in ("tournaments", "series")} == {"organize"}


def test_an_address_that_the_table_of_scopes_does_not_name_is_for_no_program() -> None:
    assert scopes.needed("POST", "/api/something/new") == scopes.PERSON
    assert scopes.needed("GET", "/api/something/new") == scopes.READ


def test_a_password_gets_a_token_that_may_do_what_was_asked_for(ann: User) -> None:
    asked = {"username": "ann", "password": PASSWORD, "name": "reader", "scopes": ["read"]}
    token = Client().post("/api/token", asked, "application/json").json()["token"]
    assert lacks(program(token).post("/api/games", TABLE, "application/json"), "play")
    assert (Token.objects.get().name, Token.objects.get().scopes) == ("reader", ["read"])


def test_a_password_alone_gets_a_token_that_may_do_everything(ann: User) -> None:
    Client().post("/api/token", {"username": "ann", "password": PASSWORD}, "application/json")
    assert Token.objects.get().scopes == ["read", "play", "club", "organize"]


@pytest.mark.parametrize(
    "asked",
    [
        {"scopes": ["everything"]},
        {"scopes": []},
        {"expires_at": "2001-01-01T00:00:00Z"},
        {"expires_at": "9999-12-31T00:00:00Z"},
    ],
)
def test_a_token_that_cannot_be_is_malformed(browser: Client, asked: dict[str, Any]) -> None:
    answer = browser.post("/api/tokens", asked, "application/json")
    assert (answer.status_code, list(answer.json()["data"]["fields"])) == (400, list(asked))
    assert not Token.objects.exists()


def test_a_token_ends_when_it_was_to_end(ann: User) -> None:
    token = create_token(ann, expires_at=timezone.now() + timedelta(hours=1))
    assert program(token).get("/api/me").status_code == 200
    Token.objects.update(expires_at=timezone.now())
    assert program(token).get("/api/me").status_code == 401


def test_its_owner_sees_when_a_token_was_used_to_the_minute(ann: User, browser: Client) -> None:
    def seen() -> Any:
        return browser.get("/api/tokens").json()["tokens"][0]["last_used_at"]

    token = create_token(ann, "robot")
    assert seen() is None
    program(token).get("/api/me")
    first = seen()
    assert first is not None
    program(token).get("/api/me")
    assert seen() == first
    Token.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    program(token).get("/api/me")
    assert seen() >= first


def test_a_session_makes_lists_and_takes_back_tokens(ann: User, browser: Client) -> None:
    made = browser.post("/api/tokens", {"name": "robot", "scopes": ["play", "read"]}, "application/json").json()
    assert program(made["token"]).get("/api/me").json()["username"] == "ann"
    listed = browser.get("/api/tokens").json()["tokens"]
    assert [(one["name"], one["scopes"], "token" in one) for one in listed] == [("robot", ["read", "play"], False)]
    assert browser.delete(f"/api/tokens/{made['id']}").status_code == 204
    assert program(made["token"]).get("/api/me").status_code == 401


def test_nobody_takes_back_another_s_token(browser: Client) -> None:
    token = create_token(User.objects.create_user("ben"))
    assert browser.delete(f"/api/tokens/{Token.objects.get().id}").status_code == 404
    browser.post(f"/account/programs/{Token.objects.get().id}/revoke")
    assert program(token).get("/api/me").status_code == 200


def test_the_page_shows_a_new_token_once_and_takes_it_back(browser: Client) -> None:
    asked = {"name": "My robot", "scopes": ["read", "play"], "days": "30"}
    page = browser.post("/account/programs", asked).content.decode()
    found = re.search(r'id="new-token">([\w-]+)<', page)
    assert found and program(found[1]).get("/api/me").status_code == 200
    again = browser.get("/account/programs").content.decode()
    assert found[1] not in again and "My robot" in again
    browser.post(f"/account/programs/{Token.objects.get().id}/revoke")
    assert program(found[1]).get("/api/me").status_code == 401


def test_a_page_about_programs_is_for_who_is_signed_in() -> None:
    assert Client().get("/account/programs").status_code == 302


def test_who_asks_for_ever_new_tokens_keeps_a_hundred(ann: User) -> None:
    first = create_token(ann)
    for _ in range(100):
        last = create_token(ann)
    assert Token.objects.count() == 100
    assert (program(first).get("/api/me").status_code, program(last).get("/api/me").status_code) == (401, 200)


def test_the_others_at_a_table_are_told_that_a_program_sits_there(browser: Client) -> None:
    browser.post("/account/programs/mark", {"is_program": "on"})
    game = browser.post("/api/games", TABLE, "application/json").json()
    player = {"kind": "user", "name": "ann", "program": True}
    assert game["view"]["seats"][0]["player"] == player
    assert Client().get("/api/games").json()["games"][0]["seats"][0]["player"] == player
    browser.post("/account/programs/mark", {})
    assert "program" not in browser.get(f"/api/games/{game['id']}").json()["view"]["seats"][0]["player"]
