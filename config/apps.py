"""The app's entry in Django: every process that loads the site knows its broker."""

from django.apps import AppConfig

from config import celery, heartbeat, mail


class HouseConfig(AppConfig):
    """The wiring itself. Celery's application is made here, so that tasks go to the house's broker from any process."""

    name = "config"
    celery_app = celery.app
    mail = mail  # its check is one of `manage.py check`
    heartbeat = heartbeat  # its receivers hear what every process sends and does
