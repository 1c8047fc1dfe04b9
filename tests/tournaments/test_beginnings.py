"""What programs find of events and make of them, and what a new event begins from."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.services import create_token
from tests.accounts.clubs.cast import Cast
from tests.tournaments.playing import CHOSEN, START
from tournaments import beginnings
from tournaments.models import Template, Tournament

pytestmark = pytest.mark.django_db

KEY = "6f5d2f0e-5d0b-4d0c-9a25-0d4c0c1f5a11"


class Program:
    """Somebody's program."""

    def __init__(self, cast: Cast, who: str) -> None:
        self.browser = Client(headers={"Authorization": f"Bearer {create_token(cast[who])}"})

    def get(self, path: str, **query: Any) -> Any:
        """What is told at an address."""
        answer = self.browser.get(path, query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def send(self, method: str, path: str, expected: int = 200, **body: Any) -> Any:
        """What is answered."""
        answer = getattr(self.browser, method)(path, body, content_type="application/json")
        assert answer.status_code == expected, answer.content
        return answer.json()


def starting(days: int) -> str:
    """A wall time in so many days."""
    return f"{timezone.now() + timedelta(days=days):%Y-%m-%dT%H:%M}"


def test_a_program_finds_the_events_that_it_looks_for_page_by_page() -> None:
    cast = Cast()
    ours, member = Program(cast, "organizer"), Program(cast, "member")
    at = f"/api/clubs/{cast.club.id}/tournaments"
    made = [
        ours.send("post", at, 201, name=name, format=kind, starts=starting(days), external_id=name)["id"]
        for name, kind, days in (("one", "swiss", 3), ("two", "round_robin", 9), ("three", "swiss", 30))
    ]
    for id_ in made[:2]:
        ours.send("post", f"/api/tournaments/{id_}/publish")
    member.send("post", f"/api/tournaments/{made[1]}/entries", 201, partners=["target"])

    def names(who: Program = ours, path: str = at, **query: Any) -> list[str]:
        return [one["name"] for one in who.get(path, **query)["tournaments"]]

    assert names() == ["three", "two", "one"] and names(member) == ["two", "one"]
    assert names(status="draft") == ["three"] and names(status="draft,registration_open") == ["three", "two", "one"]
    assert names(format="swiss") == ["three", "one"] and names(member, format="swiss") == ["one"]
    week = (timezone.now() + timedelta(days=7)).isoformat()
    assert (names(**{"from": week}), names(to=week)) == (["two"], ["one"])
    assert names(external_id="two") == ["two"] and names(external_id="none") == []
    assert names(member, mine="1") == ["two"] and names(mine="1") == []
    assert names(member, "/api/tournaments") == ["two", "one"]
    assert names(path="/api/tournaments", format="swiss", status="draft") == ["three"]
    assert Program(cast, "stranger").get("/api/tournaments") == {"tournaments": [], "next": None}
    assert ours.browser.get(at, {"status": "over"}).status_code == 400
    assert ours.browser.get(at, {"from": "yesterday"}).status_code == 400


def test_what_is_sent_twice_is_made_once() -> None:
    cast = Cast()
    ours, member = Program(cast, "organizer"), Program(cast, "member")
    asked = {"name": "Cup", "format": "swiss", "starts": starting(3), "external_id": "cup-7"}
    at = f"/api/clubs/{cast.club.id}/tournaments"
    first, again = ours.send("post", at, 201, **asked), ours.send("post", at, 200, **asked)
    assert first["id"] == again["id"] and Tournament.objects.count() == 1
    ours.send("post", f"/api/tournaments/{first['id']}/publish")
    entering = f"/api/tournaments/{first['id']}/entries"
    entered = member.send("post", entering, 201, partners=["target"], external_id="pair-1")
    assert member.send("post", entering, 200, partners=["target"], external_id="pair-1") == entered
    assert [one["external_id"] for one in entered["entries"]] == ["pair-1"]
    other = Program(cast, "owner").send("post", entering, 201, partners=["arbiter"], external_id="pair-1")
    assert len(other["entries"]) == 2, "another program may call its entry the same"


def test_some_of_a_draft_is_changed_and_the_rest_stays() -> None:
    cast = Cast()
    ours = Program(cast, "organizer")
    at = f"/api/clubs/{cast.club.id}/tournaments"
    first = ours.send("post", at, 201, name="Cup", format="swiss", starts=starting(3), pace="slow", most_entries=7)
    after = ours.send("patch", f"/api/tournaments/{first['id']}", name="Shield", check_in=True)
    assert after["rules"] == first["rules"] | {"name": "Shield", "check_in": True}
    faster = ours.send("patch", f"/api/tournaments/{first['id']}", pace="live")["rules"]
    assert (faster["round_minutes"], faster["most_entries"], faster["starts"]) == (180, 7, first["rules"]["starts"])
    ours.send("post", f"/api/tournaments/{first['id']}/publish")
    ours.send("patch", f"/api/tournaments/{first['id']}", 409, name="Late")


@pytest.mark.parametrize("year", ["0001", "1999", "3000", "9999"])
def test_a_start_at_an_end_of_the_calendar_is_refused_and_leaves_no_draft_that_cannot_be_shown(year: str) -> None:
    cast = Cast()
    ours, at = Program(cast, "organizer"), f"/api/clubs/{cast.club.id}/tournaments"
    wrong = f"{year}-12-31T23:59"
    told = ours.send("post", at, 400, name="Far", format="swiss", starts=wrong, zone="Pacific/Honolulu")
    assert "starts" in str(told) and not Tournament.objects.exists()
    first = ours.send("post", at, 201, name="Cup", format="swiss", starts=starting(3))
    ours.send("patch", f"/api/tournaments/{first['id']}", 400, starts=wrong)
    form = {"name": "Far", "format": "swiss", "pace": "live", "zone": "UTC", "starts": wrong}
    browser = Client()
    browser.force_login(cast["organizer"], backend="accounts.backends.PasswordBackend")
    assert browser.post(f"/clubs/{cast.club.slug}/events/new", form).status_code == 422
    assert Tournament.objects.count() == 1


def test_an_event_begins_from_a_template_or_from_an_earlier_event_with_all_that_was_chosen() -> None:
    cast = Cast()
    ours = Program(cast, "organizer")
    at = f"/api/clubs/{cast.club.id}/tournaments"
    chosen = {"format": "swiss", "pace": "slow", "round_minutes": 7777, "most_entries": 9, "about": "Cake at four."}
    first = ours.send("post", at, 201, name="Cup", starts=starting(3), **chosen)
    kept = ours.send("post", f"/api/clubs/{cast.club.id}/event-templates", name="Cake", event=first["id"])
    for template in (kept["id"], first["id"]):
        again = ours.send("post", at, 201, name="Again", starts=starting(9), template=template, most_entries=8)
        own = {"name": "Again", "starts": again["rules"]["starts"], "most_entries": 8}
        assert again["rules"] == first["rules"] | own and own["starts"] != first["rules"]["starts"]
    ours.send("post", at, 404, name="No", starts=starting(9), template="nothing")
    ours.send("post", at, 400, name="No", starts=starting(9))
    path = f"/api/clubs/{cast.club.id}/event-templates"
    ours.send("post", path, name="Cake", event=again["id"])
    assert Template.objects.get().rules["most_entries"] == 8, "what is kept under a name again takes its place"
    told = ours.get(path)["templates"]
    assert [one["name"] for one in told if one["own"]] == ["Cake"]
    assert ours.browser.delete(f"{path}/{kept['id']}").status_code == 204
    assert ours.browser.delete(f"{path}/{kept['id']}").status_code == 404


@pytest.mark.parametrize("key", beginnings.HOUSE)
def test_each_template_of_the_house_makes_an_event_that_can_be_published(key: str) -> None:
    cast = Cast()
    ours = Program(cast, "organizer")
    at = f"/api/clubs/{cast.club.id}/tournaments"
    made = ours.send("post", at, 201, name="Ours", starts=starting(9), template=key)
    asked = beginnings.HOUSE[key][1]
    for name in set(asked) & set(made["rules"]):
        assert made["rules"][name] == asked[name], "a template says what it means"
    ours.send("post", f"/api/tournaments/{made['id']}/publish")


def test_an_organizer_keeps_a_template_and_begins_from_it_by_the_pages() -> None:
    cast = Cast()
    organizer, at = cast.browser("organizer"), f"/clubs/{cast.club.slug}/events"
    chosen = {**CHOSEN, "starts": starting(3), "round_minutes": 77}
    first = Program(cast, "organizer").send("post", f"/api/clubs/{cast.club.id}/tournaments", 201, **chosen)
    page = organizer.get(f"{at}/templates").content.decode()
    assert "Club evening" in page and "Tuesday pairs" in page
    organizer.post(f"{at}/templates", {"event": first["id"], "name": "Seventy-seven"})
    template = Template.objects.get()
    assert "Seventy-seven" in organizer.get(f"{at}/templates").content.decode()
    form = organizer.get(f"{at}/new?template={template.id}").content.decode()
    assert "a round takes 1 hour 17 minutes" in form and "Tuesday pairs" not in form
    told = {"name": "Wednesday", "format": "swiss", "zone": "UTC", "starts": f"{START:%Y-%m-%dT%H:%M}", "rounds": 2}
    told |= {"key": KEY, "least_entries": 3, "pace": "", "ruleset": "", "deals": 1}
    assert organizer.post(f"{at}/new?template={template.id}", told).status_code == 302
    rules = Tournament.objects.get(name="Wednesday").state["rules"]
    assert (rules["round_minutes"], rules["pairing"]["format"]) == (77, "swiss")
    organizer.post(f"{at}/templates/{template.id}/forget")
    assert "Seventy-seven" not in organizer.get(f"{at}/templates").content.decode()
