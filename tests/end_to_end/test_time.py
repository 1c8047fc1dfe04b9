"""With nobody there: time-outs and bots on the running product, by beat and worker alone."""

import asyncio
from itertools import takewhile
from uuid import uuid4

from tests.end_to_end.clients import Client, Frame
from tests.harness.product import Product


async def test_a_turn_that_nobody_plays_plays_itself_once_with_no_visitor_at_all(product: Product) -> None:
    clients = [await Client.register(product.url, f"t{n}-{uuid4().hex[:8]}") for n in range(2)]
    body = {
        "ruleset": "classic",
        "players": 2,
        "seats": ["me", f"user:{clients[1].name}"],
        "clock": {"turn_seconds": 5},
    }
    game = await clients[0].call("POST", "/api/games", body)
    path = f"/api/games/{game['id']}"
    started = await clients[1].call("POST", f"{path}/seats/1")
    version, seat = started["version"], started["view"]["turn"]["seat"]
    await asyncio.sleep(11)  # nobody asks anything meanwhile
    events: list[Frame] = []
    async with asyncio.timeout(60):  # a slow machine may come to it a little later
        while "discarded" not in [event["type"] for event in events]:
            await asyncio.sleep(0.5)
            events = (await clients[0].call("GET", f"{path}/events?since={version}"))["events"]
    first = list(takewhile(lambda event: event["seat"] == seat, events))
    assert [event["type"] for event in first if event["type"] != "red_threes_laid"] == ["drew", "discarded"]
    assert {(event["actor"]["kind"], event["actor"]["name"]) for event in first} == {("system", "system")}
    assert len({event["action_id"] for event in first}) == 2
    for client in clients:
        await client.close()


async def test_three_bots_play_their_turns_by_themselves_and_then_it_is_the_person_s(product: Product) -> None:
    client = await Client.register(product.url, f"b-{uuid4().hex[:8]}")
    body = {"ruleset": "favourite", "seats": ["me", "bot:random", "bot:random", "bot:random"]}
    game = await client.call("POST", "/api/games", body)
    path = f"/api/games/{game['id']}"
    for _ in range(2):
        async with asyncio.timeout(180):
            while (view := (await client.call("GET", path)))["view"]["turn"]["seat"] != 0:  # noqa: ASYNC110 the server does it
                await asyncio.sleep(0.3)
        while view["view"]["turn"]["seat"] == 0:
            actions = view["legal"]["actions"]
            plain = next((one for one in actions if one["do"] in ("draw", "discard")), actions[0])
            body = {"action_id": str(uuid4()), "expected_version": view["version"], "action": plain}
            await client.call("POST", f"{path}/actions", body)
            view = await client.call("GET", path)
    events = (await client.call("GET", f"{path}/events"))["events"]
    turns = [event for event in events if event["type"] == "discarded" and event["actor"]["kind"] == "bot"]
    assert len(turns) >= 3
    await client.close()
