"""Telling the web processes that a game has changed: a number, and nothing else, goes through Redis.

`announce` is called after the commit, by whatever process has written; it keeps one synchronous connection, since a
group_send from synchronous code costs a new event loop and a new connection each time (4.6 ms against 0.1). `Hub` is
the other end: one subscription a process and event loop, whatever the number of sockets. A lost push costs nothing:
sockets compare versions at every heartbeat, and after the subscription was away. So nobody waits for Redis: one that
takes what is said and never answers is left alone for a moment, by all who would have waited for it too.
"""

import asyncio
import logging
import time
from collections import defaultdict
from typing import Any, Protocol
from uuid import UUID
from weakref import WeakKeyDictionary

import redis
import redis.asyncio
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from config.kernel.problem import refusal_of

log = logging.getLogger(__name__)

PREFIX = "fairdeal:game:"
CHAT = "fairdeal:chat:"
AWAKE = "fairdeal:hub"
"""A channel on which nothing is ever said: it keeps a hub without sockets listening. (Ending the subscription instead
is no way: redis-py may swallow a cancellation while it connects.)"""
PATIENCE = 0.25  # seconds; after the commit nobody waits long for a hint
REST = 2.0  # seconds in which nothing more is said to a server that let somebody wait
CONNECTING = 1.0
QUIET = 10.0
"""After so many seconds without a word the subscription is asked for a sign of life; after as many more it is dead."""
FIRST_RETRY, LONGEST_RETRY = 0.5, 4.0
A_MOMENT = 60.0
"""What is due later than in so many seconds the sweep finds in time."""
WORTH_DOING = 20.0
"""Seconds after its time for which a bot's task is worth doing: then the sweep sends another, and none piles up."""

_publisher = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


def _channel(game_id: UUID, prefix: str = PREFIX) -> str:
    return f"{prefix}{game_id}"


class _Rest:
    """Until when Redis is left alone."""

    until = 0.0


def _resting() -> bool:
    return time.monotonic() < _Rest.until


def _rest_after(error: redis.RedisError) -> None:
    if isinstance(error, redis.TimeoutError):
        _Rest.until = time.monotonic() + REST


def announce(game_id: UUID, version: int) -> None:
    """Say that the game is now at `version`. Never fails: who misses it finds out at the next heartbeat."""
    _publish(_channel(game_id), version)


def announce_chat(game_id: UUID, number: int) -> None:
    """Say that something was said, or taken away, at a table. The same holds."""
    _publish(_channel(game_id, CHAT), number)


def _publish(channel: str, number: int) -> None:
    if _resting():
        return
    try:
        _publisher.publish(channel, number)
    except redis.RedisError as error:
        _rest_after(error)
        log.warning("%s of %s was not announced: %s", number, channel, error)


def watched(game_id: UUID) -> bool:
    """Whether any socket, of any process, is open at this table."""
    if _resting():
        return False
    try:
        found: Any = _publisher.pubsub_numsub(_channel(game_id))
    except redis.RedisError as error:
        _rest_after(error)
        return False
    return any(count > 0 for _, count in found)


def wake_bots(game_id: UUID, seconds: float) -> None:
    """Have a worker play the bots of this table in a moment. Never fails: the sweep finds what was not told."""
    if _resting() or seconds > A_MOMENT:
        return
    wait = max(0.0, seconds)
    try:
        current_app.send_task(
            "games.tasks.play_bots", args=[str(game_id)], countdown=wait, expires=wait + WORTH_DOING, retry=False
        )
    except (OperationalError, redis.RedisError, OSError) as error:
        log.warning("no worker was told of the bots of %s: %s", game_id, error)
    except Exception:
        log.exception("no worker was told of the bots of %s", game_id)  # the action is committed all the same


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
        self._pause = FIRST_RETRY

    async def join(self, game_id: UUID, listener: Listener, prefix: str = PREFIX) -> None:
        """Tell this listener of the game, or of its chat, from now on."""
        channel = _channel(game_id, prefix)
        async with self._lock:
            self._listeners[channel].add(listener)
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._run())
            elif len(self._listeners[channel]) == 1:
                await self._quietly("subscribe", channel)

    async def leave(self, game_id: UUID, listener: Listener, prefix: str = PREFIX) -> None:
        """No longer."""
        channel = _channel(game_id, prefix)
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
        """Listen, and after every loss connect anew; then everybody looks for themselves. No error ends this."""
        while True:
            try:
                await self._listen()
            except (redis.RedisError, OSError) as error:
                log.warning("the announcements are away: %s", error)
            except Exception as error:  # noqa: BLE001 written down; who waits here would otherwise wait for ever
                refusal_of(error, "the announcements")
            await asyncio.sleep(self._pause)
            self._pause = min(self._pause * 2, LONGEST_RETRY)

    async def _listen(self) -> None:
        """One connection, for as long as it lives."""
        client = redis.asyncio.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=CONNECTING, socket_timeout=CONNECTING
        )
        try:
            async with client, client.pubsub() as pubsub:
                await pubsub.subscribe(AWAKE, *self._listeners)
                self._pubsub = pubsub
                await pubsub.subscribe(AWAKE, *self._listeners)  # who joined in between
                asked = False
                while True:
                    message = await pubsub.get_message(timeout=QUIET)
                    if message is None and asked:
                        raise redis.TimeoutError("no sign of life")
                    asked = message is None
                    if message is None:
                        await pubsub.ping()
                    elif message["type"] == "message":
                        self._tell(message["channel"].decode(), int(message["data"]))
                    elif message["type"] == "subscribe":  # what was said before this was not heard
                        self._pause = FIRST_RETRY
                        self._tell(message["channel"].decode(), None)
        finally:
            self._pubsub = None

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
