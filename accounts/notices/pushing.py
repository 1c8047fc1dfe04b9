"""Notices by Web Push (RFC 8030, 8291, 8292): encrypted for one browser, carried by its maker's push service."""

import json
import logging
import time
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from datetime import datetime
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from pywebpush import WebPusher, WebPushException

from accounts.models import User
from accounts.notices import keys, postbox
from accounts.notices.kinds import Line
from accounts.notices.models import Notice, Subscription
from accounts.notices.ways import Sent, link_to
from config.kernel import rates
from config.kernel.errors import ProblemError

log = logging.getLogger(__name__)

DAY = 86_400
MOST_BROWSERS = 10
"""So many browsers may one person have; one more, and the oldest is forgotten."""
SHOWS_HERE = "shows_notices"
"""Where a session keeps which browser it is that shows notices."""
GONE = (404, 410)
BUSY = (408, 425, 429)


# --- Browsers -----------------------------------------------------------------------------------------------------


def subscribe(user: User, endpoint: str, p256dh: str, auth: str) -> Subscription:
    """This browser shows the person's notices from now on, and nobody else's. Raises ProblemError `malformed`,
    `rate_limited`."""
    rates.slowly(rates.spend("notices by person", str(user.id)))
    try:
        postbox.check(endpoint)
    except postbox.NotPublic as error:
        raise ProblemError("malformed", detail=_("This is no address of a push service."), field="endpoint") from error
    if not _is_key(p256dh, 65) or not _is_key(auth, 16):
        raise ProblemError("malformed", detail=_("These are no keys of a browser."), field="keys")
    kept, _made = Subscription.objects.update_or_create(
        endpoint=endpoint, defaults={"user": user, "p256dh": p256dh, "auth": auth}
    )
    newest = Subscription.objects.filter(user=user).order_by("-created_at", "-id").values_list("id", flat=True)
    Subscription.objects.filter(id__in=list(newest[MOST_BROWSERS:])).delete()
    return kept


def unsubscribe(user: User, endpoint: str) -> bool:
    """Forget a browser; whether it was known."""
    return bool(Subscription.objects.filter(user=user, endpoint=endpoint).delete()[0])


def unsubscribe_all(user: User) -> None:
    """Forget all browsers of a person."""
    Subscription.objects.filter(user=user).delete()


def _is_key(text: str, size: int) -> bool:
    try:
        key = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return False
    return len(key) == size and (size != 65 or key[0] == 4)


# --- Sending ------------------------------------------------------------------------------------------------------


def send(user: User, notices: Sequence[Notice], lines: Sequence[Line], now: datetime) -> Sent:
    """Give it to the push services of all the person's browsers; taken by one of them it was sent."""
    browsers = list(Subscription.objects.filter(user=user))
    if not browsers or not keys.offered():
        return Sent.NOWHERE
    body, topic = _payload(notices, lines)
    until = [notice.until for notice in notices if notice.until]
    seconds = min([DAY, *(int((at - now).total_seconds()) for at in until if at > now)])
    done = {_send_one(browser, body, topic, seconds) for browser in browsers}
    return min(done, key=[Sent.YES, Sent.LATER, Sent.NO, Sent.NOWHERE].index)


def _payload(notices: Sequence[Notice], lines: Sequence[Line]) -> tuple[bytes, str]:
    """What the browser is to show, and what it replaces: of several things at once there is one message."""
    if len(lines) == 1:
        line, topic = lines[0], notices[0].about.hex
        told = {"title": line.title, "body": line.text, "page": link_to(line.page)}
    else:
        topic = "several"
        told = {
            "title": _("%(n)s notices wait for you") % {"n": len(lines)},
            "body": "\n".join(line.title for line in lines[:4]),
            "page": link_to(reverse("notices")),
        }
    return json.dumps(told | {"tag": topic}).encode(), topic


def _send_one(browser: Subscription, body: bytes, topic: str, seconds: int) -> Sent:
    try:
        encrypted = WebPusher(browser.info).encode(body, content_encoding="aes128gcm")["body"]
        status = postbox.post(browser.endpoint, encrypted, _headers(browser, topic, seconds))
    except (postbox.NotPublic, WebPushException, ValueError) as error:
        log.warning("a browser was forgotten, nothing can be sent to it: %s", type(error).__name__)
        browser.delete()
        return Sent.NOWHERE
    except (OSError, HTTPException) as error:
        log.warning("a push service does not answer: %s", type(error).__name__)
        return Sent.LATER
    if status in GONE:
        browser.delete()
        return Sent.NOWHERE
    if status in BUSY or status >= 500:
        return Sent.LATER
    if not 200 <= status < 300:
        log.warning("a push service refuses a notice (%s)", status)
        return Sent.NO
    return Sent.YES


def _headers(browser: Subscription, topic: str, seconds: int) -> dict[str, str]:
    service = urlsplit(browser.endpoint)
    claims: dict[str, Any] = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int(time.time()) + DAY // 2,
        "sub": settings.VAPID_CONTACT,
    }
    return {
        **keys.pair().sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, seconds)),
        "Topic": topic,
        "Urgency": "normal",
    }
