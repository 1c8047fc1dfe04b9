"""The app's entry in Django: a room of accounts with tables, templates and migrations of its own."""

from importlib import import_module

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """Notices, and how each person wants to be told."""

    name = "accounts.notices"
    label = "notices"

    def ready(self) -> None:
        """From now on notices hear what becomes of people."""
        import_module("accounts.notices.receivers")
