"""Going: one's data as a file, and the account deleted."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.leaving import forget
from accounts.models import USERNAME, User
from accounts.services import create_token
from accounts.signals import forgetting
from config.kernel.errors import ProblemError

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough secret 7"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", PASSWORD, email="ann@example.org")


@pytest.fixture
def browser(ann: User) -> Client:
    client = Client()
    client.force_login(ann, "accounts.backends.PasswordBackend")
    return client


def test_what_is_kept_of_a_person_comes_as_a_file_without_secrets(ann: User, browser: Client) -> None:
    token = create_token(ann, "robot")
    answer = browser.get("/account/export")
    assert "attachment" in answer.headers["Content-Disposition"]
    told = answer.json()
    assert (told["account"]["username"], told["account"]["email"]) == ("ann", "ann@example.org")
    assert [one["name"] for one in told["tokens"]] == ["robot"]
    ann.refresh_from_db()
    assert token not in answer.content.decode() and ann.password not in answer.content.decode()


def test_an_account_is_deleted_with_its_name_and_password_and_not_without(browser: Client) -> None:
    for wrong in ({"name": "ann", "old": "wrong"}, {"name": "ben", "old": PASSWORD}):
        assert browser.post("/account/delete", wrong).status_code == 422
    browser.post("/account/delete", {"name": "Ann", "old": PASSWORD})
    assert browser.get("/api/me").status_code == 401
    assert not Client().login(username="ann", password=PASSWORD)
    assert not User.objects.filter(username="ann").exists() and not User.objects.exclude(email="").exists()


def test_an_account_that_an_app_above_cannot_let_go_stays_as_it_is(browser: Client) -> None:
    def refuse(**_: Any) -> None:
        raise ProblemError("not_allowed", detail="Hand the club over first.")

    forgetting.connect(refuse)
    try:
        page = browser.post("/account/delete", {"name": "ann", "old": PASSWORD})
    finally:
        forgetting.disconnect(refuse)
    assert page.status_code == 422 and "Hand the club over first." in page.content.decode()
    assert browser.get("/api/me").json()["username"] == "ann"


def test_no_name_that_somebody_took_keeps_another_from_being_forgotten(ann: User) -> None:
    Client().post("/signup", {"username": f"former-{ann.id.hex[:20]}", "password": PASSWORD})
    forget(ann)
    ann.refresh_from_db()
    assert ann.deleted_at is not None
    with pytest.raises(ValidationError):
        USERNAME(ann.username)
