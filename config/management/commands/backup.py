"""`manage.py backup FILE`: the whole database into a new file, while the site runs."""

import subprocess
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import backup
from config.supervisor.errors import CannotStart


class Command(BaseCommand):
    """The file holds hands and secrets: it is made readable for its owner alone."""

    help = "Write the whole database into a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whereto."""
        parser.add_argument("file", type=Path, help="a file that does not exist yet")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Write and tell."""
        try:
            manifest = backup.write(file)
        except FileExistsError as error:
            raise CommandError(f"{file} exists already.") from error
        except (OSError, subprocess.CalledProcessError, CannotStart) as error:
            raise CommandError(f"There is no backup: {error}") from error
        self.stdout.write(f"{file}: {manifest['bytes']:,} bytes of data, SHA-256 {manifest['sha256']}")
