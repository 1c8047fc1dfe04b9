from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_append_only")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="swept_at",
            field=models.DateTimeField(null=True),
        ),
    ]
