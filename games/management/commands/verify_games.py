"""`manage.py verify_games ID… | --all`: the hash chain, the promises, every action decided again, the state folded."""

import sys
from typing import Any

from games import outages
from games.audit import verify
from games.management.commands._games import GamesCommand


class Command(GamesCommand):
    """One line for each fault, then a count; exit code 1 if there is any."""

    help = "Prove that logs are whole, that promises were kept, and that states are what the logs give."

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and tell."""
        sound = broken = 0
        for game_id in self.chosen(options):
            faults = verify(game_id)
            for fault in faults:
                self.stdout.write(f"{game_id}: {fault}")
            if faults:
                broken += 1
            else:
                sound += 1
        for fault in outages.faults():
            self.stdout.write(fault)
            broken += 1
        self.stdout.write(f"{sound} sound, {broken} broken")
        if broken:
            sys.exit(1)
