"""`manage.py verify_events`: the chains of all events, their states, and what is searched by."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.audit import verify
from tournaments.models import Tournament


class Command(BaseCommand):
    """One line for each fault, then a count; exit code 1 if there is any."""

    help = "Prove that the streams of events are whole, and that states are what the streams give."

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and tell."""
        sound = broken = 0
        for id_ in Tournament.objects.filter(version__gt=0).order_by("created_at").values_list("id", flat=True):
            faults = verify(id_)
            for fault in faults:
                self.stdout.write(f"{id_}: {fault}")
            sound, broken = (sound, broken + 1) if faults else (sound + 1, broken)
        self.stdout.write(f"Events: {sound} sound, {broken} broken")
        if broken:
            sys.exit(1)
