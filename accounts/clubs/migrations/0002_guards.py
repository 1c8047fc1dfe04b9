"""What holds whoever writes: no club without an owner, no change to the log of changes.

The first is asked at the end of a transaction, so that handing over takes its steps in any order. It locks the club's
row before it counts: of two owners who leave at once the second sees that the first has gone.
"""

from django.db import migrations

CREATE = """
CREATE FUNCTION clubs_owned() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    concerned uuid;
BEGIN
    IF TG_TABLE_NAME = 'clubs_club' THEN
        concerned := NEW.id;
    ELSE
        concerned := OLD.club_id;
    END IF;
    PERFORM 1 FROM clubs_club WHERE id = concerned FOR UPDATE;
    IF FOUND AND NOT EXISTS (
        SELECT 1 FROM clubs_membership WHERE club_id = concerned AND state = 'member' AND role = 'owner'
    ) THEN
        RAISE EXCEPTION 'club % would be without an owner', concerned USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER clubs_owned AFTER INSERT ON clubs_club
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION clubs_owned();
CREATE CONSTRAINT TRIGGER clubs_owned AFTER UPDATE OR DELETE ON clubs_membership
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION clubs_owned();

CREATE FUNCTION clubs_change_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of a club is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER clubs_change_append_only BEFORE UPDATE OR DELETE ON clubs_change
    FOR EACH STATEMENT EXECUTE FUNCTION clubs_change_append_only();
CREATE TRIGGER clubs_change_append_only_truncate BEFORE TRUNCATE ON clubs_change
    FOR EACH STATEMENT EXECUTE FUNCTION clubs_change_append_only();
"""

DROP = """
DROP TRIGGER clubs_owned ON clubs_club;
DROP TRIGGER clubs_owned ON clubs_membership;
DROP FUNCTION clubs_owned();
DROP TRIGGER clubs_change_append_only ON clubs_change;
DROP TRIGGER clubs_change_append_only_truncate ON clubs_change;
DROP FUNCTION clubs_change_append_only();
"""


class Migration(migrations.Migration):
    """Triggers."""

    dependencies = [("clubs", "0001_initial")]

    operations = [migrations.RunSQL(CREATE, DROP)]
