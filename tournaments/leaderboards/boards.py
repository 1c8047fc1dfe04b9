"""Who stands where on a leaderboard: of everybody who wants to be seen, of a club's members, in a season of a club."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, time, timedelta
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Count, F, Q, QuerySet, Sum, Window
from django.db.models.functions import Rank

from accounts.clubs.models import Club, Membership
from accounts.clubs.permissions import Standing
from accounts.clubs.selectors import Page
from accounts.models import User
from accounts.selectors import people_by_id
from config.kernel.errors import ProblemError
from tournaments import ratings
from tournaments.defaults import LEAST_GAMES_FOR_MARGINS, LEAST_GAMES_ON_A_BOARD, best_of
from tournaments.leaderboards.counting import POOLS, rating_of
from tournaments.leaderboards.judging import NET_UNIT
from tournaments.leaderboards.models import Listing, Part, Placing, Rating, Season
from tournaments.models import Tournament

IN_A_PAGE = 100
IN_PAIRS = ("pairs4", "pairs6")
"""The pools whose sides are pairs."""
SEES = "see the directory"
"""Who sees a club's boards: who sees its directory."""


class Line(NamedTuple):
    """One line of a board by ratings. Equal ratings share a rank."""

    rank: int
    person: UUID
    name: str
    rating: int
    provisional: bool
    games: int
    mine: bool


class Margin(NamedTuple):
    """One line of a board by margins: the mean of net points a game, to the whole point."""

    rank: int
    person: UUID
    name: str
    net: int
    games: int
    mine: bool


class Joint(NamedTuple):
    """A pair that plays together, by the mean of what both are rated alone."""

    rank: int
    people: tuple[UUID, ...]
    names: tuple[str, ...]
    rating: int
    provisional: bool
    games: int
    mine: bool


class InEvent(NamedTuple):
    """Where somebody came in an event of a season; whether its points count for them."""

    event: UUID
    name: str
    rank: int
    points: int
    counts: bool


class Total(NamedTuple):
    """One line of a season."""

    rank: int
    person: UUID
    name: str
    points: int
    events: tuple[InEvent, ...]
    mine: bool


def pool(name: str | None) -> str:
    """A pool by its name, the pairs where none is named. Raises ProblemError."""
    if name and name not in POOLS:
        raise ProblemError("malformed", fields={"pool": []})
    return name or POOLS[0]


def _offset(cursor: str | None) -> int:
    if cursor and not (cursor.isdecimal() and cursor.isascii() and len(cursor) < 8):
        raise ProblemError("malformed", fields={"cursor": []})
    return int(cursor or 0)


# --- By ratings ---------------------------------------------------------------------------------------------------


def for_everybody(name: str, user: User | None, cursor: str | None = None) -> Page:
    """The board that everybody sees: who wants to stand on it, and may still sign in."""
    shown = User.objects.filter(
        is_active=True, is_guest=False, deleted_at=None, id__in=Listing.objects.values("person")
    )
    return _by_rating(name, shown.values("id"), user, cursor)


def of_club(found: Standing, name: str, user: User | None, cursor: str | None = None) -> Page:
    """The members of a club, as far as its list names them to all."""
    return _by_rating(name, _members(found), user, cursor)


def _members(found: Standing) -> QuerySet[Membership, Any]:
    found.check(SEES)
    rows = Membership.objects.filter(club=found.club, state=Membership.State.MEMBER, user__is_active=True)
    own = Q(pk=found.membership.pk) if found.membership else Q(pk=None)
    return rows.filter(Q(listed=True) | own).values("user_id")


def _by_rating(name: str, shown: QuerySet[Any, Any], user: User | None, cursor: str | None) -> Page:
    start = _offset(cursor)
    rows = Rating.objects.filter(pool=name, games__gte=LEAST_GAMES_ON_A_BOARD, person__in=shown)
    ranked = rows.annotate(rank=Window(Rank(), order_by=F("shown").desc())).order_by("-shown", "person")
    found = list(ranked[start : start + IN_A_PAGE + 1])
    names = names_of(one.person for one in found)
    lines = [
        Line(
            one.rank,
            one.person,
            names[one.person],
            one.shown,
            ratings.Rating(one.mu, one.sigma).provisional,
            one.games,
            user is not None and one.person == user.id,
        )
        for one in found[:IN_A_PAGE]
    ]
    return Page(lines, str(start + IN_A_PAGE) if len(found) > IN_A_PAGE else None)


def names_of(people: Iterable[UUID]) -> dict[UUID, str]:
    """What people are called."""
    return {UUID(id_): known.name for id_, known in people_by_id(map(str, people)).items()}


# --- Pairs --------------------------------------------------------------------------------------------------------

TOGETHER = """
SELECT one.person, other.person, count(*) FROM leaderboards_part AS one
    JOIN leaderboards_part AS other
        ON other.fact_id = one.fact_id AND other.side = one.side AND other.person > one.person
    JOIN leaderboards_fact AS fact ON fact.number = one.fact_id
WHERE fact.club = %s AND fact.pool = %s AND fact.why = '' AND one.rated AND other.rated
    AND one.person = ANY(%s) AND other.person = ANY(%s)
GROUP BY 1, 2 HAVING count(*) >= %s
"""


def pairs(found: Standing, name: str, user: User | None) -> list[Joint]:
    """Who of a club have played together often enough, by their joint rating: the mean of what both have alone."""
    if name not in IN_PAIRS:
        return []
    people = list(_members(found).values_list("user_id", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(TOGETHER, [found.club.id, name, people, people, LEAST_GAMES_ON_A_BOARD])
        together = {(one, other): count for one, other, count in cursor.fetchall()}
    both = {one for pair in together for one in pair}
    known = {one.person: rating_of(one)[1] for one in Rating.objects.filter(pool=name, person__in=both)}
    games = {
        pair: count for pair, count in together.items() if known.keys() >= set(pair)
    }  # what is read is counted later
    joint = {pair: ratings.joint([known[one] for one in pair]) for pair in games}
    names = names_of(both)
    order = sorted(joint, key=lambda pair: (-joint[pair].shown, pair))
    return [
        Joint(
            1 + sum(joint[other].shown > joint[pair].shown for other in order),
            pair,
            tuple(names[one] for one in pair),
            joint[pair].shown,
            joint[pair].provisional,
            games[pair],
            user is not None and user.id in pair,
        )
        for pair in order
    ]


# --- By margins ---------------------------------------------------------------------------------------------------


def margins(found: Standing, name: str, user: User | None) -> list[Margin]:
    """The members of a club by the mean of their net points in its games that count."""
    of = Part.objects.filter(
        rated=True, fact__why="", fact__pool=name, fact__club=found.club.id, person__in=_members(found)
    )
    rows = of.values("person").annotate(games=Count("fact"), net=Sum("net")).filter(games__gte=LEAST_GAMES_FOR_MARGINS)
    means = {row["person"]: Fraction(row["net"], NET_UNIT * row["games"]) for row in rows}
    games = {row["person"]: row["games"] for row in rows}
    names = names_of(means)
    return [
        Margin(rank, one, names[one], round(means[one]), games[one], user is not None and one == user.id)
        for rank, one in _ranked(means)
    ]


def _ranked(values: dict[UUID, Any]) -> list[tuple[int, UUID]]:
    """People by what they have, the most first; who has the same shares a rank."""
    order = sorted(values, key=lambda one: (-values[one], str(one)))
    return [(1 + sum(values[other] > values[one] for other in order), one) for one in order]


# --- Seasons ------------------------------------------------------------------------------------------------------


def seasons(found: Standing) -> list[Season]:
    """The seasons of a club, the latest first."""
    found.check(SEES)
    return list(Season.objects.filter(club=found.club.id).order_by("-begins", "-created_at"))


def season(found: Standing, id_: UUID) -> Season:
    """A season of a club. Raises ProblemError."""
    found.check(SEES)
    one = Season.objects.filter(club=found.club.id, id=id_).first()
    if one is None:
        raise ProblemError("not_found")
    return one


def span(one: Season, club: Club) -> tuple[datetime, datetime]:
    """From when until when a season is, where the club is."""
    begins = datetime.combine(one.begins, time(), club.zone)
    return begins, datetime.combine(one.ends + timedelta(days=1), time(), club.zone)


def sums(found: Standing, one: Season, user: User | None) -> tuple[list[Total], int, int]:
    """The members of a club by their event points in a season; how many events were in it, and how many count."""
    begins, ends = span(one, found.club)
    rows = Placing.objects.filter(club=found.club.id, starts_at__gte=begins, starts_at__lt=ends)
    events = Tournament.objects.filter(id__in=rows.values("tournament")).order_by("starts_at", "id")
    names_of_events = dict(events.values_list("id", "name"))
    best = one.best or best_of(len(names_of_events))
    own: dict[UUID, list[Placing]] = defaultdict(list)
    for placing in rows.filter(person__in=_members(found)).order_by("starts_at", "tournament"):
        own[placing.person].append(placing)
    counting = {
        person: {row.tournament for row in sorted(placings, key=lambda row: -row.points)[:best]}
        for person, placings in own.items()
    }
    totals = {
        person: sum(row.points for row in placings if row.tournament in counting[person])
        for person, placings in own.items()
    }
    names = names_of(totals)
    lines = [
        Total(
            rank,
            person,
            names[person],
            totals[person],
            tuple(
                InEvent(
                    row.tournament,
                    names_of_events[row.tournament],
                    row.rank,
                    row.points,
                    row.tournament in counting[person],
                )
                for row in own[person]
            ),
            user is not None and person == user.id,
        )
        for rank, person in _ranked(totals)
    ]
    return lines, len(names_of_events), best
