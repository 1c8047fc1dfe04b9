"""What credentials are good for at a WebSocket, frame by frame: looking needs `read`, acting `play`."""

import json

import pytest
from websockets.asyncio.client import connect

from accounts.models import Token
from accounts.services import create_token, end_sessions
from tests.games.playing import sync, turn_of
from tests.games.site import Site
from tests.games.test_socket import ACTION, Headers, address, logged_in, receive, refused, two_at_a_table

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_token_that_may_read_only_sees_the_table_and_cannot_act(site: Site) -> None:
    users, game_id = await sync(two_at_a_table)
    ann = users[await sync(turn_of, game_id)]
    headers = bearer_of(await sync(create_token, ann, scopes=["read"]))
    async with connect(address(site, game_id), additional_headers=headers) as socket:
        assert (await receive(socket))["view"]["seat"] is not None
        await socket.send(json.dumps({"type": "action", **ACTION}))
        answer = await receive(socket)
        assert (answer["code"], answer["data"]) == ("not_allowed", {"scope": "play"})


async def test_a_token_that_may_not_read_is_refused_at_the_handshake(site: Site) -> None:
    users, game_id = await sync(two_at_a_table)
    status, problem = await refused(site, game_id, bearer_of(await sync(create_token, users[0], scopes=["play"])))
    assert (status, problem["code"], problem["data"]) == (403, "not_allowed", {"scope": "read"})


async def test_a_token_that_has_run_out_counts_for_no_further_frame(site: Site) -> None:
    users, game_id = await sync(two_at_a_table)
    headers = bearer_of(await sync(create_token, users[0]))
    async with connect(address(site, game_id), additional_headers=headers) as socket:
        await receive(socket)
        await Token.objects.aupdate(expires_at="2001-01-01T00:00:00Z")
        await socket.send(json.dumps({"type": "action", **ACTION}))
        assert (await receive(socket))["code"] == "unauthenticated"


async def test_signing_out_everywhere_counts_for_the_next_frame_of_a_socket(site: Site) -> None:
    users, game_id = await sync(two_at_a_table)
    headers = await sync(logged_in, users[0], site.url)
    async with connect(address(site, game_id), additional_headers=headers) as socket:
        assert (await receive(socket))["view"]["seat"] is not None
        await sync(end_sessions, users[0])
        await socket.send(json.dumps({"type": "action", **ACTION}))
        assert (await receive(socket))["code"] == "unauthenticated"


def bearer_of(token: str) -> Headers:
    return {"Authorization": f"Bearer {token}"}
