"""The members who are ready to take an absent player's seat: who says so, who sees it, when it ends."""

import pytest

from accounts.clubs import services
from accounts.clubs.models import Membership, Role
from tests.accounts.clubs.cast import Cast, send

pytestmark = pytest.mark.django_db


def ready(cast: Cast) -> list[str]:
    """Who stands in, as officers see it."""
    told = send(cast.program("arbiter"), "GET", f"/api/clubs/{cast.club.id}/stand-ins").json()["people"]
    return [one["username"] for one in told]


def test_members_say_of_themselves_that_they_stand_in_and_take_it_back() -> None:
    cast = Cast()
    me, program = f"/api/clubs/{cast.club.id}/me", cast.program("member")
    told = send(program, "PATCH", me, {"stands_in": True}).json()
    assert (told["mine"]["stands_in"], told["stand_ins"], ready(cast)) == (True, 1, ["member"])
    assert send(cast.program("guest"), "PATCH", me, {"stands_in": True}).status_code == 403
    assert send(cast.program("guest"), "PATCH", me, {"stands_in": False}).json()["stand_ins"] == 1
    told = send(program, "PATCH", me, {"stands_in": False}).json()
    assert (told["mine"]["stands_in"], told["stand_ins"], ready(cast)) == (False, 0, [])


def test_the_page_says_how_many_are_ready_and_only_to_officers_who() -> None:
    cast = Cast()
    for who in ("member", "organizer"):
        browser = cast.browser(who)
        saved = browser.post(f"/clubs/{cast.club.slug}/me", {"listed": "on", "stands_in": "on", "notices": "site"})
        assert saved.status_code == 302
    assert b"2 members are ready now." in cast.browser("member").get(f"/clubs/{cast.club.slug}/me").content
    assert b"ready now" not in cast.browser("guest").get(f"/clubs/{cast.club.slug}/me").content
    seen = {who: cast.browser(who).get(f"/clubs/{cast.club.slug}/members").content for who in ("arbiter", "member")}
    assert [b"stands in" in page for page in seen.values()] == [True, False]


@pytest.mark.parametrize("how", ["leave", "remove", "ban", "guest"])
def test_who_belongs_to_the_club_no_more_or_as_a_guest_does_not_stand_in(how: str) -> None:
    cast = Cast()
    services.choose(cast["member"], cast.club.id, stands_in=True)
    match how:
        case "leave":
            services.leave(cast["member"], cast.club.id)
        case "guest":
            services.set_role(cast["owner"], cast.club.id, cast["member"].id, Role.GUEST)
        case _:
            getattr(services, how)(cast["owner"], cast.club.id, cast["member"].id)
    assert ready(cast) == []
    if how == "ban":
        assert not Membership.objects.filter(user=cast["member"], stands_in=True).exists()
