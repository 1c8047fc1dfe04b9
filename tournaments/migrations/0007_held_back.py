"""The games of rounds that are not over are held back where an event keeps its pairings back, also those made before."""

from uuid import UUID, uuid5

from django.db import migrations

ATTEMPTS = 100


def hold_back(apps, schema_editor):
    events = apps.get_model("tournaments", "Tournament").objects.filter(state__rules__own_pairings=True)
    games = apps.get_model("games", "Game").objects
    for one in events.exclude(status__in=("provisional", "final", "cancelled")):
        every = (*one.state.get("void", ()), *one.state.get("rounds", ()))
        over = {told["number"] for told in every if told["status"] == "closed"}
        held = [game for told in every if told["number"] not in over for game in games_of(one.id, told)]
        games.filter(id__in=held).update(held_back=True)


def games_of(event: UUID, told: dict):
    """All games that the tables of a round have had, as they are named."""
    for table in told["tables"]:
        last = table.get("attempt", 0)
        for attempt in range(last - last % ATTEMPTS, last + 1):
            name = f"{told['number']}/{table['number']}"
            yield uuid5(event, f"{name}/{attempt}" if attempt else name)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_remind_at"),
        ("games", "0018_held_back"),
    ]

    operations = [migrations.RunPython(hold_back, migrations.RunPython.noop)]
