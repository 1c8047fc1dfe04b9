"""The clock as a column: what cannot stand is refused by the database too, whoever writes it.

By a trigger: a CHECK is asked again whenever anything of the row is written, which every action does.
"""

from django.db import migrations, models

import games.models

FILL = "UPDATE games_game SET clock = state -> 'table' -> 'clock' WHERE state -> 'table' ? 'clock'"

# What games/clock/settings.py refuses; what is NULL is refused too, hence COALESCE.
REFUSE = """
CREATE FUNCTION games_clock_stands(clock jsonb) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
    SELECT COALESCE(CASE
        WHEN clock = '"none"' THEN true
        WHEN jsonb_typeof(clock) <> 'object' THEN false
        WHEN clock - ARRAY['turn_seconds', 'answer_seconds', 'bank_seconds', 'increment_seconds', 'bank_cap_seconds',
                           'quiet', 'weekends', 'vacation'] <> '{}' THEN false
        WHEN EXISTS (SELECT FROM jsonb_each(clock) AS told WHERE told.key LIKE '%_seconds' AND (
                jsonb_typeof(told.value) <> 'number' OR told.value::numeric <> trunc(told.value::numeric))) THEN false
        WHEN clock - 'turn_seconds' = '{}' THEN turn BETWEEN 1 AND 31622400
        ELSE (turn BETWEEN 15 AND 300 OR turn BETWEEN 3600 AND 1209600)
            AND answer BETWEEN CASE WHEN live THEN 5 ELSE 600 END AND turn
            AND bank BETWEEN 0 AND CASE WHEN live THEN 3600 ELSE 2592000 END
            AND increment BETWEEN 0 AND CASE WHEN live THEN 60 ELSE 86400 END
            AND (increment > 0) = (cap > 0)
            AND (cap = 0 OR cap BETWEEN bank AND 2592000)
            AND (NOT live OR NOT clock ?| ARRAY['quiet', 'weekends', 'vacation'])
            AND (NOT clock ? 'quiet' OR quiet BETWEEN 60 AND 57600)
            AND COALESCE(clock -> 'weekends', 'true') = 'true' AND COALESCE(clock -> 'vacation', 'true') = 'true'
        END, false)
    FROM (SELECT turn_ AS turn, turn_ <= 300 AS live, COALESCE(answer_, turn_) AS answer,
                 COALESCE(bank_, 0) AS bank, COALESCE(increment_, 0) AS increment, COALESCE(cap_, 0) AS cap,
                 CASE WHEN begins ~ clock_time AND ends ~ clock_time
                      THEN mod(86400 + extract(epoch FROM ends::time - begins::time), 86400) END AS quiet
          FROM (SELECT jsonb_path_query_first(clock, '$.turn_seconds ? (@.type() == "number")')::numeric AS turn_,
                       jsonb_path_query_first(clock, '$.answer_seconds ? (@.type() == "number")')::numeric AS answer_,
                       jsonb_path_query_first(clock, '$.bank_seconds ? (@.type() == "number")')::numeric AS bank_,
                       jsonb_path_query_first(clock, '$.increment_seconds ? (@.type() == "number")')::numeric AS increment_,
                       jsonb_path_query_first(clock, '$.bank_cap_seconds ? (@.type() == "number")')::numeric AS cap_,
                       clock #>> '{quiet,from}' AS begins, clock #>> '{quiet,to}' AS ends,
                       '^([01][0-9]|2[0-3]):[0-5][0-9]$' AS clock_time) AS read) AS told
$$;
CREATE FUNCTION games_refuse_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT games_clock_stands(NEW.clock) THEN
        RAISE EXCEPTION 'games_game_clock: % cannot stand', NEW.clock USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER games_game_clock BEFORE INSERT OR UPDATE OF clock ON games_game
    FOR EACH ROW EXECUTE FUNCTION games_refuse_clock();
"""

DROP = """
DROP TRIGGER games_game_clock ON games_game;
DROP FUNCTION games_refuse_clock();
DROP FUNCTION games_clock_stands(jsonb);
"""


class Migration(migrations.Migration):
    """A column, filled from the states, and what it may hold."""

    dependencies = [("games", "0003_game_swept_at")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="clock",
            field=models.JSONField(default=games.models.no_clock),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.RunSQL(REFUSE, DROP),
    ]
