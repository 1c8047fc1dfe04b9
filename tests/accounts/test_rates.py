"""How often is too often: trying passwords, making accounts."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import Token, User
from config.kernel import rates

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough secret 7"
ELSEWHERE = "203.0.113.5"


@pytest.fixture(autouse=True)
def _nothing_counted_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "key_prefix", str(uuid4()))


@pytest.fixture
def twice(settings: Any) -> None:
    """Everything is allowed twice, in a time that does not end in the middle of a test."""
    settings.RATES = dict.fromkeys(settings.RATES, (2, 10**9))


def post(path: str, address: str = ELSEWHERE, **body: Any) -> Any:
    return Client(REMOTE_ADDR=address).post(path, body, "application/json")


def too_often(answer: Any) -> bool:
    if answer.status_code != 429:
        return False
    problem = answer.json()
    assert (problem["code"], answer.headers["Content-Type"]) == ("rate_limited", "application/problem+json")
    assert int(answer.headers["Retry-After"]) == problem["data"]["retry_after"] > 0
    return True


def test_an_address_makes_only_so_many_accounts(twice: None) -> None:
    answers = [post("/api/register", username=name, password=PASSWORD) for name in ("ann", "ben", "cora")]
    assert [too_often(answer) for answer in answers] == [False, False, True]
    assert User.objects.count() == 2
    assert post("/api/register", "203.0.113.6", username="cora", password=PASSWORD).status_code == 201


def test_one_network_of_ipv6_is_one_address(twice: None) -> None:
    network = [post("/api/register", f"2001:db8:1:2::{n}", username=f"ann{n}", password=PASSWORD) for n in range(3)]
    assert [too_often(answer) for answer in network] == [False, False, True]
    assert not too_often(post("/api/register", "2001:db8:1:3::1", username="ben", password=PASSWORD))


def test_a_name_s_password_is_tried_only_so_often_from_wherever_and_however_it_is_written(twice: None) -> None:
    User.objects.create_user("ann", PASSWORD)
    wrong = [post("/api/token", f"203.0.113.{n}", username=name, password="x") for n, name in enumerate(("ann", "ANN"))]
    assert [answer.status_code for answer in wrong] == [401, 401]
    assert too_often(post("/api/token", "203.0.113.9", username="Ann", password=PASSWORD))
    assert not Token.objects.exists()


def test_an_address_tries_only_so_many_passwords_whatever_the_name(twice: None) -> None:
    tries = [post("/api/token", username=f"name{n}", password="x") for n in range(3)]
    assert [too_often(answer) for answer in tries] == [False, False, True]


def test_the_pages_count_with_the_api_and_say_so_in_words(twice: None) -> None:
    User.objects.create_user("ann", PASSWORD)
    for _ in range(2):
        post("/api/token", username="ann", password="x")
    browser = Client(REMOTE_ADDR=ELSEWHERE)
    page = browser.post("/login", {"username": "ann", "password": PASSWORD})
    assert page.status_code == 429 and "Too many requests" in page.content.decode()
    assert "_auth_user_id" not in browser.session
    for n in range(2):
        post("/api/register", username=f"ben{n}", password=PASSWORD)
    page = browser.post("/signup", {"username": "cora", "password": PASSWORD})
    assert page.status_code == 429 and "Too many requests" in page.content.decode()
    assert not User.objects.filter(username="cora").exists()


def test_this_machine_s_own_address_is_not_counted(twice: None) -> None:
    """Behind a proxy that does not say for whom it asks, all visitors come from there."""
    for n in range(4):
        assert post("/api/register", "127.0.0.1", username=f"ann{n}", password=PASSWORD).status_code == 201


def test_what_cannot_be_counted_is_allowed(twice: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any, **more: Any) -> None:
        raise ConnectionError("the cache is away")

    monkeypatch.setattr(rates.cache, "incr", away)
    for n in range(4):
        assert post("/api/register", username=f"ann{n}", password=PASSWORD).status_code == 201


def test_a_new_window_begins_with_nothing(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATES = {"log-ins by name": (1, 60)}
    monkeypatch.setattr(rates.time, "time", lambda: 1_000_000_030.0)
    assert [rates.spend("log-ins by name", "ann") for _ in range(2)] == [0, 50]
    monkeypatch.setattr(rates.time, "time", lambda: 1_000_000_080.0)
    assert rates.spend("log-ins by name", "ann") == 0
