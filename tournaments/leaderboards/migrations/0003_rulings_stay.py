"""A ruling about ratings is never changed, by the database itself; only its text is erased with its author."""

from django.db import migrations

CREATE = """
CREATE FUNCTION leaderboards_ruling_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND TG_LEVEL = 'ROW' AND NEW.text = '' AND (NEW.id, NEW.game, NEW.annulled, NEW.actor, NEW.at)
            IS NOT DISTINCT FROM (OLD.id, OLD.game, OLD.annulled, OLD.actor, OLD.at) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'rulings are append-only: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER leaderboards_ruling_append_only BEFORE UPDATE OR DELETE ON leaderboards_ruling
    FOR EACH ROW EXECUTE FUNCTION leaderboards_ruling_append_only();
CREATE TRIGGER leaderboards_ruling_append_only_truncate BEFORE TRUNCATE ON leaderboards_ruling
    FOR EACH STATEMENT EXECUTE FUNCTION leaderboards_ruling_append_only();
"""

DROP = """
DROP TRIGGER leaderboards_ruling_append_only ON leaderboards_ruling;
DROP TRIGGER leaderboards_ruling_append_only_truncate ON leaderboards_ruling;
DROP FUNCTION leaderboards_ruling_append_only();
"""


class Migration(migrations.Migration):
    """Triggers on the rulings."""

    dependencies = [("leaderboards", "0002_of_event")]

    operations = [migrations.RunSQL(CREATE, DROP)]
