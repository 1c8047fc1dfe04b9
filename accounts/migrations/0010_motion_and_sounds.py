from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_likings"),
    ]

    operations = [
        migrations.AddField(
            model_name="preference",
            name="no_motion",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="preference",
            name="sounds",
            field=models.BooleanField(default=False),
        ),
    ]
