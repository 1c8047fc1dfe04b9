"""The app's entry in Django: a room of tournaments with tables, templates and migrations of its own."""

from importlib import import_module

from django.apps import AppConfig


class LeaderboardsConfig(AppConfig):
    """Ratings and leaderboards."""

    name = "tournaments.leaderboards"
    label = "leaderboards"

    def ready(self) -> None:
        """From now on ratings hear what becomes of people, and show themselves on the homes of clubs."""
        import_module("tournaments.leaderboards.receivers")
        import_module("tournaments.leaderboards.club_home")
        import_module("tournaments.leaderboards.notices")
