"""Doors that nobody knocks at."""

from axes.models import AccessAttempt
from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import leaving, mails

send_mail = mails.send


@shared_task(name="accounts.tasks.tidy")
def tidy() -> None:
    """Once a day: forget guests who never came back, sessions that have run out, wrong passwords of the past."""
    leaving.forget_guests()
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    AccessAttempt.objects.filter(attempt_time__lt=now - settings.AXES_COOLOFF_TIME).delete()
