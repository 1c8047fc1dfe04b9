"""Club nights that recur: made ahead by themselves, moved, skipped, changed from a night on, ended."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from config.kernel.errors import ProblemError
from tests.accounts.clubs.cast import Cast
from tests.harness.database import triggers_off
from tests.tournaments.playing import CHOSEN
from tournaments import command_handler, schedule, selectors, state
from tournaments import services as events
from tournaments.models import Tournament
from tournaments.nights import making, services, store, words
from tournaments.nights.models import Change, Night, Series

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 10, 2, 12, tzinfo=UTC)  # a Friday
WEEKLY: dict[str, Any] = CHOSEN | {
    "name": "Club night",
    "zone": "America/New_York",
    "starts": datetime(2026, 10, 8, 19),
    "rule": "FREQ=WEEKLY;BYDAY=TH",
    "publish_days": 14,
}


@pytest.fixture
def cast() -> Cast:
    return Cast()


def series_of(cast: Cast, **chosen: Any) -> UUID:
    """A series that the organizer makes now."""
    return services.make(cast["organizer"], cast.club.id, WEEKLY | chosen, NOW)[0]


def later(id_: UUID, now: datetime) -> None:
    """A sweep at this time, if the series is due then."""
    with transaction.atomic():
        one, plan = store.lock(id_)
        if one.due_at is not None and one.due_at <= now:
            making.look_ahead(one, plan, now)


def nights(id_: UUID) -> dict[date, state.Tournament]:
    """The events of a series by their days."""
    return {
        one.day: command_handler.load(Tournament.objects.get(id=one.event))
        for one in Night.objects.filter(series=id_).order_by("day")
    }


def begins(t: state.Tournament) -> str:
    """When an event begins, by the clocks of its place."""
    return str(t.rules["starts"]) if t.starts_at is None else f"{t.starts_at:%Y-%m-%dT%H:%MZ}"


def whole(id_: UUID) -> None:
    """The stream holds, and what is kept is what it gives."""
    one = Series.objects.get(id=id_)
    rows = store.rows(one)
    assert store.STREAMS.check_chain(id_, rows) == one.last_hash
    assert store.plans.plain(store.folded(rows)) == one.state
    assert {(n.day, str(n.event)) for n in one.nights.all()} == set(store.folded(rows).events.items())


def test_a_series_makes_its_events_sixty_days_ahead_and_publishes_each_two_weeks_before(cast: Cast) -> None:
    """V33. Once made each stays, however often and however late it is looked at: a week in which nothing ran costs
    nothing."""
    id_ = series_of(cast)
    made = nights(id_)
    assert [day.day for day in made] == [8, 15, 22, 29, 5, 12, 19, 26]
    assert [t.status for t in made.values()] == [state.OPEN] * 2 + [state.DRAFT] * 6
    assert {begins(t)[11:] for t in list(made.values())[2:]} == {"19:00"}, "on both sides of 1 November"
    for _ in range(3):
        later(id_, NOW + timedelta(days=9))
    made = nights(id_)
    assert len(made) == 9 and Tournament.objects.count() == 9
    assert [t.status for t in made.values()][:4] == [state.OPEN] * 3 + [state.DRAFT]
    assert made[date(2026, 10, 22)].starts_at == datetime(2026, 10, 22, 23, tzinfo=UTC)
    whole(id_)


def test_nights_that_are_left_as_drafts_are_published_by_nobody_else(cast: Cast) -> None:
    id_ = series_of(cast, publish_days=None)
    later(id_, NOW + timedelta(days=5))
    assert {t.status for t in nights(id_).values()} == {state.DRAFT}


def test_a_draft_that_was_moved_by_hand_is_published_by_its_new_date(cast: Cast) -> None:
    id_ = series_of(cast)
    one = Night.objects.get(series=id_, day=date(2026, 10, 22))
    events.change(cast["organizer"], one.event, CHOSEN | {"starts": datetime(2026, 10, 29, 20)}, NOW)
    later(id_, NOW + timedelta(days=8))
    assert selectors.look_as_the_house(one.event).state.status == state.DRAFT
    later(id_, NOW + timedelta(days=14))
    assert selectors.look_as_the_house(one.event).state.status == state.OPEN


def test_one_night_is_moved_and_another_skipped_and_no_other_changes(cast: Cast) -> None:
    """V33: a published night keeps who has entered, and says why it was moved."""
    id_, organizer = series_of(cast), cast["organizer"]
    first, draft, far = date(2026, 10, 8), date(2026, 11, 5), date(2026, 12, 17)
    one = Night.objects.get(series=id_, day=first)
    events.enter(cast["member"], one.event, ["target"], NOW)
    with pytest.raises(ProblemError) as refused:
        services.move(organizer, id_, first, datetime(2026, 10, 9, 20), "", NOW)
    assert "reason" in refused.value.data["fields"]
    services.move(organizer, id_, first, datetime(2026, 10, 9, 20), "The hall is taken.", NOW)
    services.move(organizer, id_, draft, datetime(2026, 11, 5, 18), "", NOW)
    services.move(organizer, id_, far, datetime(2026, 12, 18, 18), "", NOW)
    services.skip(organizer, id_, date(2026, 10, 15), "A holiday.", NOW)
    later(id_, NOW + timedelta(days=17))
    made = nights(id_)
    assert begins(made[first]) == "2026-10-10T00:00Z" and made[first].entries[0].active
    assert made[first].slots[0].sequence == 1
    assert begins(made[draft]) == "2026-11-05T18:00" and begins(made[far]) == "2026-12-18T18:00"
    assert made[date(2026, 10, 15)].status == state.CANCELLED
    assert made[date(2026, 10, 22)].status == state.OPEN
    whole(id_)


def test_this_night_and_all_later_ones_are_a_series_of_their_own(cast: Cast) -> None:
    """V33: what is published stays and begins when the new series does; drafts are made anew."""
    id_ = series_of(cast)
    later(id_, NOW + timedelta(days=8))  # the first three are published
    day, now = date(2026, 10, 15), NOW + timedelta(days=8)
    chosen = {"starts": datetime(2026, 10, 15, 20), "rule": "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "publish_days": 3}
    new = services.change_from(cast["organizer"], id_, day, chosen, "The bus comes later.", now)
    before, after = nights(id_), nights(new)
    assert [t.status for t in before.values() if t.status != state.CANCELLED] == [state.OPEN, state.OPEN]
    assert begins(before[date(2026, 10, 22)]) == "2026-10-22T23:00Z", (
        "no night of the new series, and published: it stands"
    )
    assert [begins(t) for t in after.values()] == [
        "2026-10-16T00:00Z",
        "2026-10-29T20:00",
        "2026-11-12T20:00",
        "2026-11-26T20:00",
    ]
    assert after[day].rules["name"] == "Club night"
    later(id_, NOW + timedelta(days=40))
    later(new, NOW + timedelta(days=40))
    assert not nights(id_).keys() & nights(new).keys() - {
        day for day, t in before.items() if t.status == state.CANCELLED
    }
    whole(id_)
    whole(new)


def test_a_series_that_ends_makes_nothing_more_and_what_is_published_stands(cast: Cast) -> None:
    id_ = series_of(cast)
    services.end(cast["organizer"], id_, date(2026, 10, 8), NOW)
    assert [t.status for t in nights(id_).values()] == [state.OPEN] * 2 + [state.CANCELLED] * 6
    later(id_, NOW + timedelta(days=70))
    assert Tournament.objects.count() == 8
    assert Series.objects.get().due_at is None


def test_a_published_night_is_moved_or_called_off_from_its_page_when_its_series_has_ended(cast: Cast) -> None:
    id_, browser = series_of(cast, starts=datetime(2036, 10, 9, 19), publish_days=60), cast.browser("organizer")
    later(id_, datetime(2036, 9, 20, tzinfo=UTC))
    services.end(cast["organizer"], id_, date(2036, 10, 9), datetime(2036, 9, 20, tzinfo=UTC))
    at, now = f"/nights/{id_}", datetime(2036, 9, 21, tzinfo=UTC)
    page = browser.get(f"{at}/2036-10-09").content.decode()
    assert "Skip it" in page and "all later ones" not in page
    assert browser.get(f"{at}/2036-10-09/later").status_code == 404
    with pytest.raises(ProblemError) as refused:
        services.skip(cast["organizer"], id_, date(2036, 10, 9), "", now)
    assert "reason" in refused.value.data["fields"]
    services.move(cast["organizer"], id_, date(2036, 10, 9), datetime(2036, 10, 9, 20), "The bus.", now)
    assert begins(nights(id_)[date(2036, 10, 9)]) == "2036-10-10T00:00Z"
    browser.post(f"{at}/2036-10-09", {"do": "skip", "s-reason": "A flood."})
    assert nights(id_)[date(2036, 10, 9)].status == state.CANCELLED
    assert browser.get(f"{at}/2036-10-09").status_code == 404, "it is not held any more"
    whole(id_)


@pytest.mark.parametrize("field", ["starts", "ends"])
def test_no_series_begins_or_ends_in_a_year_that_nobody_sees(cast: Cast, field: str) -> None:
    body = {"name": "Far", "format": "swiss", "starts": "2036-01-03T19:00", "rule": "FREQ=WEEKLY"}
    body |= {field: "9999-01-01T19:00" if field == "starts" else "9999-12-31"}
    answer = cast.program("organizer").post(f"/api/clubs/{cast.club.id}/series", body, content_type="application/json")
    assert answer.status_code == 400 and field in answer.json()["data"]["fields"], answer.content
    assert cast.browser("organizer").get(f"/nights/{series_of(cast)}/9999-12-31").status_code == 404


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("UTC", "Thursday, 7 January 2027, 19:00 (UTC)"),
        ("Europe/London", "Thursday, 7 January 2027, 19:00 (Europe/London, UTC)"),
        ("Asia/Kathmandu", "Thursday, 7 January 2027, 19:00 (Asia/Kathmandu, UTC+5:45)"),
    ],
)
def test_a_time_is_told_with_its_place_and_how_far_that_is_from_utc(zone: str, shown: str) -> None:
    """V30."""
    assert words.when(schedule.moment(datetime(2027, 1, 7, 19), zone)) == shown


def test_who_runs_no_events_changes_no_series_and_one_key_makes_one(cast: Cast) -> None:
    id_, _ = services.make(cast["organizer"], cast.club.id, WEEKLY, NOW, "thursdays")
    assert services.make(cast["owner"], cast.club.id, WEEKLY, NOW, "thursdays") == (id_, False)
    with pytest.raises(ProblemError) as refused:
        services.skip(cast["member"], id_, date(2026, 10, 15), "", NOW)
    assert refused.value.code == "not_allowed"


def test_the_database_itself_makes_no_night_twice_and_changes_no_row(cast: Cast) -> None:
    id_ = series_of(cast)
    one = Night.objects.filter(series=id_).order_by("day")[0]
    with pytest.raises(IntegrityError), transaction.atomic():
        Night.objects.create(series_id=id_, day=one.day, event=one.event)
    with pytest.raises(IntegrityError), transaction.atomic():
        Night.objects.create(series_id=id_, day=date(2026, 10, 9), event=one.event)
    with pytest.raises(IntegrityError), transaction.atomic():
        Change.objects.filter(series=id_).update(type="ended")


def test_the_proof_of_all_events_proves_series_too_and_a_rebuild_puts_right_what_is_kept_of_them(
    cast: Cast, capsys: pytest.CaptureFixture[str]
) -> None:
    """V53. Section 5, row 38."""
    id_ = series_of(cast)
    services.skip(cast["organizer"], id_, date(2026, 10, 15), "A storm.", NOW)
    call_command("verify_events")
    assert "Series: 1 sound, 0 broken" in capsys.readouterr().out
    kept = Series.objects.get(id=id_)
    Night.objects.filter(series=id_, day=date(2026, 10, 22)).delete()
    Series.objects.filter(id=id_).update(state=kept.state | {"called_off": []})
    with pytest.raises(SystemExit):
        call_command("verify_events")
    said = capsys.readouterr().out
    assert "the state is not what the stream gives" in said and "its nights are not" in said
    with pytest.raises(SystemExit):
        call_command("rebuild_events", "--all", "--compare")
    call_command("rebuild_events", "--all")
    call_command("verify_events")
    assert "Series: 1 sound, 0 broken" in capsys.readouterr().out
    assert Series.objects.get(id=id_).state == kept.state
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what is deferred would be in the way of an ALTER TABLE
    with triggers_off(), connection.cursor() as cursor:
        cursor.execute("UPDATE nights_change SET data = '{}' WHERE version = 2")
    with pytest.raises(SystemExit):
        call_command("verify_events")


def test_a_night_whose_time_has_come_unpublished_is_left_alone_and_keeps_no_other_waiting(cast: Cast) -> None:
    id_ = series_of(cast)
    later(id_, datetime(2026, 10, 23, 12, tzinfo=UTC))  # three weeks in which nothing ran
    made = nights(id_)
    assert made[date(2026, 10, 22)].status == state.DRAFT and made[date(2026, 10, 29)].status == state.OPEN
    assert date(2026, 12, 17) in made


def test_a_series_is_made_changed_and_ended_from_its_pages(cast: Cast) -> None:
    """V29, V30: each night's time is shown as clocks will show it there that day, with the zone, and a time that is not
    there says what is meant. The event is made all the same."""
    organizer, slug = cast.browser("organizer"), cast.club.slug
    form: dict[str, Any] = {
        "key": "6f5d2f0e-5d0b-4d0c-9a25-0d4c0c1f5a11",
        "name": "Late cards",
        "format": "swiss",
        "pace": "live",
    }
    form |= {"zone": "America/New_York", "ruleset": "classic", "rounds": "0", "least_entries": "3", "publish_days": ""}
    form |= {"starts": "2036-03-02T02:30", "every": "1", "days": ["SU"]}
    page = organizer.post(f"/clubs/{slug}/nights/new", form, follow=True).content.decode()
    assert "every week: Sunday, 02:30 (America/New_York)" in page
    assert "Sunday, 2 March 2036, 02:30 (America/New_York, UTC−5)" in page
    assert "Sunday, 9 March 2036, 03:00 (America/New_York, UTC−4): the clocks are put forward" in page
    assert "Sunday, 16 March 2036, 02:30 (America/New_York, UTC−4)" in page
    at = f"/nights/{Series.objects.get().id}"
    page = organizer.post(
        f"{at}/2036-03-09", {"do": "move", "m-starts": "2036-03-09T20:00"}, follow=True
    ).content.decode()
    assert "Sunday, 9 March 2036, 20:00" in page and "moved" in page
    page = organizer.post(f"{at}/2036-03-16", {"do": "skip"}, follow=True).content.decode()
    assert "not held" in page
    later = form | {"starts": "2036-03-25T20:00", "every": "2", "days": ["TU"], "pace": "", "ruleset": ""}
    page = organizer.post(f"{at}/2036-03-23/later", later, follow=True).content.decode()
    assert "every 2 weeks: Tuesday, 20:00" in page and "Sunday" not in page
    log = organizer.get(f"{at}/log").content.decode()
    assert "organizer moved the night of 2036-03-09 to 2036-03-09 20:00." in log and "ended the series" in log
    assert organizer.get(f"{at}/2036-03-30").status_code == 404


def test_the_organizer_sees_every_round_of_a_slow_event_before_it_is_published(cast: Cast) -> None:
    """V34, V30: by the clocks that count on each of those days; times of their own are taken, and told too."""
    own = [("2036-03-03T19:00", "2036-03-07T22:00"), ("2036-03-10T19:00", "2036-03-16T22:00")]
    chosen = {"name": "March", "format": "swiss", "pace": "brisk", "starts": own[0][0], "zone": "America/New_York"}
    body: dict[str, Any] = {
        **chosen,
        "rounds": 3,
        "round_times": [{"opens": opens, "ends": ends} for opens, ends in own],
    }
    at = f"/api/clubs/{cast.club.id}/tournaments"
    answer = cast.program("organizer").post(at, body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    page = cast.browser("organizer").get(f"/events/{answer.json()['id']}").content.decode()
    assert "Monday, 3 March 2036, 19:00 (America/New_York, UTC−5) – Friday, 7 March 2036, 22:00" in page
    assert "Monday, 10 March 2036, 19:00 (America/New_York, UTC−4) – Sunday, 16 March 2036, 22:00" in page
    assert page.count("UTC−4) – ") == 2, "the third follows the second"
    body["round_times"][1]["opens"] = "2036-03-07T23:00"
    answer = cast.program("organizer").post(at, body, content_type="application/json")
    assert answer.status_code == 400 and "2036-03-08 22:00" in answer.content.decode(), "a day of grace"
