"""When somebody does not play: vacation as a ledger, quiet hours, through the API and a page."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts import calendars, leaving, preferences
from accounts.models import Preference, User, Vacation
from accounts.services import create_token
from accounts.signals import calendar_changed
from config.kernel.errors import ProblemError

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
NEW_YEAR = datetime(2027, 1, 1, tzinfo=UTC)
GRANTED = 30 * DAY


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", "a long enough secret 7")


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets what time it is."""

    def it_is(at: datetime) -> datetime:
        monkeypatch.setattr(timezone, "now", lambda: at)
        return at

    return it_is


minutes = st.integers(-500_000, 500_000).map(lambda n: NEW_YEAR + timedelta(minutes=n))
some_spans = st.lists(st.tuples(minutes, st.integers(1, 100_000)), max_size=5).map(
    lambda pairs: [(begin, begin + timedelta(minutes=length)) for begin, length in pairs]
)


@given(some_spans, minutes, minutes)
def test_at_any_moment_the_balance_is_what_was_granted_less_what_was_used(
    spans: list[tuple[datetime, datetime]], one: datetime, other: datetime
) -> None:
    """V07: nothing stands still, and each second is used once, in the year in which it lies."""
    earlier, later = sorted((one, other))
    for year in (2026, 2027):
        first, second = (calendars.balance(spans, year, at) for at in (earlier, later))
        assert first.used <= second.used
        assert first.left == second.left, "time alone gives nothing back and takes nothing away"
        assert first.used + first.planned == GRANTED - first.left
    years = [calendars.balance(spans, year, later) for year in range(2025, 2029)]
    assert sum((year.used + year.planned for year in years), timedelta()) == sum((b - a for a, b in spans), timedelta())


def test_a_vacation_is_used_to_the_second_and_what_is_left_comes_back_when_it_is_ended(ann: User, now: Any) -> None:
    """V07."""
    begin = now(datetime(2026, 6, 1, 12, tzinfo=UTC))
    entered = calendars.enter(ann, begin + timedelta(hours=1), begin + 10 * DAY)
    (year, _next) = calendars.years(ann, begin)
    assert (year.used, year.planned) == (timedelta(), 10 * DAY - timedelta(hours=1))
    at = now(begin + timedelta(hours=3, seconds=20))
    assert next(calendars.years(ann, at)).used == timedelta(hours=2, seconds=20)
    assert calendars.end(ann, entered.id)
    at = now(begin + 5 * DAY)
    assert next(calendars.years(ann, at)).left == GRANTED - timedelta(hours=2, seconds=20)
    assert not calendars.end(ann, entered.id), "what is past stays as it was"


def test_no_more_can_be_entered_than_each_year_has_left(ann: User, now: Any) -> None:
    at = now(datetime(2026, 11, 20, tzinfo=UTC))
    with pytest.raises(ProblemError, match="vacation_used_up") as refused:
        calendars.enter(ann, at + DAY, at + 32 * DAY)
    assert refused.value.data == {"year": 2026, "missing_seconds": 86_400}
    calendars.enter(ann, NEW_YEAR - 20 * DAY, NEW_YEAR + 29 * DAY)
    with pytest.raises(ProblemError, match="vacation_used_up") as refused:
        calendars.enter(ann, NEW_YEAR + 40 * DAY, NEW_YEAR + 42 * DAY)
    assert refused.value.data == {"year": 2027, "missing_seconds": 86_400}
    calendars.enter(ann, NEW_YEAR + 40 * DAY, NEW_YEAR + 41 * DAY)


def test_no_vacation_touches_another_ends_before_it_begins_or_lies_in_the_past(ann: User, now: Any) -> None:
    at = now(datetime(2026, 6, 1, tzinfo=UTC))
    calendars.enter(ann, at + 5 * DAY, at + 6 * DAY)
    for begin, end, code in [
        (at + 5 * DAY, at + 6 * DAY, "vacation_overlaps"),
        (at + 4 * DAY, at + 7 * DAY, "vacation_overlaps"),
        (at + 2 * DAY, at + DAY, "malformed"),
        (at - 2 * DAY, at - DAY, "malformed"),
        (at + 400 * DAY, at + 401 * DAY, "malformed"),
    ]:
        with pytest.raises(ProblemError, match=code):
            calendars.enter(ann, begin, end)
    assert calendars.enter(ann, at - DAY, at + DAY).begins == at, "what has passed is not bought afterwards"
    with pytest.raises(IntegrityError), transaction.atomic():
        Vacation.objects.update(ends=at - 100 * DAY)


def test_an_end_that_no_calendar_reaches_is_refused_on_the_page_and_by_the_api(ann: User) -> None:
    preferences.choose(ann, time_zone="America/New_York")
    client = Client()
    client.force_login(ann, "accounts.backends.PasswordBackend")
    begins = timezone.now() + DAY
    for ends in ("9999-12-31T23:59", f"{begins.year + 4}-01-01T00:00"):
        page = client.post("/account/calendar", {"begins": f"{begins:%Y-%m-%dT%H:%M}", "ends": ends})
        assert page.status_code == 422 and "no longer than a year" in page.content.decode()
        answer = ask(ann, "POST", "/api/calendar/vacations", {"begins": begins.isoformat(), "ends": f"{ends}:00-05:00"})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert not Vacation.objects.exists()


def test_the_year_in_which_a_vacation_begins_is_that_of_utc_wherever_one_lives(ann: User, now: Any) -> None:
    at = now(datetime(2026, 11, 20, tzinfo=UTC))
    calendars.enter(ann, at, at + 30 * DAY)
    tokyo = ZoneInfo("Asia/Tokyo")
    begins, ends = datetime(2027, 1, 1, 1, tzinfo=tokyo), datetime(2027, 1, 2, tzinfo=tokyo)
    with pytest.raises(ProblemError, match="vacation_used_up") as refused:
        calendars.enter(ann, begins, ends)
    assert refused.value.data == {"year": 2026, "missing_seconds": 8 * 3600}
    entered = calendars.enter(ann, begins + timedelta(hours=8), ends)
    assert entered.begins == NEW_YEAR


def test_a_calendar_is_changed_only_so_often(ann: User, settings: Any) -> None:
    settings.RATES = settings.RATES | {"calendars by person": (2, 10**9)}
    client = Client()
    client.force_login(ann, "accounts.backends.PasswordBackend")
    begins = timezone.now() + DAY
    body = {"begins": begins.isoformat(), "ends": (begins + DAY).isoformat()}
    (known,) = ask(ann, "POST", "/api/calendar/vacations", body).json()["vacations"]
    assert ask(ann, "PATCH", "/api/calendar", {"zone": "Asia/Tokyo"}).status_code == 200
    path = f"/api/calendar/vacations/{known['id']}"
    for method, where, what in [
        ("PATCH", "/api/calendar", {"zone": "Asia/Kolkata"}),
        ("PATCH", "/api/calendar", {"quiet": None}),
        ("POST", "/api/calendar/vacations", body),
        ("DELETE", path, None),
    ]:
        answer = ask(ann, method, where, what)
        assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    for page, form in [
        ("/account/calendar/quiet", {"quiet_from": "22:00", "quiet_to": "06:00"}),
        (f"/account/calendar/vacations/{known['id']}/end", {}),
    ]:
        assert "please wait a moment" in client.post(page, form, follow=True).content.decode()
    assert client.post("/account/preferences", {"time_zone": "Asia/Kolkata"}).status_code in (422, 429)
    kept = Preference.objects.get()
    assert (kept.time_zone, kept.quiet_from, Vacation.objects.count()) == ("Asia/Tokyo", None, 1)


def test_every_change_is_told_to_whoever_keeps_clocks(ann: User) -> None:
    heard = []

    def hear(user: User, **_: Any) -> None:
        heard.append(calendars.told([str(user.id)], timezone.now())[str(user.id)])

    calendar_changed.connect(hear)
    try:
        at = timezone.now()
        preferences.choose(ann, time_zone="Asia/Kolkata")
        calendars.choose_quiet(ann, "22:00", "06:30")
        entered = calendars.enter(ann, at + DAY, at + 2 * DAY)
        calendars.end(ann, entered.id)
    finally:
        calendar_changed.disconnect(hear)
    assert [sorted(one) for one in heard] == [
        *(["zone"], ["quiet", "zone"], ["quiet", "vacations", "zone"], ["quiet", "zone"])
    ]
    assert heard[-1] == {"zone": "Asia/Kolkata", "quiet": {"from": "22:00", "to": "06:30"}}


def ask(user: User, method: str, path: str, body: Any = None) -> Any:
    client = Client(headers={"Authorization": f"Bearer {create_token(user)}"})
    return client.generic(method, path, "" if body is None else json.dumps(body), content_type="application/json")


def test_the_calendar_through_the_api(ann: User) -> None:
    assert ask(ann, "GET", "/api/calendar").json()["zone"] == "UTC"
    quiet = {"from": "21:30", "to": "07:00"}
    chosen = ask(ann, "PATCH", "/api/calendar", {"zone": "Australia/Lord_Howe", "quiet": quiet}).json()
    assert (chosen["zone"], chosen["quiet"], chosen["vacations"]) == ("Australia/Lord_Howe", quiet, [])
    begin = timezone.now().replace(microsecond=0) + DAY
    body = {"begins": begin.isoformat(), "ends": (begin + DAY).isoformat()}
    entered = ask(ann, "POST", "/api/calendar/vacations", body)
    assert (entered.status_code, sum(year["planned_seconds"] for year in entered.json()["balances"])) == (201, 86_400)
    again = ask(ann, "POST", "/api/calendar/vacations", body)
    assert (again.status_code, again.json()["code"]) == (409, "vacation_overlaps")
    (known,) = entered.json()["vacations"]
    ended = ask(ann, "DELETE", f"/api/calendar/vacations/{known['id']}")
    assert (ended.status_code, ended.json()["vacations"]) == (200, [])
    assert ask(ann, "DELETE", f"/api/calendar/vacations/{known['id']}").status_code == 404
    for wrong in ({"quiet": {"from": "08:00", "to": "08:00"}}, {"quiet": {"from": "8"}}, {"zone": "Mars"}, {"more": 1}):
        assert ask(ann, "PATCH", "/api/calendar", wrong).json()["code"] == "malformed"
    assert ask(ann, "PATCH", "/api/calendar", {"quiet": None}).json()["quiet"] is None


def test_nobody_ends_another_s_vacation(ann: User) -> None:
    at = timezone.now()
    entered = calendars.enter(ann, at + DAY, at + 2 * DAY)
    ben = User.objects.create_user("ben")
    assert ask(ben, "DELETE", f"/api/calendar/vacations/{entered.id}").status_code == 404
    assert Vacation.objects.count() == 1


def test_the_page_enters_a_vacation_in_the_viewer_s_own_zone_and_ends_it(ann: User) -> None:
    preferences.choose(ann, time_zone="Asia/Kolkata")
    client = Client()
    client.force_login(ann, "accounts.backends.PasswordBackend")
    day = (timezone.now() + 3 * DAY).date()
    assert client.post("/account/calendar", {"begins": f"{day}T08:00", "ends": f"{day}T20:00"}).status_code == 302
    entered = Vacation.objects.get()
    assert entered.begins == datetime(day.year, day.month, day.day, 2, 30, tzinfo=UTC)
    page = client.get("/account/calendar").content.decode()
    assert "29.5 of 30 days are left." in page and "Asia/Kolkata" in page
    refused = client.post("/account/calendar", {"begins": f"{day}T09:00", "ends": f"{day}T10:00"})
    assert refused.status_code == 422 and "There is a vacation in this time already." in refused.content.decode()
    client.post(f"/account/calendar/vacations/{entered.id}/end")
    assert not Vacation.objects.exists()
    client.post("/account/calendar/quiet", {"quiet_from": "22:00", "quiet_to": ""})
    assert Preference.objects.get().quiet_from is None
    client.post("/account/calendar/quiet", {"quiet_from": "22:00", "quiet_to": "06:00"})
    assert f"{Preference.objects.get().quiet_to:%H:%M}" == "06:00"


def test_vacations_are_in_the_download_and_forgotten_with_the_person(ann: User) -> None:
    at = timezone.now()
    calendars.enter(ann, at + DAY, at + 2 * DAY)
    assert len(leaving.export(ann)["vacations"]) == 1
    leaving.forget(ann)
    assert not Vacation.objects.exists()
