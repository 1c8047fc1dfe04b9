"""A club from its founding to its end: what a person would notice, over the API."""

from typing import Any
from uuid import uuid4

import pytest

from accounts.clubs.models import Change, Club, Joining
from accounts.models import User
from tests.accounts.clubs.cast import Cast, owners, role_of, send

pytestmark = pytest.mark.django_db


def found(client: Any, **fields: Any) -> Any:
    return send(client, "POST", "/api/clubs", {"name": "Harbour Cards", "joining": "open", **fields})


def test_who_founds_a_club_owns_it() -> None:
    cast = Cast()
    made = found(cast.program("stranger"), about="On Tuesdays.", time_zone="Europe/Riga")
    assert made.status_code == 201
    assert made.json() | {"id": ""} == {
        "id": "",
        "slug": "harbour-cards",
        "name": "Harbour Cards",
        "about": "On Tuesdays.",
        "joining": "open",
        "chat": "between_deals",
        "language": None,
        "time_zone": "Europe/Riga",
        "members": 1,
        "stand_ins": 0,
        "mine": {"state": "member", "role": "owner", "listed": True, "stands_in": False, "notices": "site"},
    }


def test_the_same_external_id_is_the_same_club_and_another_s_is_another() -> None:
    cast = Cast()
    program = cast.program("stranger")
    first, again = (found(program, external_id="42") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = found(cast.program("member"), external_id="42", name="Hill Cards")
    assert (other.status_code, Club.objects.count()) == (201, 3)


@pytest.mark.parametrize("name", ["Tuesday Cards", "tuesday CARDS"])
def test_a_name_is_given_once_however_it_is_capitalised(name: str) -> None:
    cast = Cast()
    answer = found(cast.program("stranger"), name=name)
    assert (answer.status_code, list(answer.json()["data"]["fields"])) == (400, ["name"])
    assert send(cast.program("owner"), "PATCH", f"/api/clubs/{cast.club.id}", {"name": name}).status_code == 200
    second = found(cast.program("stranger"), name="Hill").json()["id"]
    answer = send(cast.program("stranger"), "PATCH", f"/api/clubs/{second}", {"name": name})
    assert (answer.status_code, list(answer.json()["data"]["fields"])) == (400, ["name"])


def test_names_of_other_scripts_and_names_alike_have_addresses_of_their_own() -> None:
    cast = Cast()
    program = cast.program("stranger")
    names = ["Kártya!", "Kártya?", "핸드 앤 풋", "!!!", "new"]
    slugs = [found(program, name=name).json()["slug"] for name in names]
    assert slugs == ["kártya", "kártya-2", "핸드-앤-풋", "club", "new-2"]
    for slug in slugs:
        assert cast.browser("stranger").get(f"/clubs/{slug}").status_code == 200


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"name": ""}, "name"),
        ({"name": "two\nlines"}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"joining": "closed"}, "joining"),
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"language": "xx"}, "language"),
        ({"about": "x" * 2001}, "about"),
        ({"owner": "me"}, "owner"),
        ({"external_id": ""}, "external_id"),
    ],
)
def test_a_club_that_cannot_stand_names_the_field(fields: dict[str, Any], fault: str) -> None:
    cast = Cast()
    answer = found(cast.program("stranger"), **fields)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert list(answer.json()["data"]["fields"]) == [fault]


def test_an_open_club_is_joined_and_one_by_request_is_asked_for() -> None:
    open_, asking = Cast(), None
    path = f"/api/clubs/{open_.club.id}"
    assert send(open_.program("stranger"), "POST", f"{path}/me").json()["mine"]["role"] == "member"
    send(open_.program("owner"), "PATCH", path, {"joining": "request"})
    asking = User.objects.create_user("asking")
    open_.people["asking"] = asking
    told = [send(open_.program("asking"), "POST", f"{path}/me").json()["mine"] for _ in range(2)]
    assert [(one["state"], one["role"]) for one in told] == [("asked", None)] * 2
    requests = send(open_.program("organizer"), "GET", f"{path}/requests").json()["people"]
    assert [one["username"] for one in requests] == ["asker", "asking"]
    assert send(open_.program("organizer"), "POST", f"{path}/requests/{asking.id}").status_code == 204
    assert role_of(open_.club, asking) == "member"
    assert send(open_.program("organizer"), "DELETE", f"{path}/requests/{open_.asker.id}").status_code == 204
    assert role_of(open_.club, open_.asker) is None


def test_who_asked_is_in_as_soon_as_the_club_is_open() -> None:
    cast = Cast(Joining.REQUEST)
    cast.people["asker"] = cast.asker
    path = f"/api/clubs/{cast.club.id}"
    send(cast.program("owner"), "PATCH", path, {"joining": "open"})
    send(cast.program("asker"), "POST", f"{path}/me")
    assert role_of(cast.club, cast.asker) == "member"


def test_a_request_can_be_taken_back_and_a_member_can_leave() -> None:
    cast = Cast()
    cast.people["asker"] = cast.asker
    for who in ("asker", "member", "stranger"):
        assert send(cast.program(who), "DELETE", f"/api/clubs/{cast.club.id}/me").status_code == 204
        assert role_of(cast.club, cast[who]) is None


def test_the_last_owner_cannot_leave_nor_step_down_and_is_told_what_to_do() -> None:
    cast = Cast()
    path, program = f"/api/clubs/{cast.club.id}", cast.program("owner")
    step_down = f"{path}/members/{cast['owner'].id}"
    for answer in (send(program, "DELETE", f"{path}/me"), send(program, "PATCH", step_down, {"role": "member"})):
        assert (answer.status_code, answer.json()["code"]) == (409, "last_owner")
        assert "hand it over" in answer.json()["detail"]
    assert owners(cast.club) == 1


def test_a_club_is_handed_over_and_its_old_owner_stays_as_an_organizer() -> None:
    cast = Cast()
    path = f"/api/clubs/{cast.club.id}/owner"
    answer = send(cast.program("owner"), "PUT", path, {"user_id": str(cast["guest"].id)})
    assert (answer.status_code, answer.json()["role"]) == (200, "owner")
    assert (role_of(cast.club, cast["owner"]), role_of(cast.club, cast["guest"])) == ("organizer", "owner")
    assert send(cast.program("owner"), "DELETE", f"/api/clubs/{cast.club.id}/me").status_code == 204


def test_a_second_owner_is_made_and_then_the_first_may_go() -> None:
    cast = Cast()
    path, program = f"/api/clubs/{cast.club.id}", cast.program("owner")
    send(program, "PATCH", f"{path}/members/{cast['organizer'].id}", {"role": "owner"})
    assert send(program, "DELETE", f"{path}/me").status_code == 204
    assert owners(cast.club) == 1


def test_who_is_banned_finds_no_club_and_who_is_no_longer_banned_does() -> None:
    cast = Cast()
    path = f"/api/clubs/{cast.club.id}"
    assert send(cast.program("organizer"), "PUT", f"{path}/bans/{cast['stranger'].id}").status_code == 204
    told = send(cast.program("stranger"), "GET", path)
    nowhere = send(cast.program("stranger"), "GET", f"/api/clubs/{uuid4()}")
    assert (told.status_code, told.content) == (404, nowhere.content)
    listed = send(cast.program("stranger"), "GET", "/api/clubs").json()["clubs"]
    assert listed == []
    assert send(cast.program("stranger"), "POST", f"{path}/me").status_code == 404
    assert send(cast.program("organizer"), "DELETE", f"{path}/bans/{cast['stranger'].id}").status_code == 204
    assert send(cast.program("stranger"), "GET", path).status_code == 200


def test_the_list_of_clubs_has_what_one_may_know_of() -> None:
    hidden = Cast(Joining.INVITATION)
    owner = hidden["owner"]
    for who, names in {"guest": ["Tuesday Cards"], "stranger": [], "banned": [], "anonymous": []}.items():
        told = send(hidden.program(who), "GET", "/api/clubs").json()
        assert [one["name"] for one in told["clubs"]] == names, who
    send(hidden.program("owner"), "PATCH", f"/api/clubs/{hidden.club.id}", {"joining": "request"})
    for who, names in {"stranger": ["Tuesday Cards"], "banned": [], "anonymous": ["Tuesday Cards"]}.items():
        told = send(hidden.program(who), "GET", "/api/clubs").json()
        assert [one["name"] for one in told["clubs"]] == names, who
    assert send(hidden.program("stranger"), "GET", "/api/clubs?mine=1").json()["clubs"] == []
    assert send(hidden.program("owner"), "GET", "/api/clubs?mine=1").json()["clubs"][0]["members"] == 6
    assert role_of(hidden.club, owner) == "owner"


def test_who_does_not_want_to_be_listed_is_seen_by_officers_and_themselves_only() -> None:
    cast = Cast()
    path = f"/api/clubs/{cast.club.id}"
    told = send(cast.program("member"), "PATCH", f"{path}/me", {"listed": False}).json()["mine"]
    assert told["listed"] is False
    another = User.objects.create_user("another")
    cast.put(another)
    cast.people["another"] = another
    seen = {
        who: "member" in [one["username"] for one in send(cast.program(who), "GET", f"{path}/members").json()["people"]]
        for who in ("owner", "arbiter", "member", "another")
    }
    assert seen == {"owner": True, "arbiter": True, "member": True, "another": False}


def test_no_address_of_anybody_stands_in_any_answer_about_people() -> None:
    cast = Cast()
    for path in ("", "/members", "/requests", "/bans", "/log"):
        assert b"@" not in send(cast.program("owner"), "GET", f"/api/clubs/{cast.club.id}{path}").content


def test_a_closed_club_is_nowhere_and_its_name_is_free() -> None:
    cast = Cast()
    path = f"/api/clubs/{cast.club.id}"
    assert send(cast.program("owner"), "DELETE", path).status_code == 204
    assert send(cast.program("owner"), "GET", path).status_code == 404
    assert send(cast.program("owner"), "GET", "/api/clubs?mine=1").json()["clubs"] == []
    assert found(cast.program("owner"), name="Tuesday Cards").json()["slug"] == "tuesday-cards-2"


def test_every_change_leaves_a_line_in_the_log_that_says_who_did_what_to_whom() -> None:
    cast = Cast()
    path, owner = f"/api/clubs/{cast.club.id}", cast.program("owner")
    target, asker = str(cast.target.id), str(cast.asker.id)
    done = [
        ("PATCH", "", {"about": "Cards."}, "changed", None),
        ("POST", f"/requests/{asker}", None, "admitted", "asker"),
        ("PATCH", f"/members/{target}", {"role": "arbiter"}, "role", "target"),
        ("DELETE", f"/members/{target}", None, "removed", "target"),
        ("PUT", f"/bans/{target}", None, "banned", "target"),
        ("DELETE", f"/bans/{target}", None, "unbanned", "target"),
        ("POST", "/announcements", {"title": "Sunday", "text": "At five."}, "announced", None),
        ("POST", "/invitations", {"kind": "link"}, "invited", None),
        ("PUT", "/owner", {"user_id": str(cast["member"].id)}, "handed_over", "member"),
    ]
    for method, where, body, _act, _person in done:
        assert send(owner, method, path + where, body).status_code < 300, where
    told = send(owner, "GET", f"{path}/log").json()["changes"]
    assert [(one["act"], one["person"]) for one in reversed(told)][1:] == [(act, whom) for *_, act, whom in done]
    assert {one["actor"] for one in told} == {"owner"}
    assert Change.objects.count() == len(done) + 1


def test_pages_of_a_long_list_follow_each_other_without_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.clubs.selectors._page.__defaults__", (3,))
    monkeypatch.setattr("accounts.clubs.selectors.IN_A_PAGE", 2)
    cast = Cast()
    for path, key in (("members", "people"), ("log", "changes")):
        for number in range(3):
            send(cast.program("owner"), "PATCH", f"/api/clubs/{cast.club.id}", {"about": f"{number}"})
        whole, cursor = [], ""
        while cursor is not None:
            page = send(cast.program("owner"), "GET", f"/api/clubs/{cast.club.id}/{path}?cursor={cursor}").json()
            whole += page[key]
            cursor = page["next"]
        assert len(whole) == {"members": 6, "log": 7}[path]
        assert len({str(one) for one in whole}) == len(whole)


@pytest.mark.parametrize("cursor", ["x", "9" * 30, "00000000-0000-0000-0000-000000000000"])
@pytest.mark.parametrize("path", ["log", "announcements", "invitations"])
def test_a_cursor_that_no_page_gave_is_malformed(path: str, cursor: str) -> None:
    cast = Cast()
    answer = send(cast.program("owner"), "GET", f"/api/clubs/{cast.club.id}/{path}?cursor={cursor}")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("address", ["/clubs/%00", "/clubs?cursor=%00", "/clubs/%00/members", "/api/clubs?cursor=%00"])
def test_an_address_that_no_text_can_be_is_refused(address: str) -> None:
    cast = Cast()
    for who in ("anonymous", "owner"):
        assert cast.browser(who).get(address).status_code in (302, 400, 401, 404), who
