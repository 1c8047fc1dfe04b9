"""The stream of a series is append-only by the database itself."""

from django.db import migrations

CREATE = """
CREATE FUNCTION nights_change_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the stream is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER nights_change_append_only BEFORE UPDATE OR DELETE ON nights_change
    FOR EACH STATEMENT EXECUTE FUNCTION nights_change_append_only();
CREATE TRIGGER nights_change_append_only_truncate BEFORE TRUNCATE ON nights_change
    FOR EACH STATEMENT EXECUTE FUNCTION nights_change_append_only();
"""

DROP = """
DROP TRIGGER nights_change_append_only ON nights_change;
DROP TRIGGER nights_change_append_only_truncate ON nights_change;
DROP FUNCTION nights_change_append_only();
"""


class Migration(migrations.Migration):
    """Triggers on the stream."""

    dependencies = [("nights", "0001_initial")]

    operations = [migrations.RunSQL(CREATE, DROP)]
