"""A light load: people at tables, one action in flight at each table, chosen at random from what the server offers."""

import asyncio
import json
import random
import time
from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect

NAMES = ("bench_anna", "bench_ben", "bench_carla", "bench_david")
PASSWORD = "slow-cards-fast-server"


class Http:
    """One kept connection; requests follow each other."""

    def __init__(self, host: str, port: int, token: str = "") -> None:
        self.host, self.port, self.token = host, port, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        authorization = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{authorization}"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        writer.write(head.encode() + content)
        status = int((await reader.readline()).split()[1])
        length = 0
        while (line := await reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return status, await reader.readexactly(length)

    async def json(self, method: str, path: str, body: Any = None) -> Any:
        """The answer; an error is an error."""
        status, content = await self.send(method, path, body)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {content[:500]!r}")
        return json.loads(content) if content else None

    def close(self) -> None:
        """Hang up."""
        if self._streams:
            self._streams[1].close()


async def people(host: str, port: int) -> list[Http]:
    """Four people, signed in."""
    signed_in = []
    for name in NAMES:
        http = Http(host, port)
        status, _ = await http.send("POST", "/api/register", {"username": name, "password": PASSWORD})
        if status not in (201, 400, 409, 422):
            raise RuntimeError(f"register: {status}")
        http.token = (await http.json("POST", "/api/token", {"username": name, "password": PASSWORD}))["token"]
        signed_in.append(http)
    return signed_in


async def new_table(host: str, port: int, four: list[Http], ruleset: Any) -> "BenchTable":
    """A table of the four, begun."""
    seats = ["me", *(f"user:{name}" for name in NAMES[1:])]
    body = {"ruleset": ruleset, "players": 4, "teams": 2, "seats": seats, "visibility": "public", "clock": "none"}
    game = (await four[0].json("POST", "/api/games", body))["id"]
    for seat in (1, 2, 3):
        await four[seat].json("POST", f"/api/games/{game}/seats/{seat}", {})
    return BenchTable(host, port, game, [one.token for one in four])


class BenchTable:
    """A table and its four players: who is to act does so as soon as their socket says that it is their turn."""

    def __init__(self, host: str, port: int, game: str, tokens: list[str]) -> None:
        self.host, self.port, self.game, self.tokens = host, port, game, tokens
        self.posts = [Http(host, port, token) for token in tokens]
        self.rng = random.Random(game)
        self.moves = 0
        self.posted_at: list[float] = []
        self.seen: list[float] = []  # seconds from a POST's start to another player's frame
        self._sent: dict[int, tuple[int, float]] = {}

    async def play(self, moves: int, until: float) -> None:
        """So many actions, or until a time (`time.monotonic`), whichever comes first."""
        self._goal, self._until = self.moves + moves, until
        sockets = await asyncio.gather(*(self._connect(token) for token in self.tokens))
        readers = [asyncio.create_task(self._read(seat, socket)) for seat, socket in enumerate(sockets)]
        _, pending = await asyncio.wait(readers, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        results = await asyncio.gather(*readers, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in sockets))
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _connect(self, token: str) -> ClientConnection:
        url = f"ws://{self.host}:{self.port}/ws/games/{self.game}"
        headers = {"Authorization": f"Bearer {token}"}
        return await connect(url, additional_headers=headers, compression=None, max_size=None)

    async def _read(self, seat: int, socket: ClientConnection) -> None:
        acted = 0
        while time.monotonic() < self._until and self.moves < self._goal:
            try:
                frame = json.loads(await asyncio.wait_for(socket.recv(), max(0.01, self._until - time.monotonic())))
            except TimeoutError:
                return
            if frame["type"] == "ping":
                await socket.send(json.dumps({"type": "pong", "n": frame["n"]}))
            if frame["type"] != "view":
                continue
            self._note(seat, frame["version"])
            if frame["view"]["status"] == "finished":
                return
            actions = frame["legal"]["actions"]
            if actions and frame["version"] > acted:
                acted = await self._act(seat, frame["version"], self.rng.choice(actions))

    def _note(self, seat: int, version: int) -> None:
        if (version in self._sent) and self._sent[version][0] != seat:
            self.seen.append(time.monotonic() - self._sent.pop(version)[1])

    async def _act(self, seat: int, version: int, action: Any) -> int:
        began = time.monotonic()
        body = {"action_id": str(uuid4()), "expected_version": version, "action": action}
        status, content = await self.posts[seat].send("POST", f"/api/games/{self.game}/actions", body)
        if status == 409:
            return version
        if status != 200:
            raise RuntimeError(f"{status} {content[:500]!r}")
        self.moves += 1
        self.posted_at.append(time.monotonic())
        after = int(json.loads(content)["version"])
        self._sent[after] = (seat, began)
        return version

    def close(self) -> None:
        """Hang up."""
        for post in self.posts:
            post.close()


def percentile(values: Iterable[float], share: float) -> float:
    """The value below which this share lies; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
