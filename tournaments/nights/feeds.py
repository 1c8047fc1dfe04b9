"""What of events stands in calendars: one entry for each round, under one name however often it is moved.

A club that anybody may join has open feeds. Else an address has a secret in it, which is made from the number that is
kept of the club and the site's secret key: members can look at it again, the database holds nothing that lets anybody
in, and another number is another address.
"""

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from accounts.clubs.models import Club, Joining
from accounts.feeds import KEPT, Entry
from accounts.models import User
from tournaments import command_handler, state
from tournaments.models import Participant, Tournament
from tournaments.nights.models import ClubFeed

MOST = 200
LONG_OVER = timedelta(days=180)
CLUB, EVENT = "club", "event"
ADDRESSES = {CLUB: "feed_of_club", EVENT: "feed_of_event"}


def of_person(user: User, now: datetime) -> list[Entry]:
    """The rounds of the events in which somebody is; what they were only asked to is not theirs yet."""
    theirs = Participant.objects.filter(person=user.id, agreed=True).values("tournament")
    return _entries(Tournament.objects.filter(id__in=theirs), now)


def of_club(club_id: UUID, now: datetime) -> list[Entry]:
    """The rounds of a club's events."""
    return _entries(Tournament.objects.filter(club=club_id), now)


def of_event(event_id: UUID, now: datetime) -> list[Entry]:
    """The rounds of one event."""
    return _entries(Tournament.objects.filter(id=event_id), now)


def _entries(events: QuerySet[Tournament], now: datetime) -> list[Entry]:
    told = events.filter(version__gt=0, starts_at__isnull=False)
    told = told.exclude(Q(status__in=state.OVER) & Q(starts_at__lt=now - LONG_OVER)).order_by("-starts_at", "-id")
    found = [entry for one in told[:MOST] for entry in _rounds(one.id, command_handler.load(one))]
    return sorted((one for one in found if one.ends > now - KEPT), key=lambda one: (one.begins, one.uid))


def _rounds(id_: UUID, t: state.Tournament) -> list[Entry]:
    off = _("It is not held.")
    return [
        Entry(
            uid=f"round-{uuid5(id_, f'round {number}')}",
            sequence=slot.sequence,
            begins=slot.opens_at,
            ends=slot.ends_at,
            summary=_("%(event)s, round %(round)s") % {"event": t.rules["name"], "round": number},
            description=off if slot.cancelled else _("To be played between these times."),
            path=reverse("event", args=[id_]),
            changed=slot.changed_at,
            zone=t.rules["zone"],
            cancelled=slot.cancelled,
        )
        for number, slot in enumerate(t.slots, start=1)
    ]


# --- Addresses ----------------------------------------------------------------------------------------------------


def is_open(club: Club) -> bool:
    """Whether anybody may read what times its events have: whoever wants to know can join."""
    return club.joining == Joining.OPEN


def kept(club: Club) -> ClubFeed | None:
    """The secret address of a club, if it has one."""
    return ClubFeed.objects.filter(club=club.id).first()


def make(club: Club) -> None:
    """An address, or another one: the one before counts no more from the next request on."""
    now = timezone.now()
    if not ClubFeed.objects.get_or_create(club=club.id, defaults={"since": now})[1]:
        ClubFeed.objects.filter(club=club.id).update(number=F("number") + 1, off=False, since=now)


def switch_off(club: Club) -> None:
    """There is no secret address any more. The number stays, so that none comes back."""
    ClubFeed.objects.filter(club=club.id).update(off=True)


def address(club: Club, what: str, id_: UUID) -> str:
    """Where the feed of a club or of an event is read; nothing where there is none."""
    if is_open(club):
        return reverse(ADDRESSES[what], args=[id_])
    one = kept(club)
    return "" if one is None or one.off else reverse(f"secret_{ADDRESSES[what]}", args=[id_, _secret(one, what, id_)])


def opens(club: Club | None, what: str, id_: UUID, secret: str) -> bool:
    """Whether a feed is read with this secret, or without one."""
    if club is None or club.closed_at is not None:
        return False
    if not secret:
        return is_open(club)
    one = kept(club)
    return one is not None and not one.off and constant_time_compare(secret, _secret(one, what, id_))


def _secret(one: ClubFeed, what: str, id_: UUID) -> str:
    digest = salted_hmac("feeds of clubs", f"{what} {id_} {one.number}", algorithm="sha256").digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")
