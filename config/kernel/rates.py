"""How often somebody may do what costs the house something. Counted in the cache that all processes share."""

import hashlib
import ipaddress
import logging
import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from config.kernel.errors import ProblemError

log = logging.getLogger(__name__)


def spend(scope: str, who: str) -> int:
    """Count one more of `scope` (settings.RATES) for `who`. Returns 0, or in how many seconds it is allowed again.

    While nothing can be counted nobody is held up: it is a limit on excess, not a lock.
    """
    most, seconds = settings.RATES[scope]
    key, ends = _count(scope, who, seconds)
    try:
        cache.add(key, 0, timeout=seconds)
        counted = cache.incr(key)
    except Exception as error:  # noqa: BLE001 whatever the cache raises
        log.warning("%s was not counted: %s", scope, error)
        return 0
    return 0 if counted <= most else ends


def wait(scope: str, who: str) -> int:
    """What `spend` would return, without counting."""
    most, seconds = settings.RATES[scope]
    key, ends = _count(scope, who, seconds)
    try:
        counted = cache.get(key, 0)
    except Exception as error:  # noqa: BLE001 whatever the cache raises
        log.warning("%s was not counted: %s", scope, error)
        return 0
    return 0 if counted < most else ends


def slowly(wait: int) -> None:
    """Refuse if there is to be waited. Raises ProblemError `rate_limited`."""
    if wait:
        raise ProblemError("rate_limited", retry_after=wait)


def _count(scope: str, who: str, seconds: int) -> tuple[str, int]:
    """Where it is counted now, and in how many seconds it is counted anew."""
    now = time.time()
    window = int(now // seconds)
    key = "rate:" + hashlib.sha256(f"{scope}:{window}:{who}".encode()).hexdigest()  # who it was is not kept
    return key, max(1, int((window + 1) * seconds - now))


def spend_by_address(scope: str, address: str) -> int:
    """The same for an address from which strangers ask. This machine's own is not counted.

    It is an operator's, or that of a proxy that does not say for whom it asks; then all visitors would share a count.
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return 0
    if known.is_loopback:
        return 0
    # Whoever has one IPv6 address has all of its network.
    return spend(scope, str(known if known.version == 4 else ipaddress.ip_network((known, 64), strict=False)))


def address_of(request: HttpRequest) -> str:
    """From where a request comes: what the web server says, which believes a proxy only if told to."""
    return str(request.META.get("REMOTE_ADDR", ""))
