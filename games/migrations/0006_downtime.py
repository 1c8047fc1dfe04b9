"""The record of downtime, append-only like the log, and the web processes' sign of life."""

from django.db import migrations, models

CREATE = """
CREATE TRIGGER games_downtime_append_only BEFORE UPDATE OR DELETE ON games_downtime
    FOR EACH STATEMENT EXECUTE FUNCTION games_event_append_only();
CREATE TRIGGER games_downtime_append_only_truncate BEFORE TRUNCATE ON games_downtime
    FOR EACH STATEMENT EXECUTE FUNCTION games_event_append_only();
"""

DROP = """
DROP TRIGGER games_downtime_append_only ON games_downtime;
DROP TRIGGER games_downtime_append_only_truncate ON games_downtime;
"""


class Migration(migrations.Migration):
    """Two tables and the triggers of one."""

    dependencies = [("games", "0005_clubs")]

    operations = [
        migrations.CreateModel(
            name="Downtime",
            fields=[
                ("number", models.IntegerField(primary_key=True, serialize=False)),
                ("begins", models.DateTimeField()),
                ("ends", models.DateTimeField()),
                ("told", models.DateTimeField()),
                ("how", models.CharField(max_length=16)),
                ("hash", models.CharField(max_length=64)),
                ("previous", models.CharField(default="", max_length=64)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends__gt", models.F("begins"))), name="games_downtime_ends_later"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WebSign",
            fields=[
                ("id", models.SmallIntegerField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.RunSQL(CREATE, DROP),
    ]
