"""How somebody likes to see things: the zone guessed and confirmed, dates, language, cards."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import preferences
from accounts.models import Preference, Token, User
from accounts.services import create_token

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough secret 7"
AT = datetime(2026, 11, 30, 15, 5, tzinfo=UTC)
CHOSEN = {"time_zone": "Europe/Helsinki", "language": "en", "dates": "iso"}


@pytest.fixture
def browser() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("ann", PASSWORD), "accounts.backends.PasswordBackend")
    return client


def words(answer: Any) -> str:
    return str(answer.content.decode())


def token_made_at(at: datetime) -> None:
    create_token(User.objects.get())
    Token.objects.update(created_at=at)


def test_the_browser_s_zone_is_taken_at_the_sign_up_until_it_is_confirmed() -> None:
    browser = Client()
    browser.post("/signup", {"username": "ann", "password": PASSWORD, "time_zone": "Asia/Seoul"})
    page = words(browser.get("/account"))
    assert "(Asia/Seoul)" in page and "time zone guessed" in page
    browser.post("/account/preferences", {**CHOSEN, "time_zone": "Asia/Seoul"})
    page = words(browser.get("/account"))
    assert "(Asia/Seoul)" in page and "time zone guessed" not in page


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd"])
def test_a_zone_that_is_none_is_not_guessed(zone: str) -> None:
    Client().post("/signup", {"username": "ann", "password": PASSWORD, "time_zone": zone})
    assert User.objects.exists() and not Preference.objects.exists()


def test_times_are_shown_in_the_viewer_s_zone_which_is_named(browser: Client) -> None:
    token_made_at(AT)
    assert "30 Nov" not in words(browser.get("/account/programs"))
    assert "Nov. 30, 2026, 15:05 (UTC)" in words(browser.get("/account/programs"))
    browser.post("/account/preferences", {**CHOSEN, "dates": ""})
    assert "Nov. 30, 2026, 17:05 (Europe/Helsinki)" in words(browser.get("/account/programs"))


def test_one_viewer_s_zone_is_not_the_next_one_s(browser: Client) -> None:
    browser.post("/account/preferences", CHOSEN)
    browser.get("/account")
    Client().get("/")
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(("style", "told"), [("iso", "2026-11-30"), ("dmy", "30/11/2026"), ("mdy", "11/30/2026")])
def test_dates_are_written_as_one_likes(browser: Client, style: str, told: str) -> None:
    token_made_at(AT)
    browser.post("/account/preferences", {**CHOSEN, "dates": style})
    assert f"{told}, 17:05 (Europe/Helsinki)" in words(browser.get("/account/programs"))


@pytest.mark.parametrize("field", ["time_zone", "language", "dates"])
def test_what_there_is_not_cannot_be_chosen(browser: Client, field: str) -> None:
    assert browser.post("/account/preferences", {**CHOSEN, field: "nothing"}).status_code == 422
    assert not Preference.objects.exists()


def test_the_look_of_the_cards_is_told_to_every_page(browser: Client) -> None:
    plain = words(browser.get("/"))
    assert "data-size" not in plain and "data-suits" not in plain
    browser.post("/account/preferences", {**CHOSEN, "large_cards": "on", "four_colours": "on"})
    page = words(browser.get("/"))
    assert 'data-zone="Europe/Helsinki" data-size="large" data-suits="4"' in page


def test_what_one_likes_at_the_table_is_switched_one_by_one_and_holds_everywhere(browser: Client) -> None:
    def patch(body: dict[str, Any]) -> Any:
        return browser.patch("/api/preferences", body, content_type="application/json")

    browser.post("/account/preferences", CHOSEN)
    every = {one.field: True for one in preferences.AT_TABLE}
    assert patch(every).json() == every
    assert patch({"large_cards": False}).json() == {**every, "large_cards": False}
    assert browser.get("/api/preferences").json() == {**every, "large_cards": False}
    page = words(browser.get("/"))
    assert 'data-suits="4" data-lift="one" data-discard="pile" data-letters="off"' in page and "data-size" not in page
    assert words(browser.get("/account/preferences")).count(" checked") == len(every) - 1
    assert Preference.objects.get().time_zone == "Europe/Helsinki"
    assert patch({"time_zone": "UTC"}).status_code == patch({"lift_one": "perhaps"}).status_code == 400


def test_preferences_are_taken_along_and_forgotten_with_the_person(browser: Client) -> None:
    browser.post("/account/preferences", CHOSEN)
    assert browser.get("/account/export").json()["preferences"]["time_zone"] == "Europe/Helsinki"
    browser.post("/account/delete", {"name": "ann", "old": PASSWORD})
    assert not Preference.objects.exists()


def test_every_zone_that_may_be_chosen_is_one() -> None:
    for zone in preferences.zones():
        with timezone.override(zone):
            assert timezone.get_current_timezone_name() == zone
