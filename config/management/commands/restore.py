"""`manage.py restore FILE`: a backup into an empty database, then proof that every log in it is whole."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from config import backup
from config.supervisor.errors import CannotStart


class Command(BaseCommand):
    """All of it or nothing."""

    help = "Bring a backup into an empty database, and verify all logs in it."
    requires_system_checks = []  # there is no table yet

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Wherefrom."""
        parser.add_argument("file", type=Path, help="what `manage.py backup` has written")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Restore, bring to this version, verify."""
        try:
            backup.read(file)
        except (backup.CannotRestore, CannotStart) as error:
            raise CommandError(str(error)) from error
        self.stdout.write("Restored. Verifying all logs …")
        call_command("migrate", interactive=False, verbosity=0)
        try:
            call_command("verify_games", "--all", stdout=self.stdout)
            call_command("verify_events", stdout=self.stdout)
        except SystemExit as broken:
            raise CommandError("The data are restored, and not all of them are sound.") from broken
