"""The run from beginning to end, in a process whose servers are thrown away afterwards."""

import os
import sys
from time import monotonic

import django
from django.core.management import call_command

from tournaments.simulate.arguments import parser

DAYS_A_ROUND, DAYS_AROUND = 7, 12
SMALL = (5, 2)


def main() -> int:
    """Play, judge, tell. The exit code is 1 if anything is wrong."""
    chosen = parser().parse_args()
    if not os.environ.get("FAIRDEAL_APART"):
        sys.exit("This plays on servers that are thrown away: python -m tournaments.simulate")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    from games.simulate.story import tell  # Django is ready only now
    from tournaments.simulate.plans import plans
    from tournaments.simulate.run import Events

    pairs, rounds = SMALL if chosen.small else (chosen.pairs, chosen.rounds)
    run = Events(plans(pairs, rounds, chosen.small), rounds * DAYS_A_ROUND + DAYS_AROUND, chosen.seed)
    began = monotonic()
    run.play()
    lasted = monotonic() - began
    told = run.judge(sys.maxsize)
    tell("seed", chosen.seed)
    for what, number in sorted((run.world.counts + told).items()):
        tell(what, number)
    tell("rows in the logs", run.rows())
    tell("seconds that the story took", round(lasted))
    tell("milliseconds for each action, all in all", round(1000 * lasted / max(1, run.actions()), 2))
    for problem in run.world.problems[:50]:
        print(problem)
    tell("rounds stuck", told["rounds stuck"])
    tell("problems", len(run.world.problems))
    return 1 if run.world.problems else 0


if __name__ == "__main__":
    sys.exit(main())
