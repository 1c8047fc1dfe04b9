"""Doors that nobody knocks at: what is due goes out, what is old goes."""

from datetime import timedelta

from celery import current_app, shared_task
from django.utils import timezone

from accounts.notices import outbox, writing
from config.kernel.locks import alone

KEPT = timedelta(days=30)
"""So long is somebody's list of notices kept."""
SENDING = 0x0FA17DEA5
"""The advisory lock of who sends."""


@shared_task(name="accounts.notices.tasks.send", time_limit=300)
def send() -> None:
    """Send a piece, and have the next one sent. The beat starts it, so a lost message costs a moment.

    One at a time: servers that are slow keep one worker, and no more.
    """
    with alone(SENDING) as free:
        more = free and outbox.send_piece(timezone.now())
    if more:
        current_app.send_task("accounts.notices.tasks.send", retry=False, expires=30)


@shared_task(name="accounts.notices.tasks.tidy")
def tidy() -> None:
    """Once a day: delete old notices."""
    writing.tidy(timezone.now() - KEPT)
