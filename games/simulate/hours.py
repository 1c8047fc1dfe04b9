"""Virtual time. The house asks the database what time it is, so the database of a simulation is given another clock.

A function of ours comes before PostgreSQL's own `clock_timestamp()`: everything that is asked goes by it, and the
product's code is run as it is. What goes by the time of a request is told that time, as it always is.
"""

from datetime import UTC, datetime

from django.db import connection

BEGINS = datetime(2026, 10, 12, 6, tzinfo=UTC)
"""A Monday. In the thirty days after it the clocks are changed in Europe and in North America."""

_SET_UP = """
CREATE SCHEMA simulated;
CREATE FUNCTION simulated.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
  AS $$ SELECT current_setting('simulated.now')::timestamptz $$;
"""


class Hours:
    """What time it is in the simulation."""

    def __init__(self, begins: datetime = BEGINS, set_up: bool = True) -> None:
        """`set_up`: False in a process that comes to one in which it is this time already."""
        self.begins = begins
        with connection.cursor() as cursor:
            if set_up:
                cursor.execute(_SET_UP)
            cursor.execute("SET search_path = simulated, pg_catalog, public")
        self.move(begins)

    def move(self, at: datetime) -> None:
        """From now on it is this time."""
        self.now = at
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('simulated.now', %s, false)", [at.isoformat()])
