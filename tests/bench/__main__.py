"""`python -m tests.bench [--quick] [--rounds N]`: starts the product and measures it beside PostgreSQL's own limit.

The contenders take turns, round by round, so that whatever else the machine does hits all of them alike: compare the
ratios, not the rates. Medians; raw numbers are kept in `var/bench.jsonl`.
"""

import argparse
import asyncio
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from engine.speed import bench as engine_bench
from tests.bench import events, handler, long_game, ratings, seeing, sweeping
from tests.bench.client import Http, new_table, people, percentile
from tests.bench.pg import PgBench
from tests.harness.product import CHECKOUT, EMBEDDED, Product, start_product

ROOT = CHECKOUT / "var" / "bench"
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Everything, as lines a person can read."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter turns, for a look")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    seconds = 4 if chosen.quick else 12
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores")
    engine_bench(1.0 if chosen.quick else 5.0)
    events.report(chosen.quick)
    ROOT.mkdir(parents=True, exist_ok=True)
    product = start_product(ROOT / str(os.getpid()), **EMBEDDED)
    try:
        seeing.report(product, chosen.quick)
        Bench(product, seconds, chosen.rounds).run()
    finally:
        product.end()
    sweeping.report()
    ratings.report(chosen.quick)
    return 0


class Bench:
    """One run against one product."""

    def __init__(self, product: Product, seconds: int, rounds: int) -> None:
        self.product, self.seconds, self.rounds = product, seconds, rounds
        host, port = product.url.removeprefix("http://").split(":")
        self.host, self.port = host, int(port)
        self.four: list[Http] = asyncio.run(people(self.host, self.port))
        for http in self.four:  # each event loop opens connections of its own
            http._streams = None
        self.raw: dict[str, list[dict[str, float]]] = {}

    def run(self) -> None:
        """All rounds, then the summary."""
        postgres = PgBench(self.product.data_dir)
        contenders: dict[str, Callable[[], dict[str, float]]] = {
            "pgbench move_read, 8 clients": lambda: {"moves": postgres.rate(self.seconds)},
            "handler without HTTP, 2 x 4": lambda: handler.measure(str(self.product.data_dir), self.seconds),
            "whole stack, 8 tables": lambda: self.stack(8),
            "whole stack, 1 table": lambda: self.stack(1),
        }
        for turn in range(self.rounds + 1):
            for name, measure in contenders.items():
                result = measure()
                if turn:  # the first round warms up
                    self.raw.setdefault(name, []).append(result)
        postgres.close()
        self.summary()
        long_game.report(self.product)

    def stack(self, tables: int) -> dict[str, float]:
        """People at so many tables, over REST and WebSocket, for the time of a turn."""
        return asyncio.run(self._stack(tables))

    async def _stack(self, tables: int) -> dict[str, float]:
        playing = [await new_table(self.host, self.port, self.four, "classic") for _ in range(tables)]
        before, began = self._cpu(), time.monotonic()
        until = began + self.seconds
        await asyncio.gather(*(table.play(10**9, until) for table in playing))
        spent, cpu = time.monotonic() - began, self._cpu() - before
        moves = sum(table.moves for table in playing)
        seen = [seconds for table in playing for seconds in table.seen]
        for one in [*playing, *self.four]:
            one.close()
        for http in self.four:
            http._streams = None
        return {
            "moves": moves / spent,
            "cpu": 1000 * cpu / max(moves, 1),
            "p50": 1000 * percentile(seen, 0.5),
            "p99": 1000 * percentile(seen, 0.99),
        }

    def _cpu(self) -> float:
        """Seconds of CPU that web, workers and beat have used."""
        total = 0.0
        for name, pid in self.product.processes.items():
            if name in ("web", "worker", "sweeper", "beat"):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                total += sum(int(fields[place]) for place in (11, 12, 13, 14)) / TICKS
        return total

    def summary(self) -> None:
        """Medians and ratios."""
        with open(CHECKOUT / "var" / "bench.jsonl", "a", encoding="utf-8") as kept:
            kept.write(json.dumps({"at": time.time(), "raw": self.raw}) + "\n")
        limit = statistics.median(one["moves"] for one in self.raw["pgbench move_read, 8 clients"])
        for name, results in self.raw.items():
            middle = {key: statistics.median(one[key] for one in results) for key in results[0]}
            line = f"{name}: {middle['moves']:.0f} moves/s, {100 * middle['moves'] / limit:.1f} % of pgbench"
            if "cpu" in middle:
                line += f", {middle['cpu']:.1f} ms of our CPU a move"
            if "p50" in middle:
                line += f", POST to another's frame p50 {middle['p50']:.0f} ms, p99 {middle['p99']:.0f} ms"
            runs = " / ".join(f"{one['moves']:.0f}" for one in results)
            print(f"{line} (runs {runs})", flush=True)


if __name__ == "__main__":
    sys.exit(main())
