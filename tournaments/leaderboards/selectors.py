"""Reading what ratings say of a person or a game, as far as who looks may know of either."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.clubs import selectors as clubs
from accounts.clubs.models import Membership
from accounts.clubs.permissions import MATRIX, Standing
from accounts.clubs.selectors import Page
from accounts.models import User
from config.kernel.errors import ProblemError
from games import permissions
from games import selectors as games
from games.clock import Refused
from games.models import Game
from tournaments import ratings
from tournaments.leaderboards.boards import SEES, names_of
from tournaments.leaderboards.counting import POOLS
from tournaments.leaderboards.models import Fact, Listing, Part, Point, Rating, Recount, Ruling
from tournaments.leaderboards.services import RULES

IN_A_PAGE = 10
IN_A_CHART = 200


class Side(NamedTuple):
    """One side of a game that is over."""

    people: tuple[UUID, ...]
    names: tuple[str, ...]
    total: int
    rank: int


class Result(NamedTuple):
    """A game that is over, and what it counts for. `before`, `after`: the rating of whose list it is; `ruled`: the
    latest ruling about it."""

    number: int
    game: UUID
    at: datetime
    pool: str
    status: str
    sides: tuple[Side, ...]
    why: str
    before: int | None = None
    after: int | None = None
    ruled: Ruling | None = None


class InPool(NamedTuple):
    """What is known of a person in a pool, and how it came to be: after which game when how much."""

    pool: str
    rating: int
    mu: int
    sigma: int
    provisional: bool
    games: int
    history: tuple[tuple[int, datetime, int], ...]


class Change(NamedTuple):
    """What a game did to the rating of somebody."""

    person: UUID
    name: str
    before: int
    after: int


class OfGame(NamedTuple):
    """All that ratings say of a game. `may_rule`: who looks may take it out, or let it count again."""

    result: Result
    changes: tuple[Change, ...]
    rulings: tuple[Ruling, ...]
    may_rule: bool


def shown(mu: int, sigma: int) -> int:
    """A rating as people read it."""
    return ratings.Rating(mu, sigma).shown


# --- People -------------------------------------------------------------------------------------------------------


def visible(user: User | None, people: Iterable[UUID]) -> set[UUID]:
    """Those of these people whose ratings are this person's to see: their own, those of whom everybody sees, and of
    those who stand in the list of a club whose list they see."""
    wanted = set(people)
    here = User.objects.filter(id__in=wanted, is_active=True, deleted_at=None)
    found = set(here.filter(is_guest=False, id__in=Listing.objects.values("person")).values_list("id", flat=True))
    if user is None:
        return found
    own = clubs.clubs_where(user.id, SEES)
    all_of = clubs.clubs_where(user.id, "see who is not listed")
    members = Membership.objects.filter(user__in=here, state=Membership.State.MEMBER)
    seen = members.filter(Q(listed=True, club__in=own) | Q(club__in=all_of))
    return found | set(seen.values_list("user_id", flat=True)) | ({user.id} & wanted)


def person(user: User | None, id_: UUID) -> User:
    """Somebody whose ratings who looks may see. Raises ProblemError `not_found`."""
    if id_ not in visible(user, [id_]):
        raise ProblemError("not_found")
    return User.objects.get(id=id_)


def listed(id_: UUID) -> bool:
    """Whether somebody stands on the board that everybody sees."""
    return Listing.objects.filter(person=id_).exists()


def ratings_of(id_: UUID) -> list[InPool]:
    """What is known of somebody, the pools in their order."""
    rows = {one.pool: one for one in Rating.objects.filter(person=id_)}
    return [_in_pool(rows[name]) for name in POOLS if name in rows]


def _in_pool(one: Rating) -> InPool:
    points = Point.objects.filter(person=one.person, pool=one.pool).order_by("-number")[:IN_A_CHART]
    history = tuple((row.number, row.at, shown(row.mu, row.sigma)) for row in reversed(points))
    known = ratings.Rating(one.mu, one.sigma)
    return InPool(one.pool, one.shown, one.mu, one.sigma, known.provisional, one.games, history)


def games_of(user: User | None, id_: UUID, cursor: str | None = None) -> Page:
    """The games of somebody that are over, the newest first: one's own all, another's as far as one sees the tables."""
    rows = Fact.objects.filter(parts__person=id_)
    if user is None or user.id != id_:
        rows = _told(user, rows.filter(game__in=_seen_by(user)))
    return _page(rows, cursor, id_)


def _seen_by(user: User | None) -> QuerySet[Game, UUID]:
    return Game.objects.filter(permissions.seen_by(user.id if user else None)).values_list("id", flat=True)


def _told(user: User | None, rows: QuerySet[Fact]) -> QuerySet[Fact]:
    """These games but those of which who looks is not told yet."""
    not_told = Game.objects.filter(held_back=True).exclude(permissions.seen_by(user.id if user else None))
    return rows.exclude(game__in=not_told.values("id"))


def _page(rows: QuerySet[Fact], cursor: str | None, whose: UUID | None = None) -> Page:
    if cursor:
        if not (cursor.isdecimal() and cursor.isascii() and len(cursor) < 18):
            raise ProblemError("malformed", fields={"cursor": []})
        rows = rows.filter(number__lt=int(cursor))
    found = list(rows.order_by("-number")[: IN_A_PAGE + 1])
    more = str(found[IN_A_PAGE - 1].number) if len(found) > IN_A_PAGE else None
    return Page(_results(found[:IN_A_PAGE], whose), more)


def _results(found: list[Fact], whose: UUID | None = None) -> list[Result]:
    numbers = [one.number for one in found]
    parts: dict[int, list[Part]] = defaultdict(list)
    for part in Part.objects.filter(fact__in=numbers).order_by("side", "person"):
        parts[part.fact_id].append(part)
    names = names_of({part.person for some in parts.values() for part in some})
    points = {one.number: one for one in Point.objects.filter(number__in=numbers, person=whose)} if whose else {}
    last = Ruling.objects.filter(game__in=[one.game for one in found]).order_by("game", "-id").distinct("game")
    ruled = {one.game: one for one in last}
    return [_result(one, parts[one.number], names, points.get(one.number), ruled.get(one.game)) for one in found]


def _result(one: Fact, parts: list[Part], names: dict[UUID, str], point: Point | None, ruled: Ruling | None) -> Result:
    sides = []
    for side, (total, rank) in enumerate(zip(one.totals, one.ranks, strict=True)):
        people = tuple(part.person for part in parts if part.side == side)
        sides.append(Side(people, tuple(names[person] for person in people if person in names), total, rank))
    before = shown(point.mu_before, point.sigma_before) if point else None
    after = shown(point.mu, point.sigma) if point else None
    told = (one.number, one.game, one.at, one.pool, one.status, tuple(sides), one.why)
    return Result(*told, before, after, ruled)


# --- Clubs and games ----------------------------------------------------------------------------------------------


def results_of_club(user: User | None, found: Standing, cursor: str | None = None) -> Page:
    """The games of a club that are over, the newest first, and whether they count."""
    found.check("see tables")
    return _page(_told(user, Fact.objects.filter(club=found.club.id)), cursor)


def of_game(user: User | None, game: UUID) -> OfGame:
    """What ratings say of a game that is over, for who may see its table. Raises ProblemError `not_found`."""
    fact = Fact.objects.filter(game=game).first()
    played = user is not None and fact is not None and fact.parts.filter(person=user.id).exists()
    try:
        seen = games.look_as_the_house(game) if played else games.look(game, user.id if user else None)
    except Refused as refused:
        raise ProblemError("not_found") from refused
    if fact is None or not (played or _told(user, Fact.objects.filter(number=fact.number)).exists()):
        raise ProblemError("not_found")
    points = list(Point.objects.filter(number=fact.number))
    known = names_of(visible(user, [one.person for one in points]))
    changes = [
        Change(one.person, known[one.person], shown(one.mu_before, one.sigma_before), shown(one.mu, one.sigma))
        for one in points
        if one.person in known
    ]
    club = seen.state.table.club
    may_rule = user is not None and not played and club is not None and _may_rule(user, UUID(club))
    return OfGame(
        _results([fact])[0],
        tuple(sorted(changes, key=lambda one: one.name.casefold())),
        tuple(Ruling.objects.filter(game=game).order_by("-id")),
        may_rule,
    )


def _may_rule(user: User, club: UUID) -> bool:
    return clubs.parts_in(club, user.id).get(user.id) in MATRIX[RULES]


def last_recount(pool: str) -> Recount | None:
    """The last time that older games of a pool were counted anew because one of them is another now."""
    return Recount.objects.filter(pool=pool, changed__gt=0).order_by("-generation").first()
