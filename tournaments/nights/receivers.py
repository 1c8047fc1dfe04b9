"""What club nights hear: a club is no more, a person's own feed is asked for."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from accounts.clubs.models import Club
from accounts.clubs.signals import closed
from accounts.feeds import Entry
from accounts.models import User
from accounts.signals import feeding
from tournaments.nights import feeds
from tournaments.nights.models import Series


@receiver(closed)
def end_nights_of_the_club(club: Club, **_: Any) -> None:
    """Nothing is made of its series any more; events that were made end as all events of the club do."""
    Series.objects.filter(club=club.id).update(due_at=None)


@receiver(feeding)
def rounds_of_own_events(user: User, now: datetime, **_: Any) -> list[Entry]:
    """The rounds of the events in which somebody is."""
    return feeds.of_person(user, now)
