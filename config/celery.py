"""The Celery application: `celery -A config.celery worker`, `… beat`."""

import ctypes
import os
import signal
import sys
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_process_init
from django.conf import settings

from config import logs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("fairdeal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def write_as_the_site_does(**_: Any) -> None:
    """Celery would set up a log of its own."""
    logs.configure(settings.LOGGING)


@worker_process_init.connect
def end_with_the_worker(**_: Any) -> None:
    """Let the kernel end a pool process whose worker was killed: it would wait for its broker for minutes."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
