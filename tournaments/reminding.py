"""Reminding, within a round, whom its tables wait for, and nobody else. What is due is a column; which reminders were
told of a table are its notices, so that each is told once, whatever happens twice.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from accounts.notices import wishes, writing
from accounts.notices.models import Notice
from accounts.notices.writing import Told
from games import selectors as games
from games import visits
from games.projector import State
from games.table import PAUSED
from games.visits import News
from tournaments import calendar, notices, state
from tournaments.command_handler import load
from tournaments.defaults import COPIED_AT, LIVE
from tournaments.models import Tournament as Row

log = logging.getLogger(__name__)

TURN, UNSEEN, COPY = "turn", "unseen", "copy"
"""Why somebody is reminded: it is their turn, they have never been at their table, it concerns who plays with them."""
AT_ONCE = 20
"""Of so many events people are reminded by one sweep; the next one is half a minute away."""


class Waiting(NamedTuple):
    """Whom a table waits for. `sides`: the people of each side by their seats, `turn`: who is to act, `unseen`: who has
    neither looked at it nor done anything there."""

    sides: tuple[tuple[UUID, ...], ...]
    turn: frozenset[UUID]
    unseen: frozenset[UUID]


def whom(table: Waiting, live: bool, copied: bool) -> dict[UUID, str]:
    """Who is reminded of a table, and why. In a live round turns pass by the minute: only who never came. `copied`: and
    the first of their side, or, for the first, the next: the partner of two, of more who entered them."""
    own = dict.fromkeys(table.unseen, UNSEEN)
    if not live:
        own |= dict.fromkeys(table.turn, TURN)
    copies: dict[UUID, str] = {}
    for side in table.sides if copied else ():
        for person in own.keys() & set(side):
            others = side[1:2] if person == side[0] else side[:1]
            copies |= dict.fromkeys(others, COPY)
    return copies | own


def remind(now: datetime) -> int:
    """Remind of all rounds of which it is time. Returns how many notices that were."""
    due = Row.objects.filter(remind_at__lte=now).order_by("remind_at", "id").values_list("id", flat=True)
    told = 0
    for id_ in due[:AT_ONCE]:
        try:
            told += _remind(id_, now)
        except Exception:
            log.exception("nobody could be reminded of event %s", id_)  # it keeps no other waiting
    return told


@transaction.atomic
def _remind(id_: UUID, now: datetime) -> int:
    """Tell the latest reminder whose time has come: of those that nobody looked after in time it is the one that is
    true. The lock lets no two sweeps tell of different turns."""
    rows = Row.objects.select_for_update(skip_locked=True)
    one = rows.filter(id=id_, remind_at__lte=now).first()
    if one is None:
        return 0
    t = load(one)
    moments = calendar.reminders(t)
    Row.objects.filter(id=id_).update(remind_at=next((each.at for each in moments if each.at > now), None))
    passed = [each for each in moments if each.at <= now]
    if t.round is None or not passed or now >= t.round.times.soft_at:
        return 0
    new = list(_told(id_, t, t.round, passed[-1].name))
    return writing.write(new, wishes.of({each.user_id for each in new}), now) if new else 0


def _told(id_: UUID, t: state.Tournament, one: state.Round, name: int) -> Iterable[Told]:
    known = Notice.objects.filter(kind=notices.REMINDER, about=id_, rung=name).values_list("occasion", flat=True)
    before = set(known)
    tables = notices.to_remind(t)
    found = waiting(tables.values())
    for number, game in tables.items():
        occasion = notices.occasion(t, one.number, number)
        if game not in found or occasion in before:
            continue
        for person, why in whom(found[game], is_live(one), is_copied(name)).items():
            data: dict[str, Any] = {"round": one.number, "table": number, "why": why}
            yield Told(person, notices.REMINDER, id_, occasion, name, until=one.times.soft_at, data=data)


def is_live(one: state.Round) -> bool:
    """Whether a round is played in one go."""
    return one.times.soft_at - one.times.opens_at < LIVE


def is_copied(name: int) -> bool:
    """Whether a reminder goes to partners and captains too."""
    return name == COPIED_AT


def waiting(ids: Iterable[UUID]) -> dict[UUID, Waiting]:
    """Whom these games wait for, in as many statements for all as for one; one that stands still waits for nobody."""
    states = {id_: seen.state for id_, seen in games.look_at_many(ids).items() if _goes_on(seen.state)}
    people = {id_: _people(now) for id_, now in states.items()}
    first = {News(id_, person, None, 1): (id_, person) for id_, here in people.items() for person in here.values()}
    seen = {first[news] for news in visits.which_are_seen(list(first))}
    return {
        id_: Waiting(
            _sides(now, people[id_]),
            frozenset(people[id_][seat] for seat in now.to_act if seat in people[id_]),
            frozenset(person for person in people[id_].values() if (id_, person) not in seen),
        )
        for id_, now in states.items()
    }


def _goes_on(now: State) -> bool:
    return not now.over and now.status != PAUSED and not now.table.frozen


def _people(now: State) -> dict[int, UUID]:
    """Who sits where: people, not bots."""
    holders = ((number, seat.holder) for number, seat in enumerate(now.table.seats))
    return {number: UUID(holder.id) for number, holder in holders if holder and holder.kind == "user"}


def _sides(now: State, people: Mapping[int, UUID]) -> tuple[tuple[UUID, ...], ...]:
    sides = range(now.game.teams)
    return tuple(tuple(people[seat] for seat in sorted(people) if now.game.team_of(seat) == side) for side in sides)


def still(told: Sequence[Notice], events: Mapping[object, state.Tournament]) -> set[int]:
    """Which of these reminders are true still: who has played since, or come, needs none."""
    games_of = {one.id: _game(one, events[one.about]) for one in told}
    found = waiting({game for game in games_of.values() if game})

    def lasts(one: Notice) -> bool:
        game, current = games_of[one.id], events[one.about].round
        if game not in found or current is None:
            return False
        return whom(found[game], is_live(current), is_copied(one.rung)).get(one.user_id) == one.data["why"]

    return {one.id for one in told if lasts(one)}


def _game(one: Notice, t: state.Tournament) -> UUID | None:
    return notices.to_remind(t).get(int(one.data["table"])) if len(t.rounds) == one.data["round"] else None
