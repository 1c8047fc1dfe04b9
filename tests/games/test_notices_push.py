"""Web Push to a push service of the tests' own: encrypted for one browser, signed by the site, never to the inside."""

import base64
import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.notices import health, keys, kinds, outbox, postbox, pushing
from accounts.notices.models import Delivery, Subscription
from games import notices
from tests.games.playing import people, table_of, turn_of
from tests.games.telling import with_mail

pytestmark = pytest.mark.django_db


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PushService:
    """What takes messages for browsers. `status`: what it answers."""

    def __init__(self) -> None:
        self.status = 201
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.taken.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """In silence."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Browser:
    """A browser that has subscribed: it alone can read what is sent to it."""

    def __init__(self, service: PushService, name: str) -> None:
        self.endpoint = f"{service.url}/to/{name}"
        self.private = ec.generate_private_key(ec.SECP256R1())
        public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": b64(public), "auth": b64(b"0123456789abcdef")}

    def read(self, body: bytes) -> dict[str, str]:
        text = http_ece.decrypt(body, private_key=self.private, auth_secret=b"0123456789abcdef", version="aes128gcm")
        told: dict[str, str] = json.loads(text)
        return told


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.PUSH_TO_ANYWHERE = True
    settings.VAPID_PRIVATE_KEY = keys.new()
    settings.VAPID_CONTACT = "mailto:fairdeal@example.org"
    opened = PushService()
    yield opened
    opened.server.shutdown()
    opened.server.server_close()


def subscribe(client: Client, user: User, browser: Browser) -> int:
    """Have a browser show this person's notices, as its page does; the status of the answer."""
    client.force_login(user)
    body = {"endpoint": browser.endpoint, "keys": browser.keys, "expirationTime": None}
    return client.post("/api/notices/browsers", body, content_type="application/json").status_code


def told(at: datetime) -> None:
    notices.sweep(at)
    while outbox.send_piece(at):
        pass


def later(minutes: float = 1) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


def test_a_turn_reaches_every_browser_of_the_player_encrypted_for_it_and_signed_by_the_site(
    client: Client, service: PushService
) -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock={"turn_seconds": 3 * 86_400})
    mine, other = users[turn_of(game_id)], users[1 - turn_of(game_id)]
    browsers = [Browser(service, "one"), Browser(service, "two")]
    assert [subscribe(client, mine, browser) for browser in browsers] == [200, 200]
    notices.sweep(timezone.now())
    told(later())
    assert sorted(path for path, _, _ in service.taken) == ["/to/one", "/to/two"]
    by_path = {path: (headers, body) for path, headers, body in service.taken}
    for browser, path in zip(browsers, ("/to/one", "/to/two"), strict=True):
        headers, body = by_path[path]
        assert browser.read(body) == {
            "title": f"Your turn with {other.username}",
            "body": browser.read(body)["body"],
            "page": f"http://127.0.0.1:8000/login?next=%2Ftables%2F{game_id}",
            "tag": game_id.hex,
        }
        assert browser.read(body)["body"].startswith("Classic rules. Time until ")
        assert (headers["content-encoding"], headers["topic"]) == ("aes128gcm", game_id.hex)
        assert 0 < int(headers["ttl"]) <= 86_400
        check_signature(headers["authorization"], service.url)
    told(later(10))
    assert len(service.taken) == 2


def check_signature(authorization: str, audience: str) -> None:
    """RFC 8292: a token of this site, for this push service, that ends soon."""
    scheme, _, parts = authorization.partition(" ")
    fields = dict(part.strip().split("=", 1) for part in parts.split(","))
    assert scheme == "vapid" and fields["k"] == keys.public()
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(fields["k"]))
    signed, _, signature = fields["t"].rpartition(".")
    raw = unb64(signature)
    halves = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point.verify(utils.encode_dss_signature(*halves), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(unb64(signed.partition(".")[2]))
    assert (claims["aud"], claims["sub"]) == (audience, "mailto:fairdeal@example.org")
    assert time.time() < claims["exp"] <= time.time() + 86_400


@pytest.mark.parametrize(
    ("status", "kept", "state", "again"),
    [
        (404, 0, "dropped", 0),
        (410, 0, "dropped", 0),
        (429, 1, "waiting", 1),
        (503, 1, "waiting", 1),
        (400, 1, "failed", 0),
        (302, 1, "failed", 0),
    ],
)
def test_a_browser_that_is_gone_is_forgotten_and_a_busy_service_is_asked_again(
    client: Client, service: PushService, status: int, kept: int, state: str, again: int
) -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    subscribe(client, users[turn_of(game_id)], Browser(service, "one"))
    service.status = status
    notices.sweep(timezone.now())
    told(later())
    assert (Subscription.objects.count(), Delivery.objects.get().state) == (kept, state)
    service.status = 201
    told(later(5))
    assert len(service.taken) == 1 + again


@pytest.mark.meets_internal
def test_neither_a_mail_server_that_is_away_nor_a_notice_that_fails_keeps_others_waiting(
    client: Client, service: PushService, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PEOPLE", 1)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    users = with_mail("ann", "ben", "cora", "dan")
    for pair in (users[:2], users[2:]):
        game_id = table_of(pair)
        subscribe(client, pair[turn_of(game_id)], Browser(service, str(game_id)))
    notices.sweep(timezone.now())
    told(later(2))
    assert len(service.taken) == 2
    mails = Delivery.objects.filter(channel="mail")
    assert set(mails.values_list("state", "tries")) == {("waiting", 0)}
    assert health.figures(later(20))["mail"]["late"] == 2
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    really = kinds.lines

    def fail_once(told: Any) -> Any:
        monkeypatch.setattr(kinds, "lines", really)
        raise LookupError("nobody foresaw this")

    monkeypatch.setattr(kinds, "lines", fail_once)
    told(later(20))
    assert sorted(mails.values_list("state", flat=True)) == ["sent", "waiting"]
    told(later(22))
    assert sorted(mails.values_list("state", flat=True)) == ["sent", "sent"]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://10.1.2.3/x",
        "https://[fec0::1]/x",
        "https://[::10.0.0.1]/x",
        "https://192.0.0.8/x",
        "https://169.254.169.254/latest/meta-data",
        "https://2130706433/x",
        "https://push.example.org:8443/x",
        "https://name:word@push.example.org/x",
        "https://push.example.org:port/x",
        "ftp://push.example.org/x",
    ],
)
def test_an_endpoint_that_leads_inside_is_refused_at_the_door(client: Client, endpoint: str) -> None:
    (ann,) = people("ann")
    client.force_login(ann)
    body = {"endpoint": endpoint, "keys": {"p256dh": "BA" + 85 * "A", "auth": 22 * "A"}}
    answer = client.post("/api/notices/browsers", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert Subscription.objects.count() == 0


def test_a_name_that_leads_inside_by_the_time_something_is_sent_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever owns the name may have it lead anywhere: what is looked up is looked at, and that place is called."""
    inside = [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("10.0.0.7", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *args, **more: inside)
    monkeypatch.setattr("socket.create_connection", lambda *args, **more: pytest.fail("it was called"))
    with pytest.raises(postbox.NotPublic):
        postbox.post("https://push.example.org/x", b"", {})


def test_a_browser_shows_the_notices_of_whoever_subscribed_last_and_nobody_has_more_than_ten(
    client: Client, service: PushService
) -> None:
    ann, ben = people("ann", "ben")
    browser = Browser(service, "family")
    subscribe(client, ann, browser)
    subscribe(client, ben, browser)
    assert list(Subscription.objects.values_list("user__username", flat=True)) == ["ben"]
    for n in range(12):
        subscribe(client, ann, Browser(service, str(n)))
    assert Subscription.objects.filter(user=ann).count() == pushing.MOST_BROWSERS


@pytest.mark.parametrize("how", ["everywhere", "here", "forget"])
def test_signing_out_or_at_ones_own_wish_no_browser_shows_notices_any_more(
    client: Client, service: PushService, how: str
) -> None:
    ann, ben = people("ann", "ben")
    for user in (ben, ann):
        subscribe(client, user, Browser(service, user.username))
    if how == "everywhere":
        client.post("/account/sign-out-everywhere", {})
    elif how == "here":
        client.post("/logout")
    else:
        assert b"forget_browsers" in client.get("/account/notices").content
        client.post("/account/notices", {"forget_browsers": ""})
    assert list(Subscription.objects.values_list("user__username", flat=True)) == ["ben"]


def test_a_push_service_that_answers_by_drops_is_left_in_the_end(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postbox, "SECONDS", 0.5)
    door = socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        line, _address = door.accept()
        with contextlib.suppress(OSError):
            for letter in b"HTTP/1.1 201 Created\r\nX: " + 60 * b"x":
                line.sendall(bytes([letter]))
                time.sleep(0.1)

    threading.Thread(target=drip, daemon=True).start()
    with pytest.raises((OSError, HTTPException)):
        postbox.post(f"http://127.0.0.1:{door.getsockname()[1]}/x", b"", {})
    door.close()


def test_who_has_no_time_left_to_send_keeps_the_rest_as_due_as_it_was(
    client: Client, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    users = people("ann", "ben", "cora", "dan")
    for pair in (users[:2], users[2:]):
        game_id = table_of(pair)
        subscribe(client, pair[turn_of(game_id)], Browser(service, str(game_id)))
    notices.sweep(timezone.now())
    monkeypatch.setattr(outbox, "LONG_ENOUGH", -1.0)
    outbox.send_piece(later())
    assert set(Delivery.objects.values_list("state", "tries")) == {("waiting", 0)} and service.taken == []
    monkeypatch.undo()
    outbox.send_piece(later())
    assert len(service.taken) == 2
