"""What the commands about games have in common: which games are meant."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.models import Game


class GamesCommand(BaseCommand):
    """A command that is given ids of games, or --all."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The ids, or --all."""
        parser.add_argument("game", nargs="*", type=UUID, help="ids of games")
        parser.add_argument("--all", action="store_true", help="all games")

    def chosen(self, options: dict[str, Any]) -> Iterator[UUID]:
        """The games that are meant."""
        if bool(options["game"]) == options["all"]:
            raise CommandError("Name games, or say --all.")
        games = Game.objects.filter(version__gt=0).order_by("created_at")
        if not options["all"]:
            missing = set(options["game"]) - set(games.filter(id__in=options["game"]).values_list("id", flat=True))
            if missing:
                raise CommandError(f"There is no game {min(missing)}.")
            games = games.filter(id__in=options["game"])
        yield from games.values_list("id", flat=True).iterator()
