"""The app's entry in Django."""

from importlib import import_module

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables."""

    name = "games"

    def ready(self) -> None:
        """From now on tables hear what becomes of people, and have a part in clubs' homes, feeds and notices."""
        import_module("games.receivers")
        import_module("games.feeds")
        import_module("games.club_home")
        import_module("games.notice_words")
