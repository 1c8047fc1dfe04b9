"""Doors that nobody knocks at: what is due is done by a sweep. The table of deadlines is the clock, Celery a hint."""

import logging
from collections.abc import Callable, Iterable
from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.db import transaction

from games import demo, push, selectors, services

log = logging.getLogger(__name__)

GRACE = 1.0
"""Seconds after a deadline before the default action: an action received in time may still wait for its lock."""
FOUND_AGAIN = 3.0
"""Seconds after which a bot that has not acted is the sweep's, whatever became of its task."""
EARLY = 0.25
"""Seconds before a bot's time at which its task may come: no two clocks agree."""
AT_ONCE = 200
"""So many tables a sweep does; the next one is two seconds away."""


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Do everything that is due and was not done, in the order in which it was due. Safe beside other sweeps."""
    now = services.database_time()
    with transaction.atomic():
        late = selectors.overdue(now - timedelta(seconds=GRACE), AT_ONCE)
    _each(late, lambda game_id: services.play_overdue(game_id, GRACE))
    with transaction.atomic():
        bots = selectors.bots_due(now - timedelta(seconds=FOUND_AGAIN), AT_ONCE)
        demos = selectors.demos_due(now, AT_ONCE)
    _each(bots, _play)
    _each(demos, _play)


@shared_task(name="games.tasks.play_bots")
def play_bots(game_id: str) -> None:
    """A bot's turn at this table, if it is due."""
    _each([UUID(game_id)], _play)


def _play(game_id: UUID) -> None:
    is_demo = selectors.is_demo(game_id)
    if is_demo and not push.watched(game_id):
        return  # a demo rests while nobody watches
    services.play_bots(game_id, EARLY)
    if is_demo and settings.DEMO_ALLOWED and selectors.is_over(game_id):
        demo.prepare()  # whoever comes next finds a table again


def _each(games: Iterable[UUID], do: Callable[[UUID], object]) -> None:
    """One table that fails must not keep the others waiting."""
    for game_id in games:
        try:
            do(game_id)
        except Exception:
            log.exception("what was due at %s could not be done", game_id, extra={"game": str(game_id)})
