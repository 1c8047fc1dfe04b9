"""An organizer and two who play run an event with nothing but the pages."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.clubs.cast import Cast
from tests.tournaments.playing import end_games
from tournaments import state, sweeping
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

KEY = "6f5d2f0e-5d0b-4d0c-9a25-0d4c0c1f5a11"


def posted(client: Client, path: str, **data: Any) -> str:
    """What the page says after a button was pressed."""
    answer = client.post(path, data, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def test_an_event_is_announced_entered_and_led_from_its_pages() -> None:
    cast = Cast()
    organizer = cast.browser("organizer")
    starts = timezone.now() + timedelta(days=3)
    chosen = {"name": "Friday cup", "format": "swiss", "pace": "live", "zone": "UTC", "ruleset": "favourite"}
    numbers = {"rounds": 1, "least_entries": 2, "deals": 1}
    form = {"key": KEY, "starts": f"{starts:%Y-%m-%dT%H:%M}", **chosen, **numbers}
    page = posted(organizer, f"/clubs/{cast.club.slug}/events/new", **form)
    assert "This is a draft" in page
    assert "Friday cup" not in cast.browser("member").get(f"/clubs/{cast.club.slug}/events").content.decode()
    one = Tournament.objects.get()
    at = f"/events/{one.id}"
    assert "Nobody has entered yet" in posted(organizer, f"{at}/publish")
    pairs = [(cast["member"], cast.target), (cast["owner"], cast["arbiter"])]
    for first, second in pairs:
        enter(first, second, at)
    sweep(one, starts - timedelta(minutes=15))
    page = sweep(one, starts + timedelta(seconds=1), cast.browser("member"))
    assert "your table is 1" in page and "being played" in page
    desk = cast.browser("organizer").get(f"{at}/desk").content.decode()
    assert "Deal 1 of 1" in desk and "waits for" in desk
    posted(
        organizer,
        f"{at}/decide",
        do="extend",
        round=1,
        until=f"{starts + timedelta(hours=9):%Y-%m-%dT%H:%MZ}",
        reason="Illness.",
        back="desk",
    )
    end_games(one.id, (500, 0))
    page = sweep(one, starts + timedelta(minutes=5), cast.browser("member"))
    assert "500 to 0" in page and "over, not final yet" in page and "Standings" in page
    page = sweep(one, starts + timedelta(days=2), cast.browser("member"))
    assert state.FINAL in page
    lines = cast.browser("member").get(f"{at}/standings.csv").content.decode().splitlines()
    assert lines[0].startswith("#,Pair,Points,VP") and len(lines) == 3
    log = cast.browser("member").get(f"{at}/log").content.decode()
    assert "Illness." in log and "gave round 1 more time" in log


def enter(first: User, second: User, at: str) -> None:
    """A pair enters: one does, the other says yes."""
    browsers = [Client(), Client()]
    for browser, user in zip(browsers, (first, second), strict=True):
        browser.force_login(user, backend="accounts.backends.PasswordBackend")
    assert "your partner has not said yes yet" in posted(browsers[0], f"{at}/enter", partner=second.username)
    page = browsers[1].get(at).content.decode()
    entry = page.partition('name="entry" value="')[2].partition('"')[0]
    assert "You are in it" in posted(browsers[1], f"{at}/accept", entry=entry)


def sweep(one: Tournament, moment: Any, browser: Client | None = None) -> str:
    """What a page says after a sweep at this time."""
    sweeping.take_results()
    sweeping.advance(one.id, moment)
    return browser.get(f"/events/{one.id}").content.decode() if browser else ""
