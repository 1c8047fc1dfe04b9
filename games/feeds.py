"""What tables put into somebody's calendar feed: until when their open decisions are due."""

from datetime import datetime, timedelta
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.feeds import Entry
from accounts.models import User
from accounts.selectors import people_by_id
from accounts.signals import feeding
from games import clock, overview, selectors, serializers, table
from games.models import Game

SHOWN = timedelta(minutes=30)
"""An entry ends with the deadline, and is no longer than this: a turn of three days is no appointment of three."""
MOST = 100


@receiver(feeding)
def open_decisions(user: User, now: datetime, **_more: Any) -> list[Entry]:
    """One entry for each decision that is this person's to make and has a deadline. When it is made it is gone."""
    mine = Game.objects.filter(seat_rows__kind="user", seat_rows__holder=str(user.id), seat_rows__invited=False)
    running = mine.filter(status=table.PLAYING, deadline__isnull=False, demo=False).order_by("deadline")
    found = [selectors.look(game_id, user.id) for game_id in running.values_list("id", flat=True)[:MOST]]
    return [entry for seen in found if (entry := _entry(seen, user))]


def _entry(seen: selectors.Seen, user: User) -> Entry | None:
    state, seat = seen.state, seen.seat
    decision = None if seat is None else state.clock.seats[seat].decision
    due = None if seat is None else state.deadlines().get(seat)
    if decision is None or due is None:
        return None
    known = people_by_id(serializers.people_at(state))
    others = ", ".join(overview.seat_name(state, n, known) for n in range(state.table.players) if n != seat)
    rules = overview.title_of(seen.id, user.id)
    ends = _("Your answer is due: %(rules)s") if decision.kind == clock.ANSWER else _("Your turn ends: %(rules)s")
    return Entry(
        uid=f"turn-{seen.id}-{seat}-{decision.since:%Y%m%dT%H%M%S%f}",
        sequence=seen.version + len(state.outages),
        begins=max(decision.since, due - SHOWN),
        ends=due,
        summary=ends % {"rules": rules},
        description=_("With %(names)s.") % {"names": others},
        path=reverse("table", args=[seen.id]),
        changed=max([state.marks.at, *(outage.told for outage in state.outages)]),
    )
