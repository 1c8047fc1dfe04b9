"""The app's entry in Django: a room of accounts with tables, templates and migrations of its own."""

from importlib import import_module

from django.apps import AppConfig


class SafetyConfig(AppConfig):
    """Reports and what comes of them."""

    name = "accounts.safety"
    label = "safety"

    def ready(self) -> None:
        """From now on reports hear what becomes of people."""
        import_module("accounts.safety.receivers")
