"""An organizer and two who play run an event with nothing but the pages."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.clubs.cast import Cast
from tests.tournaments.playing import BEFORE, CHOSEN, START, Evening, end_games
from tournaments import commands, selectors, services, state, sweeping
from tournaments.models import Tournament
from tournaments.overview import pages, rulings

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


def test_the_next_evening_stands_first_on_a_clubs_home_and_one_press_says_that_one_comes() -> None:
    cast = Cast()
    organizer, home = cast.browser("organizer"), f"/clubs/{cast.club.slug}"
    for number, (name, days) in enumerate((("Later", 9), ("Sooner", 3))):
        starts = f"{timezone.now() + timedelta(days=days):%Y-%m-%dT%H:%M}"
        chosen = {"name": name, "format": "swiss", "pace": "live", "zone": "UTC", "ruleset": "favourite"}
        numbers = {"rounds": 1, "least_entries": 2, "deals": 1}
        numbers |= {"persons": 1}
        posted(organizer, f"{home}/events/new", key=f"{KEY[:-1]}{number}", starts=starts, **chosen, **numbers)
        posted(organizer, f"/events/{Tournament.objects.get(name=name).id}/publish")
    sooner = Tournament.objects.get(name="Sooner").id
    member = cast.browser("member")
    page = member.get(home).content.decode()
    assert page.index("Next evening") < page.index("Sooner") < page.index("I come") < page.index("Tables now")
    assert "I come" not in cast.browser("guest").get(home).content.decode(), "guests enter no events"
    assert "You are in it" in posted(member, f"/events/{sooner}/enter", alone="true")
    page = member.get(home).content.decode()
    assert ("You come" in page, "I come" in page) == (True, False)


def test_a_clubs_home_says_you_come_to_nobody_before_all_who_play_as_one_want_to() -> None:
    cast, now = Cast(), timezone.now()
    starts = (now + timedelta(days=3)).replace(tzinfo=None)
    pairs = CHOSEN | {"format": "swiss", "rounds": 1, "least_entries": 2, "starts": starts}
    id_, _ = services.draft(cast["organizer"], cast.club.id, pairs, now)
    services.lead(cast["organizer"], id_, commands.Publish(), now)
    said = (
        "You come",
        "You are asked",
        "Waits for a yes",
        "You look for a partner",
        "Enter alone",
        "Enter with others",
    )

    def told(who: str) -> list[str]:
        page = cast.browser(who).get(f"/clubs/{cast.club.slug}").content.decode()
        return [one for one in said if one in page]

    assert told("member") == ["Enter alone", "Enter with others"], "the one press says what it does"
    services.enter(cast["member"], id_, [], now, alone=True)
    services.enter(cast["owner"], id_, [cast["arbiter"].username], now)
    assert [told(who) for who in ("member", "owner", "arbiter")] == [
        ["You look for a partner"],
        ["Waits for a yes"],
        ["You are asked"],
    ]
    services.accept(cast["arbiter"], id_, "2", now)
    assert told("owner") == told("arbiter") == ["You come"]
    sooner = pairs | {"join_alone": False, "starts": starts - timedelta(days=1), "name": "Sooner"}
    other, _ = services.draft(cast["organizer"], cast.club.id, sooner, now)
    services.lead(cast["organizer"], other, commands.Publish(), now)
    assert told("member") == ["Enter with others"], "who is alone there when entering ends does not play"


def test_what_the_form_of_a_draft_does_not_know_stays_when_it_is_saved() -> None:
    cast = Cast()
    organizer = cast.browser("organizer")
    chosen = CHOSEN | {"ruleset": "favourite", "total_first": True, "most_entries": 7, "round_minutes": 77, "deals": 2}
    starts = timezone.now() + timedelta(days=3)
    id_, _ = services.draft(cast["organizer"], cast.club.id, chosen | {"starts": starts.replace(tzinfo=None)}, starts)
    before = Tournament.objects.get(id=id_).state["rules"]
    page = organizer.get(f"/events/{id_}/edit").content.decode()
    assert "a round takes 1 hour 17 minutes" in page and "as they stand: Favourite" in page
    form = {"key": KEY, "name": "Another name", "format": "round_robin", "zone": "UTC", "starts": before["starts"]}
    form |= {"rounds": 0, "least_entries": 3, "deals": 2, "join_alone": "on"}
    posted(organizer, f"/events/{id_}/edit", **form, pace="", ruleset="")
    after = Tournament.objects.get(id=id_).state["rules"]
    assert after == before | {"name": "Another name"}
    posted(organizer, f"/events/{id_}/edit", **form, pace="live", ruleset="pagat")
    after = Tournament.objects.get(id=id_).state["rules"]
    assert (after["round_minutes"], after["most_entries"]) == (180, 7)
    assert after["ruleset"] != before["ruleset"] and after["pause_hours"] == 0
    for hours, granted in ((5, 5), ("", 0)):
        posted(organizer, f"/events/{id_}/edit", **form, pace="", ruleset="", pause_hours=hours)
        after = Tournament.objects.get(id=id_).state["rules"]
        assert after["pause_hours"] == granted, "a limit that is emptied is none any more"


def test_each_round_is_given_times_of_its_own_and_what_clocks_skip_or_show_twice_is_said() -> None:
    """V27, V30. Section 5, row 23."""
    cast = Cast()
    organizer, zone = cast.browser("organizer"), "America/New_York"
    chosen = CHOSEN | {"format": "swiss", "rounds": 3, "zone": zone, "starts": datetime(2126, 3, 9, 19)}
    id_, _ = services.draft(cast["organizer"], cast.club.id, chosen, timezone.now())
    at = f"/events/{id_}/times"
    assert cast.browser("member").get(at).status_code == 404
    assert 'value="2126-03-09T19:00"' in organizer.get(at).content.decode()
    walls = ["2126-03-09T19:00", "2126-03-10T02:30", "2126-11-03T01:30"]  # nights on which clocks change there
    ends = ["2126-03-09T23:00", "2126-03-10T09:00", "2126-11-03T09:00"]
    early = organizer.post(at, {"opens": [walls[0], walls[0], walls[2]], "ends": ends})
    assert early.status_code == 422 and "Round 2 is too short, or opens before" in early.content.decode()
    assert organizer.post(at, {"opens": ["", *walls[1:]], "ends": ends}).status_code == 422
    page = posted(organizer, at, opens=walls, ends=ends)
    assert "clocks are put forward" in page and "this time comes twice" in page
    rules = Tournament.objects.get(id=id_).state["rules"]
    assert rules["round_times"] == [list(pair) for pair in zip(walls, ends, strict=True)] and not rules["early"]
    assert "this time comes twice" in organizer.get(f"/events/{id_}").content.decode(), "so does the event's page"
    assert "Back to the usual times" in page
    posted(organizer, at, usual="1")
    rules = Tournament.objects.get(id=id_).state["rules"]
    assert "round_times" not in rules and rules["early"]
    assert "put forward" not in posted(organizer, f"/events/{id_}/publish")
    assert organizer.get(at).status_code == 409, "what is published stands"


def test_a_draft_that_is_called_off_stays_the_organizers_own() -> None:
    cast = Cast()
    id_, _ = services.draft(cast["organizer"], cast.club.id, CHOSEN, BEFORE)
    services.lead(cast["organizer"], id_, commands.Cancel("Too much snow."), BEFORE)
    assert cast.browser("member").get(f"/events/{id_}").status_code == 404
    assert CHOSEN["name"] not in cast.browser("member").get(f"/clubs/{cast.club.slug}/events").content.decode()
    assert cast.browser("organizer").get(f"/events/{id_}").status_code == 200


def test_what_is_typed_on_a_page_is_checked_as_what_a_program_sends() -> None:
    evening = Evening(2)
    browser = Client()
    browser.force_login(evening.organizer, backend="accounts.backends.PasswordBackend")
    at = f"/events/{evening.id}"
    for field, told in (("enter", {"partner1": "ann\x00"}), ("withdraw", {"entry": "1", "reason": "a" * 501})):
        assert "Something is missing or too long" in posted(browser, f"{at}/{field}", **told)
    assert "Something is missing or too long" in posted(browser, f"{at}/withdraw", entry="1", reason="a\x00")
    assert all(entry.active for entry in evening.seen.state.entries)


def test_the_desk_offers_only_what_can_be_done() -> None:
    evening = Evening(2, format="swiss", rounds=1, least_entries=2)
    evening.at(START)
    browser = Client()
    browser.force_login(evening.organizer, backend="accounts.backends.PasswordBackend")
    assert "Give more time" in browser.get(f"/events/{evening.id}/desk").content.decode()
    assert browser.get(f"/events/{evening.id}/desk", {"results": "9" * 5000}).status_code == 200
    one = pages.page(selectors.look(evening.organizer, evening.id), evening.organizer)
    long_ago = one.t.with_round(evening.round._replace(times=state.Times(*[BEFORE - timedelta(days=99)] * 3)))
    offered = rulings.of_round(replace(one, seen=one.seen._replace(state=long_ago)))[0].inputs[0].choices
    assert all(datetime.fromisoformat(until) > timezone.now() for until, _words in offered)
    services.lead(evening.organizer, evening.id, commands.Pause("A power cut."), START)
    page = browser.get(f"/events/{evening.id}/desk").content.decode()
    assert "Give more time" not in page and "its times stand still" in page


def enter(first: User, second: User, at: str) -> None:
    """A pair enters: one does, the other says yes."""
    browsers = [Client(), Client()]
    for browser, user in zip(browsers, (first, second), strict=True):
        browser.force_login(user, backend="accounts.backends.PasswordBackend")
    assert "your partner has not said yes yet" in posted(browsers[0], f"{at}/enter", partner1=second.username)
    page = browsers[1].get(at).content.decode()
    entry = page.partition('name="entry" value="')[2].partition('"')[0]
    assert "You are in it" in posted(browsers[1], f"{at}/accept", entry=entry)


def sweep(one: Tournament, moment: Any, browser: Client | None = None) -> str:
    """What a page says after a sweep at this time."""
    sweeping.take_results()
    sweeping.advance(one.id, moment)
    return browser.get(f"/events/{one.id}").content.decode() if browser else ""
