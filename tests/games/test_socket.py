"""A table over a WebSocket: who is let in, what is said, what is refused, what is bounded."""

import asyncio
import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.sessions.models import Session
from django.test import Client as Browser
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from accounts.models import Token, User
from accounts.services import create_token
from games.models import Event
from tests.games.playing import act, new_table, people, play, seen, sync, table_of, turn_of
from tests.games.site import Site

pytestmark = pytest.mark.django_db(transaction=True)

Headers = dict[str, str]


def bearer(user: User) -> Headers:
    return {"Authorization": f"Bearer {create_token(user)}"}


def logged_in(user: User, origin: str) -> Headers:
    browser = Browser()
    browser.force_login(user, backend="accounts.backends.PasswordBackend")
    return {"Cookie": f"sessionid={browser.cookies['sessionid'].value}", "Origin": origin}


def address(site: Site, game_id: object, since: object = 0) -> str:
    return f"ws://{site.host}/ws/games/{game_id}?since={since}"


async def receive(socket: ClientConnection) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 20))
        if frame["type"] != "ping":
            return frame


async def until(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while (frame := await receive(socket))["type"] != kind:
        pass
    return frame


async def refused(site: Site, game_id: object, headers: Headers, since: object = 0) -> tuple[int, dict[str, Any]]:
    with pytest.raises(InvalidStatus) as caught:
        async with connect(address(site, game_id, since), additional_headers=headers):
            pass
    response = caught.value.response
    assert response.headers["Content-Type"] == "application/problem+json"
    return response.status_code, json.loads(response.body)


def two_at_a_table(**more: Any) -> tuple[list[User], UUID]:
    users = people("ann", "ben")
    return users, table_of(users, **more)


# --- The handshake ---


async def test_a_seat_s_owner_sees_the_own_hand_and_a_spectator_sees_none(site: Site) -> None:
    """V74."""
    users, game_id = await sync(two_at_a_table)
    async with connect(address(site, game_id), additional_headers=await sync(bearer, users[1])) as own:
        view = (await receive(own))["view"]
    assert view["seat"] == 1
    assert "hand" in view["seats"][1] and "hand" not in view["seats"][0]
    async with connect(address(site, game_id), additional_headers={"Origin": site.url}) as anonymous:
        view = (await receive(anonymous))["view"]
    assert view["seat"] is None
    assert not any("hand" in seat for seat in view["seats"])


async def test_a_session_counts_only_from_one_of_our_own_pages(site: Site) -> None:
    users, game_id = await sync(two_at_a_table, visibility="private")
    async with connect(address(site, game_id), additional_headers=await sync(logged_in, users[0], site.url)) as own:
        assert (await receive(own))["view"]["seat"] == 0
    for origin in (
        "http://evil.example",
        f"http://evil.example:{site.host.split(':')[1]}",
        "null",
        "http://127.0.0.1:1",
    ):
        status, problem = await refused(site, game_id, await sync(logged_in, users[0], origin))
        assert (status, problem["code"]) == (403, "not_allowed")
    without_origin = await sync(logged_in, users[0], "")
    del without_origin["Origin"]
    assert (await refused(site, game_id, without_origin))[0] == 403


async def test_credentials_that_do_not_count_are_refused_with_401(site: Site) -> None:
    _, game_id = await sync(two_at_a_table)
    for headers in ({"Authorization": "Bearer wrong"}, {"Authorization": "Bearer wrong", "Origin": site.url}, {}):
        status, problem = await refused(site, game_id, headers)
        assert (status, problem["code"]) == (401, "unauthenticated")


async def test_a_cookie_that_is_no_session_is_a_spectator_s(site: Site) -> None:
    _, game_id = await sync(two_at_a_table)
    headers = {"Origin": site.url, "Cookie": r'sessionid="\000\000\000\000\000\000\000\000"'}
    async with connect(address(site, game_id), additional_headers=headers) as socket:
        assert (await receive(socket))["view"]["seat"] is None


async def test_a_token_in_the_address_is_not_looked_at(site: Site) -> None:
    users, game_id = await sync(two_at_a_table)
    token = (await sync(bearer, users[0]))["Authorization"].split()[1]
    with pytest.raises(InvalidStatus) as caught:
        async with connect(address(site, game_id) + f"&token={token}"):
            pass
    assert caught.value.response.status_code == 401


async def test_a_private_table_and_one_that_is_not_there_are_refused_alike(site: Site) -> None:
    _, game_id = await sync(two_at_a_table, visibility="private")
    eve = (await sync(people, "eve"))[0]
    for headers in (await sync(bearer, eve), {"Origin": site.url}):
        answers = [await refused(site, one, headers) for one in (game_id, uuid4(), "nonsense")]
        assert answers[0] == answers[1] == answers[2]
        assert answers[0][0] == 404


@pytest.mark.parametrize("since", ["x", "-1", "1.5", "99999999999", "%00", "1&since=2"])
async def test_a_since_that_is_no_version_is_told_and_means_nothing_seen_yet(site: Site, since: str) -> None:
    users, game_id = await sync(two_at_a_table)
    async with connect(address(site, game_id, since), additional_headers=await sync(bearer, users[0])) as socket:
        error, view = await receive(socket), await receive(socket)
    assert (error["type"], error["action_id"], error["code"]) == ("error", None, "malformed")
    assert error["data"]["field"] == "since"
    assert (view["type"], view["events"][0]["version"]) == ("view", 1)


async def test_who_may_not_look_is_refused_whatever_else_the_address_says(site: Site) -> None:
    _, game_id = await sync(two_at_a_table, visibility="private")
    eve = (await sync(people, "eve"))[0]
    assert (await refused(site, game_id, {}, "x"))[0] == 401
    assert (await refused(site, game_id, await sync(bearer, eve), "x"))[0] == 404


async def test_there_is_no_socket_at_another_address(site: Site) -> None:
    with pytest.raises(InvalidStatus) as caught:
        async with connect(f"ws://{site.host}/ws/elsewhere"):
            pass
    assert caught.value.response.status_code == 404


# --- Views ---


async def test_the_first_frame_brings_what_came_after_since(site: Site) -> None:
    users, game_id = await sync(two_at_a_table)
    version = (await sync(seen, game_id)).version
    async with connect(address(site, game_id, version - 2), additional_headers=await sync(bearer, users[0])) as socket:
        frame = await receive(socket)
    assert set(frame) == {"type", "version", "events", "view", "legal"}
    assert (frame["type"], frame["version"]) == ("view", version)
    assert [event["version"] for event in frame["events"]] == [version - 1, version]


async def test_a_client_more_than_a_hundred_behind_gets_a_gap_and_no_events(site: Site) -> None:
    users, game_id = await sync(two_at_a_table)
    await sync(play, users, game_id, 150)
    version = (await sync(seen, game_id)).version
    headers = await sync(bearer, users[0])
    async with connect(address(site, game_id, version - 101), additional_headers=headers) as socket:
        frame = await receive(socket)
    assert frame["gap"] is True and "events" not in frame
    async with connect(address(site, game_id, version - 100), additional_headers=headers) as socket:
        frame = await receive(socket)
    assert "gap" not in frame and len(frame["events"]) == 100


async def test_everybody_at_the_table_sees_an_action_at_once_and_only_what_is_theirs(site: Site) -> None:
    users, game_id = await sync(two_at_a_table)
    seat = await sync(turn_of, game_id)
    async with (
        connect(address(site, game_id), additional_headers=await sync(bearer, users[seat])) as own,
        connect(address(site, game_id), additional_headers=await sync(bearer, users[1 - seat])) as other,
        connect(address(site, game_id), additional_headers={"Origin": site.url}) as anonymous,
    ):
        for socket in (own, other, anonymous):
            await receive(socket)
        receipt = await sync(act, users[seat], game_id, {"do": "draw"})
        frames = [await until(socket, "view") for socket in (own, other, anonymous)]
    assert [frame["version"] for frame in frames] == [receipt.version] * 3
    drew = [next(event for event in frame["events"] if event["type"] == "drew") for frame in frames]
    assert len(drew[0]["data"]["cards"].split()) == 2 and "hidden" not in drew[0]
    assert drew[1] == drew[2]
    assert drew[1]["data"] == {} and drew[1]["hidden"] == {"cards": 2}


async def test_an_action_over_the_socket_gets_its_receipt_and_a_refusal_its_code(site: Site) -> None:
    """V65: a stale action is answered, always."""
    users, game_id = await sync(two_at_a_table)
    seat = await sync(turn_of, game_id)
    async with connect(address(site, game_id), additional_headers=await sync(bearer, users[seat])) as socket:
        version = (await receive(socket))["version"]
        action = {"type": "action", "action_id": str(uuid4()), "expected_version": version, "action": {"do": "draw"}}
        await socket.send(json.dumps(action))
        receipt = await until(socket, "receipt")
        assert receipt == {"type": "receipt", "action_id": action["action_id"], "version": receipt["version"]}
        assert receipt["version"] > version
        stale = action | {"action_id": str(uuid4())}
        await socket.send(json.dumps(stale))
        error = await until(socket, "error")
    assert error == {
        "type": "error",
        "action_id": stale["action_id"],
        "code": "stale_version",
        "detail": error["detail"],
        "data": {"version": receipt["version"]},
    }
    assert str(receipt["version"]) in error["detail"]


async def test_a_reload_after_the_end_shows_the_last_action_and_changes_nothing(site: Site) -> None:
    """V68."""
    users, game_id = await sync(two_at_a_table, ruleset={"base": "classic", "minimums": [50]})
    await sync(play, users, game_id, 10_000)
    headers, rows = await sync(bearer, users[0]), await Event.objects.acount()
    for _ in range(3):
        async with connect(address(site, game_id, rows - 3), additional_headers=headers) as socket:
            frame = await receive(socket)
        assert frame["view"]["status"] == "finished"
        assert not {"turn", "minimum", "asking", "asked", "leave", "passes", "melded_this_turn"} & set(frame["view"])
        assert frame["events"][-1]["type"] == "game_ended"
    assert await Event.objects.acount() == rows


# --- Frames that are no good ---

ACTION = {"action_id": str(uuid4()), "expected_version": 1, "action": {"do": "draw"}}
BAD = [
    "not json",
    "[]",
    "null",
    '"action"',
    "{}",
    json.dumps({"type": "dance"}),
    json.dumps({"type": ["action"]}),
    json.dumps({"type": "ping"}),
    json.dumps({"type": "ping", "n": "x"}),
    json.dumps({"type": "action"}),
    json.dumps({"type": "action", **ACTION, "action_id": "x"}),
    json.dumps({"type": "action", **ACTION, "action": {"do": "discard", "card": "1X"}}),
    json.dumps({"type": "action", **ACTION, "action": {"do": "draw", "seat": 1}}),
    json.dumps({"type": "action", **ACTION, "more": 1}),
    json.dumps({"type": "action", **ACTION, "expected_version": 1.5}),
    '{"type": "action", "type": "action"}',
    '{"type": "ping", "n": NaN}',
    "[" * 100_000,
    b"\x00\x01",
]


async def test_a_bad_frame_gets_its_code_and_never_closes_the_socket(site: Site) -> None:
    users, game_id = await sync(two_at_a_table)
    before = await Event.objects.acount()
    async with connect(address(site, game_id), additional_headers=await sync(bearer, users[0])) as socket:
        await receive(socket)
        for frame in BAD:
            await socket.send(frame)
            answer = await receive(socket)
            assert (answer["type"], answer["code"]) == ("error", "malformed"), frame
        await socket.send(
            json.dumps({"type": "action", **ACTION, "action": {"do": "meld", "melds": [{"cards": "KH " * 400_000}]}})
        )
        answer = await receive(socket)
        assert (answer["type"], answer["code"], answer["action_id"]) == ("error", "too_large", None)
        await socket.send(json.dumps({"type": "ping", "n": 7}))
        assert await receive(socket) == {"type": "pong", "n": 7}
    assert await Event.objects.acount() == before


async def test_a_spectator_may_ping_but_not_act(site: Site) -> None:
    _, game_id = await sync(two_at_a_table)
    eve = (await sync(people, "eve"))[0]
    frame = json.dumps({"type": "action", **ACTION})
    for headers, code in (({"Origin": site.url}, "unauthenticated"), (await sync(bearer, eve), "not_seated")):
        async with connect(address(site, game_id), additional_headers=headers) as socket:
            await receive(socket)
            await socket.send(frame)
            answer = await receive(socket)
            assert (answer["code"], answer["action_id"]) == (code, ACTION["action_id"])


@pytest.mark.meets_internal
@pytest.mark.parametrize("task", ["_beat", "_write", "_read"])
async def test_what_nobody_foresaw_is_told_written_down_and_ends_the_socket(
    site: Site, task: str, monkeypatch: Any, caplog: Any
) -> None:
    async def broken(*args: Any) -> None:
        raise RuntimeError("nobody foresaw this")

    users, game_id = await sync(two_at_a_table)
    monkeypatch.setattr(f"games.consumers.TableSocket.{task}", broken)
    async with connect(address(site, game_id), additional_headers=await sync(bearer, users[0])) as socket:
        error = await until(socket, "error")
        with pytest.raises(ConnectionClosed) as closed:
            await receive(socket)
    assert (error["action_id"], error["code"]) == (None, "internal")
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1011
    (record,) = [one for one in caplog.records if one.exc_info and one.name == "config.kernel.problem"]
    assert "nobody foresaw this" in str(record.exc_info) and error["data"]["reference"] in record.getMessage()


# --- Who the viewer is, frame by frame ---


async def test_a_revoked_token_counts_for_no_further_frame(site: Site) -> None:
    users, game_id = await sync(two_at_a_table)
    seat = await sync(turn_of, game_id)
    async with connect(address(site, game_id), additional_headers=await sync(bearer, users[1 - seat])) as socket:
        await receive(socket)
        await Token.objects.all().adelete()
        await socket.send(json.dumps({"type": "action", **ACTION}))
        assert (await receive(socket))["code"] == "unauthenticated"
        await sync(act, users[seat], game_id, {"do": "draw"})
        assert (await receive(socket))["code"] == "unauthenticated"
        with pytest.raises(ConnectionClosed):
            await receive(socket)


async def test_a_ban_ends_what_a_socket_shows(site: Site) -> None:
    users, game_id = await sync(two_at_a_table, visibility="private")
    seat = await sync(turn_of, game_id)
    async with connect(address(site, game_id), additional_headers=await sync(bearer, users[1 - seat])) as socket:
        await receive(socket)
        await User.objects.filter(id=users[1 - seat].id).aupdate(is_active=False)
        await sync(act, users[seat], game_id, {"do": "draw"})
        assert (await receive(socket))["code"] == "unauthenticated"
        with pytest.raises(ConnectionClosed):
            await receive(socket)


async def test_who_logs_out_watches_a_public_table_on_as_a_spectator(site: Site) -> None:
    users, game_id = await sync(two_at_a_table)
    seat = await sync(turn_of, game_id)
    headers = await sync(logged_in, users[1 - seat], site.url)
    async with connect(address(site, game_id), additional_headers=headers) as socket:
        assert (await receive(socket))["view"]["seat"] == 1 - seat
        await Session.objects.all().adelete()
        await sync(act, users[seat], game_id, {"do": "draw"})
        view = (await until(socket, "view"))["view"]
    assert view["seat"] is None
    assert not any("hand" in one for one in view["seats"])


async def test_who_sits_down_while_watching_is_shown_the_own_hand(site: Site) -> None:
    ann, ben = await sync(people, "ann", "ben")
    game_id = await sync(new_table, ann, ["me", "open"])
    token = (await sync(bearer, ben))["Authorization"]
    async with connect(address(site, game_id), additional_headers={"Authorization": token}) as socket:
        assert (await receive(socket))["view"]["seat"] is None
        answer = await sync(Browser(headers={"Authorization": token}).post, f"/api/games/{game_id}/seats/1")
        assert answer.status_code == 200
        view = (await until(socket, "view"))["view"]
    assert view["seat"] == 1 and view["status"] == "playing" and "hand" in view["seats"][1]
