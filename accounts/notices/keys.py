"""The key pair by which push services know this site (VAPID, RFC 8292). Without one, Web Push is not offered."""

import base64
from functools import lru_cache

from django.conf import settings
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode, num_to_bytes


def offered() -> bool:
    """Whether this site has a key."""
    return bool(settings.VAPID_PRIVATE_KEY)


@lru_cache(maxsize=2)
def _pair(private: str) -> Vapid02:
    return Vapid02.from_raw(private.encode())


def pair() -> Vapid02:
    """The key pair."""
    return _pair(settings.VAPID_PRIVATE_KEY)


def public() -> str:
    """The public half, as browsers take it."""
    numbers = pair().public_key.public_numbers()
    return str(b64urlencode(b"\x04" + num_to_bytes(numbers.x, 32) + num_to_bytes(numbers.y, 32)))


def new() -> str:
    """A new private key, as it is kept."""
    made = Vapid02()
    made.generate_keys()
    number = made.private_key.private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")
