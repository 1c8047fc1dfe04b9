"""The app's entry in Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables."""

    name = "games"
