"""`manage.py verify_events`: the chains of all events and series of nights, their states, and what is searched by."""

import sys
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand
from django.db.models import QuerySet

from tournaments.audit import verify
from tournaments.models import Tournament
from tournaments.nights import audit as nights
from tournaments.nights.models import Series


class Command(BaseCommand):
    """One line for each fault, then a count; exit code 1 if there is any."""

    help = "Prove that the streams of events and series are whole, and that states are what the streams give."

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and tell."""
        events = self._verify("Events", Tournament.objects.filter(version__gt=0), verify)
        series = self._verify("Series", Series.objects.filter(version__gt=0), nights.verify)
        if events or series:
            sys.exit(1)

    def _verify(self, what: str, rows: QuerySet[Any], verify: Callable[[UUID], list[str]]) -> int:
        """Each of a kind. Returns how many are broken."""
        sound = broken = 0
        for id_ in rows.order_by("created_at").values_list("id", flat=True):
            faults = verify(id_)
            for fault in faults:
                self.stdout.write(f"{id_}: {fault}")
            sound, broken = (sound, broken + 1) if faults else (sound + 1, broken)
        self.stdout.write(f"{what}: {sound} sound, {broken} broken")
        return broken
