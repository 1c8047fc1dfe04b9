"""Whether a game counts for ratings, for whom, and if not, why: one answer for each game that is over."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from engine.codec import canon
from games.models import Outcome
from games.projector import State
from games.rows import DECISIONS
from games.table import FORFEITED
from tournaments import ratings, state
from tournaments.defaults import LEAST_DEALS_FOR_RATING

ANNULLED, NOT_ASKED, CALLED_OFF, SET_ASIDE, ASSIGNED = "annulled", "not_asked", "called_off", "set_aside", "assigned"
ONE_DEAL, GIVEN_UP, CUT_SHORT = "one_deal", "given_up", "cut_short"
NO_POOL, NOBODY, NOT_PLAYED, UNREADABLE = "no_pool", "nobody", "not_played", "unreadable"
"""Why a game does not count."""

NET_UNIT = 60
"""Net points are kept ×60: the mean of one to six others is whole."""

Told = Counter[str]
"""How often each has decided something: people by their ids, and all that is nobody's own under no name."""

DEALS = """
SELECT deal, seat, actor_kind, actor_id, count(*) FROM (
    SELECT type, seat, actor_kind, actor_id,
        count(*) FILTER (WHERE type = 'deal_started') OVER (ORDER BY version) AS deal
    FROM games_event WHERE game_id = %s
) AS told WHERE type = ANY(%s) AND deal BETWEEN 1 AND %s GROUP BY 1, 2, 3, 4
"""


class OfEvent(NamedTuple):
    """The event that has made a game, and the game's table as the event has it now; None where that table is played by
    another game, or with real cards, or is no more."""

    id: UUID
    status: str
    table: state.Table | None
    readable: bool = True

    @property
    def digest(self) -> str:
        """Of all that is looked at here: while that is the same, so is what the game counts as."""
        one = self.table
        table = [] if one is None else [one.status, one.by, list(one.totals or ())]
        return sha256(canon([self.readable, self.status == state.CANCELLED, table])).hexdigest()[:16]


class Part(NamedTuple):
    """Somebody who played: on which side, whether it is they who are rated for the seat, and the side's net points."""

    person: str
    side: int
    rated: bool
    net: int


class Judged(NamedTuple):
    """What a game is for ratings. `why` is empty if it counts."""

    why: str
    pool: str
    deals: int
    totals: tuple[int, ...]
    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]
    parts: tuple[Part, ...]


def judge(outcome: Outcome, now: State, rated: bool, event: OfEvent | None, annulled: bool) -> Judged:
    """The game as it counts. Looks into its log for who has played which deal, and decided something in it."""
    deals, teams = len(now.game.scores), now.table.teams
    played = _played(outcome.game_id, deals)
    seats = [of_seat(now, seat, played, deals) for seat in range(now.table.players)]
    sides = tuple(tuple(one for one in seats[side::teams] if one) for side in range(teams))
    totals = _totals(outcome, event)
    nets = net(totals)
    there = _persons(now, played)
    parts = tuple(Part(who, side, who in sides[side], nets[side]) for who, side in sorted(there.items()))
    pool = ratings.pool(sides) or ""
    why = _why(outcome, now, rated, event, annulled)
    if not why and not all(seats):
        why = NOBODY
    elif not why and not pool:
        why = NO_POOL
    elif not why and any(_real(played, side, teams) < LEAST_DEALS_FOR_RATING for side in range(teams)):
        why = NOT_PLAYED
    return Judged(why, pool, deals, totals, sides, ranks(totals, now.table.forfeited), parts)


def unreadable(outcome: Outcome) -> Judged:
    """A game of which nothing can be said but how it ended."""
    totals = tuple(outcome.totals)
    return Judged(UNREADABLE, "", 0, totals, (), ranks(totals, ()), ())


def _why(outcome: Outcome, now: State, rated: bool, event: OfEvent | None, annulled: bool) -> str:
    """What can be said without knowing who has played."""
    if annulled:
        return ANNULLED
    if not rated:
        return NOT_ASKED
    if event is not None:
        if event.table is None:
            return SET_ASIDE
        if event.status == state.CANCELLED and not event.table.over:
            return CALLED_OFF
        if _given(outcome, event.table):
            return ASSIGNED
    if now.table.deals < LEAST_DEALS_FOR_RATING:
        return ONE_DEAL
    if len(now.game.scores) < LEAST_DEALS_FOR_RATING:
        return GIVEN_UP if outcome.status == FORFEITED else CUT_SHORT
    if len(now.table.forfeited) == now.table.teams:
        return GIVEN_UP
    return ""


def _totals(outcome: Outcome, event: OfEvent | None) -> tuple[int, ...]:
    """The points of each side: the game's, or what its event has corrected them to."""
    table = event.table if event else None
    corrected = table.totals if table and table.status in (state.FINISHED, state.TRUNCATED) else None
    return tuple(corrected or outcome.totals)


def _given(outcome: Outcome, table: state.Table) -> bool:
    """Whether somebody who leads the event has given the table a result that was not played."""
    if table.status == state.FORFEITED:
        return table.by == "director" or outcome.status != FORFEITED
    return table.status == state.ASSIGNED


def _played(game: UUID, deals: int) -> dict[int, dict[int, Told]]:
    """By deal and seat, who has decided how often: the id of a person; a bot, an officer in a member's place and the
    house have none."""
    found: dict[int, dict[int, Told]] = defaultdict(lambda: defaultdict(Told))
    with connection.cursor() as cursor:
        cursor.execute(DEALS, [game, sorted(DECISIONS), deals])
        for deal, seat, kind, actor, count in cursor.fetchall():
            found[deal][seat][actor if kind in ("user", "plan") else ""] += count
    return found


def of_seat(now: State, seat: int, played: dict[int, dict[int, Told]], deals: int) -> str:
    """Whoever has played at least half of the deals on a seat; of two the first. Nobody: empty."""
    held: Told = Told()
    for deal in range(1, deals + 1):
        if told := played[deal][seat]:
            held[max(told, key=lambda one: (told[one], one != "", one))] += 1
    able = [who for who in held if who and 2 * held[who] >= deals]
    if not deals:
        holder = now.table.seats[seat].holder
        return holder.id if holder and holder.kind == "user" else ""
    return able[0] if able else ""


def _real(played: dict[int, dict[int, Told]], side: int, teams: int) -> int:
    """In how many deals a side has decided anything itself."""
    return sum(
        any(who for seat, told in seats.items() if seat % teams == side for who in told) for seats in played.values()
    )


def _persons(now: State, played: dict[int, dict[int, Told]]) -> dict[str, int]:
    """All people who had a part, each with the side on which they played last."""
    teams = now.table.teams
    there = {
        who: seat % teams
        for deal in sorted(played)
        for seat, told in sorted(played[deal].items())
        for who in sorted(told)
        if who
    }
    for seat, one in enumerate(now.table.seats):
        for holder in (one.away.holder if one.away else None, one.holder if one.taken else None):
            if holder is not None and holder.kind == "user":
                there.setdefault(holder.id, seat % teams)
    return there


def ranks(totals: Sequence[int], forfeited: tuple[int, ...]) -> tuple[int, ...]:
    """The places by points; who has given the game up comes behind all who have not."""
    lowest = min(totals, default=0) - 1
    return ratings.ranks([lowest if side in forfeited else total for side, total in enumerate(totals)])


def net(totals: Sequence[int]) -> tuple[int, ...]:
    """Each side's points beyond the mean of the others, ×60."""
    others = max(len(totals) - 1, 1)
    return tuple(NET_UNIT * (len(totals) * total - sum(totals)) // others for total in totals)
