"""One new result where 100,000 are counted, through the database, and a correction of one 1,500 games ago:
`python -m config.supervisor.apart tests.bench.ratings [GAMES]`.

On servers of its own, beside no product: there nobody else counts meanwhile.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from uuid import UUID

from tests.harness.product import CHECKOUT

GAMES, PEOPLE, TIMES, AGO = 100_000, 1_000, 9, 1_500
SHORT = {"base": "classic", "packs": 2, "hand_size": 7, "foot_size": 7, "draw": 4, "minimums": [50, 50]}


def report(quick: bool = False) -> None:
    """Measures in processes of its own, and prints its lines."""
    games = str(GAMES // 10 if quick else GAMES)
    command = [sys.executable, "-m", "config.supervisor.apart", "tests.bench.ratings", games]
    subprocess.run(command, cwd=CHECKOUT, check=True)


def main(games: int) -> None:
    """All of it."""
    import django

    django.setup()
    from django.core.management import call_command

    from games.models import Outcome
    from tests.games.playing import people, play_out, table_of
    from tests.tournaments.leaderboards.counted import POOL, facts
    from tournaments.leaderboards import counting
    from tournaments.leaderboards.models import Fact, Pool
    from tournaments.leaderboards.tasks import sweep

    call_command("migrate", interactive=False, verbosity=0)
    known = [UUID(int=number + 1) for number in range(PEOPLE)]
    for start in range(1, games, 5000):
        facts(range(start, start + 5000), known, seed=start)
    print(f"all ratings of {games} games from the first one: {_seconds(counting.count):.1f} s", flush=True)

    users = people("ann", "ben", "cora", "dan")
    spent: list[float] = []
    cpu: list[float] = []
    for turn in range(1, TIMES + 1):
        game = table_of(users, rated=True, ruleset=SHORT)
        play_out(users, game, turn)
        Outcome.objects.filter(game=game).update(number=games + turn)
        began = time.process_time()
        spent.append(1000 * _seconds(sweep))
        cpu.append(1000 * (time.process_time() - began))
        if Fact.objects.get(game=game).why or Pool.objects.get(name=POOL).position != games + turn:
            sys.exit("the new result is not counted")
    least, middle, most = min(spent), statistics.median(spent), max(spent)
    print(f"one new result, ms: {middle:.0f} (from {least:.0f} to {most:.0f}); of our CPU {statistics.median(cpu):.0f}")

    chance = Random(1)
    number = games - AGO + chance.randrange(100)
    one = Fact.objects.get(number=number)
    Fact.objects.filter(number=number).update(ranks=one.ranks[::-1])
    Pool.objects.filter(name=POOL).update(changed=number, cause="the bench")
    print(f"a correction {AGO} games ago, seconds: {_seconds(counting.count):.2f}", flush=True)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
