"""The log is append-only by the database itself: whoever writes SQL by hand is refused too."""

from django.db import migrations

CREATE = """
CREATE FUNCTION games_event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER games_event_append_only BEFORE UPDATE OR DELETE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION games_event_append_only();
CREATE TRIGGER games_event_append_only_truncate BEFORE TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION games_event_append_only();
"""

DROP = """
DROP TRIGGER games_event_append_only ON games_event;
DROP TRIGGER games_event_append_only_truncate ON games_event;
DROP FUNCTION games_event_append_only();
"""


class Migration(migrations.Migration):
    """Triggers on the log."""

    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunSQL(CREATE, DROP)]
