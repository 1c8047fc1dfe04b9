"""Doors that nobody knocks at: every half minute results are taken and what is due is done."""

import logging
from time import monotonic

from celery import shared_task

from tournaments import pauses, reminding, services, sweeping

log = logging.getLogger(__name__)

AT_ONCE = 20
"""So many events are taken up together; another sweep may take up the next ones meanwhile."""
LONG_ENOUGH = 20.0
"""Seconds after which a sweep takes up no more events; the next one is half a minute away."""


@shared_task(name="tournaments.tasks.sweep", time_limit=300)
def sweep() -> None:
    """Take the results, then do everything that is due, then what no deadline waits for. Safe beside other sweeps."""
    end = monotonic() + LONG_ENOUGH
    sweeping.take_results()
    found = sweeping.take_due(AT_ONCE)
    while found:
        for id_ in found:
            try:
                sweeping.advance(id_)
            except Exception:
                log.exception("what was due of event %s could not be done", id_)  # it keeps no other waiting
        found = sweeping.take_due(AT_ONCE) if monotonic() < end else []
    pauses.end_those_used_up(services.database_time())
    sweeping.tell_what_comes(services.database_time())
    reminding.remind(services.database_time())
