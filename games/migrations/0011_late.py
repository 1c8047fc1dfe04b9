"""What happens when the time is over is part of the clock, and judged by the database with it; who has left a game is kept
beside who has won it."""

from django.db import migrations, models

# What games/clock/late.py refuses.
REFUSE = """
CREATE FUNCTION games_late_stands(late jsonb, live boolean) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
    SELECT COALESCE(CASE WHEN jsonb_typeof(late) = 'array' THEN
        jsonb_array_length(late) BETWEEN 1 AND 10 AND NOT EXISTS (
            SELECT FROM jsonb_array_elements(late) WITH ORDINALITY AS told(step, place)
            WHERE NOT COALESCE(CASE WHEN jsonb_typeof(step) <> 'object' THEN false ELSE CASE step ->> 'do'
                WHEN 'extend' THEN step - ARRAY['do', 'seconds'] = '{}'
                    AND CASE WHEN jsonb_typeof(step -> 'seconds') <> 'number' THEN false
                             ELSE (step ->> 'seconds')::numeric = trunc((step ->> 'seconds')::numeric)
                                  AND (step ->> 'seconds')::numeric BETWEEN CASE WHEN live THEN 5 ELSE 600 END
                                                                        AND CASE WHEN live THEN 300 ELSE 1209600 END END
                WHEN 'default' THEN step - 'do' = '{}'
                WHEN 'bot' THEN step - ARRAY['do', 'returns'] = '{}' AND COALESCE(step -> 'returns', 'true') = 'true'
                    AND (step ? 'returns' OR place = jsonb_array_length(late))
                WHEN 'substitute' THEN step - ARRAY['do', 'returns'] = '{}'
                    AND COALESCE(step -> 'returns', 'true') = 'true'
                WHEN 'forfeit' THEN step - 'do' = '{}' AND place = jsonb_array_length(late)
                ELSE false END END, false))
        END, false)
$$;
ALTER FUNCTION games_clock_stands(jsonb) RENAME TO games_clock_without_late_stands;
CREATE FUNCTION games_clock_stands(clock jsonb) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
    SELECT COALESCE(CASE WHEN jsonb_typeof(clock) <> 'object' OR NOT clock ? 'late'
            THEN games_clock_without_late_stands(clock)
        WHEN games_clock_without_late_stands(clock - 'late')
            THEN ((clock ->> 'turn_seconds')::numeric BETWEEN 15 AND 300
                  OR (clock ->> 'turn_seconds')::numeric BETWEEN 3600 AND 1209600)
                 AND games_late_stands(clock -> 'late', (clock ->> 'turn_seconds')::numeric <= 300)
        END, false)
$$;
"""

DROP = """
DROP FUNCTION games_clock_stands(jsonb);
ALTER FUNCTION games_clock_without_late_stands(jsonb) RENAME TO games_clock_stands;
DROP FUNCTION games_late_stands(jsonb, boolean);
"""


class Migration(migrations.Migration):
    """A function for the list: the one that judges a clock asks it, and the one before for all else. And a column."""

    dependencies = [("games", "0010_seat_away")]

    operations = [
        migrations.RunSQL(REFUSE, DROP),
        migrations.AddField("outcome", "abandoned", models.JSONField(default=list)),
    ]
