"""Coming into a club by a link, a card or a mail."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.clubs import codes
from accounts.clubs.models import Change, Invitation, Joining
from accounts.models import User
from tests.accounts.clubs.cast import Cast, role_of, send

pytestmark = pytest.mark.django_db

PASSWORD = "correct-horse-7"


def invited(cast: Cast, **fields: Any) -> Any:
    answer = send(cast.program("organizer"), "POST", f"/api/clubs/{cast.club.id}/invitations", fields)
    assert answer.status_code == 201, answer.content
    return answer.json()


def come(cast: Cast, who: str, code: str) -> Any:
    return send(cast.program(who), "POST", "/api/join", {"code": code})


def test_a_link_lets_in_whoever_has_it_as_what_it_says() -> None:
    cast = Cast(Joining.INVITATION)
    link = invited(cast, kind="link", role="guest")
    told = come(cast, "stranger", link["code"])
    assert (told.status_code, told.json()["mine"]["role"]) == (200, "guest")
    assert (link["uses_left"], Invitation.objects.get().uses_left) == (None, None)


def test_a_card_s_code_is_short_has_no_letter_that_is_misread_and_is_taken_however_it_is_typed() -> None:
    cast = Cast(Joining.INVITATION)
    code = invited(cast, kind="card")["code"]
    assert len(code) == 8 and not set(code) & set("0O1IL")
    typed = f" {code[:4].lower()}-{code[4:].lower()} "
    assert come(cast, "stranger", typed).status_code == 200
    assert role_of(cast.club, cast["stranger"]) == "member"


def test_codes_are_never_the_same_and_none_stands_in_the_database() -> None:
    cast = Cast()
    drawn = [invited(cast, kind="card")["code"] for _ in range(30)]
    assert len(set(drawn)) == 30
    assert codes.digest(drawn[0]) in {one.digest for one in Invitation.objects.all()}
    for one in Invitation.objects.values():
        assert not any(code in str(one) for code in drawn)


def test_an_officer_sees_the_code_again_as_long_as_it_counts() -> None:
    cast = Cast()
    made = invited(cast, kind="card")
    path = f"/api/clubs/{cast.club.id}/invitations"
    assert send(cast.program("owner"), "GET", path).json()["invitations"] == [made]
    come(cast, "stranger", made["code"])
    assert send(cast.program("owner"), "GET", path).json()["invitations"][0]["code"] is None


def used_up(cast: Cast, code: str) -> None:
    cast.people["another"] = User.objects.create_user("another")
    assert come(cast, "another", code).status_code == 200


WAYS_TO_END = {
    "used up": used_up,
    "expired": lambda cast, code: Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1)),
    "withdrawn": lambda cast, code: send(
        cast.program("owner"), "DELETE", f"/api/clubs/{cast.club.id}/invitations/{Invitation.objects.get().id}"
    ),
    "club closed": lambda cast, code: send(cast.program("owner"), "DELETE", f"/api/clubs/{cast.club.id}"),
    "banned": lambda cast, code: send(
        cast.program("owner"), "PUT", f"/api/clubs/{cast.club.id}/bans/{cast['stranger'].id}"
    ),
}


@pytest.mark.parametrize("end", WAYS_TO_END)
def test_a_code_that_does_not_count_is_answered_like_one_that_never_was(end: str) -> None:
    cast = Cast(Joining.INVITATION)
    code = invited(cast, kind="link", uses=1)["code"]
    WAYS_TO_END[end](cast, code)
    told, never = come(cast, "stranger", code), come(cast, "stranger", "ZZZZZZZZ")
    assert (told.status_code, told.content) == (404, never.content)
    pages = [cast.browser("stranger").get(f"/join/{one}") for one in (code, "ZZZZZZZZ")]
    assert [page.status_code for page in pages] == [404, 404]
    assert "Tuesday Cards" not in pages[0].content.decode()


def test_who_belongs_already_uses_nothing_up_and_keeps_their_role() -> None:
    cast = Cast()
    code = invited(cast, kind="card")["code"]
    assert come(cast, "arbiter", code).json()["mine"]["role"] == "arbiter"
    assert Invitation.objects.get().uses_left == 1
    assert come(cast, "guest", code).json()["mine"]["role"] == "member"
    assert Invitation.objects.get().uses_left == 0


def test_who_has_asked_is_in_by_an_invitation() -> None:
    cast = Cast(Joining.REQUEST)
    cast.people["asker"] = cast.asker
    come(cast, "asker", invited(cast, kind="link")["code"])
    assert role_of(cast.club, cast.asker) == "member"


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"kind": "pigeon"}, "kind"),
        ({"kind": "link", "role": "owner"}, "role"),
        ({"kind": "link", "days": 0}, "days"),
        ({"kind": "card", "uses": 5}, "uses"),
        ({"kind": "mail"}, "email"),
        ({"kind": "link", "email": "ann@example.org"}, "email"),
    ],
)
def test_an_invitation_that_cannot_stand_names_the_field(fields: dict[str, Any], fault: str) -> None:
    cast = Cast()
    answer = send(cast.program("owner"), "POST", f"/api/clubs/{cast.club.id}/invitations", fields)
    assert (answer.status_code, list(answer.json()["data"]["fields"])) == (400, [fault])


def test_the_same_external_id_is_the_same_invitation_and_in_another_club_another() -> None:
    cast = Cast()
    path = f"/api/clubs/{cast.club.id}/invitations"
    told = [send(cast.program("owner"), "POST", path, {"kind": "link", "external_id": "7"}) for _ in range(2)]
    assert [one.status_code for one in told] == [201, 200] and told[0].json() == told[1].json()
    assert Change.objects.filter(act="invited").count() == 1


def test_too_many_codes_from_one_address_are_refused_in_words(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "key_prefix", str(uuid4()))
    settings.RATES = settings.RATES | {"codes by address": (2, 10**9)}
    cast = Cast()
    code = invited(cast, kind="card")["code"]
    guesser = Client(REMOTE_ADDR="203.0.113.5")
    assert [guesser.get(f"/join/{one}").status_code for one in ("ZZZZZZZZ", "YYYYYYYY", code)] == [404, 404, 429]
    assert "Too many requests" in guesser.get(f"/join/{code}").content.decode()
    assert Client(REMOTE_ADDR="203.0.113.6").get(f"/join/{code}").status_code == 200


def test_somebody_without_an_account_makes_one_and_is_in() -> None:
    cast = Cast(Joining.INVITATION)
    code = invited(cast, kind="card")["code"]
    browser = Client()
    assert browser.get(f"/join?code={code[:4]}-{code[4:]}").headers["Location"] == f"/join/{code}"
    page = browser.get(f"/join/{code}").content.decode()
    assert "Welcome to Tuesday Cards" in page
    refused = browser.post(f"/join/{code}", {"username": "owner", "password": PASSWORD})
    assert refused.status_code == 422 and "This name is taken." in refused.content.decode()
    answer = browser.post(f"/join/{code}", {"username": "grete", "password": PASSWORD})
    assert answer.headers["Location"] == f"/clubs/{cast.club.slug}"
    assert role_of(cast.club, User.objects.get(username="grete")) == "member"
    assert browser.get(f"/clubs/{cast.club.slug}").status_code == 200


def test_cards_that_are_asked_for_twice_are_made_once() -> None:
    cast = Cast()
    browser = cast.browser("organizer")
    asked = {"key": str(uuid4()), "count": 3, "role": "member", "days": 30}
    for _ in range(2):
        assert browser.post(f"/clubs/{cast.club.slug}/invite/cards", asked).status_code == 302
    assert Invitation.objects.count() == 3
    page = browser.get(f"/clubs/{cast.club.slug}/invite/cards/print").content.decode()
    assert page.count('class="joincard"') == page.count('<div class="qr"') == 3
    for one in Invitation.objects.all():
        assert codes.grouped(codes.code_of(one.id, one.kind)) in page
    assert "style=" not in page
