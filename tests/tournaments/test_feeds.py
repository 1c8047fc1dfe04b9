"""Calendar feeds of people, clubs and events: one entry for each round, which keeps its name whatever happens to it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
from django.db.models.signals import pre_save
from django.test import Client
from icalendar import Calendar

from accounts import feeds as own
from accounts.clubs.models import Club, Joining
from accounts.feeds import Entry
from tests.accounts.clubs.cast import Cast
from tests.accounts.clubs.test_guards import at_once
from tests.tournaments.playing import BEFORE, Evening
from tournaments import commands, schedule, services
from tournaments.nights import feeds
from tournaments.nights.models import ClubFeed

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parent / "golden"


def read(address: str, **headers: str) -> list[Any]:
    """The entries that a calendar program finds, in order."""
    answer = Client(headers=headers).get(address)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return sorted(Calendar.from_ical(answer.content).walk("VEVENT"), key=lambda one: one["dtstart"].dt)


def evening_in(zone: str, **chosen: Any) -> Evening:
    """An event that begins at seven in the evening there."""
    return Evening(0, zone=zone, **chosen)


def event_feed(evening: Evening) -> str:
    return feeds.address(Club.objects.get(id=evening.club.id), feeds.EVENT, evening.id)


def test_a_round_that_is_moved_or_called_off_keeps_its_name_in_every_feed_and_says_so() -> None:
    """V35, and section 5, row 39."""
    evening = evening_in("America/New_York", format="swiss", rounds=2)
    address = event_feed(evening)
    before = read(address)
    assert len(before) == 2 and before[0]["dtstart"].dt.hour == 19
    assert before[0]["dtstart"].params["TZID"] == "America/New_York"
    assert all(str(one["uid"]).startswith("round-") and str(one["uid"]).endswith("@testserver") for one in before)
    starts = before[0]["dtstart"].dt.replace(tzinfo=None) + timedelta(days=1)
    services.lead(evening.organizer, evening.id, commands.Reschedule(starts, "Snow."), BEFORE)
    moved = read(address)
    assert [one["uid"] for one in moved] == [one["uid"] for one in before]
    assert [one["sequence"] for one in moved] == [1, 1]
    assert moved[0]["last-modified"].dt >= before[0]["last-modified"].dt
    assert moved[0]["dtstart"].dt - before[0]["dtstart"].dt == timedelta(days=1)
    services.lead(evening.organizer, evening.id, commands.Cancel("Snow again."), BEFORE)
    gone = read(address)
    assert [(one["uid"], one["status"], one["sequence"]) for one in gone] == [
        (one["uid"], "CANCELLED", 2) for one in before
    ]
    club = feeds.address(Club.objects.get(id=evening.club.id), feeds.CLUB, evening.club.id)
    assert [one["uid"] for one in read(club)] == [one["uid"] for one in before]


def test_the_feed_of_who_has_entered_holds_the_rounds_of_their_events_and_of_no_others() -> None:
    """V35."""
    evening = evening_in("Europe/London")
    ann, ben = evening.enter(0)
    stranger, asked = evening.member("carl"), evening.member("dora")
    services.enter(evening.member("emil"), evening.id, [asked.username], BEFORE)
    (mine,) = read(f"/feeds/{own.make(ann)}.ics")
    assert str(mine["summary"]) == "Tuesday pairs, round 1" and str(evening.id) in str(mine["url"])
    assert mine["uid"] == read(event_feed(evening))[0]["uid"], "one round, one name"
    assert read(f"/feeds/{own.make(stranger)}.ics") == []
    assert read(f"/feeds/{own.make(asked)}.ics") == [], "a partner who has not agreed has no evening yet"
    entry = evening.seen.state.entry_of(str(ann.id))
    assert entry is not None
    services.withdraw(ben, evening.id, entry.id, BEFORE)
    assert read(f"/feeds/{own.make(ann)}.ics") == []


def test_a_club_that_not_everybody_may_join_has_a_secret_address_that_ends_with_the_next() -> None:
    """V35: revocable."""
    evening = evening_in("UTC")
    club = Club.objects.get(id=evening.club.id)
    public = feeds.address(club, feeds.CLUB, club.id)
    assert len(read(public)) == 1
    club.joining = Joining.INVITATION
    club.save()
    assert Client().get(public).status_code == 404 and feeds.address(club, feeds.CLUB, club.id) == ""
    addresses = []
    for _ in range(2):
        feeds.make(club)
        addresses.append(
            [feeds.address(club, what, id_) for what, id_ in ((feeds.CLUB, club.id), (feeds.EVENT, evening.id))]
        )
    for old in addresses[0]:
        assert Client().get(old).status_code == 404
    for new in addresses[1]:
        assert len(read(new)) == 1
    feeds.switch_off(club)
    assert [Client().get(new).status_code for new in addresses[1]] == [404, 404]
    feeds.make(club)
    assert feeds.address(club, feeds.CLUB, club.id) not in {one[0] for one in addresses}, "no address comes back"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_make_the_first_address_at_once_none_is_refused() -> None:
    club, gate = Cast().club, Barrier(2, timeout=60)

    def neither_has_one(**_told: Any) -> None:
        gate.wait()

    pre_save.connect(neither_has_one, sender=ClubFeed)
    try:
        assert at_once(lambda: feeds.make(club), lambda: feeds.make(club)) == [None, None]
    finally:
        pre_save.disconnect(neither_has_one, sender=ClubFeed)
    assert ClubFeed.objects.get(club=club.id).number == 2


def test_what_has_not_changed_is_not_sent_again() -> None:
    evening = evening_in("UTC")
    address = event_feed(evening)
    first = Client().get(address)
    assert Client(headers={"If-None-Match": first.headers["ETag"]}).get(address).status_code == 304
    services.lead(evening.organizer, evening.id, commands.Cancel("Snow."), BEFORE)
    assert Client(headers={"If-None-Match": first.headers["ETag"]}).get(address).status_code == 200


@pytest.mark.parametrize("zone", ["America/New_York", "Australia/Lord_Howe"])
def test_a_feed_is_written_as_it_always_was(zone: str) -> None:
    """V35, and section 5, row 22: a golden file for each zone, with the rules of its clocks; nineteen o'clock on both
    sides of the change."""
    told = []
    for number, day in enumerate(("2026-10-28", "2026-11-04"), start=1):
        begins = schedule.moment(datetime.fromisoformat(f"{day}T19:00"), zone).at
        told.append(
            Entry(
                uid=f"round-{UUID(int=number)}",
                sequence=number - 1,
                begins=begins,
                ends=begins + timedelta(hours=3),
                summary=f"Club night, round {number}",
                description="To be played between these times.",
                path="/events/x",
                changed=datetime(2026, 10, 1, tzinfo=UTC),
                zone=zone,
                cancelled=number == 2,
            )
        )
    written = own.written(told, "https://cards.example.org", BEFORE, "Tuesday Cards").decode()
    assert written.count("T190000") >= 2
    golden = GOLDEN / f"feed-{zone.rpartition('/')[2]}.ics"
    assert written.replace("\r\n", "\n") == golden.read_text()


def test_an_event_is_moved_from_its_desk_and_its_feed_says_so() -> None:
    """Section 5, row 39."""
    evening = evening_in("America/New_York")
    browser = Client()
    browser.force_login(evening.organizer, "accounts.backends.PasswordBackend")
    desk = f"/events/{evening.id}/desk"
    assert "Move the event" in browser.get(desk).content.decode()
    told = {"do": "reschedule", "starts": "2136-03-03T20:30", "reason": "Snow.", "back": "desk"}
    browser.post(f"/events/{evening.id}/decide", told)
    (one,) = read(event_feed(evening))
    assert f"{one['dtstart'].dt:%Y-%m-%d %H:%M}" == "2136-03-03 20:30" and one["sequence"] == 1
