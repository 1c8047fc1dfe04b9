"""Logging in with name, or confirmed e-mail address, and password; not after too many wrong ones."""

from typing import Any

from axes.backends import AxesStandaloneBackend
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts.models import User, same_name
from accounts.permissions import may_enter

MOST_OF_AN_ADDRESS = 10
"""So many accounts that share an address are tried with a password."""


class LockOutBackend(AxesStandaloneBackend):
    """Refuses who has tried too many wrong passwords; without a request there is nobody to refuse."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> None:
        """Nobody, or PermissionDenied for who is locked out."""
        if request is not None:
            super().authenticate(request, **credentials)


def lower_name(request: HttpRequest, credentials: dict[str, Any]) -> str:
    """By what wrong tries are counted: a name is the same however it is written."""
    told = (credentials or {}).get("username") or request.POST.get("username") or ""
    return same_name(str(told))


class PasswordBackend(ModelBackend):
    """Django's own, with the house's rule of who may come in; asked at log-in and again for every session."""

    def user_can_authenticate(self, user: User | AnonymousUser | None) -> bool:
        """Whether the person may log in or stay logged in."""
        return isinstance(user, User) and may_enter(user)

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **more: Any
    ) -> User | None:
        """The person of this name, or of this confirmed address, if the password is theirs."""
        if not username or "@" not in username:  # no name has one
            return super().authenticate(request, username=username, password=password, **more)
        owners = User.objects.filter(email__iexact=username, email_confirmed_at__isnull=False, is_active=True)
        known = list(owners.order_by("email_confirmed_at")[:MOST_OF_AN_ADDRESS])
        for user in known:
            if password and user.check_password(password) and self.user_can_authenticate(user):
                return user
        if not known:
            User().set_password(password)  # as long as a wrong password takes
        return None
