"""What every page shows of notices: how many are open and unseen."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.notices import selectors

UNSEEN = "unseen_notices"
"""Where a page that has counted them already leaves the number at its request."""


def bell(request: HttpRequest) -> dict[str, Any]:
    """The count beside the bell; asked for only where a page shows it."""
    return {"unseen_notices": SimpleLazyObject(lambda: _unseen(request))}


def _unseen(request: HttpRequest) -> int:
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return 0
    known = getattr(request, UNSEEN, None)
    return selectors.unseen(user.id) if known is None else int(known)
