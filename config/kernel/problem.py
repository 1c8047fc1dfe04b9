"""Refusals on the wire: application/problem+json for HTTP, the same code, detail and data for a socket's frame."""

import json
import logging
import math
import secrets
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseServerError
from django.template import loader
from django.views import defaults
from rest_framework import exceptions as drf
from rest_framework.response import Response
from rest_framework.views import set_rollback

from config.kernel.errors import ERRORS, ProblemError

MEDIA_TYPE = "application/problem+json"

log = logging.getLogger(__name__)

# In this order: a subclass stands before what it derives from.
_KNOWN: list[tuple[type[Exception], str]] = [
    (drf.NotAuthenticated, "unauthenticated"),
    (drf.AuthenticationFailed, "unauthenticated"),
    (drf.PermissionDenied, "not_allowed"),
    (PermissionDenied, "not_allowed"),
    (drf.NotFound, "not_found"),
    (Http404, "not_found"),
    (drf.MethodNotAllowed, "method_not_allowed"),
    (drf.NotAcceptable, "not_acceptable"),
    (drf.UnsupportedMediaType, "unsupported_media_type"),
    (drf.Throttled, "rate_limited"),
    (drf.ParseError, "malformed"),
    (drf.ValidationError, "malformed"),
    (RequestDataTooBig, "too_large"),
    (OperationalError, "unavailable"),  # the database is away, or somebody holds a lock for too long
    (InterfaceError, "unavailable"),  # it went away in the middle
]
TRY_AGAIN = 1  # seconds


def as_refusal(error: Exception) -> ProblemError | None:
    """The refusal that an exception stands for, or None for one that nobody foresaw.

    The engine's `Refused` is known by its shape (a code of the table and plain data), since this package may not
    import it.
    """
    if isinstance(error, ProblemError):
        return error
    code, data = getattr(error, "code", None), getattr(error, "data", None)
    if isinstance(code, str) and code in ERRORS and isinstance(data, dict):
        refusal = ProblemError(code)
        refusal.data = data
        return refusal
    for kind, known in _KNOWN:
        if isinstance(error, kind):
            return ProblemError(known, **_data(error))
    return None


def refusal_of(error: Exception, where: str) -> ProblemError:
    """The answer to an exception: its refusal, or `internal` for one that nobody foresaw, which is written down."""
    refusal = as_refusal(error)
    if refusal is None:
        refusal = ProblemError("internal", reference=_reference())
        log.error("#%s %s", refusal.data["reference"], where, exc_info=error)
    elif refusal.code == "unavailable":
        log.warning("%s: %s", where, str(error).partition("\n")[0])
    return refusal


def _reference() -> str:
    """By this word the person who saw the failure and the one who reads the log speak of the same one."""
    return secrets.token_hex(4)


def _data(error: Exception) -> dict[str, Any]:
    if isinstance(error, drf.ValidationError):
        return {"fields": _plain(error.detail)}
    if isinstance(error, OperationalError | InterfaceError):
        return {"retry_after": TRY_AGAIN}
    wait = getattr(error, "wait", None)  # a throttle's, in seconds
    if wait is not None:
        return {"retry_after": math.ceil(wait)}
    return {}


def _plain(detail: Any) -> Any:
    """DRF's nested error details as plain JSON."""
    if isinstance(detail, dict):
        return {str(key): _plain(value) for key, value in detail.items()}
    if isinstance(detail, list | tuple):
        return [_plain(value) for value in detail]
    return str(detail)


def refusal_body(error: ProblemError) -> dict[str, Any]:
    """`code`, `detail`, `data`: what HTTP and sockets say alike about a refusal."""
    return {"code": error.code, "detail": str(error.detail or ERRORS[error.code].title), "data": error.data}


def problem_body(error: ProblemError) -> dict[str, Any]:
    """The whole application/problem+json object."""
    known = ERRORS[error.code]
    return {
        "type": f"urn:fairdeal:problem:{error.code}",
        "title": str(known.title),
        "status": known.status,
        **refusal_body(error),
    }


def problem_response(error: ProblemError) -> HttpResponse:
    """The refusal as a plain Django response."""
    body = json.dumps(problem_body(error), ensure_ascii=False).encode()
    return HttpResponse(body, status=error.status, content_type=MEDIA_TYPE, headers=_headers(error))


def exception_handler(error: Exception, context: dict[str, Any]) -> Response:
    """DRF's exception handler: every refusal with its code; what nobody foresaw is written down and `internal`."""
    request = context.get("request")
    refusal = refusal_of(error, f"{getattr(request, 'method', '')} {getattr(request, 'path', '')}")
    set_rollback()
    return Response(problem_body(refusal), status=refusal.status, content_type=MEDIA_TYPE, headers=_headers(refusal))


def _headers(refusal: ProblemError) -> dict[str, str]:
    headers = {"Cache-Control": "no-store"}
    if refusal.code == "unauthenticated":
        headers["WWW-Authenticate"] = "Bearer"
    if "retry_after" in refusal.data:
        headers["Retry-After"] = str(refusal.data["retry_after"])
    return headers


def _asks_for_json(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: under /api/ in JSON, else the page."""
    if _asks_for_json(request):
        refusal = as_refusal(exception) or ProblemError("malformed")
        return problem_response(refusal)
    return defaults.bad_request(request, exception)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403: under /api/ in JSON, else the page."""
    if _asks_for_json(request):
        return problem_response(ProblemError("not_allowed"))
    return defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404: under /api/ in JSON, else the page."""
    if _asks_for_json(request):
        return problem_response(ProblemError("not_found"))
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500 (Django has written the exception down): under /api/ in JSON, else the page."""
    reference = _reference()
    log.error("#%s %s %s", reference, request.method, request.path)
    if _asks_for_json(request):
        return problem_response(ProblemError("internal", reference=reference))
    return HttpResponseServerError(loader.render_to_string("500.html", {"reference": reference}))
