"""The first goal: four programs play a whole game over HTTP and WebSocket on the running product."""

import asyncio
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from tests.end_to_end.clients import Client, random_player
from tests.harness.product import Product


@pytest.mark.parametrize("ruleset", ["classic", "favourite"])
async def test_four_clients_play_a_whole_game_and_its_export_folds_to_the_scores_shown(
    product: Product, ruleset: str, tmp_path: Path
) -> None:
    clients = [await Client.register(product.url, f"p{n}-{uuid4().hex[:8]}") for n in range(4)]
    others = [f"user:{client.name}" for client in clients[1:]]
    body = {"ruleset": ruleset, "players": 4, "teams": 2, "seats": ["me", *others], "visibility": "private"}
    game = await clients[0].call("POST", "/api/games", {**body, "rated": False, "clock": {"turn_seconds": 300}})
    assert game["view"]["status"] == "waiting"
    for seat, client in enumerate(clients[1:], start=1):
        await client.call("POST", f"/api/games/{game['id']}/seats/{seat}")

    ends = await asyncio.gather(
        *(
            client.follow(game["id"], random_player(seat), over_http=seat % 2 == 0)
            for seat, client in enumerate(clients)
        )
    )

    assert {end["version"] for end in ends} == {ends[0]["version"]}
    assert len(ends[0]["view"]["scores"]) == 4
    export = tmp_path / "game.ndjson"
    lines = await clients[2].raw("GET", f"/api/games/{game['id']}/events", headers={"Accept": "application/x-ndjson"})
    export.write_bytes(lines.content)
    assert len(lines.text.splitlines()) == ends[0]["version"]
    folded = await asyncio.to_thread(fold, export)
    for client, end in zip(clients, ends, strict=True):
        shown = end["view"]
        assert folded[:4] == [f"deal {n}: {numbers(points)}" for n, points in enumerate(shown["scores"], start=1)]
        assert folded[4:] == [f"totals: {numbers(shown['totals'])}", f"winners: {numbers(shown['winners'])}"]
        assert len(client.acknowledged) == len(set(client.acknowledged)) > 50
        await client.close()


def numbers(values: list[int]) -> str:
    return " ".join(map(str, values))


def fold(export: Path) -> list[str]:
    """What the engine prints of an exported game."""
    command = [sys.executable, "-m", "engine", "fold", str(export)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
