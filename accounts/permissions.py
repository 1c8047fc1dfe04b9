"""Who may come in at all."""

from django.conf import settings

from accounts.models import User


def may_enter(user: User) -> bool:
    """Whether this person may log in, and what they hold (sessions, tokens) still counts."""
    return user.is_active and (settings.DEMO_ALLOWED or not user.is_demo)
