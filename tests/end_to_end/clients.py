"""Programs that play over HTTP and WebSocket and know nothing of the server but wire.md."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Frame = dict[str, Any]
PATIENCE = 180.0
"""Seconds in which a restarted server must be back."""


class Refusal(Exception):
    """A refusal on the wire."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status} {problem}")
        self.status, self.problem, self.code = status, problem, problem.get("code")


class Client:
    """One person's program."""

    def __init__(self, url: str, name: str, token: str = "") -> None:
        self.url, self.name, self.token = url, name, token
        self.http = httpx.AsyncClient(base_url=url, timeout=30)
        self.acknowledged: list[tuple[str, int]] = []  # every receipt: action id and version
        self.events: dict[int, Frame] = {}  # every event that a frame brought, by version

    @classmethod
    async def register(cls, url: str, name: str) -> "Client":
        """A new person, with a token."""
        client = cls(url, name)
        credentials = {"username": name, "password": "a long enough secret 7"}
        await client.call("POST", "/api/register", credentials)
        client.token = (await client.call("POST", "/api/token", credentials))["token"]
        return client

    async def close(self) -> None:
        """Hang up."""
        await self.http.aclose()

    # --- HTTP ---

    async def call(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """The answer's JSON; a refusal is raised."""
        response = await self.raw(method, path, body, **more)
        if response.status_code >= 400:
            raise Refusal(response.status_code, response.json())
        return response.json()

    async def raw(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """The answer as it is."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= more.pop("headers", {})
        return await self.http.request(method, path, json=body, headers=headers, **more)

    async def act(self, game_id: str, body: dict[str, Any]) -> dict[str, Any]:
        """An action over HTTP, sent again under the same id until there is an answer."""
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                receipt: dict[str, Any] = await self.call("POST", f"/api/games/{game_id}/actions", body)
            except (httpx.TransportError, Refusal) as error:
                lost = not isinstance(error, Refusal) or error.status >= 500
                if not lost or asyncio.get_running_loop().time() > deadline:
                    raise
                await asyncio.sleep(0.2)
            else:
                self.acknowledged.append((receipt["action_id"], receipt["version"]))
                return receipt

    # --- WebSocket ---

    @contextlib.asynccontextmanager
    async def socket(self, game_id: str, since: int = 0, **headers: str) -> AsyncIterator["Socket"]:
        """A socket at a table."""
        address = self.url.replace("http", "ws", 1) + f"/ws/games/{game_id}?since={since}"
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        async with connect(address, additional_headers=headers, max_size=2**24) as connection:
            yield Socket(self, connection)

    async def follow(self, game_id: str, choose: Callable[[Frame], Frame | None], over_http: bool = False) -> Frame:
        """Watch a table and act when `choose` says so, until the game is over.

        Connects anew whenever it is cut off; an action without an answer is sent again under the same id.
        """
        last: Frame = {"version": 0}
        waiting: dict[str, Any] | None = None
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                async with self.socket(game_id, last["version"]) as socket:
                    async for view in socket.views():
                        last = view
                        deadline = asyncio.get_running_loop().time() + PATIENCE
                        if view["view"]["status"] == "finished":
                            return view
                        action = choose(view) if waiting is None else None
                        if action is not None:
                            waiting = {"action_id": str(uuid4()), "expected_version": view["version"], "action": action}
                        if waiting is not None:
                            await (self.act(game_id, waiting) if over_http else socket.act(waiting))
                            waiting = None
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError) as error:
                if asyncio.get_running_loop().time() > deadline:
                    raise AssertionError(f"{self.name} was cut off for {PATIENCE} s") from error
            except Refusal as refusal:
                if refusal.code in ("stale_version", "not_your_turn"):
                    waiting = None
                elif refusal.code not in ("internal", "unavailable"):
                    raise
            await asyncio.sleep(0.2)


class Socket:
    """An open socket: answers its pings, keeps what it was told."""

    def __init__(self, client: Client, connection: ClientConnection) -> None:
        self.client, self.connection = client, connection
        self.waiting: list[Frame] = []

    async def send(self, frame: Any) -> None:
        """A frame, as JSON unless it is text already."""
        await self.connection.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    async def receive(self, seconds: float = PATIENCE) -> Frame:
        """The next frame that is no ping."""
        async with asyncio.timeout(seconds):
            while True:
                frame: Frame = json.loads(await self.connection.recv())
                if frame["type"] == "ping":
                    continue
                if frame["type"] == "view":
                    for event in frame.get("events", ()):
                        self.client.events[event["version"]] = event
                return frame

    async def until(self, kind: str) -> Frame:
        """The next frame of this type; others are kept."""
        while True:
            frame = await self.receive()
            if frame["type"] == kind:
                return frame
            self.waiting.append(frame)

    async def views(self) -> AsyncIterator[Frame]:
        """The views, as they come."""
        while True:
            frame = self.waiting.pop(0) if self.waiting else await self.receive()
            if frame["type"] == "view":
                yield frame

    async def act(self, body: dict[str, Any]) -> Frame:
        """An action through the socket; its answer."""
        await self.send({"type": "action", **body})
        while True:
            frame = await self.receive()
            if frame.get("action_id") == body["action_id"] and frame["type"] == "receipt":
                self.client.acknowledged.append((frame["action_id"], frame["version"]))
                return frame
            if frame.get("action_id") == body["action_id"] and frame["type"] == "error":
                raise Refusal(422, frame)
            self.waiting.append(frame)


def random_player(seed: int) -> Callable[[Frame], Frame | None]:
    """Chooses any of the legal actions that the server lists."""
    chance = Random(seed)

    def choose(view: Frame) -> Frame | None:
        actions = view["legal"]["actions"]
        return chance.choice(actions) if actions else None

    return choose
