"""What people are told before their event begins, each once."""

from datetime import datetime, timedelta

import pytest

from accounts.notices.kinds import lines
from accounts.notices.models import Notice
from tests.tournaments.playing import START, Evening
from tournaments import commands, services, sweeping

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def told(kind: str) -> list[str]:
    """Who has been told of this, and it is not over."""
    return sorted(Notice.objects.filter(kind=kind, over_at=None).values_list("user__username", flat=True))


def test_that_an_event_begins_and_that_one_may_check_in_is_told_once_and_anew_where_it_is_moved() -> None:
    evening = Evening(2, check_in=True, zone="Asia/Tokyo", starts=datetime(2126, 12, 2, 4))  # START, where it is
    everybody = ["ann0", "ann1", "ben0", "ben1"]
    assert sweeping.tell_what_comes(START - 3 * DAY) == 0
    assert sweeping.tell_what_comes(START - 2 * DAY) == 4 and told("event_check_in") == everybody
    own = evening.seen.state.entries[0]
    services.check_in(evening.pairs[0][0], evening.id, own.id, START - 2 * DAY + HOUR)
    assert told("event_check_in") == ["ann1", "ben1"], "who is there is asked no more"
    assert sweeping.tell_what_comes(START - DAY) == 4 and told("event_soon") == everybody
    assert sweeping.tell_what_comes(START - DAY + HOUR) == 0, "each once"
    later = datetime(2126, 12, 3, 4)
    services.lead(evening.organizer, evening.id, commands.Reschedule(later, "A storm."), START - 20 * HOUR)
    assert told("event_soon") == [] and told("event_moved") == everybody
    assert sweeping.tell_what_comes(START) == 6, "two of them are there already"
    assert told("event_soon") == everybody and told("event_check_in") == ["ann1", "ben1"]


def test_whoever_has_entered_is_told_in_their_own_zone_and_that_it_is_called_off() -> None:
    evening = Evening(2)
    later = datetime(2126, 12, 2, 19)
    services.lead(evening.organizer, evening.id, commands.Reschedule(later, "A storm."), START - 2 * DAY)
    (moved,) = Notice.objects.filter(kind="event_moved", user=evening.pairs[0][0])
    assert "19:00" in lines([moved])[moved.id].text
    services.lead(evening.organizer, evening.id, commands.Cancel("Too few."), START)
    (off,) = Notice.objects.filter(kind="event_off", user=evening.pairs[0][0])
    line = lines([off])[off.id]
    assert "is called off" in line.title and "who runs it has decided so" in line.text
