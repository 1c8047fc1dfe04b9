from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_again_of"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="held_back",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
