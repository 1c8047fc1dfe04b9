"""`manage.py rebuild_events ID… | --all [--compare]`: fold events, and with --all series, anew from their streams."""

import sys
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from tournaments.command_handler import rebuild
from tournaments.models import Tournament
from tournaments.nights import audit as nights
from tournaments.nights.models import Series


class Command(BaseCommand):
    """The streams are read, never written. One line for each event that was not as its stream says."""

    help = "Fold the states of events, and what is searched by, anew from their streams."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The ids, or --all; and whether anything is to be changed."""
        parser.add_argument("event", nargs="*", type=UUID, help="ids of events")
        parser.add_argument("--all", action="store_true", help="all events, and all series")
        parser.add_argument("--compare", action="store_true", help="change nothing; exit code 1 if anything differs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild, compare, count."""
        if bool(options["event"]) == options["all"]:
            raise CommandError("Name events, or say --all.")
        events = Tournament.objects.filter(version__gt=0).order_by("created_at")
        if not options["all"]:
            missing = set(options["event"]) - set(events.filter(id__in=options["event"]).values_list("id", flat=True))
            if missing:
                raise CommandError(f"There is no event {min(missing)}.")
            events = events.filter(id__in=options["event"])
        ids = list(events.values_list("id", flat=True))
        other = [id_ for id_ in ids if rebuild(id_, keep=not options["compare"])]
        for id_ in other:
            self.stdout.write(f"{id_}: what was kept is not what the stream gives")
        did = "differ" if options["compare"] else "mended"
        self.stdout.write(f"Events: {len(ids)} folded, {len(other)} {did}")
        if options["all"]:
            all_series = list(Series.objects.filter(version__gt=0).order_by("created_at").values_list("id", flat=True))
            differ = [id_ for id_ in all_series if nights.rebuild(id_, keep=not options["compare"])]
            self.stdout.write(f"Series: {len(all_series)} folded, {len(differ)} {did}")
            other += differ
        if other and options["compare"]:
            sys.exit(1)
