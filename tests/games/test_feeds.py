"""The calendar feed: what a calendar program reads at the secret address, and when it reads nothing any more."""

import logging
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts import calendars, feeds
from accounts.leaving import export, forget
from accounts.models import Feed, User
from accounts.services import end_sessions
from config.logs import message
from tests.games.playing import act, draw_for, people, seen, table_of, turn_of

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def address_of(user: User) -> str:
    return f"/feeds/{feeds.make(user)}.ics"


def read(address: str, **headers: str) -> list[Any]:
    """The entries that a calendar program finds."""
    answer = Client(headers=headers).get(address)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


@pytest.fixture
def ann() -> User:
    return people("ann")[0]


def playing(*users: User, clock: Any = "daily") -> UUID:
    return table_of(users, clock=clock)


def test_an_open_turn_ends_with_its_deadline_and_stays_the_same_entry_until_it_is_made(ann: User) -> None:
    users = [ann, *people("ben")]
    game_id = playing(*users)
    seat = turn_of(game_id)
    address = address_of(users[seat])
    (first,) = read(address)
    assert first["dtend"].dt == seen(game_id).state.deadlines()[seat].replace(microsecond=0)
    assert first["dtend"].dt - first["dtstart"].dt == timedelta(minutes=30)
    assert str(first["summary"]) == "Your turn ends: Classic rules"
    assert str(game_id) in str(first["url"]) and users[1 - seat].username in str(first["description"])
    assert read(address_of(users[1 - seat])) == [], "who only waits has no deadline"

    act(users[seat], game_id, draw_for(game_id, seat))
    (second,) = read(address)
    assert second["uid"] == first["uid"] and second["sequence"] > first["sequence"]
    while turn_of(game_id) == seat:
        act(users[seat], game_id, draw_for(game_id, seat))
    assert read(address) == []


def test_the_next_turn_is_another_entry(ann: User) -> None:
    users = [ann, *people("ben")]
    game_id = playing(*users)
    seat = turn_of(game_id)
    address = address_of(users[seat])
    (first,) = read(address)
    for _ in range(40):
        now = turn_of(game_id)
        act(users[now], game_id, draw_for(game_id, now))
        if now != seat and turn_of(game_id) == seat:
            break
    (second,) = read(address)
    assert second["uid"] != first["uid"]


def test_a_table_without_a_clock_has_no_deadline_to_tell(ann: User) -> None:
    (ben,) = people("ben")
    game_id = playing(ann, ben, clock="none")
    assert read(address_of((ann, ben)[turn_of(game_id)])) == []


def test_a_vacation_is_an_entry_that_is_shorter_once_one_is_back(ann: User) -> None:
    now = timezone.now()
    calendars.enter(ann, now, now + 5 * DAY)
    address = address_of(ann)
    (before,) = read(address)
    assert before["dtend"].dt - before["dtstart"].dt == 5 * DAY
    calendars.end(ann, ann.vacations.get().id)
    (after,) = read(address)
    assert after["uid"] == before["uid"] and after["sequence"] > before["sequence"]
    assert after["dtend"].dt < before["dtend"].dt


def test_of_anothers_vacation_a_feed_tells_nothing(ann: User) -> None:
    users = [ann, *people("ben")]
    game_id = playing(*users)
    mine, other = users[turn_of(game_id)], users[1 - turn_of(game_id)]
    address = address_of(mine)
    told = [(one["summary"], one["dtstart"].dt, one["dtend"].dt) for one in read(address)]
    calendars.enter(other, timezone.now(), timezone.now() + DAY)
    assert [(one["summary"], one["dtstart"].dt, one["dtend"].dt) for one in read(address)] == told != []


def test_what_has_not_changed_is_not_sent_again_and_no_cache_between_keeps_it(ann: User) -> None:
    address = address_of(ann)
    first = Client().get(address)
    assert "private" in first.headers["Cache-Control"]
    assert Client(headers={"If-None-Match": first.headers["ETag"]}).get(address).status_code == 304
    calendars.enter(ann, timezone.now(), timezone.now() + DAY)
    assert Client(headers={"If-None-Match": first.headers["ETag"]}).get(address).status_code == 200


def test_a_new_address_ends_the_old_one_and_switching_off_ends_both(ann: User) -> None:
    browser = Client()
    browser.force_login(ann, "accounts.backends.PasswordBackend")

    def make() -> str:
        page = browser.post("/account/feed").content.decode()
        return page.partition('id="feed-address">')[2].partition("<")[0].removeprefix("http://testserver")

    old, new = make(), make()
    assert Client().get(old).status_code == 404 and read(new) == []
    assert new not in browser.get("/account/feed").content.decode(), "it is shown once"
    browser.post("/account/feed/off")
    assert Client().get(new).status_code == 404


@pytest.mark.parametrize("how", ["banned", "guest", "forgotten", "signed out with all programs"])
def test_the_feed_ends_with_the_next_request(ann: User, how: str) -> None:
    address = address_of(ann)
    assert read(address) == []
    match how:
        case "banned":
            User.objects.filter(id=ann.id).update(is_active=False)
        case "guest":
            User.objects.filter(id=ann.id).update(is_guest=True)
        case "forgotten":
            forget(ann)
            assert not Feed.objects.exists()
        case _:
            end_sessions(ann, tokens=True)
    assert Client().get(address).status_code == 404


def test_the_secret_is_kept_as_a_digest_and_stands_in_no_log_and_no_download(ann: User) -> None:
    secret = feeds.make(ann)
    assert secret not in str(list(Feed.objects.values())) + str(export(ann))
    line = logging.makeLogRecord({"msg": "Not Found: %s", "args": (f"/feeds/{secret}.ics",)})
    assert "Not Found" in message(line) and secret not in message(line)


def test_asking_without_end_is_slowed_down(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.RATES, "feeds by person", (1, 3600))
    address = address_of(ann)
    read(address)
    answer = Client().get(address)
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0
