"""Logging in with name and password."""

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.permissions import may_enter


class PasswordBackend(ModelBackend):
    """Django's own, with the house's rule of who may come in; asked at log-in and again for every session."""

    def user_can_authenticate(self, user: User | AnonymousUser | None) -> bool:
        """Whether the person may log in or stay logged in."""
        return isinstance(user, User) and may_enter(user)
