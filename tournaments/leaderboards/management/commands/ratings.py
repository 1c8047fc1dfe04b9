"""`manage.py ratings`: whether what is kept is what all games give; `--rebuild` counts all from the first one."""

import sys
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from config.kernel.errors import ProblemError
from tournaments.leaderboards import checking, counting, reading, services


class Command(BaseCommand):
    """One line for each difference, then a count; exit code 1 if there is any."""

    help = "Compare ratings with a count from the first game; --rebuild counts anew; --annul takes a game out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What may be asked."""
        parser.add_argument("--rebuild", action="store_true", help="judge every game and count every pool anew")
        parser.add_argument("--annul", type=UUID, metavar="GAME", help="this game does not count")
        parser.add_argument("--restore", type=UUID, metavar="GAME", help="this game counts again")
        parser.add_argument("--reason", default="", help="why: all who played it can read it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rule, rebuild, compare."""
        for name, annulled in (("annul", True), ("restore", False)):
            if options[name]:
                self._rule(options[name], annulled, options["reason"])
        reading.read()
        if options["rebuild"]:
            reading.judge_all_again()
            for pool in counting.POOLS:
                self.stdout.write(f"{pool}: {counting.recount(pool, 'rebuilt')} games")
        counting.count()
        found = checking.differences(everything=True)
        for difference in found:
            self.stdout.write(difference)
        self.stdout.write(f"Ratings: {len(found)} differences")
        if found:
            sys.exit(1)

    def _rule(self, game: UUID, annulled: bool, reason: str) -> None:
        if not reason:
            raise CommandError("Say why, with --reason: all who played the game can read it.")
        try:
            changed = services.rule(game, annulled, reason)
        except ProblemError as refused:
            raise CommandError("There is no such game that is over.") from refused
        self.stdout.write("Done." if changed else "It was so before.")
