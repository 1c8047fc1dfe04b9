"""What a vacation of somebody means in the events in which they play: told before they enter one."""

from collections.abc import Iterator
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.calendars import Meaning
from accounts.preferences import moment
from games import clock
from tournaments import command_handler, state
from tournaments.models import Tournament

GOES_ON = (state.OPEN, state.RUNNING, state.PAUSED)


def meanings(user_id: UUID) -> Iterator[Meaning]:
    """For each of their events that is not over: what becomes of their clock there, and when a round ends all the
    same."""
    theirs = Tournament.objects.filter(participants__person=user_id, status__in=GOES_ON, rehearses=None)
    for row in theirs.order_by("starts_at", "id"):
        t = command_handler.load(row)
        yield Meaning(t.rules["name"], reverse("event", args=[row.id]), f"{_clock(t)} {_when(t)}".strip())


def _clock(t: state.Tournament) -> str:
    granted = clock.of(t.rules["clock"])
    if t.rules.get("real_cards") or granted is None:
        return _("No clock runs there, but its rounds end at their deadlines, also while you are away.")
    if granted.vacation:
        return _("Your clock rests while you are away; the deadlines of its rounds stay.")
    return _("No vacation counts there: your clock goes on while you are away, and so do the deadlines.")


def _when(t: state.Tournament) -> str:
    if t.round is not None and t.round.open:
        told = {"round": t.round.number, "at": moment(t.round.times.hard_at)}
        return _("Round %(round)s ends at the latest on %(at)s.") % told
    return _("It begins on %(at)s.") % {"at": moment(t.starts_at)} if t.starts_at and not t.rounds else ""
