"""`{% event_feed club id as address %}`: where an event's calendar feed is read; nothing where there is none."""

from uuid import UUID

from django import template

from accounts.clubs.models import Club
from tournaments.nights import feeds

register = template.Library()


@register.simple_tag
def event_feed(club: Club, id_: UUID) -> str:
    """The address on this site."""
    return feeds.address(club, feeds.EVENT, id_)
