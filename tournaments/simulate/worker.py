"""A process of its own that sweeps the events once, in virtual time, and is killed (SIGKILL) before one of its
statements: nothing of it is left but what it has committed.

    python -m tournaments.simulate.worker MOMENT STATEMENT
"""

import os
import signal
import sys
from collections.abc import Callable
from datetime import datetime
from typing import Any

import django


def main(at: datetime, last: int) -> None:
    """One sweep, up to this statement."""
    django.setup()
    from django.db import connection  # Django is ready only now

    from games.simulate.hours import Hours
    from tournaments import tasks

    Hours(at, set_up=False)
    left = last

    def watch(execute: Callable[..., Any], *statement: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*statement)

    with connection.execute_wrapper(watch):
        tasks.sweep()


if __name__ == "__main__":
    main(datetime.fromisoformat(sys.argv[1]), int(sys.argv[2]))
