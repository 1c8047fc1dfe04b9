"""However much the bots have to do, no deadline waits for them: on the running product."""

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.end_to_end.clients import Client
from tests.harness.product import Product


@pytest.fixture
def bots_without_end(product: Product) -> Iterator[Product]:
    """The product, whose workers do not come back from the bots they are playing."""
    pid = product.processes["worker"]
    pool = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    for process in (pid, *pool):
        os.kill(process, signal.SIGSTOP)
    yield product
    for process in (pid, *pool):
        os.kill(process, signal.SIGCONT)


async def test_a_late_turn_plays_itself_within_a_minute_though_the_workers_never_come_back_from_their_bots(
    bots_without_end: Product,
) -> None:
    """V16: with no visitor at all."""
    url = bots_without_end.url
    clients = [await Client.register(url, f"l{n}-{uuid4().hex[:8]}") for n in range(2)]
    seats = ["me", f"user:{clients[1].name}"]
    body = {"ruleset": "classic", "players": 2, "seats": seats, "clock": {"turn_seconds": 1}}
    game = await clients[0].call("POST", "/api/games", body)
    path = f"/api/games/{game['id']}"
    started = await clients[1].call("POST", f"{path}/seats/1")
    async with asyncio.timeout(61):
        events = []
        while not events:
            await asyncio.sleep(5)
            events = (await clients[0].call("GET", f"{path}/events?since={started['version']}"))["events"]
    assert {event["actor"]["kind"] for event in events} == {"system"}
    for client in clients:
        await client.close()
