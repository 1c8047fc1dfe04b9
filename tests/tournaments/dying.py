"""Workers that sweep an event, at once or alone, each killed (SIGKILL) just before its n-th step or not at all; see
`tests/games/dying.py`, whose steps these are.

    python -m tests.tournaments.dying DATABASE      one job a line on stdin: {"event", "at", "steps"}; 0 is never
"""

import json
import os
import sys
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from tests.games.dying import Countdown
from tournaments import sweeping


def sweep(job: dict[str, Any], step: int) -> None:
    """Take what has ended, and do what is due."""
    countdown = Countdown(step)
    connection._commit = countdown.around(connection._commit)  # type: ignore[attr-defined]
    with connection.execute_wrapper(countdown.statement):
        sweeping.take_results()
        sweeping.advance(UUID(job["event"]), datetime.fromisoformat(job["at"]))


def forked(job: dict[str, Any], step: int) -> int:
    """A process of its own for it."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            sweep(job, step)
            code = 0
        finally:
            os._exit(code)
    return child


def main() -> None:
    """For each job as many forks as it has steps, all at once."""
    connection.settings_dict["NAME"] = sys.argv[1]
    for line in sys.stdin:
        job = json.loads(line)
        children = [forked(job, step) for step in job["steps"]]
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        print(json.dumps(codes), flush=True)


if __name__ == "__main__":
    main()
