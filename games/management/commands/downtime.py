"""`manage.py downtime [BEGIN END]`: declare time in which nobody could act, or tell what is known of it."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import downtime
from games.models import Downtime
from games.rows import timestamp


class Command(BaseCommand):
    """Every open decision has declared time back, once, however often it is declared."""

    help = "Declare that nobody could act from BEGIN to END (ISO 8601 with a zone); without them: tell what is known."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Both or neither."""
        parser.add_argument("begin", nargs="?", metavar="BEGIN")
        parser.add_argument("end", nargs="?", metavar="END")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it down, or tell."""
        if options["begin"] is None:
            for one in Downtime.objects.order_by("number"):
                self.stdout.write(f"{one.number}: {timestamp(one.begins)} to {timestamp(one.ends)}, {one.how}")
            return
        begins, ends = self._moment(options["begin"]), self._moment(options["end"])
        if not begins < ends <= datetime.now(UTC):
            raise CommandError("It ends after it begins, and not in the future.")
        written = downtime.record(begins, ends, downtime.DECLARED)
        self.stdout.write(f"written down as number {written.number}; the deadlines have moved")

    @staticmethod
    def _moment(text: str | None) -> datetime:
        try:
            at = datetime.fromisoformat(text or "")
        except ValueError:
            raise CommandError(f"{text!r} is no moment; write 2026-11-30T14:00:00+00:00") from None
        if at.tzinfo is None:
            raise CommandError("Say the zone too: 2026-11-30T14:00:00+00:00, or Z at the end.")
        return at
