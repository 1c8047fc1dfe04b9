"""Why officers froze tables: the texts, which can be erased."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A table."""

    dependencies = [("games", "0014_seat_offered")]

    operations = [
        migrations.CreateModel(
            name="Reason",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game", "digest", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("salt", models.CharField(max_length=64)),
                ("author", models.UUIDField()),
                ("text", models.TextField()),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"),
                ),
            ],
        ),
    ]
