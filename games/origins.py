"""From which pages a socket may be opened with a browser's own credentials: Django's rule for forms, word for word.

The origin is the host that was asked, with the scheme by which it was asked, or stands in CSRF_TRUSTED_ORIGINS.
ALLOWED_HOSTS says which hosts are ours to be asked by, never whose pages are: with "*" or ".example.org" in it a page
of a stranger's would be one of ours.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

SCHEMES = {"ws": "http", "wss": "https"}
"""The scheme of the pages that belong to a socket's."""


def allowed(origin: str, host: str, scheme: str) -> bool:
    """Whether a page of this origin is one of ours, for a socket that was asked for at `host` by ws or wss."""
    domain, _ = split_domain_port(host)
    if not origin or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    return origin == f"{SCHEMES.get(scheme, scheme)}://{host}" or _trusted(origin)


def _trusted(origin: str) -> bool:
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        asked = urlsplit(origin)
    except ValueError:
        return False
    wildcards = (urlsplit(one) for one in settings.CSRF_TRUSTED_ORIGINS if "*" in one)
    return any(one.scheme == asked.scheme and is_same_domain(asked.netloc, one.netloc.lstrip("*")) for one in wildcards)
