"""Every refusal is answered with its code, in the one shape."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpResponse
from django.template import loader
from django.test import Client, RequestFactory
from rest_framework import exceptions as drf
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from config.kernel.errors import BY_THE_HOUSE, BY_THE_RULES, ERRORS, ProblemError
from config.kernel.limits import BodyLimit
from config.kernel.parsers import loads
from config.kernel.problem import problem_body, server_error

pytestmark = pytest.mark.pure

# The codes of the wire format, by status. This list is the promise; the table in errors.py may only add to it.
WIRE = {
    400: "malformed",
    401: "unauthenticated",
    403: "not_allowed not_seated",
    404: "unknown_game",
    409: "stale_version version_ahead action_id_reused already_seated not_started paused nonce_late",
    413: "too_large",
    422: "ruleset_contradiction ruleset_too_few_cards ruleset_out_of_range ruleset_unknown",
    429: "rate_limited",
    500: "internal",
}
RULES = """game_over awaiting_answer not_your_turn wrong_phase stock_empty stock_not_empty pile_empty pile_blocked
no_pair card_not_held unknown_meld top_not_melded meld_of_threes mixed_ranks no_wild_melds too_few_cards book_complete
too_many_cards too_many_wilds rank_already_open one_meld_action below_minimum must_keep_two must_go_out already_asked
nobody_to_ask not_in_foot partner_not_in_foot cannot_go_out"""


def answer_to(error: Exception) -> Any:
    """What a client of the API gets when its request meets this exception."""

    @api_view(["GET"])
    @permission_classes([AllowAny])
    def view(request: Request) -> Response:
        raise error

    return view(APIRequestFactory().get("/api/x")).render()


def test_each_code_of_the_wire_format_has_its_status() -> None:
    for status, codes in WIRE.items():
        for code in codes.split():
            assert BY_THE_HOUSE[code].status == status, code


def test_each_code_of_the_rules_is_known_and_unprocessable() -> None:
    assert set(BY_THE_RULES) == set(RULES.split())
    assert {error.status for error in BY_THE_RULES.values()} == {422}


@pytest.mark.parametrize("kind", [OperationalError, InterfaceError])
def test_without_its_database_the_server_asks_for_another_try(kind: type[Exception]) -> None:
    answer = answer_to(kind("canceling statement due to lock timeout\nCONTEXT: while locking tuple (0,1)"))
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    body = json.loads(answer.content)
    assert (body["code"], body["data"]) == ("unavailable", {"retry_after": 1})
    assert "tuple" not in answer.content.decode()


@pytest.mark.parametrize("code", sorted(ERRORS))
def test_a_refusal_is_problem_json_with_everything_in_it(code: str) -> None:
    answer = answer_to(ProblemError(code, detail="A sentence.", card="9H"))
    assert answer.status_code == ERRORS[code].status
    assert answer["Content-Type"] == "application/problem+json"
    assert json.loads(answer.content) == {
        "type": f"urn:fairdeal:problem:{code}",
        "title": str(ERRORS[code].title),
        "status": ERRORS[code].status,
        "code": code,
        "detail": "A sentence.",
        "data": {"card": "9H"},
    }


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (drf.NotAuthenticated(), "unauthenticated"),
        (drf.AuthenticationFailed(), "unauthenticated"),
        (drf.PermissionDenied(), "not_allowed"),
        (PermissionDenied(), "not_allowed"),
        (drf.NotFound(), "not_found"),
        (Http404(), "not_found"),
        (drf.MethodNotAllowed("PUT"), "method_not_allowed"),
        (drf.NotAcceptable(), "not_acceptable"),
        (drf.UnsupportedMediaType("text/csv"), "unsupported_media_type"),
        (drf.ParseError(), "malformed"),
        (drf.ValidationError({"players": ["Too many."]}), "malformed"),
        (drf.Throttled(wait=3.2), "rate_limited"),
    ],
)
def test_what_the_framework_refuses_has_a_code_of_ours(error: Exception, code: str) -> None:
    answer = answer_to(error)
    assert (answer.data["code"], answer.status_code) == (code, ERRORS[code].status)


def test_a_validation_error_says_which_field() -> None:
    assert answer_to(drf.ValidationError({"a": [{"b": ["No."]}]})).data["data"] == {"fields": {"a": [{"b": ["No."]}]}}


def test_a_throttled_client_is_told_when_to_come_back() -> None:
    answer = answer_to(drf.Throttled(wait=3.2))
    assert answer.data["data"] == {"retry_after": 4}
    assert answer["Retry-After"] == "4"


def test_a_refusal_of_the_engine_keeps_its_code_and_data() -> None:
    class Refused(Exception):
        code = "below_minimum"
        data = {"laid": 60, "needed": 90}

    answer = answer_to(Refused())
    assert answer.status_code == 422
    assert (answer.data["code"], answer.data["data"]) == ("below_minimum", {"laid": 60, "needed": 90})


@pytest.mark.meets_internal
def test_an_unforeseen_exception_is_written_down_and_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    answer = answer_to(ZeroDivisionError("the secret is KH 4C"))
    assert (answer.status_code, answer.data["code"]) == (500, "internal")
    assert b"secret" not in answer.content
    assert "the secret is KH 4C" in caplog.text
    assert f"#{answer.data['data']['reference']}" in caplog.text


@pytest.mark.meets_internal
def test_a_page_that_failed_shows_the_word_under_which_it_was_written_down(
    rf: RequestFactory, caplog: pytest.LogCaptureFixture
) -> None:
    answer = server_error(rf.get("/somewhere"))
    assert answer.status_code == 500
    found = re.search(r"#([0-9a-f]{8})", caplog.text)
    assert found
    assert found.group(1) in answer.content.decode()
    assert server_error(rf.get("/api/somewhere"))["Content-Type"] == "application/problem+json"


@pytest.mark.meets_internal
def test_the_page_of_a_failure_needs_nothing_that_may_have_failed_and_names_nothing_of_the_inside(
    rf: RequestFactory, settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path  # no file was ever collected
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.storage.ModuleStaticFilesStorage"}}
    try:
        raise RuntimeError("the secret is KH 4C")
    except RuntimeError:
        page = server_error(rf.get("/tables/secret")).content.decode()
    assert "Our fault, written down as #" in page
    for inside in ("secret", "RuntimeError", "Traceback", str(tmp_path)):
        assert inside not in page
    files = re.findall(r'href="/static/([^"]+)"', page)
    assert files and all(finders.find(name) for name in files), "the names without a hash are served too"
    bare = loader.render_to_string("500.html")
    assert "Our fault, and it has been written down." in bare and "#" not in bare.split("<body", 1)[1]


@pytest.mark.django_db
def test_an_address_that_is_not_there_answers_in_json_under_api_and_with_a_page_elsewhere(client: Client) -> None:
    answer = client.get("/api/nothing/here")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["code"] == "not_found"
    elsewhere = client.get("/nothing/here")
    assert elsewhere.status_code == 404
    assert elsewhere["Content-Type"].startswith("text/html")


@pytest.mark.django_db
def test_a_page_loads_from_the_house_only(client: Client) -> None:
    policy = client.get("/")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "//" not in policy


@pytest.mark.django_db
def test_schema_and_documentation_come_from_no_foreign_host(client: Client) -> None:
    assert client.get("/api/schema").status_code == 200
    page = client.get("/api/docs").content.decode()
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", page)


@pytest.mark.parametrize(
    "text",
    [
        *(b"", b"{", b"\xff", b'{"a": NaN}', b'{"a": Infinity}', b'{"a": 1, "a": 2}'),
        *(b'["\\u0000"]', b'["\\ud800"]', b'["\x00"]', b"[" * 99_999),
    ],
)
def test_what_is_no_json_is_malformed(text: bytes) -> None:
    with pytest.raises(ProblemError) as caught:
        loads(text)
    assert caught.value.code == "malformed"


def test_json_is_read_as_it_is() -> None:
    assert loads('{"cards": "KH", "n": [1, -2, true, null, "\\u2660"]}') == {
        "cards": "KH",
        "n": [1, -2, True, None, "♠"],
    }


class Site:
    """A site that tells whether it was reached, and by which body."""

    body: bytes | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.body = (await receive())["body"]


async def through_the_limit(chunks: list[bytes], headers: list[tuple[bytes, bytes]]) -> tuple[Site, list[Any], int]:
    """Send a body in chunks; returns the site, what was sent back, and how many chunks were read."""
    site, sent, waiting = Site(), [], list(chunks)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    async def send(message: Any) -> None:
        sent.append(message)

    await BodyLimit(site)({"type": "http", "headers": headers}, receive, send)
    return site, sent, len(chunks) - len(waiting)


async def test_a_body_within_bounds_reaches_the_site_whole() -> None:
    site, sent, _ = await through_the_limit([b"a" * 1000, b"b"], [])
    assert site.body == b"a" * 1000 + b"b"
    assert sent == []


async def test_a_body_that_says_it_is_too_large_is_refused_unread() -> None:
    site, sent, read = await through_the_limit([b"a"], [(b"content-length", b"1000000")])
    assert (site.body, sent[0]["status"], read) == (None, 413, 0)
    assert json.loads(sent[1]["body"])["code"] == "too_large"


async def test_a_body_without_end_is_refused_at_the_limit() -> None:
    site, sent, read = await through_the_limit([b"a" * 65_536] * 1000, [])
    assert (site.body, sent[0]["status"], read) == (None, 413, 3)


def test_titles_are_sentences_for_people() -> None:
    for code in ERRORS:
        title = problem_body(ProblemError(code))["title"]
        assert title[0].isupper(), code
        assert title.endswith("."), code
        assert HttpResponse(title).content
