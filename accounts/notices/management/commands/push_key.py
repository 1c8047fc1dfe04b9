"""`manage.py push_key`: a new private key for Web Push, for VAPID_PRIVATE_KEY."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.notices import keys


class Command(BaseCommand):
    """Print a key and keep nothing: whoever runs several processes gives the same one to all."""

    help = "Print a new key for VAPID_PRIVATE_KEY."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it."""
        self.stdout.write(keys.new())
