"""Tables of a club: who sees them, who sits down at them, where they are listed, what of it stands in the log."""

from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from websockets.asyncio.client import connect

from accounts.clubs import services as clubs
from accounts.clubs.models import Joining, Membership
from accounts.models import User
from engine.errors import Refused
from games import audit, overview, selectors, services
from games.models import Game
from tests.accounts.clubs.cast import CAST, Cast
from tests.games.playing import act, draw_for, new_table, people, seen, sync, turn_of
from tests.games.site import Site
from tests.games.test_socket import address, bearer, receive
from tests.games.test_tables import client, code, create

pytestmark = pytest.mark.django_db

WITH_OPEN_SEATS = ["me", "open", "open", "open"]


def table_in(cast: Cast, seats: list[str] = WITH_OPEN_SEATS, who: str = "member", **more: Any) -> UUID:
    return new_table(cast[who], seats, **{"visibility": "private", "club": str(cast.club.id), **more})


def told(user: User | None, game_id: UUID) -> int:
    status: int = client(user).get(f"/api/games/{game_id}").status_code
    return status


def events(user: User, game_id: UUID) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client(user).get(f"/api/games/{game_id}/events").json()["events"]
    return found


# --- What is told of it ---


def test_whose_table_it_is_stands_in_the_log_the_view_and_the_lists_and_nowhere_at_other_tables() -> None:
    cast = Cast()
    of_club, own = table_in(cast), new_table(cast["member"], WITH_OPEN_SEATS)
    id_ = str(cast.club.id)
    assert events(cast["guest"], of_club)[0]["data"]["club"] == id_
    assert "club" not in events(cast["guest"], own)[0]["data"]
    member = client(cast["member"])
    assert member.get(f"/api/games/{of_club}").json()["view"]["club"] == id_
    assert "club" not in member.get(f"/api/games/{own}").json()["view"]
    assert {one["id"]: one.get("club") for one in member.get("/api/games").json()["games"]} == {
        str(of_club): id_,
        str(own): None,
    }
    assert [one["id"] for one in member.get(f"/api/games?club={id_}").json()["games"]] == [str(of_club)]


def test_a_log_tells_the_club_and_a_row_that_says_another_is_found_out() -> None:
    cast = Cast()
    game_id = table_in(cast, ["me", *["bot:random"] * 3])
    assert audit.verify(game_id) == []
    Game.objects.filter(id=game_id).update(club=None)
    assert audit.verify(game_id) == ["the club is not what the log gives"]


@pytest.mark.parametrize(
    ("who", "expected"),
    [("stranger", (403, "not_allowed")), ("guest", (403, "not_allowed")), ("banned", (404, "not_found"))],
)
def test_who_may_make_no_table_in_a_club_is_refused_and_leaves_nothing(who: str, expected: tuple[int, str]) -> None:
    cast = Cast()
    assert code(create(cast[who], club=str(cast.club.id))) == expected
    assert not Game.objects.exists()


@pytest.mark.parametrize("club", ["Tuesday Cards", 5, None, "00000000-0000-4000-8000-000000000000"])
def test_a_club_that_there_is_not_has_no_tables(club: Any) -> None:
    answer = create(people("ann")[0], club=club)
    assert code(answer) == ((404, "not_found") if isinstance(club, str) and "-" in club else (400, "malformed"))


def test_the_same_external_id_in_a_club_is_the_same_table_whoever_asks_and_no_table_of_one_s_own() -> None:
    cast = Cast()
    named = {"external_id": "monday", "club": str(cast.club.id)}
    first, again = create(cast["member"], **named), create(cast["owner"], **named)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["id"] == again.json()["id"]
    own = create(cast["member"], external_id="monday")
    assert (own.status_code, Game.objects.count()) == (201, 2)


# --- Who sees it, who sits down ---


@pytest.mark.parametrize("who", CAST)
def test_a_private_table_of_a_club_is_there_for_whoever_belongs_and_a_public_one_for_everybody(who: str) -> None:
    cast = Cast()
    belongs = who in ("owner", "organizer", "arbiter", "member", "guest")
    assert told(cast.user(who), table_in(cast)) == (200 if belongs else 404)
    assert told(cast.user(who), table_in(cast, visibility="public")) == 200


@pytest.mark.parametrize("who", CAST)
def test_on_an_open_seat_of_a_public_table_of_a_club_only_who_belongs_sits_down(who: str) -> None:
    cast = Cast()
    game_id = table_in(cast, ["bot:random", *["open"] * 3], visibility="public")
    answer = client(cast.user(who)).post(f"/api/games/{game_id}/seats/1")
    belongs = who in ("owner", "organizer", "arbiter", "member", "guest")
    assert answer.status_code == (200 if belongs else 401 if who == "anonymous" else 403)


def test_who_is_invited_by_name_comes_in_without_belonging_unless_the_club_has_banned_them() -> None:
    cast = Cast()
    game_id = table_in(cast, ["me", "user:stranger", "user:banned", "open"])
    assert told(cast["stranger"], game_id) == 200
    assert client(cast["stranger"]).post(f"/api/games/{game_id}/seats/1").status_code == 200
    assert told(cast["banned"], game_id) == 404
    assert code(client(cast["banned"]).post(f"/api/games/{game_id}/seats/2")) == (404, "unknown_game")
    assert client(cast["banned"]).get("/api/games?mine=1").json()["games"] == []


def test_an_invitation_that_the_club_s_ban_overtook_keeps_no_seat() -> None:
    cast = Cast()
    game_id = table_in(cast, ["me", "user:stranger", "user:banned", "open"])
    assert code(client(cast["stranger"]).delete(f"/api/games/{game_id}/seats/2")) == (403, "not_allowed")
    assert client(cast["banned"]).delete(f"/api/games/{game_id}/seats/2").status_code == 200
    assert client(cast["organizer"]).post(f"/api/games/{game_id}/seats/2").status_code == 200


def test_who_made_a_table_takes_an_invitation_back_and_nothing_else() -> None:
    ann, _ben, cora = people("ann", "ben", "cora")
    game_id = new_table(ann, ["me", "user:ben", "open", "open"])
    where = f"/api/games/{game_id}/seats"
    assert code(client(cora).delete(f"{where}/1")) == (403, "not_allowed")
    assert client(ann).delete(f"{where}/1").status_code == 200
    assert seen(game_id).state.table.seats[1].holder is None
    assert client(cora).post(f"{where}/1").status_code == 200
    assert code(client(ann).delete(f"{where}/1")) == (403, "not_allowed")


@pytest.mark.parametrize("going", ["leave", "remove", "ban", "close"])
def test_who_belongs_no_more_does_not_find_its_tables_from_the_next_request_on(going: str) -> None:
    cast = Cast()
    game_id = table_in(cast, ["bot:random", *["open"] * 3], "owner")
    one = cast["member"]
    assert told(one, game_id) == 200
    if going == "leave":
        clubs.leave(one, cast.club.id)
    elif going == "close":
        clubs.close_club(cast["owner"], cast.club.id)
    else:
        getattr(clubs, going)(cast["owner"], cast.club.id, one.id)
    assert told(one, game_id) == 404
    assert client(one).get("/api/games").json()["games"] == []
    assert code(client(one).post(f"/api/games/{game_id}/seats/1")) == (404, "unknown_game")


def test_who_made_a_table_and_has_left_the_club_is_let_in_as_little_as_anybody() -> None:
    cast = Cast()
    game_id = table_in(cast, ["bot:random", *["open"] * 3])
    assert told(cast["member"], game_id) == 200
    clubs.leave(cast["member"], cast.club.id)
    assert told(cast["member"], game_id) == 404


def test_who_sits_plays_on_whatever_becomes_of_the_membership() -> None:
    cast = Cast()
    game_id = table_in(cast, ["me", "user:owner"])
    services.sit(cast["owner"].id, game_id, 1, seen(game_id).state.marks.at)
    clubs.ban(cast["owner"], cast.club.id, cast["member"].id)
    assert told(cast["member"], game_id) == 200
    for _ in range(2):
        seat = turn_of(game_id)
        act([cast["member"], cast["owner"]][seat], game_id, draw_for(game_id, seat))


@pytest.mark.django_db(transaction=True)
async def test_a_socket_of_somebody_who_belongs_no_more_is_closed_with_the_next_frame(site: Site) -> None:
    cast = await sync(Cast)
    game_id = await sync(table_in, cast, ["me", "user:owner"])
    async with connect(address(site, game_id), additional_headers=await sync(bearer, cast["arbiter"])) as socket:
        assert (await receive(socket))["view"]["seat"] is None
        await sync(clubs.remove, cast["owner"], cast.club.id, cast["arbiter"].id)
        await sync(services.sit, cast["owner"].id, game_id, 1, (await sync(seen, game_id)).state.marks.at)
        assert (await receive(socket))["code"] == "unknown_game"
        await socket.wait_closed()
        assert socket.close_code == 4403


def test_a_frame_of_somebody_who_belongs_no_more_is_refused() -> None:
    cast = Cast()
    game_id = table_in(cast, ["me", *["bot:random"] * 3])
    selectors.updates(game_id, cast["guest"].id, 0)
    Membership.objects.filter(user=cast["guest"]).delete()
    with pytest.raises(Refused, match="unknown_game"):
        selectors.updates(game_id, cast["guest"].id, 0)


def test_for_who_sits_a_table_of_a_club_costs_what_any_other_does_and_for_who_looks_on_one_statement_more() -> None:
    cast = Cast()
    costs: dict[str, list[int]] = {"own": [], "club": []}
    for name, more in (("own", {}), ("club", {"club": str(cast.club.id)})):
        game_id = new_table(cast["member"], ["me", "bot:random"], visibility="private", **more)
        for who in ("member", "owner"):
            with CaptureQueriesContext(connection) as captured:
                try:
                    selectors.look(game_id, cast[who].id)
                except Refused:
                    assert name == "own"
            costs[name].append(len(captured))
    assert costs == {"own": [1, 1], "club": [1, 2]}


# --- Lists ---


def test_a_member_finds_the_club_s_open_tables_in_the_lobby_with_its_name_and_nobody_else_does() -> None:
    cast = Cast()
    private, public = table_in(cast), table_in(cast, visibility="public")
    found = {who: overview.lists(cast[who].id).open for who in ("owner", "guest", "stranger", "banned")}
    assert {who: {line.id for line in lines} for who, lines in found.items()} == {
        "owner": {private, public},
        "guest": {private, public},
        "stranger": set(),
        "banned": set(),
    }
    assert {line.club for line in found["owner"]} == {cast.club.name}
    assert overview.lists(None).open == []


def test_whoever_watches_a_public_table_of_a_hidden_club_is_not_told_its_name() -> None:
    cast = Cast(Joining.INVITATION)
    table_in(cast, ["bot:random"] * 4, visibility="public")
    (line,) = overview.lists(cast["stranger"].id).to_watch
    assert line.club == ""
    page = cast.browser("stranger").get(f"/tables/{line.id}").content.decode()
    assert cast.club.name not in page
    assert cast.club.name in cast.browser("guest").get(f"/tables/{line.id}").content.decode()


def test_the_form_for_a_new_table_offers_one_s_clubs_and_makes_a_table_of_the_chosen_one() -> None:
    cast = Cast()
    browser = cast.browser("member")
    assert (
        f'<option value="{cast.club.id}" selected>' in browser.get(f"/tables/new?club={cast.club.id}").content.decode()
    )
    assert cast.club.name not in cast.browser("guest").get("/tables/new").content.decode()
    form = {"ruleset": "classic", "layout": "2-2", "seat_2": "open", "private": "on", "club": str(cast.club.id)}
    assert cast.browser("stranger").post("/tables/new", form).status_code == 422
    assert browser.post("/tables/new", form).status_code == 302
    assert Game.objects.get().club == cast.club.id
