"""What becomes of clubs when a person is forgotten, and who plays without an account."""

from typing import Any

import pytest

from accounts.clubs import services
from accounts.clubs.models import Announcement, Club, Joining, Membership
from accounts.guests import make_guest
from accounts.leaving import export, forget
from accounts.models import User
from config.kernel.errors import ProblemError
from tests.accounts.clubs.cast import Cast, owners, role_of, send

pytestmark = pytest.mark.django_db


def test_who_is_forgotten_is_no_member_any_more_and_their_words_have_no_author() -> None:
    cast = Cast()
    path = f"/api/clubs/{cast.club.id}"
    send(cast.program("organizer"), "POST", f"{path}/announcements", {"title": "Sunday", "text": "At five."})
    forget(cast["organizer"])
    assert role_of(cast.club, cast["organizer"]) is None
    assert Announcement.objects.get().author is None
    told = send(cast.program("owner"), "GET", f"{path}/log").json()["changes"]
    assert (told[0]["act"], told[0]["actor"]) == ("left", "a former player")
    assert "organizer" not in str([one["actor"] for one in told])


def test_who_is_forgotten_is_kept_out_of_no_club_any_more() -> None:
    cast = Cast()
    forget(cast["banned"])
    told = send(cast.program("owner"), "GET", f"/api/clubs/{cast.club.id}/bans").json()["people"]
    assert [one["username"] for one in told] == ["outcast"]


def test_the_only_owner_of_a_club_with_members_is_not_forgotten_before_handing_it_over() -> None:
    cast = Cast()
    with pytest.raises(ProblemError) as refused:
        forget(cast["owner"])
    assert "Tuesday Cards" in str(refused.value.detail)
    send(cast.program("owner"), "PUT", f"/api/clubs/{cast.club.id}/owner", {"user_id": str(cast["member"].id)})
    forget(cast["owner"])
    assert owners(cast.club) == 1


def test_who_asks_to_join_a_club_that_lets_in_by_invitation_from_then_on_is_declined() -> None:
    cast = Cast(Joining.REQUEST)
    path = f"/api/clubs/{cast.club.id}"
    send(cast.program("stranger"), "POST", f"{path}/me")
    assert Membership.objects.get(user=cast["stranger"]).state == Membership.State.ASKED
    services.change_club(cast["owner"], cast.club.id, joining=Joining.INVITATION)
    assert not Membership.objects.filter(user=cast["stranger"]).exists()
    assert send(cast.program("owner"), "GET", f"{path}/log").json()["changes"][0]["act"] == "declined"


def test_who_asked_a_club_that_is_hidden_since_can_still_be_forgotten() -> None:
    cast = Cast(Joining.REQUEST)
    send(cast.program("stranger"), "POST", f"/api/clubs/{cast.club.id}/me")
    Club.objects.filter(id=cast.club.id).update(joining=Joining.INVITATION)
    forget(cast["stranger"])
    assert not Membership.objects.filter(user=cast["stranger"]).exists()


def test_who_is_forgotten_founds_and_joins_no_club_any_more() -> None:
    cast = Cast(Joining.OPEN)
    gone = User.objects.get(id=cast["stranger"].id)  # as a request under way still knows them
    forget(cast["stranger"])
    for act in (
        lambda: services.create_club(gone, name="Ghosts", joining=Joining.OPEN),
        lambda: services.join(gone, cast.club.id),
    ):
        with pytest.raises(ProblemError, match="unauthenticated"):
            act()
    assert not Club.objects.filter(name="Ghosts").exists()


def test_a_club_of_nobody_else_closes_with_its_owner() -> None:
    cast = Cast()
    send(cast.program("stranger"), "POST", "/api/clubs", {"name": "Alone", "joining": "open"})
    forget(cast["stranger"])
    assert Club.objects.get(name="Alone").closed_at is not None


def test_one_s_clubs_are_among_the_data_one_takes_along() -> None:
    cast = Cast()
    told: dict[str, Any] = export(cast["arbiter"])
    assert [(one["club__name"], one["role"]) for one in told["clubs"]] == [("Tuesday Cards", "arbiter")]


def test_a_guest_of_the_site_signs_up_to_join_and_keeps_the_row_that_holds_their_games() -> None:
    cast = Cast()
    cast.people["passing"] = guest = make_guest("")
    browser = cast.browser("passing")
    link = send(cast.program("owner"), "POST", f"/api/clubs/{cast.club.id}/invitations", {"kind": "link"}).json()
    assert send(browser, "POST", f"/api/clubs/{cast.club.id}/me").status_code == 403
    assert send(browser, "POST", "/api/join", {"code": link["code"]}).status_code == 403
    assert browser.post(f"/clubs/{cast.club.slug}/join").headers["Location"].startswith("/signup")
    browser.post(f"/join/{link['code']}", {"username": "grete", "password": "correct-horse-7"})
    assert User.objects.get(username="grete").id == guest.id
    assert role_of(cast.club, guest) == "member"
