"""Where the site listens, under which names it answers, and who may meet the demo."""

import socket

import pytest

from config.supervisor.address import demo_allowed, listen

pytestmark = pytest.mark.pure


def silent(sentence: str) -> None:
    """Nobody listens."""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.9.9.9"])
def test_the_demo_exists_while_only_this_machine_can_come_in(host: str) -> None:
    address = listen(host, 0, silent)
    with address.socket:
        assert demo_allowed(address, {})


def test_there_is_no_demo_where_others_can_come_in() -> None:
    address = listen("0.0.0.0", 0, silent)
    with address.socket:
        assert not demo_allowed(address, {})
        assert not demo_allowed(address, {"FAIRDEAL_DEMO": "1"})


@pytest.mark.parametrize("proxied", [{"SITE_URL": "https://cards.example.org"}, {"ALLOWED_HOSTS": "cards.example.org"}])
def test_there_is_no_demo_behind_a_proxy_that_shows_the_site_to_others(proxied: dict[str, str]) -> None:
    address = listen("127.0.0.1", 0, silent)
    with address.socket:
        assert not demo_allowed(address, proxied)
        assert demo_allowed(address, {"ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]"})


def test_a_taken_port_gives_the_next_free_one_and_says_so() -> None:
    said: list[str] = []
    first = listen("127.0.0.1", 0, said.append)
    with first.socket:
        second = listen("127.0.0.1", first.port, said.append)
        with second.socket:
            assert second.port != first.port
            assert said == [f"Port {first.port} is taken; using {second.port}."]


def test_two_houses_never_get_the_same_port() -> None:
    addresses = [listen("127.0.0.1", 0, silent) for _ in range(20)]
    assert len({address.port for address in addresses}) == 20
    for address in addresses:
        address.socket.close()


def test_the_site_answers_to_the_names_by_which_it_can_be_reached() -> None:
    address = listen("0.0.0.0", 0, silent)
    with address.socket:
        names = address.allowed_hosts().split(",")
        assert {"localhost", "127.0.0.1", socket.gethostname()} <= set(names)
        assert "*" not in names
        assert address.url == f"http://127.0.0.1:{address.port}/"
