"""The app's entry in Django: a room of accounts with tables, templates and migrations of its own."""

from importlib import import_module

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Clubs."""

    name = "accounts.clubs"
    label = "clubs"

    def ready(self) -> None:
        """From now on clubs hear what becomes of people."""
        import_module("accounts.clubs.receivers")
