"""A door that nobody knocks at: each half minute the nights that are due become events and are published."""

from celery import shared_task

from tournaments.nights import making


@shared_task(name="tournaments.nights.tasks.sweep", time_limit=300)
def sweep() -> None:
    """Safe beside other sweeps, and as good a week late."""
    making.sweep()
