"""`manage.py demo`: the demo accounts and a demo table, made where they are missing."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.demo import ACCOUNTS, PASSWORD, prepare


class Command(BaseCommand):
    """Only where nobody but this machine can reach the site."""

    help = "Make the demo accounts and a demo table."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing."""
        if not settings.DEMO_ALLOWED:
            raise CommandError("The demo exists only while the site is bound to loopback (FAIRDEAL_DEMO).")
        game_id = prepare()
        self.stdout.write(f"Accounts {', '.join(ACCOUNTS)}, password {PASSWORD}; table {game_id}")
