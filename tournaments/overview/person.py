"""What came of the events in which somebody is or was."""

from typing import NamedTuple
from uuid import UUID

from accounts.clubs.models import Club
from accounts.models import User
from tournaments import command_handler, serializers, state, words
from tournaments.facts import standing
from tournaments.models import Tournament
from tournaments.overview.pages import name_of
from tournaments.selectors import Seen


class OfAPerson(NamedTuple):
    """One event of somebody: with whom, where they stand or stood among how many; None before a round is over."""

    id: UUID
    name: str
    club: str
    status: str
    starts_at: object
    pair: str
    rank: int | None
    of: int
    points: str


def events(user: User, found: list[Tournament]) -> list[OfAPerson]:
    """These events, as far as somebody is in them."""
    whole = Tournament.objects.in_bulk([one.id for one in found])
    clubs = dict(Club.objects.filter(id__in={one.club for one in found}).values_list("id", "name"))
    told = [_of(user, whole[one.id], clubs.get(one.club, "")) for one in found]
    return [one for one in told if one is not None]


def _of(user: User, one: Tournament, club: str) -> OfAPerson | None:
    t = command_handler.load(one)
    own = t.entry_of(str(user.id))
    if own is None:
        return None
    over = t.times and any(each.status == state.CLOSED for each in t.rounds)
    told = over and Seen(one.id, one.version, t).standings_shown
    rows = standing(t).rows if told else ()
    row = next((row for row in rows if row.entry == own.id), None)
    points = sum(line.match_points for line in row.lines) - row.penalties[0] if row else 0
    return OfAPerson(
        one.id,
        one.name,
        club,
        one.status,
        one.starts_at,
        name_of(own, serializers.names_of(t._replace(entries=(own,)))),
        row.rank if row else None,
        len(rows),
        words.value("match_points", points),
    )
