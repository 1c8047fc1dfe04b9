"""Doors that nobody knocks at: what is due goes out, what is old goes."""

from datetime import timedelta

from celery import current_app, shared_task
from django.utils import timezone

from accounts.notices import outbox, writing

KEPT = timedelta(days=30)
"""So long is somebody's list of notices kept."""


@shared_task(name="accounts.notices.tasks.send", time_limit=300)
def send() -> None:
    """Send a piece, and have the next one sent. The beat starts it, so a lost message costs a moment."""
    if outbox.send_piece(timezone.now()):
        current_app.send_task("accounts.notices.tasks.send", retry=False, expires=30)


@shared_task(name="accounts.notices.tasks.tidy")
def tidy() -> None:
    """Once a day: delete old notices."""
    writing.tidy(timezone.now() - KEPT)
