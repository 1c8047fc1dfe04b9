"""In whose place a seat is played: lists search by it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column and its index."""

    dependencies = [("games", "0009_looks")]

    operations = [
        migrations.AddField("seat", "away", models.CharField(blank=True, default="", max_length=64)),
        migrations.AddIndex(
            "seat",
            models.Index(
                condition=models.Q(("away", ""), _negated=True), fields=["away", "game"], name="games_seat_away_from"
            ),
        ),
    ]
