"""A process that is killed (SIGKILL) just before its n-th step; `test_dying.py` drives it.

A step is whatever somebody else can see of an action: a statement to the database, a commit (before it and after it),
a word to Redis, a task for the workers. One process is started for a whole test and forks for each death, since
starting Django takes longer than all the rest; it opens no connection itself.

    python -m tests.games.dying DATABASE      one job a line on stdin: {"step", "do", …}; one exit code a line on stdout
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from celery import current_app
from django.db import connection

from games import push, requests, services, tasks


class Countdown:
    """Counts steps, and ends everything at one of them."""

    def __init__(self, last: int) -> None:
        self.left = last

    def step(self) -> None:
        """One step more: or none."""
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function as a step, and the moment after it as another."""

        def counted(*args: Any, **more: Any) -> Any:
            self.step()
            result = function(*args, **more)
            self.step()
            return result

        return counted

    def statement(self, execute: Callable[..., Any], *args: Any) -> Any:
        """Django's wrapper of a statement."""
        self.step()
        return execute(*args)


def do(job: dict[str, Any]) -> None:
    """What the job says, by the doors that the web process and the workers use."""
    countdown = Countdown(job["step"])
    connection._commit = countdown.around(connection._commit)  # type: ignore[attr-defined]
    push._publisher.publish = countdown.around(push._publisher.publish)  # type: ignore[method-assign]
    current_app.send_task = countdown.around(current_app.send_task)
    with connection.execute_wrapper(countdown.statement):
        match job["do"]:
            case "act":
                at = datetime.fromisoformat(job["at"])
                services.act(UUID(job["user"]), UUID(job["game"]), requests.action(job["body"]), at)
            case "sweep":
                tasks.sweep()
            case "bots":
                tasks.play_bots(job["game"])


def main() -> None:
    """A fork for each job."""
    connection.settings_dict["NAME"] = sys.argv[1]
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                do(json.loads(line))
                code = 0
            finally:
                os._exit(code)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
