"""Doors that nobody knocks at: every few seconds new results are counted, and every night all of it is proved."""

import logging

from celery import shared_task

from tournaments.leaderboards import checking, counting, reading

log = logging.getLogger(__name__)


@shared_task(name="tournaments.leaderboards.tasks.sweep", time_limit=900)
def sweep() -> None:
    """Read what has ended or changed, and count it. Safe beside other sweeps."""
    reading.read()
    counting.count()


@shared_task(name="tournaments.leaderboards.tasks.prove", time_limit=3600)
def prove() -> None:
    """Look again at what could not be read, and compare all that is kept with a count from the first game: nothing
    differs; if it does, it is said where."""
    reading.judge_unreadable()
    counting.count()
    for difference in checking.differences():
        log.error("ratings: %s", difference)
