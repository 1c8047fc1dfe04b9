"""`{% event_feed club id as address %}`: where an event's calendar feed is read; nothing where there is none.
`{% round_windows t as windows %}`: when each round of an event is to be played, before it starts."""

from datetime import datetime
from uuid import UUID

from django import template

from accounts.clubs.models import Club
from tournaments import calendar, documents, schedule, state
from tournaments.nights import feeds, words

register = template.Library()


@register.simple_tag
def event_feed(club: Club, id_: UUID) -> str:
    """The address on this site."""
    return feeds.address(club, feeds.EVENT, id_)


@register.simple_tag
def round_windows(t: state.Tournament) -> list[tuple[str, str]]:
    """When each round opens and when it is to be done, by the clocks of the event's place on those very days. Of an
    event that says no number of rounds: as many as the least entries play."""
    if t.status not in (state.DRAFT, state.OPEN):
        return []
    first = t.starts_at or calendar.start_of(t.rules)
    number = t.rules["pairing"]["rounds"] or documents.rounds(t.rules, t.rules["least_entries"])

    def told(at: datetime) -> str:
        return words.when(schedule.shown(at, t.rules["zone"]))

    return [(told(one.opens_at), told(one.soft_at)) for one in calendar.rounds(t.rules, first, number)]
