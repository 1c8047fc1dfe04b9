"""Notices on their way out. What waits lies in the database, so neither a lost broker nor a dead worker loses any.

At least once: a delivery is claimed before it goes out and noted afterwards; who is killed in between leaves it
claimed, and after a while it is tried again, if it is worth telling still. An unseen turn is told in the end, and twice
is better than never; a mail keeps its Message-ID, and a push the tag under which a browser shows but one.
All that is due for a person by a channel goes out together.
"""

import logging
from datetime import datetime, timedelta
from itertools import groupby
from time import monotonic
from typing import NamedTuple

from django.db import connection
from django.db.models import Exists, F, OuterRef

from accounts.models import User
from accounts.notices import kinds, letters, pushing, ways, wishes
from accounts.notices.models import Channel, Delivery, Mode, Notice, Reader
from accounts.notices.ways import Sent

log = logging.getLogger(__name__)

State = Delivery.State
PEOPLE = 20
"""So many people's notices are sent in one piece of work."""
LONG_ENOUGH = 60.0
"""Seconds after which a piece of work sends to nobody else; who is left is as due as they were."""
GIVEN_UP = timedelta(minutes=15)
"""After that nobody is sending what was claimed any more."""
MOST_TRIES = 5
SENDERS = {Channel.MAIL: letters, Channel.PUSH: pushing}


class Parcel(NamedTuple):
    """All that is due for a person by a channel."""

    user: User
    channel: Channel
    deliveries: list[Delivery]


def send_piece(now: datetime) -> bool:
    """Send some of what is due. Returns whether more is. Safe beside others who do the same."""
    stopped = Delivery.objects.filter(state=State.SENDING, changed_at__lt=now - GIVEN_UP)
    stopped.filter(tries__gte=MOST_TRIES).update(state=State.FAILED, changed_at=now)
    stopped.update(state=State.WAITING, changed_at=now)
    more = [_send_some(channel, now) for channel in Channel]  # neither channel keeps the other waiting
    return True in more


def _send_some(channel: Channel, now: datetime) -> bool:
    """Send some of what is due by one channel, until it takes nothing any more."""
    claimed = _claim(channel, now)
    known = wishes.of({one.user_id for one in claimed})
    worth = kinds.still([one.notice for one in claimed])
    reachable, people, end = True, 0, monotonic() + LONG_ENOUGH
    for user_id, group in groupby(claimed, key=lambda one: one.user_id):
        due = list(group)
        people += 1
        if not reachable or monotonic() > end:
            _put_back(due, now)
        elif wanted := _wanted(due, known.get(user_id), worth, now):
            reachable = _send(Parcel(wanted[0].user, channel, wanted), now)
    return people == PEOPLE and reachable


_CLAIM = """
    UPDATE notices_delivery SET state = 'sending', changed_at = %s, tries = tries + 1 WHERE id IN (
        SELECT id FROM notices_delivery WHERE state = 'waiting' AND due_at <= %s AND channel = %s AND user_id IN (
            SELECT user_id FROM notices_delivery WHERE state = 'waiting' AND due_at <= %s AND channel = %s
             GROUP BY user_id ORDER BY min(due_at) LIMIT %s)
        FOR UPDATE SKIP LOCKED) RETURNING id
"""


def _claim(channel: Channel, now: datetime) -> list[Delivery]:
    """What is due for those who wait longest, which from now on is nobody else's."""
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [now, now, channel, now, channel, PEOPLE])
        ids = [id_ for (id_,) in cursor.fetchall()]
    found = Delivery.objects.filter(id__in=ids).select_related("notice", "user")
    return list(found.order_by("user_id", "notice_id"))


def _wanted(due: list[Delivery], reader: wishes.Wishes | None, worth: dict[int, bool], now: datetime) -> list[Delivery]:
    """Those that are to go out now; of the others is noted why not."""
    wanted, later, dropped = [], [], []
    muted = reader is not None and _told_and_not_looked(reader, due[0].channel)
    for one in due:
        kind = one.notice.kind
        mode = reader.mode(kind, one.channel) if reader and kind in kinds.KINDS else Mode.NEVER
        gone = one.notice.seen_at or one.notice.over_at or worth.get(one.notice_id, True)
        if gone or mode == Mode.NEVER or (mode == Mode.ONCE and muted):
            dropped.append(one)
        elif reader and reader.loud(now) > now:  # it comes late, in their quiet hours
            later.append(one)
        else:
            wanted.append(one)
    _note(dropped, State.DROPPED, now)
    seen = [one.notice_id for one in dropped if worth.get(one.notice_id)]
    Notice.objects.filter(id__in=seen, seen_at=None).update(seen_at=now)
    # If it waits again after all (a pause ends, a discard is taken back), it is written anew, and told.
    passed = [one.notice_id for one in dropped if one.notice_id not in worth]
    Notice.objects.filter(id__in=passed, over_at=None).update(over_at=now)
    if reader and later:
        ids = [one.id for one in later]
        Delivery.objects.filter(id__in=ids).update(
            state=State.WAITING, due_at=reader.loud(now), changed_at=now, tries=F("tries") - 1
        )
    return wanted


def _told_and_not_looked(reader: wishes.Wishes, channel: str) -> bool:
    """Whether something that is to be told once until they look went out to this person by this channel, waits still,
    and was neither seen itself nor has its reader looked at all that waits."""
    once = [kind for kind in kinds.KINDS if reader.mode(kind, channel) == Mode.ONCE]
    sent = Delivery.objects.filter(channel=channel, state=State.SENT, notice__kind__in=once)
    waiting = sent.filter(notice__user=reader.user_id, notice__seen_at=None, notice__over_at=None)
    looked = Reader.objects.filter(user=reader.user_id, looked_at__gte=OuterRef("changed_at"))
    return waiting.exclude(Exists(looked)).exists()


def _send(parcel: Parcel, now: datetime) -> bool:
    """Send it, and note what has become of it. Returns whether there is any use in sending others."""
    try:
        with ways.in_their_words(parcel.user):
            lines = kinds.lines([one.notice for one in parcel.deliveries])
            here = [one for one in parcel.deliveries if one.notice_id in lines]
            notices, words = [one.notice for one in here], [lines[one.notice_id] for one in here]
            done = SENDERS[parcel.channel].send(parcel.user, notices, words, now) if here else Sent.NOWHERE
    except Exception:  # what fails for one person must keep no other waiting
        log.exception("notices could not be sent by %s", parcel.channel)
        done = Sent.LATER
    match done:
        case Sent.UNREACHABLE:
            _put_back(parcel.deliveries, now)
        case Sent.LATER:
            _later(parcel.deliveries, now)
        case Sent.YES:
            column = "mailed_at" if parcel.channel == Channel.MAIL else "pushed_at"
            _note(parcel.deliveries, State.SENT, now)
            Reader.objects.update_or_create(user=parcel.user, defaults={column: now})
        case Sent.NO:
            _note(parcel.deliveries, State.FAILED, now)
        case Sent.NOWHERE:
            _note(parcel.deliveries, State.DROPPED, now)
    return done != Sent.UNREACHABLE


def _note(deliveries: list[Delivery], state: str, now: datetime) -> None:
    Delivery.objects.filter(id__in=[one.id for one in deliveries]).update(state=state, changed_at=now)


def _put_back(deliveries: list[Delivery], now: datetime) -> None:
    """These were not tried: they are as due as they were."""
    waiting = Delivery.objects.filter(id__in=[one.id for one in deliveries], state=State.SENDING)
    waiting.update(state=State.WAITING, changed_at=now, tries=F("tries") - 1)


def _later(deliveries: list[Delivery], now: datetime) -> None:
    """Try them again, each time after a longer while; in the end they have failed."""
    for one in deliveries:
        Delivery.objects.filter(id=one.id).update(
            state=State.FAILED if one.tries >= MOST_TRIES else State.WAITING,
            due_at=now + timedelta(minutes=4 ** (one.tries - 1)),
            changed_at=now,
        )
