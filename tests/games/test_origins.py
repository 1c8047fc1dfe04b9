"""From which pages a socket may be opened with a browser's own credentials."""

from typing import Any

import pytest

from games.origins import allowed

pytestmark = pytest.mark.pure

HOST = "cards.example.org"


@pytest.mark.parametrize("hosts", [["*"], [".example.org"], ["cards.example.org", "evil.example.org"]])
def test_whatever_hosts_we_answer_by_only_the_host_s_own_pages_are_ours(settings: Any, hosts: list[str]) -> None:
    settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = hosts, []
    assert allowed(f"https://{HOST}", HOST, "wss")
    assert allowed(f"https://{HOST}:8443", f"{HOST}:8443", "wss")
    for origin in ("https://evil.example", "https://evil.example.org", f"https://{HOST}.evil.example", "null", ""):
        assert not allowed(origin, HOST, "wss")
    assert not allowed(f"https://{HOST}:8443", HOST, "wss")


def test_a_page_that_came_in_the_clear_opens_no_encrypted_socket_nor_the_other_way_round(settings: Any) -> None:
    settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = [HOST], []
    assert allowed(f"http://{HOST}", HOST, "ws")
    assert not allowed(f"http://{HOST}", HOST, "wss")
    assert not allowed(f"https://{HOST}", HOST, "ws")


def test_a_trusted_origin_counts_whatever_the_scheme_behind_the_proxy_is(settings: Any) -> None:
    settings.ALLOWED_HOSTS = [HOST]
    settings.CSRF_TRUSTED_ORIGINS = [f"https://{HOST}", "https://*.clubs.example"]
    assert allowed(f"https://{HOST}", HOST, "ws")
    assert allowed("https://one.clubs.example", HOST, "ws")
    for origin in ("http://one.clubs.example", "https://clubs.example.evil", "https://evilclubs.example", "https://["):
        assert not allowed(origin, HOST, "ws")


@pytest.mark.parametrize("host", ["", "evil.example", "cards.example.org:x", "[::1"])
def test_a_host_that_is_none_of_ours_has_no_pages_of_ours(settings: Any, host: str) -> None:
    settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = [HOST], [f"https://{HOST}"]
    assert not allowed(f"https://{host}", host, "wss")
    assert not allowed(f"https://{HOST}", host, "wss")
