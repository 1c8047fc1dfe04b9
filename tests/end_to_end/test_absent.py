"""kill -9 of whatever keeps deadlines, while nobody comes to play: every seat is played for, in its time, once."""

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from games.simulate.ledger import Ledger
from games.simulate.oracle import Opinion, Row
from tests.end_to_end.clients import PATIENCE, Client
from tests.end_to_end.test_kills import command
from tests.harness.product import EMBEDDED, Product, start_product

pytestmark = pytest.mark.pure  # on servers of its own, whatever the suite runs on

VICTIMS = ["sweeper", "beat", "valkey", "postgres", "sweeper"]
TABLES = 3


@pytest.fixture
def own_product(product_folder: Path) -> Iterator[Product]:
    """A product of this test alone, with servers of its own: they are killed too."""
    running = start_product(product_folder / "n", **EMBEDDED)
    yield running
    running.end()


async def rows(client: Client, game_id: str) -> list[Row]:
    """The log as anybody may read it, asked for until there is an answer."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                lines = await client.raw(
                    "GET", f"/api/games/{game_id}/events", headers={"Accept": "application/x-ndjson"}
                )
                if lines.status_code == 200:
                    return [_row(json.loads(line)) for line in lines.text.splitlines()]
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.5)


def _row(told: dict[str, Any]) -> Row:
    at = datetime.fromisoformat(told["at"])
    return Row(at, told["type"], told["actor"]["kind"], told["seat"], told["action_id"], told["data"])


def played_for(log: list[Row]) -> int:
    """How many turns the server has played."""
    return sum(row.type == "discarded" and row.actor == "system" for row in log)


async def test_whatever_is_killed_absent_players_are_played_for_in_their_time_and_nobody_else(
    own_product: Product,
) -> None:
    ann, ben = [await Client.register(own_product.url, f"n{n}-{uuid4().hex[:8]}") for n in range(2)]
    body = {"ruleset": "classic", "players": 2, "seats": ["me", f"user:{ben.name}"], "clock": {"turn_seconds": 4}}
    games = [(await ann.call("POST", "/api/games", body))["id"] for _ in range(TABLES)]
    for game_id in games:
        await ben.call("POST", f"/api/games/{game_id}/seats/1")
    for victim in VICTIMS:
        pid = await asyncio.to_thread(own_product.kill, victim)
        await asyncio.to_thread(own_product.wait_for_restart, victim, pid)
        for game_id in games:
            before = played_for(await rows(ann, game_id))
            async with asyncio.timeout(PATIENCE):
                while played_for(await rows(ann, game_id)) == before:  # noqa: ASYNC110 the server does it
                    await asyncio.sleep(0.5)
    for game_id in games:
        opinion = Opinion(Ledger(), ("ann", "ben")).read(await rows(ann, game_id))
        assert opinion.problems == []
        assert opinion.timeouts >= len(VICTIMS)
    for client in (ann, ben):
        told = (await client.call("GET", "/api/notices"))["notices"]
        assert len({(one["kind"], one["page"]) for one in told}) == len(told), "nobody is told twice"
    assert command(own_product, "verify_games", "--all").endswith(" sound, 0 broken\n")
    for client in (ann, ben):
        await client.close()
