"""The app's entry in Django: a room of tournaments with tables, templates and migrations of its own."""

from importlib import import_module

from django.apps import AppConfig


class NightsConfig(AppConfig):
    """Club nights and calendar feeds."""

    name = "tournaments.nights"
    label = "nights"

    def ready(self) -> None:
        """From now on club nights end with their club, and events stand in people's own feeds."""
        import_module("tournaments.nights.receivers")
