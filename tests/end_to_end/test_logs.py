"""The logs of the whole product after a game with all kinds of failures: of use to an operator, without a secret."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.end_to_end.clients import Client, Refusal, random_player
from tests.harness.product import EMBEDDED, Product, start_product

pytestmark = pytest.mark.pure

ADDRESS = "203.0.113.77"
PASSWORD = "no such password 8"
FACES = re.compile(r"\b(?:[AKQJT2-9][CDHS]|JK)\b")


@pytest.fixture
def own_product(product_folder: Path) -> Iterator[Product]:
    """A product of this test alone, which writes its log for a machine."""
    running = start_product(product_folder / "l", "--port", "0", **EMBEDDED, LOG_FORMAT="json")
    yield running
    running.end()


def database(product: Product) -> psycopg.Connection[Any]:
    """The product's database."""
    return psycopg.connect(host=str(product.data_dir / "run"), user="fairdeal", dbname="fairdeal", autocommit=True)


def secrets_of(product: Product) -> list[str]:
    """Salts and secrets as they stand in the database."""
    with database(product) as connection:
        hidden = connection.execute("SELECT hidden FROM games_event WHERE hidden IS NOT NULL").fetchall()
        kept = connection.execute("SELECT secret FROM games_secret").fetchall()
    return [sealed["salt"] for (parts,) in hidden for sealed in parts.values()] + [secret for (secret,) in kept]


def lines(product: Product, name: str) -> list[dict[str, Any]]:
    """A log, each of whose lines is an object; one that is being written is not told yet."""
    whole, _, _ = (product.data_dir / "log" / f"{name}.log").read_text().rpartition("\n")
    return [json.loads(line) for line in whole.splitlines()]


async def play(clients: list[Client], game_id: str, until: int) -> None:
    """Random actions over HTTP until the log has so many rows."""
    players = [random_player(seat) for seat in range(len(clients))]
    version = 0
    while version < until:
        for client, choose in zip(clients, players, strict=True):
            table = await client.call("GET", f"/api/games/{game_id}")
            version = table["version"]
            if action := choose(table):
                await client.act(game_id, order(table, action))


def order(table: dict[str, Any], action: Any) -> dict[str, Any]:
    """An action on a table as it was seen."""
    return {"action_id": str(uuid4()), "expected_version": table["version"], "action": action}


async def fail_in_every_way(clients: list[Client], game_id: str) -> None:
    """Refusals first, then what nobody foresaw, over HTTP and a socket."""
    path = f"/api/games/{game_id}/actions"
    tables = [await client.call("GET", f"/api/games/{game_id}") for client in clients]
    seat = next(number for number, table in enumerate(tables) if table["legal"]["actions"])
    client, table = clients[seat], tables[seat]
    hand = table["view"]["seats"][seat]["hand"].split()
    missing = next(face for face in (rank + suit for suit in "CDHS" for rank in "AKQJT987654") if face not in hand)
    for status, body in (
        ("422", order(table, {"do": "discard", "card": missing})),
        ("400", order(table, {"do": "fly"})),
        ("400", {"x": "KH"}),
    ):
        with pytest.raises(Refusal, match=status):
            await client.call("POST", path, body)
    with pytest.raises(Refusal, match="401"):
        await client.call("POST", "/api/token", {"username": client.name, "password": PASSWORD})
    stranger = Client(client.url, "nobody", "nonsense" * 6)
    with pytest.raises(Refusal, match="401"):
        await stranger.call("GET", f"/api/games/{game_id}")
    await stranger.close()
    headers = {"X-Request-ID": "word-of-the-proxy"}
    body = order(table, table["legal"]["actions"][0])
    failed = await client.raw("POST", path, body, headers=headers)
    assert (failed.status_code, failed.headers["X-Request-ID"]) == (500, "word-of-the-proxy")
    assert failed.json()["code"] == "internal"
    async with client.socket(game_id, **{"X-Forwarded-For": ADDRESS}) as socket:
        assert re.fullmatch("[0-9a-f]{16}", socket.connection.response.headers["X-Request-ID"])  # type: ignore[union-attr]
        with pytest.raises(Refusal) as refused:
            await socket.act(body)
    assert refused.value.code == "internal"


async def test_the_log_of_a_game_with_every_kind_of_failure_tells_where_it_failed_and_no_secret(
    own_product: Product,
) -> None:
    clients = [await Client.register(own_product.url, f"l{n}-{uuid4().hex[:8]}") for n in range(2)]
    for client in clients:
        client.http.headers["X-Forwarded-For"] = ADDRESS
    body = {"ruleset": "classic", "seats": ["me", f"user:{clients[1].name}"], "clock": {"turn_seconds": 30}}
    game_id = (await clients[0].call("POST", "/api/games", body | {"players": 2}))["id"]
    await clients[1].call("POST", f"/api/games/{game_id}/seats/1")
    await play(clients, game_id, 20)

    with database(own_product) as connection:  # from now on the database refuses each row, and tells it whole
        connection.execute("ALTER TABLE games_event ADD CONSTRAINT full_up CHECK (version < 0) NOT VALID")
    await fail_in_every_way(clients, game_id)
    end = time.monotonic() + 120
    while not (overdue := [told for told in lines(own_product, "sweeper") if "what was due" in told["message"]]):
        assert time.monotonic() < end, own_product.logs()
        await asyncio.sleep(0.5)

    web = lines(own_product, "web")
    (failure,) = [told for told in web if "trace" in told and told.get("request") == "word-of-the-proxy"]
    assert failure["game"] == game_id
    assert failure["message"].endswith(" POST /api/games/<str:game_id>/actions")
    for told in (failure, overdue[0]):
        assert "IntegrityError: 23514 games_event full_up" in told["trace"]
        assert "command_handler.py" in told["trace"]
    assert overdue[0]["game"] == game_id and overdue[0]["request"]
    assert [told for told in web if told["message"].endswith(f" socket /ws/games/{game_id}")]
    requests = [told for told in web if told["logger"] == "config.tracing"]
    assert {told["status"] for told in requests} >= {101, 200, 401, 422, 500}
    assert {told.get("game") for told in requests if "<str:game_id>" in told["route"]} == {game_id}

    everything = "".join(path.read_text() for path in (own_product.data_dir / "log").iterdir())
    known = [*secrets_of(own_product), ADDRESS, PASSWORD, "nonsense", *(client.token for client in clients)]
    assert len(known) > 20 and all(known)
    assert [secret for secret in known if secret in everything] == []
    told = [
        told["message"] + told.get("trace", "")
        for name in ("web", "worker", "sweeper", "beat")
        for told in lines(own_product, name)
    ]
    assert [text for text in told if FACES.search(text)] == []
    for client in clients:
        await client.close()
