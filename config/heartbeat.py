"""Signs of life: beat leaves one for each task of the schedule that it sends, a worker for each that it has done.

They lie in Redis, which forgets them in time by its own clock, so no two clocks are compared. A sign that cannot be
left is missed, and that is what it is for.
"""

from contextlib import suppress
from typing import Any

from celery import shared_task
from celery.signals import after_task_publish, task_success
from django.conf import settings
from django.core.cache import cache

SILENCE = 30
"""Seconds without a sign after which something is wrong, at the least."""
ROUNDS = 4
"""So many times may a task of the schedule be missing before that."""


def limits() -> dict[str, float]:
    """Each task of the schedule, and how many seconds it may go without a sign; one for a time of day leaves none."""
    intervals: dict[str, float] = {}
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        seconds = entry["schedule"]
        if not isinstance(seconds, int | float):
            continue
        intervals[entry["task"]] = min(seconds, intervals.get(entry["task"], seconds))
    return {task: max(SILENCE, ROUNDS * seconds) for task, seconds in intervals.items()}


def missing(who: str) -> list[tuple[str, float]]:
    """The tasks of which `beat` or `worker` has left no sign, and for how many seconds."""
    return [(task, limit) for task, limit in limits().items() if cache.get(_key(who, task)) is None]


def leave(who: str, task: str) -> None:
    """Leave a sign, if the task is one of the schedule's."""
    if (limit := limits().get(task)) is not None:
        with suppress(Exception):
            cache.set(_key(who, task), 1, timeout=int(limit))


def _key(who: str, task: str) -> str:
    return f"alive:{who}:{task}"


@shared_task(name="config.heartbeat.tick")
def tick() -> None:
    """Nothing. That a worker of the common queue comes to it is the sign; the sweeps have a queue of their own."""


@after_task_publish.connect
def sent(sender: str, **_: Any) -> None:
    """Beat alone sends what is in the schedule."""
    leave("beat", sender)


@task_success.connect
def done(sender: Any, **_: Any) -> None:
    """A worker has done a task to its end."""
    leave("worker", sender.name)
