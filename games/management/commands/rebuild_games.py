"""`manage.py rebuild_games ID… | --all`: fold the states anew from the logs."""

from typing import Any

from games.command_handler import rebuild
from games.management.commands._games import GamesCommand


class Command(GamesCommand):
    """The logs are read, never written."""

    help = "Fold states anew from their logs."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild and count."""
        count = 0
        for game_id in self.chosen(options):
            rebuild(game_id)
            count += 1
        self.stdout.write(f"{count} rebuilt")
