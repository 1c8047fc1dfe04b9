"""Doors that nobody knocks at: what is due is done by a sweep. The table of deadlines is the clock, Celery a hint.

The sweep has a queue and a worker of its own and plays nothing but what is overdue: bots that were forgotten are only
told to the other workers again. So no number of bots, however slow, keeps a deadline waiting.
"""

import logging
from collections.abc import Callable, Iterable
from time import monotonic
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from engine.errors import Refused
from games import chats, demo, due, notice_watch, notices, push, selectors

log = logging.getLogger(__name__)

GRACE = 1.0
"""Seconds after a deadline before the default action: an action received in time may still wait for its lock."""
FOUND_AGAIN = 3.0
"""Seconds after which a bot that has not acted is told to the workers again, whatever became of its task."""
EARLY = 0.25
"""Seconds before a bot's time at which its task may come: no two clocks agree."""
AT_ONCE = 20
"""So many tables are taken up together; another sweep may take up the next ones meanwhile."""
LONG_ENOUGH = 10.0
"""Seconds after which a sweep takes up no more tables; the next one is two seconds away."""
MOST_BOTS = 200
"""So many forgotten bots are told of in one sweep."""


@shared_task(name="games.tasks.sweep", time_limit=30)
def sweep() -> None:
    """Do everything that is overdue and was not done, in the order in which it was due. Safe beside other sweeps."""
    end, late = monotonic() + LONG_ENOUGH, due.take_overdue(GRACE, AT_ONCE)
    while late:
        _each(late, lambda game_id: due.play_overdue(game_id, GRACE))
        late = due.take_overdue(GRACE, AT_ONCE) if monotonic() < end else []
    demos = (game_id for game_id in selectors.demos_due(due.database_time(), MOST_BOTS) if push.watched(game_id))
    for game_id in (*due.take_bots(FOUND_AGAIN, MOST_BOTS), *demos):
        push.wake_bots(game_id, 0.0)


@shared_task(name="games.tasks.tell", time_limit=60)
def tell() -> None:
    """Write down what tables have to tell their players."""
    end = monotonic() + LONG_ENOUGH
    while notices.sweep(timezone.now()) >= notices.AT_ONCE and monotonic() < end:
        pass


@shared_task(name="games.tasks.watch_notices")
def watch_notices() -> None:
    """Check at some tables whether turns are told."""
    notice_watch.watch(timezone.now())


@shared_task(name="games.tasks.play_bots", time_limit=60)
def play_bots(game_id: str) -> None:
    """A bot's turn at this table, if it is due."""
    _each([UUID(game_id)], _play)


def _play(game_id: UUID) -> None:
    is_demo = selectors.is_demo(game_id)
    if is_demo and not push.watched(game_id):
        return  # a demo rests while nobody watches
    due.play_bots(game_id, EARLY)
    if is_demo and settings.DEMO_ALLOWED and selectors.is_over(game_id):
        demo.prepare()  # whoever comes next finds a table again


@shared_task(name="games.tasks.tidy")
def tidy() -> None:
    """Once a day: erase the texts of messages that were taken back."""
    chats.tidy()


def _each(games: Iterable[UUID], do: Callable[[UUID], object]) -> None:
    """One table that fails must not keep the others waiting; one that is gone is no failure."""
    for game_id in games:
        try:
            do(game_id)
        except Exception as error:
            if not (isinstance(error, Refused) and error.code == "unknown_game"):
                log.exception("what was due at %s could not be done", game_id, extra={"game": str(game_id)})
