"""Sessions: how long they last, how they end, and who is kept from trying passwords."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import links
from accounts.models import User
from accounts.services import create_token

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough secret 7"
ELSEWHERE = "203.0.113.5"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", PASSWORD, email="ann@example.org", email_confirmed_at=timezone.now())


def sign_in(name: str = "ann", password: str = PASSWORD, address: str = "127.0.0.1") -> tuple[Client, Any]:
    browser = Client(REMOTE_ADDR=address)
    return browser, browser.post("/login", {"username": name, "password": password})


def signed_in(browser: Client) -> bool:
    return browser.get("/api/me").status_code == 200


def test_a_session_lasts_for_ninety_days(ann: User) -> None:
    browser, _ = sign_in()
    assert browser.cookies["sessionid"]["max-age"] == 90 * 86_400


def test_signing_out_everywhere_ends_all_sessions_and_leaves_the_programs(ann: User) -> None:
    here, there = sign_in()[0], sign_in()[0]
    program = Client(headers={"Authorization": f"Bearer {create_token(ann)}"})
    here.post("/account/sign-out-everywhere", {})
    assert [signed_in(one) for one in (here, there, program)] == [False, False, True]
    assert signed_in(sign_in()[0])


def test_the_programs_are_signed_out_too_where_that_is_ticked(ann: User) -> None:
    here = sign_in()[0]
    program = Client(headers={"Authorization": f"Bearer {create_token(ann)}"})
    here.post("/account/sign-out-everywhere", {"tokens": "on"})
    assert not signed_in(program)


def test_a_new_password_signs_out_everywhere_else(ann: User) -> None:
    here, there = sign_in()[0], sign_in()[0]
    here.post("/account/password", {"old": PASSWORD, "password": "another long secret 8"})
    assert (signed_in(here), signed_in(there)) == (True, False)


def test_after_ten_wrong_passwords_the_right_one_does_not_help_there_and_the_page_says_why(ann: User) -> None:
    for _ in range(10):
        sign_in("Ann", "wrong", ELSEWHERE)
    browser, page = sign_in("ann", PASSWORD, ELSEWHERE)
    assert page.status_code == 429 and "Too many wrong passwords" in page.content.decode()
    assert not signed_in(browser)


def test_a_program_that_tries_passwords_is_locked_out_with_the_page(ann: User) -> None:
    def ask(password: str) -> Any:
        body = {"username": "ann", "password": password}
        return Client(REMOTE_ADDR=ELSEWHERE).post("/api/token", body, "application/json")

    assert [ask("wrong").status_code for _ in range(9)] == [401] * 9
    ask("wrong")
    answer = ask(PASSWORD)
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert answer.headers["Retry-After"] == "900" and "15 minutes" in answer.json()["detail"]
    assert sign_in(address=ELSEWHERE)[1].status_code == 429


def test_nobody_is_locked_out_by_another_s_tries(ann: User) -> None:
    User.objects.create_user("ben", PASSWORD)
    for _ in range(11):
        sign_in("ann", "wrong", ELSEWHERE)
    assert signed_in(sign_in("ann", address="203.0.113.6")[0])
    assert signed_in(sign_in("ben", address=ELSEWHERE)[0])


def test_a_mailed_link_lets_in_who_is_locked_out_and_ends_it(ann: User) -> None:
    for _ in range(11):
        sign_in("ann", "wrong", ELSEWHERE)
    browser = Client(REMOTE_ADDR=ELSEWHERE)
    browser.post(f"/mailed/sign-in/{links.make(links.SIGN_IN, ann)}")
    assert signed_in(browser)
    assert signed_in(sign_in(address=ELSEWHERE)[0])


def test_the_right_password_in_time_begins_the_count_anew(ann: User) -> None:
    for _ in range(2):
        for _ in range(9):
            sign_in("ann", "wrong", ELSEWHERE)
        assert signed_in(sign_in(address=ELSEWHERE)[0])
