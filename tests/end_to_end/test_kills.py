"""kill -9 of everything, one after the other, while four programs play: nothing acknowledged is lost."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.end_to_end.clients import Client, random_player
from tests.harness.product import CHECKOUT, EMBEDDED, Product, start_product

VICTIMS = ["web", "valkey", "postgres", "worker", "beat", "web", "postgres", "valkey"]


@pytest.fixture
def own_product(product_folder: Path) -> Iterator[Product]:
    """A product of this test alone, with servers of its own: they are killed too."""
    running = start_product(product_folder / "k", **EMBEDDED)
    yield running
    running.end()


async def log_of(client: Client, game_id: str) -> dict[int, dict[str, Any]]:
    """The whole log as this client may see it."""
    path = f"/api/games/{game_id}/events"
    lines = await client.raw("GET", path, headers={"Accept": "application/x-ndjson"})
    return {event["version"]: event for event in map(json.loads, lines.text.splitlines())}


def command(product: Product, *arguments: str) -> str:
    """What a management command beside the running product says."""
    environment = {key: value for key, value in os.environ.items() if key not in ("SECRET_KEY", "TEST_FOLDER")}
    environment |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": str(product.data_dir), **EMBEDDED}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=CHECKOUT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def test_whatever_is_killed_nothing_acknowledged_is_lost_and_every_client_catches_up(
    own_product: Product,
) -> None:
    url = own_product.url
    clients = [await Client.register(url, f"k{n}-{uuid4().hex[:8]}") for n in range(3)]
    others = [f"user:{client.name}" for client in clients[1:]]
    rules = {"base": "classic", "minimums": [50]}
    body = {"ruleset": rules, "seats": ["me", *others, "bot:random"], "clock": {"turn_seconds": 600}}
    game_id = (await clients[0].call("POST", "/api/games", body))["id"]
    for seat, client in enumerate(clients[1:], start=1):
        await client.call("POST", f"/api/games/{game_id}/seats/{seat}")
    playing = [
        asyncio.create_task(client.follow(game_id, random_player(seat), over_http=seat == 1))
        for seat, client in enumerate(clients)
    ]
    killed = []
    for victim in VICTIMS:
        seen = len(clients[0].events)
        while len(clients[0].events) < seen + 12 and not all(task.done() for task in playing):  # noqa: ASYNC110 the server does it
            await asyncio.sleep(0.02)
        pid = await asyncio.to_thread(own_product.kill, victim)
        await asyncio.to_thread(own_product.wait_for_restart, victim, pid)
        killed.append(victim)
    still_on = not any(task.done() for task in playing)
    ends = await asyncio.wait_for(asyncio.gather(*playing), 600)
    assert still_on, "the game was over before everything had been killed"
    assert killed == VICTIMS

    log = await log_of(clients[0], game_id)
    assert sorted(log) == list(range(1, max(log) + 1))
    assert {end["version"] for end in ends} == {max(log)}
    for client in clients:
        assert client.acknowledged
        for action_id, version in client.acknowledged:
            assert log[version]["action_id"] == action_id
        for version, event in client.events.items():
            assert event["data"].items() <= log[version]["data"].items()
            assert (event["type"], event["at"]) == (log[version]["type"], log[version]["at"])
        await client.close()
    done_once: dict[str, list[int]] = {}
    for event in log.values():
        done_once.setdefault(event["action_id"], []).append(event["version"])
    assert all(versions == list(range(versions[0], versions[-1] + 1)) for versions in done_once.values())
    assert command(own_product, "verify_games", "--all").endswith(" sound, 0 broken\n")
