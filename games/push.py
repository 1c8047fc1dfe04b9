"""Telling the web processes that a game has changed: a number, and nothing else, goes through Redis.

`announce` is called after the commit, by whatever process has written; it keeps one synchronous connection, since a
group_send from synchronous code costs a new event loop and a new connection each time (4.6 ms against 0.1). `Hub` is
the other end: one subscription a process and event loop, whatever the number of sockets. A lost push costs nothing:
sockets compare versions at every heartbeat, and after the subscription was away.
"""

import asyncio
import logging
from collections import defaultdict
from typing import Any, Protocol
from uuid import UUID
from weakref import WeakKeyDictionary

import redis
import redis.asyncio
from celery import current_app
from django.conf import settings

log = logging.getLogger(__name__)

PREFIX = "fairdeal:game:"
AWAKE = "fairdeal:hub"
"""A channel on which nothing is ever said: it keeps a hub without sockets listening. (Ending the subscription instead
is no way: redis-py may swallow a cancellation while it connects.)"""
PATIENCE = 1.0  # seconds; after the commit nobody waits long for a hint
RETRY = 0.5

_publisher = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


def _channel(game_id: UUID) -> str:
    return f"{PREFIX}{game_id}"


def announce(game_id: UUID, version: int) -> None:
    """Say that the game is now at `version`. Never fails: who misses it finds out at the next heartbeat."""
    try:
        _publisher.publish(_channel(game_id), version)
    except redis.RedisError as error:
        log.warning("%s at %s was not announced: %s", game_id, version, error)


def watched(game_id: UUID) -> bool:
    """Whether any socket, of any process, is open at this table."""
    try:
        found: Any = _publisher.pubsub_numsub(_channel(game_id))
    except redis.RedisError:
        return False
    return any(count > 0 for _, count in found)


def wake_bots(game_id: UUID, seconds: float) -> None:
    """Have a worker play the bots of this table in a moment. Never fails: the sweep finds what was not told."""
    try:
        current_app.send_task("games.tasks.play_bots", args=[str(game_id)], countdown=max(0.0, seconds), retry=False)
    except Exception as error:  # noqa: BLE001 whatever the broker raises: the action is committed, and the sweep sees
        log.warning("no worker was told of the bots of %s: %s", game_id, error)


class Listener(Protocol):
    """A socket: told that its game has changed, or may have (None)."""

    def changed(self, version: int | None) -> None:
        """Note the version and return at once."""


class Hub:
    """One process's subscription to the games its sockets look at."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._client: redis.asyncio.Redis | None = None
        self._pubsub: Any = None
        self._task: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()

    async def join(self, game_id: UUID, listener: Listener) -> None:
        """Tell this listener of the game from now on."""
        channel = _channel(game_id)
        async with self._lock:
            self._listeners[channel].add(listener)
            if self._task is None:
                self._task = asyncio.create_task(self._run())
            elif len(self._listeners[channel]) == 1:
                await self._quietly("subscribe", channel)

    async def leave(self, game_id: UUID, listener: Listener) -> None:
        """No longer."""
        channel = _channel(game_id)
        async with self._lock:
            self._listeners[channel].discard(listener)
            if not self._listeners[channel]:
                del self._listeners[channel]
                await self._quietly("unsubscribe", channel)

    async def _quietly(self, command: str, channel: str) -> None:
        """Without a connection there is nothing to do: connecting anew subscribes to all that is listened to."""
        if self._pubsub is not None:
            try:
                await getattr(self._pubsub, command)(channel)
            except (redis.RedisError, OSError) as error:
                log.warning("%s %s: %s", command, channel, error)

    async def _run(self) -> None:
        """Listen, and after every loss connect anew; then everybody looks for themselves."""
        while True:
            client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=PATIENCE)
            try:
                async with client, client.pubsub() as pubsub:
                    await pubsub.subscribe(AWAKE, *self._listeners)
                    self._pubsub = pubsub
                    await pubsub.subscribe(AWAKE, *self._listeners)  # who joined in between
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            self._tell(message["channel"].decode(), int(message["data"]))
                        elif message["type"] == "subscribe":  # what was said before this was not heard
                            self._tell(message["channel"].decode(), None)
            except (redis.RedisError, OSError, ValueError) as error:
                log.warning("the announcements are away: %s", error)
            finally:
                self._pubsub = None
            await asyncio.sleep(RETRY)

    def _tell(self, channel: str, version: int | None) -> None:
        for listener in list(self._listeners.get(channel, ())):
            listener.changed(version)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of this event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
