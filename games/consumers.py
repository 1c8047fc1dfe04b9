"""A table over a WebSocket: the same calls as the API, plus being told at once.

Two tasks a socket. The reader answers frames one by one; while an answer cannot be sent, nothing more is read. The
writer sends the newest view whenever the game's version has grown, however often it grew meanwhile. So a socket that
never reads keeps one frame waiting and no more. Who the viewer is, is looked up anew for every frame.
"""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from accounts import scopes
from accounts import selectors as people
from accounts.authentication import bearer_token, user_by_token
from config.kernel.errors import ProblemError
from config.kernel.parsers import loads
from config.kernel.problem import MEDIA_TYPE, problem_body, refusal_body, refusal_of
from engine.errors import Refused
from games import chats, origins, push, requests, selectors, serializers, services, words

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

HEARTBEAT = 20.0
"""Seconds between the server's pings; with each it looks for changes, so that a lost push is made good."""
LONGEST_SEND = 60.0
"""Seconds that a client may take before it reads what is waiting for it."""

_threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="sockets")


async def in_thread(ask: Callable[..., Any], *args: Any) -> Any:
    """Ask the database in a thread of the sockets' own: a waiting lock must not hold the pages up."""
    return await asyncio.get_running_loop().run_in_executor(_threads, copy_context().run, _with_connection, ask, args)


def _with_connection(ask: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    close_old_connections()
    try:
        return ask(*args)
    finally:
        close_old_connections()


class Closed(Exception):
    """The socket is to end: the viewer may not look any longer."""


class Gone(Exception):
    """Nobody is there any more, or nobody reads what they are sent: there is nothing left to say."""


class Credentials:
    """What a handshake brought, to be asked anew for every frame."""

    def __init__(self, scope: Message) -> None:
        headers = {name.lower(): value for name, value in scope["headers"]}
        self.token = bearer_token(headers.get(b"authorization", b""))
        self.session_key = people.session_key_of(headers.get(b"cookie", b"").decode("latin-1"))
        origin, host = (headers.get(name, b"").decode("latin-1") for name in (b"origin", b"host"))
        self.origin_allowed = origins.allowed(origin, host, scope.get("scheme", "ws"))
        self.has_origin = b"origin" in headers

    def user_id(self, scope: str) -> UUID | None:
        """Who this is; None: nobody known, which is enough to watch a public game. Raises ProblemError.

        `scope`: what a token must be good for.
        """
        if self.token is not None:
            user = user_by_token(self.token, scope)
            if user is None:
                raise ProblemError("unauthenticated")
            return user.id
        if not self.origin_allowed:
            raise ProblemError("not_allowed" if self.has_origin or self.session_key else "unauthenticated")
        user = people.user_by_session(self.session_key) if self.session_key else None
        return user.id if user else None


class ChatEar:
    """What the hub tells of the table's chat."""

    def __init__(self) -> None:
        self.look = asyncio.Event()
        self.sent: tuple[int, int] | None = None  # of the chat, what the client has been told
        self.stamp: tuple[int, int] | None = None  # what there was when that was looked up

    def changed(self, version: int | None) -> None:
        """Something was said or taken away, or may have been."""
        self.look.set()


class TableSocket:
    """One socket at one table."""

    def __init__(self, scope: Message, receive: Receive, send: Send) -> None:
        self.scope, self._receive, self._raw_send = scope, receive, send
        self.credentials = Credentials(scope)
        self.game_id = UUID(int=0)
        self.sent = selectors.Moment(0)  # what the client has been sent
        self.known = 0  # the newest version that was announced
        self.look = asyncio.Event()
        self.chat = ChatEar()
        self.lock = asyncio.Lock()

    # --- the socket ---

    async def run(self) -> None:
        """From the handshake to the end."""
        if (await self._receive())["type"] != "websocket.connect":
            return
        misread: Exception | None = None
        try:
            self.game_id = requests.game_id(self.scope["url_route"]["kwargs"]["game_id"])
            try:
                self.sent = selectors.Moment(requests.since(self.scope.get("query_string", b"")))
            except Refused as error:  # a handshake is refused only by who it is and where to: this is told inside
                misread = error
            first = await in_thread(self._update)
        except Exception as error:  # noqa: BLE001 every handshake gets an answer
            await self._refuse(error)
            return
        await self._raw_send({"type": "websocket.accept"})
        try:
            if misread:
                await self._send(self._error(misread))
            ends = await self._serve(first)
        except Exception as error:  # noqa: BLE001 told, and written down if unforeseen
            ends = [error]
        await self._end(ends)

    async def _serve(self, first: selectors.Update) -> list[Exception]:
        """Let the tasks work until one of them ends. Returns what they ended by, other than the client's leaving."""
        hub = push.hub()
        tasks: list[asyncio.Task[None]] = []
        try:
            await hub.join(self.game_id, self)
            await hub.join(self.game_id, self.chat, push.CHAT)
            self.chat.changed(None)
            self.changed(None)  # what was committed since the first look and before joining
            tasks += map(asyncio.create_task, (self._read(), self._write(first), self._write_chat(), self._beat()))
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            await hub.leave(self.game_id, self)
            await hub.leave(self.game_id, self.chat, push.CHAT)
        return [end for end in ends if isinstance(end, Exception)]

    async def _end(self, ends: list[Exception]) -> None:
        """Close with the reason, where there is one: 1011 after what nobody foresaw, which is told and written down."""
        unforeseen = [self._error(end) for end in ends if not isinstance(end, Closed | Gone)]
        with suppress(Gone):
            for told in unforeseen:
                await self._send(told)
            if unforeseen:
                await self._deliver({"type": "websocket.close", "code": 1011})
            elif any(isinstance(end, Closed) for end in ends):
                await self._deliver({"type": "websocket.close", "code": 4403})

    async def _refuse(self, error: Exception) -> None:
        """Answer the handshake as HTTP, where the server can."""
        problem = self._problem(error)
        if "websocket.http.response" not in (self.scope.get("extensions") or {}):
            await self._raw_send({"type": "websocket.close", "code": 4000 + problem.status % 1000})
            return
        body = serializers.line(problem_body(problem)).encode()
        headers = [(b"content-type", MEDIA_TYPE.encode()), (b"cache-control", b"no-store")]
        if problem.status == 401:
            headers.append((b"www-authenticate", b"Bearer"))
        await self._raw_send({"type": "websocket.http.response.start", "status": problem.status, "headers": headers})
        await self._raw_send({"type": "websocket.http.response.body", "body": body})

    async def _send(self, told: Message) -> None:
        await self._deliver({"type": "websocket.send", "text": serializers.line(told)})

    async def _deliver(self, message: Message) -> None:
        """Raises Gone."""
        async with self.lock:
            try:
                async with asyncio.timeout(LONGEST_SEND):
                    await self._raw_send(message)
            except OSError as error:  # TimeoutError is one
                raise Gone from error

    # --- what the server says by itself ---

    def changed(self, version: int | None) -> None:
        """The hub says that the game is at this version, or (None) that it may have missed something."""
        if version is None or version > self.known:
            self.known = version or self.known
            self.look.set()

    async def _write(self, first: selectors.Update) -> None:
        await self._send_view(first)
        while True:
            await self.look.wait()
            self.look.clear()
            try:
                update = await in_thread(self._newer)
            except Exception as error:  # noqa: BLE001 told to the client, and written down if unforeseen
                await self._cannot_look(error)
                continue
            if update is not None:
                await self._send_view(update)

    async def _send_view(self, update: selectors.Update) -> None:
        await self._send(update.frame)
        self.sent = update.at

    async def _cannot_look(self, error: Exception) -> None:
        """Say why there is no view; whoever may not look any longer is let go."""
        problem = self._problem(error)
        await self._send(_error_frame(problem))
        if problem.status < 500:
            raise Closed
        await asyncio.sleep(1)  # the database is away: look again, but not in a hurry
        self.look.set()

    def _update(self) -> selectors.Update:
        return selectors.updates(self.game_id, self.credentials.user_id(scopes.READ), self.sent.version)

    def _newer(self) -> selectors.Update | None:
        """The next view, if there is one: without an announcement it is only asked first whether there is."""
        if self.known <= self.sent.version and selectors.moment_of(self.game_id) <= self.sent:
            return None
        update = self._update()
        return update if update.at > self.sent else None

    async def _write_chat(self) -> None:
        """Say up to where the chat goes, to who sits here: the client asks for the words."""
        while True:
            await self.chat.look.wait()
            self.chat.look.clear()
            with suppress(ProblemError, DatabaseError):  # who may look no longer is told so by the view
                told = await in_thread(self._newest_message)
                if told is not None and told != self.chat.sent:
                    await self._send({"type": "chat", "last": told[0]})
                    self.chat.sent = told

    def _newest_message(self) -> tuple[int, int] | None:
        """What the client can ask for; None also where nothing was said since: who the viewer is need not be asked."""
        stamp = chats.stamp(self.game_id)
        if stamp in ((0, 0), self.chat.stamp):
            return None
        user_id = self.credentials.user_id(scopes.READ)
        told = chats.newest(self.game_id, user_id) if user_id else None
        if told is not None:
            self.chat.stamp = stamp
        return told

    async def _beat(self) -> None:
        seconds = getattr(settings, "SOCKET_HEARTBEAT", HEARTBEAT)
        for n in itertools.count(1):
            await asyncio.sleep(seconds)
            await self._send({"type": "ping", "n": n})
            self.changed(None)
            self.chat.changed(None)

    # --- what the client says ---

    async def _read(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            answer = await self._answer(message.get("text"))
            if answer is not None:
                await self._send(answer)

    async def _answer(self, text: str | None) -> Message | None:
        received_at = datetime.now(UTC)
        action_id = None
        try:
            if text is None:
                raise requests.malformed("Frames are text.")
            if len(text) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
                raise ProblemError("too_large", limit=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
            frame = loads(text)
            if not isinstance(frame, dict):
                raise requests.malformed("A frame is a JSON object.")
            kind = frame.pop("type", None)
            if kind == "ping":
                self.changed(None)  # a client that wakes up asks this way what it has missed
                return {"type": "pong", "n": requests.ping(frame)}
            if kind == "pong":
                return None
            if kind != "action":
                raise requests.malformed("There is no such frame.", field="type")
            action_id = requests.told_id(frame)
            receipt = await in_thread(self._act, requests.action(frame), received_at)
            return {"type": "receipt", **serializers.receipt(*receipt)}
        except Exception as error:  # noqa: BLE001 every frame gets an answer
            return self._error(error, action_id)

    def _act(self, asked: requests.ActionRequest, received_at: datetime) -> services.Receipt:
        user_id = self.credentials.user_id(scopes.PLAY)
        if user_id is None:
            raise ProblemError("unauthenticated")
        return services.act(user_id, self.game_id, asked, received_at)

    def _error(self, error: Exception, action_id: str | None = None) -> Message:
        return _error_frame(self._problem(error), action_id)

    def _problem(self, error: Exception) -> ProblemError:
        if isinstance(error, Refused):
            return words.explained(error)
        return refusal_of(error, f"socket {self.scope.get('path', '')}")


def _error_frame(problem: ProblemError, action_id: str | None = None) -> Message:
    return {"type": "error", "action_id": action_id, **refusal_body(problem)}


async def table_socket(scope: Message, receive: Receive, send: Send) -> None:
    """The ASGI application of `/ws/games/{id}`."""
    await TableSocket(scope, receive, send).run()


async def no_socket(scope: Message, receive: Receive, send: Send) -> None:
    """The ASGI application of every other address: there is nothing."""
    socket = TableSocket(scope, receive, send)
    if (await receive())["type"] == "websocket.connect":
        await socket._refuse(ProblemError("not_found"))
