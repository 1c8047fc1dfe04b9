"""Losses: announcements that never arrive, a subscription that is cut, a client that never reads."""

import asyncio
import contextlib
import json
import random
import resource
import socket as sockets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from websockets.asyncio.client import connect

from accounts.models import User
from accounts.services import create_token
from games import downtime, push
from games.models import Event
from games.rows import timestamp
from tests.end_to_end.clients import Client, random_player
from tests.games.playing import act, people, play, seen, sync, table_of, turn_of
from tests.games.site import Site
from tests.games.test_socket import address, bearer, logged_in, receive, two_at_a_table, until

pytestmark = pytest.mark.django_db(transaction=True)


def four_at_a_table(**more: Any) -> tuple[list[User], UUID, list[str]]:
    users = people("ann", "ben", "cora", "dan")
    return users, table_of(users, **more), [create_token(user) for user in users]


async def public_log(site: Site, game_id: UUID, token: str) -> dict[int, Any]:
    client = Client(site.url, "", token)
    lines = await client.raw("GET", f"/api/games/{game_id}/events", headers={"Accept": "application/x-ndjson"})
    await client.close()
    return {event["version"]: event for event in map(json.loads, lines.text.splitlines())}


async def test_clients_that_miss_every_second_announcement_play_a_game_to_its_end_and_saw_the_whole_log(
    site: Site, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V58, V60."""
    settings.SOCKET_HEARTBEAT = 0.2
    chance, really, lost = random.Random(1), push._publisher.publish, []

    def publish(channel: str, version: int) -> Any:
        if chance.random() < 0.5:
            lost.append(version)
            return 0
        return really(channel, version)

    monkeypatch.setattr(push._publisher, "publish", publish)
    rules = {"base": "classic", "minimums": [50]}
    _, game_id, tokens = await sync(four_at_a_table, ruleset=rules)
    clients = [Client(site.url, "", token) for token in tokens]
    ends = await asyncio.gather(
        *(
            client.follow(str(game_id), random_player(seat), over_http=seat % 2 == 0)
            for seat, client in enumerate(clients)
        )
    )
    assert len(lost) > 20
    log = await public_log(site, game_id, tokens[0])
    assert {end["version"] for end in ends} == {max(log)}
    for client in clients:
        assert sorted(client.events) == sorted(log)
        assert_tells_the_same(client.events, log)
        for action_id, version in client.acknowledged:
            assert log[version]["action_id"] == action_id
        await client.close()


def assert_tells_the_same(told: dict[int, Any], log: dict[int, Any]) -> None:
    """What a client was told then is what the log says now, but for what has been opened since."""
    for version, event in told.items():
        now = log[version]
        assert {**now, "data": None, "hidden": None} == {**event, "data": None, "hidden": None}
        assert event["data"].items() <= now["data"].items()
        assert set(now["data"]) - set(event["data"]) == set(event.get("hidden", {}))


async def test_after_the_subscription_was_cut_sockets_look_for_themselves_and_hear_again(site: Site) -> None:
    """V60."""
    users, game_id, tokens = await sync(four_at_a_table)
    headers = {"Authorization": f"Bearer {tokens[0]}"}
    async with connect(f"ws://{site.host}/ws/games/{game_id}", additional_headers=headers) as socket:
        await socket.recv()
        for _ in range(3):
            await sync(push._publisher.execute_command, "CLIENT", "KILL", "TYPE", "PUBSUB")
            receipt = await sync(act, users[await sync(turn_of, game_id)], game_id, *await sync(next_action, game_id))
            while True:
                frame = json.loads(await asyncio.wait_for(socket.recv(), 10))
                if frame["type"] == "view" and frame["version"] == receipt.version:
                    break


def next_action(game_id: UUID) -> Sequence[dict[str, Any]]:
    return [{"do": "draw"}] if seen(game_id).state.game.playing.phase == "draw" else [discard(game_id)]


def discard(game_id: UUID) -> dict[str, Any]:
    state = seen(game_id).state
    return {"do": "discard", "card": state.game.playing.seats[state.to_act[0]].hand[0]}


async def test_changes_that_come_faster_than_a_client_reads_are_one_frame(site: Site, settings: Any) -> None:
    settings.SOCKET_HEARTBEAT = 3600  # else a slow machine's heartbeat brings some of them earlier
    users, game_id, tokens = await sync(four_at_a_table)
    headers = {"Authorization": f"Bearer {tokens[0]}"}
    async with connect(f"ws://{site.host}/ws/games/{game_id}", additional_headers=headers) as socket:
        first = json.loads(await socket.recv())
        hub_only_the_last = seen_after = await sync(play_quietly, users, game_id, 40)
        await sync(push.announce, game_id, hub_only_the_last)
        frames = []
        while not frames or frames[-1]["version"] < seen_after:
            frame = json.loads(await asyncio.wait_for(socket.recv(), 10))
            if frame["type"] == "view":
                frames.append(frame)
    assert len(frames) <= 2  # a socket looks once more when Redis has confirmed that it hears
    told = [event["version"] for frame in frames for event in frame["events"]]
    assert told == list(range(first["version"] + 1, seen_after + 1))


def play_quietly(users: list[User], game_id: UUID, steps: int) -> int:
    really = push._publisher.publish
    push._publisher.publish = lambda *args: 0  # type: ignore[method-assign]
    try:
        play(users, game_id, steps)
    finally:
        push._publisher.publish = really  # type: ignore[method-assign]
    return seen(game_id).version


async def test_a_socket_that_never_reads_holds_nobody_up_and_costs_no_memory(site: Site) -> None:
    users, game_id, tokens = await sync(four_at_a_table, ruleset={"base": "classic", "minimums": [50] * 8})
    deaf = [await asyncio.to_thread(open_and_never_read, site, game_id, token) for token in tokens for _ in range(3)]
    headers = {"Authorization": f"Bearer {tokens[1]}"}
    async with connect(f"ws://{site.host}/ws/games/{game_id}", additional_headers=headers, max_size=2**24) as hearing:
        await hearing.recv()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert all([await asyncio.to_thread(flood, one) for one in deaf[:3]])
        for round_ in range(8):
            await sync(play, users, game_id, 25, round_)
            version = (await sync(seen, game_id)).version
            while True:
                frame = json.loads(await asyncio.wait_for(hearing.recv(), 20))
                if frame["type"] == "view" and frame["version"] == version:
                    break
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for one in deaf:
        one.close()
    assert after - before < 60_000, f"{after - before} kB more for {len(deaf)} sockets that never read"


def open_and_never_read(site: Site, game_id: UUID, token: str) -> sockets.socket:
    host, port = site.host.split(":")
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.connect((host, int(port)))
    raw.sendall(
        f"GET /ws/games/{game_id} HTTP/1.1\r\nHost: {site.host}\r\nAuthorization: Bearer {token}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    return raw


def flood(raw: sockets.socket) -> bool:
    """As many frames as the server will take, each of which wants an answer. Whether it took no more."""
    asked = {"type": "action", "action_id": str(uuid4()), "expected_version": 1, "action": {"do": "x" * 1000}}
    masked = long_frame(json.dumps(asked).encode())  # so long that no kernel's buffers take all of them
    raw.settimeout(0.2)
    try:
        for _ in range(100_000):
            raw.sendall(masked)
    except TimeoutError:
        return True
    return False


def long_frame(frame: bytes) -> bytes:
    return bytes([0x81, 0x80 | 126]) + len(frame).to_bytes(2, "big") + bytes(4) + frame


async def test_after_it_all_nothing_was_written_by_looking(site: Site) -> None:
    """V68."""
    _, game_id, tokens = await sync(four_at_a_table)
    rows = await Event.objects.acount()
    for token in tokens * 3:
        headers = {"Authorization": f"Bearer {token}"}
        async with connect(f"ws://{site.host}/ws/games/{game_id}", additional_headers=headers) as socket:
            await socket.recv()
    assert await Event.objects.acount() == rows


async def test_coming_back_needs_the_session_and_nothing_else(site: Site) -> None:
    """V69: no place is kept for who was away, so none can be lost."""
    users, game_id, _ = await sync(four_at_a_table)
    headers = await sync(logged_in, users[0], site.url)
    version = 0
    for round_ in range(3):
        async with connect(address(site, game_id, version), additional_headers=headers) as socket:
            frame = json.loads(await asyncio.wait_for(socket.recv(), 10))
        assert frame["view"]["seat"] == 0 and "hand" in frame["view"]["seats"][0]
        told = [event["version"] for event in frame["events"]]
        assert told == list(range(version + 1, frame["version"] + 1)) != []
        version = frame["version"]
        await sync(play_quietly, users, game_id, 10 + round_)


@pytest.mark.meets_internal
async def test_a_table_that_fails_tells_its_clients_so_and_they_see_it_again_when_it_is_back(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V70."""
    users, game_id, tokens = await sync(four_at_a_table)
    headers = {"Authorization": f"Bearer {tokens[0]}"}
    async with connect(f"ws://{site.host}/ws/games/{game_id}", additional_headers=headers) as socket:
        await socket.recv()
        broken = pytest.MonkeyPatch()
        broken.setattr("games.snapshots.load", fails)
        failure = None
        for version in range(10_000, 10_050):  # the first may come before the socket listens
            await sync(push.announce, game_id, version)
            with contextlib.suppress(TimeoutError):
                failure = json.loads(await asyncio.wait_for(socket.recv(), 0.3))
                break
        assert failure is not None
        assert (failure["type"], failure["code"]) == ("error", "internal")
        broken.undo()
        receipt = await sync(act, users[await sync(turn_of, game_id)], game_id, {"do": "draw"})
        while True:
            frame = json.loads(await asyncio.wait_for(socket.recv(), 10))
            if frame["type"] == "view":
                break
    assert frame["version"] == receipt.version


def fails(*args: Any) -> Any:
    raise RuntimeError("the database is away")


# --- Heartbeats ---


async def test_the_server_pings_and_answers_pings(site: Site, settings: Any) -> None:
    """V59."""
    settings.SOCKET_HEARTBEAT = 0.1
    users, game_id = await sync(two_at_a_table)
    async with connect(address(site, game_id), additional_headers=await sync(bearer, users[0])) as socket:
        frames = [json.loads(await asyncio.wait_for(socket.recv(), 10)) for _ in range(4)]
        assert [frame["n"] for frame in frames if frame["type"] == "ping"][:2] == [1, 2]
        await socket.send(json.dumps({"type": "pong", "n": 1}))
        await socket.send(json.dumps({"type": "ping", "n": -5}))
        assert await receive(socket) == {"type": "pong", "n": -5}


async def test_a_lost_announcement_is_made_good_by_the_heartbeat(site: Site, settings: Any, monkeypatch: Any) -> None:
    """V60."""
    settings.SOCKET_HEARTBEAT = 0.1
    users, game_id = await sync(two_at_a_table)
    seat = await sync(turn_of, game_id)
    async with connect(address(site, game_id), additional_headers=await sync(bearer, users[0])) as socket:
        version = (await receive(socket))["version"]
        monkeypatch.setattr("games.push._publisher.publish", lambda *args: 0)
        receipt = await sync(act, users[seat], game_id, {"do": "draw"})
        frame = await until(socket, "view")
    assert frame["version"] == receipt.version > version


async def test_every_view_frame_carries_the_absolute_deadline_that_is_enforced(site: Site) -> None:
    """V15: to who is to act, to who waits, and again to whoever comes back: nothing is to be counted from events."""
    users, game_id = await sync(two_at_a_table, clock={"turn_seconds": 3600})
    viewers = [await sync(bearer, user) for user in users]
    for _ in range(4):
        async with contextlib.AsyncExitStack() as open_sockets:
            sockets = [
                await open_sockets.enter_async_context(connect(address(site, game_id), additional_headers=one))
                for one in viewers
            ]
            before = [await receive(socket) for socket in sockets]
            seat = await sync(turn_of, game_id)
            action = before[seat]["legal"]["actions"][0]
            await sync(act, users[seat], game_id, action)
            after = [await until(socket, "view") for socket in sockets]
        due = timestamp((await sync(seen, game_id)).state.deadline)
        assert [frame["view"]["deadline"] for frame in after] == [due, due]
        assert len({frame["view"]["deadline"] for frame in before}) == 1


async def test_deadlines_that_downtime_has_moved_are_told_by_the_heartbeat_once(site: Site, settings: Any) -> None:
    settings.SOCKET_HEARTBEAT = 0.1
    users, game_id = await sync(two_at_a_table, clock={"turn_seconds": 3600})
    async with connect(address(site, game_id), additional_headers=await sync(bearer, users[0])) as socket:
        first = await receive(socket)
        await sync(downtime.record, datetime.now(UTC) - timedelta(hours=1), datetime.now(UTC), downtime.DECLARED)
        frame = await until(socket, "view")
        later = [json.loads(await asyncio.wait_for(socket.recv(), 20))["type"] for _ in range(3)]
    assert (frame["version"], frame["events"]) == (first["version"], [])
    due = [[seat["deadline"] for seat in told["view"]["seats"] if seat.get("deadline")] for told in (first, frame)]
    assert len(due[0]) == 1 and due[0] < due[1]
    assert set(later) == {"ping"}


async def test_a_ping_of_a_client_that_woke_up_brings_what_it_missed(site: Site, monkeypatch: Any) -> None:
    """V59."""
    users, game_id = await sync(two_at_a_table)
    seat = await sync(turn_of, game_id)
    async with connect(address(site, game_id), additional_headers=await sync(bearer, users[0])) as socket:
        await receive(socket)
        monkeypatch.setattr("games.push._publisher.publish", lambda *args: 0)
        receipt = await sync(act, users[seat], game_id, {"do": "draw"})
        await socket.send(json.dumps({"type": "ping", "n": 1}))
        assert (await until(socket, "view"))["version"] == receipt.version
