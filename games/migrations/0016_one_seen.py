from django.db import migrations


class Migration(migrations.Migration):
    """What was sent is not what was seen: that is told by `Look` alone."""

    dependencies = [("games", "0015_reason")]

    operations = [migrations.DeleteModel(name="Glance")]
