"""From which pages a socket may be opened with a browser's own credentials."""

from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from games.requests import malformed, version_text


def allowed(origin: str, host: str) -> bool:
    """Whether a page of this origin is one of ours: the host that was asked, or one that the settings name."""
    if not origin:
        return False
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return False
    domain, host_port = split_domain_port(host.lower())
    if parts.scheme not in ("http", "https") or not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    asked, _ = split_domain_port(parts.netloc.lower())
    ours = asked == domain or validate_host(asked, settings.ALLOWED_HOSTS)
    standard = "443" if parts.scheme == "https" else "80"
    return bool(asked) and ours and str(port or standard) == (host_port or standard)


def since(query_string: bytes) -> int:
    """The `since` of a socket's address."""
    values = parse_qs(query_string.decode("latin-1")).get("since", [])
    if len(values) > 1:
        raise malformed("Say since once.", field="since")
    return version_text(values[0] if values else None)
