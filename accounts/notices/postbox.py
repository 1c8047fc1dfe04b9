"""Carrying a message to a push service. Its address comes from a stranger's browser, so it must lead out of here.

Only https, port 443, no password in it; the name is looked up once, every address that it has must be a public one,
and the connection goes to the address that was looked at. Redirects are not followed, of the answer only the status
is read.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from django.conf import settings

SECONDS = 10
"""For all of it, however busily the other side answers nothing."""
_FOR_OTHERS = ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "::/96")  # IPv4 addresses, perhaps private ones
_INSIDE = tuple(map(ipaddress.ip_network, (*_FOR_OTHERS, "fec0::/10", "192.0.0.0/24")))
"""What leads inside, or may, beside what is no address of the open net anyhow."""


class NotPublic(ValueError):
    """An address that leads to nobody outside."""


def check(endpoint: str) -> tuple[str, int]:
    """The host and port of a push service's address. Raises NotPublic; names are looked up only when one is sent to."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise NotPublic(endpoint) from error
    if settings.PUSH_TO_ANYWHERE and parts.scheme == "http" and host:
        return host, port or 80
    if parts.scheme != "https" or not {".", ":"} & set(host) or parts.username or port not in (None, 443):
        raise NotPublic(endpoint)
    if not _is_public(host):
        raise NotPublic(endpoint)
    return host, 443


def _is_public(host: str) -> bool:
    """Whether an address in figures is one of the open net; a name may be."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return True
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return address.is_global and not address.is_multicast and not any(address in net for net in _INSIDE)


def _places(host: str, port: int) -> list[tuple[str, int]]:
    """Where this name leads. Raises NotPublic if any of its addresses is not of the open net."""
    found = [place[4] for place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not settings.PUSH_TO_ANYWHERE and not all(_is_public(str(place[0]).split("%")[0]) for place in found):
        raise NotPublic(host)
    return [(str(place[0]), port) for place in found]


def post(endpoint: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Hand a message over; returns the status. Raises NotPublic, OSError, http.client.HTTPException."""
    host, port = check(endpoint)
    place, *_others = _places(host, port)
    wire = socket.create_connection(place, timeout=SECONDS)
    if endpoint.startswith("https:"):
        secure = ssl.create_default_context()
        wire = secure.wrap_socket(wire, server_hostname=host, do_handshake_on_connect=False)
    enough = threading.Timer(SECONDS, _hang_up, [wire])
    enough.start()
    try:
        if isinstance(wire, ssl.SSLSocket):
            wire.do_handshake()
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.sock = wire
        parts = urlsplit(endpoint)
        connection.request("POST", parts.path + (f"?{parts.query}" if parts.query else ""), body, dict(headers))
        return connection.getresponse().status
    finally:
        enough.cancel()
        wire.close()


def _hang_up(wire: socket.socket) -> None:
    """Whoever waits for this line waits no longer."""
    with suppress(OSError):
        wire.shutdown(socket.SHUT_RDWR)
