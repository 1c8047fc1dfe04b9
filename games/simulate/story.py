"""The run from beginning to end, in a process whose servers are thrown away afterwards."""

import os
import sys
from time import monotonic, process_time

import django
from django.core.management import call_command

from games.simulate.arguments import parser
from games.simulate.oracle import WRONG


def main() -> int:
    """Play, judge, tell. The exit code is 1 if anything is wrong."""
    chosen = parser().parse_args()
    if not os.environ.get("FAIRDEAL_APART"):
        sys.exit("This plays on servers that are thrown away: python -m games.simulate")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    from games.simulate.run import BEGINS, DAY, Run  # Django is ready only now

    run = Run(chosen.tables, chosen.days, chosen.seed)
    began, cpu = monotonic(), process_time()
    run.play(chosen.minutes)
    lasted, cpu = monotonic() - began, process_time() - cpu
    told = run.judge(chosen.verify)
    tell("seed", chosen.seed)
    tell("tables", chosen.tables)
    tell("days", round((run.world.ends - BEGINS) / DAY, 1))
    for what, number in sorted((run.world.counts + told).items()):
        if what not in WRONG:
            tell(what, number)
    rows = run.rows()
    tell("rows in the logs", rows)
    tell("seconds that the story took", round(lasted))
    tell("milliseconds for each action, all in all", round(1000 * lasted / max(1, run.actions()), 2))
    tell("milliseconds of our own CPU for each action", round(1000 * cpu / max(1, run.actions()), 2))
    for problem in run.world.problems[:50]:
        print(problem)
    for what in ("tables stuck", *WRONG):
        tell(what, told[what])
    tell("problems", len(run.world.problems))
    return 1 if run.world.problems else 0


def tell(what: str, number: float) -> None:
    """One figure, a line; the number is last."""
    print(f"{what}: {number}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
