"""A sweep over many running tables of which few are due: `python -m config.supervisor.apart tests.bench.sweeping`.

On servers of its own, beside no product: there nobody else sweeps meanwhile.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from tests.harness.product import CHECKOUT

TABLES, DUE = 100_000, 1_000
TURN = 3600

COPY = """
INSERT INTO games_game ({columns}, id, deadline)
SELECT {columns}, gen_random_uuid(), clock_timestamp() + (CASE WHEN n <= %s THEN -n ELSE n END) * interval '1 second'
FROM games_game, generate_series(1, %s) AS n WHERE games_game.id = %s
"""


def report() -> None:
    """Measures in processes of its own, and prints its lines."""
    subprocess.run([sys.executable, "-m", "config.supervisor.apart", "tests.bench.sweeping"], cwd=CHECKOUT, check=True)


def copy(game_id: UUID, tables: int, due: int) -> None:
    """So many running tables like this one, of which some are due; PostgreSQL knows how many there are."""
    from django.db import connection

    from games.models import Game

    own = ("id", "deadline", "external_id")
    columns = [field.column for field in Game._meta.local_fields if field.column not in own]
    with connection.cursor() as cursor:
        cursor.execute(COPY.format(columns=", ".join(columns)), [due, tables, game_id])
        cursor.execute("ANALYZE games_game")


def plans() -> list[dict[str, Any]]:
    """How PostgreSQL does what a sweep asks to find out what is due, a plan for each statement about tables."""
    from django.db import connection

    from games import due, tasks

    asked: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, *more: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, *more)

    with connection.execute_wrapper(note):
        due.take_overdue(tasks.GRACE, tasks.AT_ONCE)
    found = []
    with connection.cursor() as cursor:
        for sql, params in asked:
            if "games_game" in sql:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
                (told,) = cursor.fetchone()
                found.append((json.loads(told) if isinstance(told, str) else told)[0]["Plan"])
    return found


def nodes(plan: dict[str, Any]) -> Iterator[str]:
    """Each step of a plan, with the index that it uses."""
    yield " ".join(filter(None, (plan["Node Type"], plan.get("Index Name"))))
    for part in plan.get("Plans", ()):
        yield from nodes(part)


def main() -> None:
    """All of it."""
    import django

    django.setup()
    from datetime import timedelta

    from django.core.management import call_command
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from games import due, requests, selectors, services, tasks
    from games.models import Game

    call_command("migrate", interactive=False, verbosity=0)
    then = timezone.now() - timedelta(seconds=2 * TURN)
    ann, ben = (User.objects.create_user(name) for name in ("ann", "ben"))
    body = {"ruleset": "classic", "players": 2, "seats": ["me", "user:ben"], "clock": {"turn_seconds": TURN}}
    game_id, _ = services.create_game(ann.id, requests.game(body), then)
    services.sit(ben.id, game_id, 1, then)
    copy(game_id, TABLES, DUE)
    Game.objects.filter(id=game_id).update(deadline=None)
    steps = [list(nodes(plan)) for plan in plans()]
    print(f"a sweep's statements about {TABLES} tables: {'; '.join(', '.join(one) for one in steps)}")
    if any("Seq Scan" in step for one in steps for step in one):
        sys.exit("a sweep reads all tables one after the other")
    Game.objects.update(swept_at=None)
    now = due.database_time()
    spent = []
    for _ in range(20):
        began = time.perf_counter()
        with transaction.atomic():
            selectors.overdue(now, now, tasks.AT_ONCE)
        spent.append(1000 * (time.perf_counter() - began))
    print(f"finding the {tasks.AT_ONCE} that have waited longest among {TABLES}, ms: {statistics.median(spent):.1f}")
    began, cpu = time.perf_counter(), time.process_time()
    while Game.objects.filter(deadline__lte=now).exists():
        tasks.sweep()
    lasted, cpu = time.perf_counter() - began, time.process_time() - cpu
    print(f"doing what is due at {DUE} of {TABLES} tables, seconds: {lasted:.1f}")
    print(f"ms of our CPU for each table that was due: {1000 * cpu / DUE:.1f}")


if __name__ == "__main__":
    main()
