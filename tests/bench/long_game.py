"""What a long game costs: late moves against early ones, loading from the log and from the stored state, rejoining."""

import json
import os
import subprocess
import sys
import time
from typing import Any

from tests.harness.product import Product

MOVES = 1000


def report(product: Product) -> None:
    """Measures in a process of its own beside the running product, and prints its lines."""
    environment = os.environ | {"DATA_DIR": str(product.data_dir), "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run([sys.executable, "-m", "tests.bench.long_game"], env=environment, check=True)


def main() -> None:
    """One game of a thousand moves and more."""
    import django

    django.setup()
    import random

    from games import event_store, projector, selectors
    from tests.bench.inside import LONG, Table

    table = Table(random.Random(1), LONG)
    spent = []
    for _ in range(MOVES + 100):
        began = time.process_time()
        table.move()
        spent.append(time.process_time() - began)
    early, late = sum(spent[10:110]), sum(spent[-100:])
    print(f"handler's CPU of moves 10-110 to that of moves {MOVES}-{MOVES + 100}: ratio {early / late:.2f}")
    version = table.version
    began = time.process_time()
    rows = list(event_store.stream(table.game, version))
    state = projector.fold(rows)
    folding = 1000 * (time.process_time() - began)
    print(f"loading {len(rows)} events from the log and folding them, ms of CPU: {folding:.0f}")
    began = time.process_time()
    for _ in range(100):
        seen = selectors.look(table.game, table.people[0])
    assert seen.state == state
    print(f"loading the same game from its stored state, ms of CPU: {10 * (time.process_time() - began):.2f}")
    frame = selectors.updates(table.game, table.people[0], 0).frame
    print(f"rejoining it, bytes of the frame: {_size(frame)}; bytes without the ruleset: {_without_ruleset(frame)}")


def _size(frame: Any) -> int:
    return len(json.dumps(frame, separators=(",", ":")).encode())


def _without_ruleset(frame: dict[str, Any]) -> int:
    return _size({**frame, "view": {k: v for k, v in frame["view"].items() if k != "ruleset"}})


if __name__ == "__main__":
    main()
