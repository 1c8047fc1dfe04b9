"""Blocking people: by name, taken back, told to nobody else."""

import pytest
from django.test import Client

from accounts.leaving import export, forget
from accounts.models import Block, User
from accounts.services import create_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def ben() -> User:
    return User.objects.create_user("ben")


@pytest.fixture
def browser(ann: User) -> Client:
    client = Client()
    client.force_login(ann, "accounts.backends.PasswordBackend")
    return client


def names(client: Client) -> list[str]:
    return [one["username"] for one in client.get("/api/blocks").json()["blocks"]]


def block(client: Client, name: str) -> int:
    return client.post("/api/blocks", {"username": name}, "application/json").status_code


def test_somebody_is_blocked_by_name_listed_and_let_go_again(browser: Client, ben: User) -> None:
    assert block(browser, "BEN") == block(browser, "ben") == 200
    assert names(browser) == ["ben"]
    assert browser.delete(f"/api/blocks/{ben.id}").status_code == 204
    assert names(browser) == [] and browser.delete(f"/api/blocks/{ben.id}").status_code == 404


@pytest.mark.parametrize("name", ["nobody", "ann", "a\x00b", ""])
def test_a_name_that_nobody_has_and_one_s_own_cannot_be_blocked(browser: Client, name: str) -> None:
    assert block(browser, name) == 400
    assert browser.post("/account/blocks", {"username": name}).status_code == 422


def test_the_page_blocks_and_takes_back(browser: Client, ben: User) -> None:
    assert 'value="ben"' in browser.get("/account/blocks?name=ben").content.decode()
    page = browser.post("/account/blocks", {"username": "ben"}, follow=True).content.decode()
    assert "You block ben." in page
    page = browser.post(f"/account/blocks/{ben.id}/undo", follow=True).content.decode()
    assert "Nobody." in page


def test_whom_one_is_blocked_by_stands_in_nothing_that_one_is_told(browser: Client, ann: User, ben: User) -> None:
    other = Client()
    other.force_login(ben, "accounts.backends.PasswordBackend")
    before = [other.get(path).content for path in ("/api/blocks", "/api/me")]
    assert block(browser, "ben") == 200
    assert [other.get(path).content for path in ("/api/blocks", "/api/me")] == before
    assert export(ben)["blocks"] == [] and export(ann)["blocks"][0]["blocked__username"] == "ben"


def test_a_program_blocks_only_if_it_may_play(ann: User, ben: User) -> None:
    told = [
        block(Client(headers={"Authorization": f"Bearer {create_token(ann, scopes=[scope])}"}), "ben")
        for scope in ("read", "club", "play")
    ]
    assert told == [403, 403, 200]


@pytest.mark.parametrize("who", ["ann", "ben"])
def test_who_is_forgotten_is_in_nobody_s_list(browser: Client, ann: User, ben: User, who: str) -> None:
    assert block(browser, "ben") == 200
    forget({"ann": ann, "ben": ben}[who])
    assert not Block.objects.exists()
