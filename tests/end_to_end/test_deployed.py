"""The site as the systemd units and nginx run it: the same games as on `make run`, now through TLS, and limits."""

import re
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from django.conf import settings

from config.kernel.errors import ProblemError
from config.kernel.problem import problem_body
from tests.end_to_end import test_four_clients, test_time
from tests.end_to_end.clients import Client
from tests.harness.deployment import Deployment

pytestmark = pytest.mark.deployed


@pytest.fixture
def site(deployment: Deployment, monkeypatch: pytest.MonkeyPatch) -> Deployment:
    """The site, whose certificate clients trust."""
    monkeypatch.setenv("SSL_CERT_FILE", str(deployment.certificate))
    return deployment


@pytest.mark.parametrize("ruleset", ["classic", "favourite"])
async def test_four_clients_play_a_whole_game_through_tls(site: Deployment, ruleset: str, tmp_path: Path) -> None:
    play = test_four_clients.test_four_clients_play_a_whole_game_and_its_export_folds_to_the_scores_shown
    await play(site, ruleset, tmp_path)  # type: ignore[arg-type]


async def test_time_outs_happen_with_no_visitor(site: Deployment) -> None:
    await test_time.test_a_turn_that_nobody_plays_plays_itself_once_with_no_visitor_at_all(site)  # type: ignore[arg-type]


async def test_bots_play(site: Deployment) -> None:
    await test_time.test_three_bots_play_their_turns_by_themselves_and_then_it_is_the_person_s(site)  # type: ignore[arg-type]


def test_whoever_comes_without_tls_is_sent_to_it(site: Deployment) -> None:
    answer = httpx.get(f"http://127.0.0.1:{site.http}/games/x?y=1", headers={"Host": "localhost"})
    assert (answer.status_code, answer.headers["Location"]) == (308, "https://localhost/games/x?y=1")


def test_pages_come_whole_and_say_that_they_want_tls(site: Deployment) -> None:
    page = httpx.get(site.url + "/")
    assert page.status_code == 200
    assert page.headers["Strict-Transport-Security"].startswith("max-age=")
    styles = re.findall(r'href="(/static/[^"]+\.css)"', page.text)
    assert styles
    for path in styles:
        style = httpx.get(site.url + path)
        assert style.status_code == 200 and "immutable" in style.headers["Cache-Control"]
        assert style.headers["Content-Encoding"] == "gzip"


def test_a_form_can_be_sent_and_its_cookies_travel_by_tls_only(site: Deployment) -> None:
    with httpx.Client(base_url=site.url, headers={"Referer": site.url + "/signup"}) as browser:
        page = browser.get("/signup")
        assert all("Secure" in cookie for cookie in page.headers.get_list("Set-Cookie"))
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        assert token
        form = {"csrfmiddlewaretoken": token.group(1)}
        assert browser.post("/signup", data=form).status_code == 422  # it was read: a name and a password are missing
        assert browser.post("/signup", data=form, headers={"Referer": "https://elsewhere.example/"}).status_code == 403


def test_another_name_than_the_site_s_is_refused(site: Deployment) -> None:
    assert httpx.get(site.url + "/", headers={"Host": "elsewhere.example"}).status_code == 400


async def test_every_answer_carries_the_proxy_s_word_whatever_the_visitor_says(site: Deployment) -> None:
    client = Client(site.url, "nobody")
    answer = await client.raw("GET", "/api/games", headers={"X-Request-ID": "word-of-a-visitor"})
    assert re.fullmatch("[0-9a-f]{32}", answer.headers["X-Request-ID"])
    await client.close()


def test_what_is_too_large_is_refused_by_the_proxy_in_the_site_s_words(site: Deployment) -> None:
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    refused = httpx.post(site.url + "/api/token", content=b"x" * (limit + 1))
    assert (refused.status_code, refused.headers["Content-Type"]) == (413, "application/problem+json")
    assert refused.json() == problem_body(ProblemError("too_large", limit=limit))
    assert httpx.post(site.url + "/api/token", content=b"x" * limit).status_code == 415


async def test_addresses_of_visitors_stand_in_no_log(site: Deployment) -> None:
    client = Client(site.url, f"d-{uuid4().hex[:8]}")
    await client.raw("GET", "/api/games", headers={"X-Forwarded-For": "203.0.113.99"})
    await client.close()
    logs = "".join(path.read_text() for path in site.folder.glob("*.log"))
    assert '"route": "/api/games"' in logs
    assert "203.0.113.99" not in logs and "client: 127.0.0.1" not in logs
