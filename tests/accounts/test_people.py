"""People: names, passwords, tokens; what counts and what does not."""

import hashlib
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import Token, User
from accounts.services import create_token, make_demo_user

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough secret 7"


def post(path: str, **body: Any) -> Any:
    return Client().post(path, body, "application/json")


def me(token: str) -> Any:
    return Client(headers={"Authorization": f"Bearer {token}"}).get("/api/me")


def test_a_person_registers_gets_a_token_and_is_known_by_it() -> None:
    made = post("/api/register", username="ann", password=PASSWORD, email="ann@example.org")
    user = User.objects.get()
    assert (made.status_code, made.json()) == (201, {"id": str(user.id), "username": "ann"})
    token = post("/api/token", username="ann", password=PASSWORD)
    assert (token.status_code, set(token.json())) == (200, {"token"})
    assert token.headers["Cache-Control"] == "no-store"
    answer = me(token.json()["token"])
    assert answer.json() == made.json()
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_model_of_people_is_our_own_with_a_uuid() -> None:
    assert get_user_model() is User
    assert User._meta.pk is not None and User._meta.pk.get_internal_type() == "UUIDField"


def test_a_token_is_stored_as_its_digest_only() -> None:
    user = User.objects.create_user("ann")
    token = create_token(user)
    assert Token.objects.get().digest == hashlib.sha256(token.encode()).hexdigest()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM "{table}" AS row WHERE row::text LIKE %s', [f"%{token}%"])
            assert cursor.fetchone() == (0,)


def test_tokens_are_long_and_never_the_same() -> None:
    user = User.objects.create_user("ann")
    tokens = {create_token(user) for _ in range(50)}
    assert len(tokens) == 50 and min(map(len, tokens)) >= 43  # 32 bytes in base64


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"username": ""}, "username"),
        ({"username": "a b"}, "username"),
        ({"username": "-ann"}, "username"),
        ({"username": "a" * 31}, "username"),
        ({"username": "ann\u0000"}, None),
        ({"username": 5, "password": "x"}, "password"),
        ({"username": ["ann"]}, "username"),
        ({"password": "short"}, "password"),
        ({"password": "12345678901"}, "password"),
        ({"password": "p" * 201}, "password"),
        ({"email": "nowhere"}, "email"),
        ({"is_active": True}, "is_active"),
    ],
)
def test_a_registration_that_cannot_stand_names_the_field(fields: dict[str, Any], fault: str | None) -> None:
    answer = post("/api/register", **{"username": "ann", "password": PASSWORD, **fields})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert fault is None or fault in answer.json()["data"]["fields"]
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["ann", "ANN", "Ann", "ａｎｎ"])
def test_a_name_is_given_once_however_it_is_written(name: str) -> None:
    post("/api/register", username="ann", password=PASSWORD)
    answer = post("/api/register", username=name, password=PASSWORD)
    assert (answer.status_code, list(answer.json()["data"]["fields"])) == (400, ["username"])
    assert User.objects.count() == 1


def test_names_of_other_scripts_are_names() -> None:
    for name in ("Žofie", "Ēriks", "민수", "Győző", "Äijä"):
        assert post("/api/register", username=name, password=PASSWORD).status_code == 201


@pytest.mark.parametrize(("name", "password"), [("ann", "wrong"), ("nobody", PASSWORD), ("ann\u0000", PASSWORD)])
def test_a_wrong_name_or_password_gets_no_token(name: str, password: str) -> None:
    post("/api/register", username="ann", password=PASSWORD)
    answer = post("/api/token", username=name, password=password)
    assert answer.status_code in (400, 401)
    assert answer.json()["code"] in ("malformed", "unauthenticated")
    assert not Token.objects.exists()


def test_a_field_that_a_request_does_not_have_is_malformed() -> None:
    post("/api/register", username="ann", password=PASSWORD)
    answer = post("/api/token", username="ann", password=PASSWORD, scope="all")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert list(answer.json()["data"]["fields"]) == ["scope"]


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer x", "Bearer x y", "Basic YTpi", "bearer é", "Token x"])
def test_credentials_that_do_not_count_are_refused(header: str) -> None:
    answer = Client(headers={"Authorization": header}).get("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_revoked_token_and_a_ban_count_at_once() -> None:
    user = User.objects.create_user("ann")
    token = create_token(user)
    assert me(token).status_code == 200
    User.objects.update(is_active=False)
    assert me(token).status_code == 401
    User.objects.update(is_active=True)
    Token.objects.filter(user=user).delete()
    assert me(token).status_code == 401


def test_a_session_is_a_way_in_and_writing_by_it_needs_the_csrf_token() -> None:
    user = User.objects.create_user("ann", PASSWORD)
    browser = Client(enforce_csrf_checks=True)
    assert browser.login(username="ann", password=PASSWORD)
    assert browser.get("/api/me").json()["id"] == str(user.id)
    answer = browser.post("/api/games", {"ruleset": "classic"}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


@pytest.mark.parametrize("key", [r'"\000\000\000\000\000\000\000\000"', "x" * 5000, "é" * 32, "../../../../etc", '"'])
def test_a_cookie_that_is_no_session_is_nobody_s(key: str) -> None:
    browser = Client(headers={"Cookie": f"sessionid={key}"})
    assert browser.get("/").status_code == 200
    assert browser.get("/api/me").status_code == 401


def test_one_may_log_in_however_one_writes_the_name() -> None:
    User.objects.create_user("Ann", PASSWORD)
    assert Client().login(username="aNN", password=PASSWORD)


def test_demo_accounts_get_in_only_where_the_demo_is_allowed(settings: Any) -> None:
    user = make_demo_user("alice", PASSWORD)
    token, browser = create_token(user), Client()
    assert browser.login(username="alice", password=PASSWORD)
    assert me(token).status_code == browser.get("/api/me").status_code == 200
    settings.DEMO_ALLOWED = False
    assert me(token).status_code == browser.get("/api/me").status_code == 401
    assert not Client().login(username="alice", password=PASSWORD)
    assert post("/api/token", username="alice", password=PASSWORD).status_code == 401


def test_a_person_s_own_account_is_never_made_a_demo() -> None:
    User.objects.create_user("alice", PASSWORD)
    with pytest.raises(ValueError, match="alice"):
        make_demo_user("alice", "another long secret")
    assert User.objects.get().check_password(PASSWORD)


def test_knowing_a_token_costs_one_statement(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    token = create_token(User.objects.create_user("ann"))
    assert me(token).status_code == 200  # its use is written down, for a minute
    with django_assert_num_queries(1):
        assert me(token).status_code == 200
