"""The app's entry in Django."""

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Events of clubs."""

    name = "tournaments"

    def ready(self) -> None:
        """From now on events hear what becomes of people, and have a part in clubs' homes and in notices."""
        import_module("tournaments.receivers")
        import_module("tournaments.club_home")
        import_module("tournaments.notice_words")
