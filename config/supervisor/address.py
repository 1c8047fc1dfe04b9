"""The socket that people reach, held by the supervisor: while the web process restarts, visitors wait."""

import errno
import ipaddress
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from config.supervisor.errors import CannotStart

LOCAL = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 - what stands for every address
NEIGHBOURS = 20  # how many ports above are tried before any free one


@dataclass
class Address:
    """A listening socket and the name it was asked for by."""

    socket: socket.socket
    host: str

    @property
    def port(self) -> int:
        """The port that was got, which may be another than the one asked for."""
        return int(self.socket.getsockname()[1])

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the site."""
        host = LOCAL.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def local(self) -> tuple[str, int]:
        """Where a program on this machine connects."""
        bound = str(self.socket.getsockname()[0])
        return LOCAL.get(bound, bound), self.port

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return _is_loopback(str(self.socket.getsockname()[0]))

    def allowed_hosts(self) -> str:
        """The names under which the site answers, when nobody has set ALLOWED_HOSTS."""
        names = ["localhost", "127.0.0.1", "[::1]"]
        if not self.is_loopback:
            names += [socket.gethostname(), socket.getfqdn()]
        if self.host in LOCAL:
            names += _own_addresses()
        else:
            names.append(f"[{self.host}]" if ":" in self.host else self.host)
        return ",".join(dict.fromkeys(names))


def listen(host: str, port: int, say: Callable[[str], None]) -> Address:
    """Listen there, or on another free port if that one is taken."""
    try:
        family, _, _, _, place = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, OverflowError) as error:
        raise CannotStart(f"{host}:{port} is no address on this machine: {error}.") from error
    for attempt in (port, *range(port + 1, min(port + NEIGHBOURS, 65_535) + 1), 0) if port else (0,):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((place[0], attempt, *place[2:]))
            listener.listen(512)
        except OSError as error:
            listener.close()
            if error.errno == errno.EADDRINUSE:
                continue
            raise CannotStart(f"Cannot listen on {host}:{port}: {error.strerror}.") from error
        address = Address(listener, host)
        if port and attempt != port:
            say(f"Port {port} is taken; using {address.port}.")
        return address
    raise CannotStart(f"There is no free port on {host}.")


def demo_allowed(address: Address, environment: os._Environ[str] | dict[str, str]) -> bool:
    """Whether demo accounts may exist: only this machine reaches the site, and no proxy shows it to others."""
    names = [name for name in environment.get("ALLOWED_HOSTS", "").split(",") if name]
    if site := environment.get("SITE_URL"):
        names.append(urlsplit(site).hostname or site)
    return address.is_loopback and all(_is_loopback(name.strip(" []")) for name in names)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.split("%")[0]).is_loopback
    except ValueError:
        return False


def _own_addresses() -> list[str]:
    """This machine's addresses, as far as its own name tells them."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        return []
    hosts = [str(place[0]).split("%")[0] for *_, place in found]
    return [f"[{host}]" if ":" in host else host for host in hosts]
