"""What the tests about notices do again and again: people with addresses, and time that passes."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from accounts.notices import outbox
from games import notices
from tests.games.playing import people, play, seen, turn_of

DAY = timedelta(days=1)
THREE_DAYS = {"turn_seconds": 3 * 86_400}


@pytest.fixture
def post_is_kept(settings: Any) -> None:
    """Mails are kept here."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.MAIL_IS_SENT = True
    mail.outbox = []


def with_mail(*names: str) -> list[User]:
    """People with confirmed addresses."""
    users = people(*names)
    for user in users:
        user.email, user.email_confirmed_at = f"{user.username}@example.org", timezone.now()
        user.save()
    return users


def tell(at: datetime | None = None) -> None:
    """What beat and a worker do, as if it were this moment."""
    at = at or timezone.now()
    notices.sweep(at)
    send(at)


def send(at: datetime) -> None:
    """Send what is due at this moment."""
    while outbox.send_piece(at):
        pass


def later(minutes: float = 2) -> datetime:
    """In a moment: after what goes out by mail is due."""
    return timezone.now() + timedelta(minutes=minutes)


def mailed() -> list[tuple[str, str]]:
    """To whom which mail went."""
    return [(one.to[0].partition("@")[0], one.subject) for one in mail.outbox]


def whole_turn(users: list[User], game_id: UUID) -> None:
    """Whoever is to play plays until somebody else is."""
    seat = turn_of(game_id)
    while turn_of(game_id) == seat:
        play(users, game_id, 1, seed=seen(game_id).version)
