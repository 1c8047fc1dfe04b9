"""Doors that nobody knocks at: letters that wait are sent, in pieces."""

import logging
from smtplib import SMTPException

from celery import shared_task

from accounts.clubs import letters

log = logging.getLogger(__name__)


@shared_task(name="accounts.clubs.tasks.send_letters")
def send_letters() -> None:
    """Send a piece, and have the next one sent. Started by whoever writes letters, and by the beat for what is left."""
    try:
        more = letters.send_piece()
    except (OSError, SMTPException) as error:
        log.warning("the mail server does not answer: %s", type(error).__name__)
    else:
        if more:
            letters.wake()
