"""PostgreSQL's own limit for one move, on the product's server: pgbench's `move_read` with eight clients.

BEGIN, SELECT … FOR UPDATE, INSERT of a small event, UPDATE of a state of 3 kB, COMMIT.
"""

import re
import subprocess
from pathlib import Path

from config.supervisor.binaries import postgres_programs

ROOMS = 8
SCRIPT = """\\set room :client_id + 1
BEGIN;
SELECT seq, state FROM bench_room WHERE id = :room FOR UPDATE;
INSERT INTO bench_event (room, seq, body)
  SELECT id, seq + 1, jsonb_build_object('type', 'drew', 'pad', repeat('x', 280)) FROM bench_room WHERE id = :room;
UPDATE bench_room SET seq = seq + 1, state = jsonb_build_object('pad', repeat('y', 2980)) WHERE id = :room;
COMMIT;
"""
TABLES = f"""
DROP TABLE IF EXISTS bench_event, bench_room;
CREATE TABLE bench_room (id int PRIMARY KEY, seq int NOT NULL, state jsonb NOT NULL);
CREATE TABLE bench_event (room int, seq int, body jsonb NOT NULL, PRIMARY KEY (room, seq));
INSERT INTO bench_room SELECT n, 0, jsonb_build_object('pad', repeat('y', 2980)) FROM generate_series(1, {ROOMS}) n;
"""


class PgBench:
    """pgbench beside a running product, in its database, in tables of its own."""

    def __init__(self, data_dir: Path) -> None:
        self.programs = postgres_programs()
        self.address = ["-h", str(data_dir / "run"), "-U", "fairdeal"]
        self.script = data_dir / "move_read.sql"
        self.script.write_text(SCRIPT)
        self._psql(TABLES)

    def _psql(self, sql: str) -> None:
        command = [str(self.programs / "psql"), *self.address, "-q", "-v", "ON_ERROR_STOP=1", "fairdeal"]
        subprocess.run(command, input=sql, text=True, check=True, capture_output=True)

    def rate(self, seconds: int) -> float:
        """Moves a second."""
        command = [str(self.programs / "pgbench"), *self.address, "-n", "-c", str(ROOMS), "-j", "2", "-M", "prepared"]
        command += ["-T", str(seconds), "-f", str(self.script), "fairdeal"]
        done = subprocess.run(command, text=True, check=True, capture_output=True)
        found = re.search(r"tps = ([\d.]+)", done.stdout)
        assert found, done.stdout
        return float(found.group(1))

    def close(self) -> None:
        """Remove the tables."""
        self._psql("DROP TABLE IF EXISTS bench_event, bench_room;")
