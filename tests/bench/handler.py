"""The one path of an action without HTTP: processes of threads, each thread at a table of its own.

`python -m tests.bench.handler SECONDS THREADS` prints `{"moves", "cpu"}`; the parent starts several.
"""

import json
import os
import random
import subprocess
import sys
import threading
import time
from typing import Any


def measure(data_dir: str, seconds: float, processes: int = 2, threads: int = 4) -> dict[str, float]:
    """Accepted moves a second, and milliseconds of CPU a move in the processes that decide them."""
    environment = os.environ | {"DATA_DIR": data_dir, "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-m", "tests.bench.handler", str(seconds), str(threads)]
    running = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
    results = [json.loads(one.communicate()[0]) for one in running]
    moves = sum(one["moves"] for one in results)
    return {"moves": moves / seconds, "cpu": 1000 * sum(one["cpu"] for one in results) / max(moves, 1)}


def main(seconds: float, threads: int) -> None:
    """One process."""
    import django

    django.setup()
    from tests.bench.inside import Table

    tables = [Table(random.Random(f"{os.getpid()}|{n}")) for n in range(threads)]
    end, cpu = time.monotonic() + seconds, time.process_time()
    counts = [0] * threads

    def run(number: int, table: Any) -> None:
        while time.monotonic() < end:
            table.move()
            counts[number] += 1

    workers = [threading.Thread(target=run, args=(n, table)) for n, table in enumerate(tables)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print(json.dumps({"moves": sum(counts), "cpu": time.process_time() - cpu}))


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
