"""Which request or task a line of the log belongs to, and one line for each request.

A request is known by a short word: the `X-Request-ID` that it brought, if it can stand in a log, or a new one; the
answer says it too. A task is known by Celery's id of it. `config/logs.py` writes both down.
"""

import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from celery.signals import task_postrun, task_prerun
from django.http import HttpRequest

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

log = logging.getLogger(__name__)

_WORD = re.compile(rb"[A-Za-z0-9_-]{8,64}")
_GAME = re.compile(r"games/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:/|$)")
_ANSWERS = ("http.response.start", "websocket.accept", "websocket.http.response.start")


@dataclass
class Cause:
    """What is being done: a request, a socket or a task."""

    id: str
    game: str | None = None
    path: str = ""
    method: str = ""
    status: int | None = None
    request: HttpRequest | None = None
    began: float = field(default_factory=time.monotonic)

    @property
    def route(self) -> str | None:
        """The pattern that the address of a request matches: it holds no code of an invitation and no token."""
        match = self.request.resolver_match if self.request else None
        return f"/{match.route}" if match else None


_cause: ContextVar[Cause | None] = ContextVar("cause", default=None)
current = _cause.get


def note(request: HttpRequest) -> None:
    """Django has read this request: its route will be known."""
    if (cause := current()) is not None:
        cause.request = request


class Traced:
    """ASGI: gives every request and every socket its word, and writes a line when it is done."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let the site answer, and put the word on the answer."""
        given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
        word = given.decode() if _WORD.fullmatch(given) else secrets.token_hex(8)
        found = _GAME.search(scope["path"])
        cause = Cause(word, found and found.group(1), scope["path"], scope.get("method", "WS"))

        async def answer(message: Message) -> None:
            if message["type"] in _ANSWERS:
                cause.status = message.get("status", 101)
                message = message | {"headers": [*message.get("headers", ()), (b"x-request-id", word.encode())]}
            await send(message)

        token = _cause.set(cause)
        try:
            await self.app(scope, receive, answer)
        finally:
            _write(cause)
            _cause.reset(token)


def _write(cause: Cause) -> None:
    """The line of a request; for whoever went before there was an answer the status is 499, as nginx has it."""
    known = cause.path if cause.method == "WS" else cause.route or "(no such address)"
    fields = {
        "method": cause.method,
        "route": known,
        "status": cause.status or 499,
        "ms": round((time.monotonic() - cause.began) * 1000),
    }
    log.info("%(method)s %(route)s %(status)d in %(ms)d ms", fields, extra={"fields": fields})


@task_prerun.connect
def _task_begins(task_id: str, args: Any = (), **_: Any) -> None:
    found = _GAME.search(f"games/{args[0]}") if args else None
    _cause.set(Cause(task_id, found and found.group(1)))


@task_postrun.connect
def _task_is_over(**_: Any) -> None:
    _cause.set(None)
