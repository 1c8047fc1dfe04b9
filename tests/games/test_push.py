"""The announcements: Redis may be slow, mute or gone; nobody waits for it, and the subscription always comes back."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import unquote, urlsplit
from uuid import UUID, uuid4

import pytest
import redis

from games import push


class Ear:
    """A socket as the hub knows it."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[int | None] = asyncio.Queue()

    def changed(self, version: int | None) -> None:
        self.heard.put_nowait(version)

    async def hears(self, version: int | None) -> None:
        while await asyncio.wait_for(self.heard.get(), 20) != version:
            pass

    async def hears_again(self, game_id: UUID, version: int) -> None:
        """What is said now, once the subscription is back."""
        async with asyncio.timeout(20):
            while True:
                await asyncio.to_thread(push.announce, game_id, version)
                if await self._within_a_moment() == version:
                    return

    async def _within_a_moment(self) -> int | None:
        try:
            return await asyncio.wait_for(self.heard.get(), 0.1)
        except TimeoutError:
            return None


@asynccontextmanager
async def listening(hub: push.Hub, game_id: UUID) -> AsyncIterator[Ear]:
    ear = Ear()
    await hub.join(game_id, ear)
    try:
        yield ear
    finally:
        await hub.leave(game_id, ear)
        if hub._task:
            hub._task.cancel()


class Line:
    """A line to the suite's Redis that may go dead without being cut."""

    def __init__(self, url: str) -> None:
        self.dead = 0  # so many connections, the first ones, carry nothing any more
        self.opened = 0
        self._to = urlsplit(url)
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        server.close()
        for task in self._tasks:
            task.cancel()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._to.scheme == "unix":
            there, here = await asyncio.open_unix_connection(unquote(self._to.path))
        else:
            there, here = await asyncio.open_connection(self._to.hostname, self._to.port or 6379)
        self.opened += 1
        for source, target in ((reader, here), (there, writer)):
            self._tasks.append(asyncio.create_task(self._carry(self.opened, source, target)))

    async def _carry(self, number: int, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while said := await source.read(65536):
            if number > self.dead:
                target.write(said)


async def test_a_subscription_that_went_dead_without_a_word_is_given_up_for_a_new_one(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "QUIET", 0.2)
    line, game_id = Line(settings.REDIS_URL), uuid4()
    async with line.open() as settings.REDIS_URL, listening(push.Hub(), game_id) as ear:
        await ear.hears(None)
        await ear.hears_again(game_id, 1)
        line.dead = line.opened
        await ear.hears(None)  # it looks for itself, being subscribed anew
        await ear.hears_again(game_id, 2)


@pytest.mark.meets_internal
async def test_what_nobody_foresaw_is_written_down_and_the_subscription_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game_id, really, failures = uuid4(), push.Hub._tell, [RuntimeError("nobody foresaw this")]

    def tell(hub: push.Hub, channel: str, version: int | None) -> None:
        if version is not None and failures:
            raise failures.pop()
        really(hub, channel, version)

    monkeypatch.setattr(push.Hub, "_tell", tell)
    async with listening(push.Hub(), game_id) as ear:
        await ear.hears(None)
        await ear.hears_again(game_id, 5)
    assert not failures
    assert "nobody foresaw this" in caplog.text


async def test_a_subscription_whose_task_has_ended_begins_anew_with_the_next_socket() -> None:
    hub, game_id = push.Hub(), uuid4()
    async with listening(hub, game_id) as ear:
        await ear.hears(None)
    assert hub._task is not None
    await asyncio.wait([hub._task])
    async with listening(hub, game_id) as ear:
        await ear.hears(None)
        await ear.hears_again(game_id, 1)


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A Redis that takes what is said and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        url = f"redis://127.0.0.1:{server.getsockname()[1]}"
        kept = push._publisher.connection_pool.connection_kwargs
        times = {name: kept[name] for name in ("socket_timeout", "socket_connect_timeout")}
        monkeypatch.setattr(push, "_publisher", redis.Redis.from_url(url, **times))
        monkeypatch.setattr(push._Rest, "until", 0.0)
        yield server


def calls(server: socket.socket) -> int:
    """How often it was called since it was last asked."""
    count = 0
    while True:
        try:
            server.accept()
        except BlockingIOError:
            return count
        count += 1


def test_one_waits_a_moment_for_a_redis_that_never_answers_and_the_next_do_not_wait_at_all(
    silence: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    monkeypatch.setattr(push.current_app, "send_task", lambda *args, **more: told.append(args))
    monkeypatch.setattr(push, "REST", 1000)
    push.announce(uuid4(), 1)
    assert calls(silence) == 1
    push.announce(uuid4(), 2)
    push.wake_bots(uuid4(), 0)
    assert (calls(silence), told) == (0, [])
    monkeypatch.setattr(push._Rest, "until", 0.0)  # the rest is over
    push.announce(uuid4(), 3)
    assert calls(silence) == 1
