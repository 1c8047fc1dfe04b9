"""`manage.py operator NAME`: let a person look at the site from inside, at /admin/. `--dismiss` ends it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.selectors import user_by_name
from config.models import Operator


class Command(BaseCommand):
    """Only whoever has a shell on the server can say so."""

    help = "Let a person see /admin/."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who, and whether it ends."""
        parser.add_argument("name", help="the name of an account")
        parser.add_argument("--dismiss", action="store_true", help="they are an operator no longer")

    def handle(self, *args: Any, name: str, dismiss: bool, **options: Any) -> None:
        """Note it down."""
        user = user_by_name(name)
        if user is None:
            raise CommandError(f"There is no account {name}.")
        if dismiss:
            Operator.objects.filter(user=user).delete()
            self.stdout.write(f"{user.username} is no operator.")
        else:
            Operator.objects.get_or_create(user=user)
            self.stdout.write(f"{user.username} is an operator: /admin/ is open.")
        if Operator.objects.count() == 1:
            self.stdout.write("What is reported about the only operator waits until there is a second one.")
