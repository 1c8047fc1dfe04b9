"""How far the tables of a round have come, as their games tell it: for the desk, and for who looks on."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from accounts.selectors import people_by_id
from games import selectors as games
from games import serializers, table
from games.models import Event, Outcome
from games.overview import seat_name
from games.selectors import Seen
from tournaments import state

DEAL_ENDS = "deal_scored"


class Waits(NamedTuple):
    """Somebody who is to act: their seat (from 1), their name, and until when they have time."""

    seat: int
    name: str
    until: datetime | None


class Running(NamedTuple):
    """The game of a table: `deal` of so many is on, the totals of the deals that are over, who is to act since when;
    `still`: it is paused or frozen; `ended`: it has an outcome."""

    game: UUID
    deal: int
    deals: int
    totals: tuple[int, ...]
    whole: int
    waits: tuple[Waits, ...]
    since: datetime
    still: bool
    ended: bool
    seen: Seen


def on(t: state.Tournament) -> dict[int, UUID]:
    """The games of the tables of the round that have no result yet, by table."""
    one = t.round
    if one is None or not one.open:
        return {}
    return {table.number: UUID(table.game) for table in one.tables if table.game and not table.off}


def running(t: state.Tournament) -> dict[int, Running]:
    """Each of them as it stands, by table; without those that cannot be found."""
    ids = on(t)
    found = games.look_at_many(ids.values())
    ended = set(Outcome.objects.filter(game_id__in=found).values_list("game_id", flat=True))
    known = people_by_id({id_ for one in found.values() for id_ in serializers.people_at(one.state)})
    return {number: _running(found[id_], id_ in ended, known) for number, id_ in ids.items() if id_ in found}


def _running(seen: Seen, ended: bool, known: serializers.Names) -> Running:
    now = seen.state
    until = now.deadlines()
    waits = [Waits(seat + 1, seat_name(now, seat, known), until.get(seat)) for seat in now.to_act]
    still = now.status == table.PAUSED or bool(now.table.frozen)
    told = (now.deals_begun, now.table.deals, now.game.totals, len(now.game.scores))
    return Running(seen.id, *told, tuple(waits), now.marks.at, still, ended, seen)


def stand(found: Mapping[int, Running]) -> dict[int, tuple[int, ...]]:
    """The totals of tables of which at least one deal is over."""
    return {number: one.totals for number, one in found.items() if one.whole}


def deals(t: state.Tournament) -> dict[int, list[datetime]]:
    """When the deals of each table of the round ended, also of those that are over."""
    one = t.round
    if one is None or not one.open:
        return {}
    numbers = {UUID(table.game): table.number for table in one.tables if table.game}
    found: dict[int, list[datetime]] = defaultdict(list)
    rows = Event.objects.filter(game__in=list(numbers), type=DEAL_ENDS).order_by("at")
    for game, at in rows.values_list("game", "at"):
        found[numbers[game]].append(at)
    return dict(found)
