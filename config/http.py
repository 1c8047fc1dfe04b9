"""HTTP by Django, each request answered as a whole in one thread.

All our views are synchronous. Django's own ASGI handler would walk the middleware in the event loop and change to a
thread, made anew for each request, for every part that is not asynchronous: more CPU than the request itself. Here the
event loop reads the body, one of a few kept threads does everything else, and the event loop sends the answer.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from typing import Any

from django.core import signals
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponseBase
from django.urls import set_script_prefix

from config import tracing

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 8
"""So many requests are answered at once in one process: fewer than the pool has connections to the database."""


class ThreadedHandler(ASGIHandler):
    """Django with its middleware in synchronous order."""

    def __init__(self) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="http")

    def load_middleware(self, is_async: bool = False) -> None:
        """The chain without a change between threads and event loop."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request; whoever has gone meanwhile is answered all the same, and does not hear it."""
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if not message.get("more_body", False):
                break
        scope["received_at"] = datetime.now(UTC)  # however long it waits for a thread
        answer = partial(copy_context().run, self._answer, scope, body)
        start, content = await asyncio.get_running_loop().run_in_executor(self._threads, answer)
        await send(start)
        await send({"type": "http.response.body", "body": content})

    def _answer(self, scope: Message, body: bytes) -> tuple[Message, bytes]:
        """The whole answer. Closing it here gives the connection to the database back."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, unreadable = self.create_request(scope, BytesIO(body))
        if request is not None:
            tracing.note(request)
        response: Any = unreadable if request is None else self.get_response(request)
        response._handler_class = self.__class__
        try:
            return _start(response), b"".join(response)
        finally:
            response.close()


def _start(response: HttpResponseBase) -> Message:
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    cookies = [
        (b"Set-Cookie", cookie.output(header="").strip().encode("ascii")) for cookie in response.cookies.values()
    ]
    return {"type": "http.response.start", "status": response.status_code, "headers": headers + cookies}
