"""The stream is append-only by the database itself: whoever writes SQL by hand is refused too."""

from django.db import migrations

CREATE = """
CREATE FUNCTION tournaments_event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the stream is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER tournaments_event_append_only BEFORE UPDATE OR DELETE ON tournaments_event
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_event_append_only();
CREATE TRIGGER tournaments_event_append_only_truncate BEFORE TRUNCATE ON tournaments_event
    FOR EACH STATEMENT EXECUTE FUNCTION tournaments_event_append_only();
"""

DROP = """
DROP TRIGGER tournaments_event_append_only ON tournaments_event;
DROP TRIGGER tournaments_event_append_only_truncate ON tournaments_event;
DROP FUNCTION tournaments_event_append_only();
"""


class Migration(migrations.Migration):
    """Triggers on the stream."""

    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunSQL(CREATE, DROP)]
