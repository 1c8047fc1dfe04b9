"""A bound on what a request may bring, kept before Django has read (and stored) the body."""

from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

from config.kernel.errors import ProblemError
from config.kernel.problem import problem_response

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[..., Awaitable[None]]


class BodyLimit:
    """ASGI: answers `too_large` to a body longer than DATA_UPLOAD_MAX_MEMORY_SIZE, with or without Content-Length."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Read the whole body, which is small or refused, then let the site have it."""
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > limit:
            return await refuse(send, limit)
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            if len(body) > limit:
                return await refuse(send, limit)
            if not message.get("more_body", False):
                break
        unread = [{"type": "http.request", "body": body, "more_body": False}]

        async def read() -> dict[str, Any]:
            return unread.pop() if unread else await receive()

        return await self.app(scope, read, send)


async def refuse(send: Send, limit: int) -> None:
    """The answer, and an end to the connection: the rest of the body stays unread."""
    response = problem_response(ProblemError("too_large", limit=limit))
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send(
        {
            "type": "http.response.start",
            "status": response.status_code,
            "headers": [*headers, (b"connection", b"close")],
        }
    )
    await send({"type": "http.response.body", "body": response.content})
