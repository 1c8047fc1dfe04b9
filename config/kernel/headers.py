"""What the pages of the house may load: what comes from the house."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)


@sync_and_async_middleware
def content_policy(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Send the policy with every page; the API's documentation, which has scripts inside, is none of ours."""

    def with_policy(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not request.path.startswith("/api/"):
            response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    if iscoroutinefunction(get_response):

        async def awaited(request: HttpRequest) -> HttpResponse:
            return with_policy(request, await get_response(request))

        return awaited

    def called(request: HttpRequest) -> HttpResponse:
        return with_policy(request, get_response(request))

    return called
