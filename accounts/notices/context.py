"""What every page shows of notices: how many are open and unseen."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.notices import selectors


def bell(request: HttpRequest) -> dict[str, Any]:
    """The count beside the bell; asked for only where a page shows it."""
    user = getattr(request, "user", None)
    return {"unseen_notices": SimpleLazyObject(lambda: selectors.unseen(user.id) if isinstance(user, User) else 0)}
