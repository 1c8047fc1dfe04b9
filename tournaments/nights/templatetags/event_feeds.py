"""`{% event_feed club id as address %}`: where an event's calendar feed is read; nothing where there is none.
`{% round_windows t as windows %}`: when each round of an event is to be played, before it starts."""

from uuid import UUID

from django import template

from accounts.clubs.models import Club
from tournaments import state
from tournaments.nights import feeds
from tournaments.overview import times

register = template.Library()


@register.simple_tag
def event_feed(club: Club, id_: UUID) -> str:
    """The address on this site."""
    return feeds.address(club, feeds.EVENT, id_)


@register.simple_tag
def round_windows(t: state.Tournament) -> list[times.Window]:
    """When each round opens and when it is to be done, by the clocks of the event's place on those very days."""
    return times.windows(t)
