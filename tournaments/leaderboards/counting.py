"""From facts to ratings: one consumer per pool, what is new on top of what is counted, and after a change of an older
fact everything anew from the last checkpoint before it. Each in one transaction: whoever reads finds the old ratings or
the new ones."""

import zlib
from collections.abc import Iterator
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q

from tournaments import ratings
from tournaments.defaults import CHECKPOINT_EVERY, RATING_POOLS, SOLO_POOL
from tournaments.leaderboards.models import Checkpoint, Fact, Point, Pool, Rating, Recount
from tournaments.ratings import ALGORITHM, Change, Folded, Rated, State

LOCK = 0x0FA17DEB
"""The first half of the advisory lock of a pool; the other is its name's CRC."""
AT_ONCE = 1000
"""So many games are folded, and kept, together."""
POOLS = (*RATING_POOLS.values(), SOLO_POOL)
COLUMNS = ("number", "person", "pool", "at", "mu_before", "sigma_before", "mu", "sigma", "games")
COPY = f"COPY leaderboards_point ({', '.join(COLUMNS)}) FROM STDIN"
"""Four rows a game: written one by one they would take longer than counting them."""


def count() -> int:
    """Bring all pools up to date. Returns how many games were counted."""
    return sum(count_pool(name) for name in _waiting())


def _waiting() -> list[str]:
    """The pools in which there is something to be counted."""
    known = {one.name: one for one in Pool.objects.all()}
    beyond = Q()
    for name in POOLS:
        beyond |= Q(pool=name, number__gt=known[name].position if name in known else 0)
    new = Fact.objects.filter(beyond, why="").order_by("pool").values_list("pool", flat=True).distinct()
    others = [name for name, one in known.items() if one.changed is not None or one.algorithm != ALGORITHM]
    return sorted({*new, *others})


def count_pool(name: str, wait: bool = False) -> int:
    """Bring a pool up to date. Returns how many games were counted; while somebody else is at it none, or one waits."""
    done = 0
    while True:
        with transaction.atomic():
            if not locked(name, wait):
                return done
            counted = _count(name)
            done += counted
        if counted < AT_ONCE:
            return done


def recount(name: str, cause: str) -> int:
    """Count a pool from its first game, whatever is kept of it."""
    with transaction.atomic():
        locked(name, wait=True)
        return _again(_pool(name), 0, cause)


def locked(name: str, wait: bool) -> bool:
    """Be the one consumer of a pool until this transaction is over."""
    key = [LOCK, zlib.crc32(name.encode()) - 2**31]
    with connection.cursor() as cursor:
        if wait:
            cursor.execute("SET LOCAL lock_timeout = 0")  # a recount may take longer than anybody waits for a row
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", key)
            return True
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", key)
        return bool(cursor.fetchone()[0])


def _pool(name: str) -> Pool:
    kept = Pool.objects.select_for_update().filter(name=name)
    return kept.first() or Pool.objects.get_or_create(name=name, defaults={"algorithm": ALGORITHM})[0]


def _count(name: str) -> int:
    pool = _pool(name)
    if pool.algorithm != ALGORITHM:
        return _again(pool, 0, "algorithm")
    if pool.changed is not None:
        if pool.changed <= pool.position:
            return _again(pool, pool.changed, pool.cause)
        pool.changed = None  # not counted yet, so nothing is wrong
    games = list(counted(name, pool.position, AT_ONCE))
    if games:
        folded = _keep(pool, _state(pool, games), games)
        touched = {change.person for change in folded.changes}
        _save(pool.name, {person: folded.state.ratings[person] for person in sorted(touched)})
        pool.position = games[-1].number
    pool.save()
    return len(games)


def counted(name: str, after: int, most: int | None = None) -> Iterator[Rated]:
    """The games of a pool that count, in the order of their numbers."""
    rows = Fact.objects.filter(pool=name, why="", number__gt=after).order_by("number")
    for number, at, sides, ranks in rows.values_list("number", "at", "sides", "ranks")[:most].iterator():
        yield Rated(number, at, tuple(map(tuple, sides)), tuple(ranks))


def in_chunks(name: str, after: int) -> Iterator[list[Rated]]:
    """All of them that follow, some at a time."""
    while chunk := list(counted(name, after, AT_ONCE)):
        yield chunk
        after = chunk[-1].number


def _state(pool: Pool, games: list[Rated]) -> State:
    """What is known of who plays in these games; of everybody, if a checkpoint is to be kept on the way."""
    rows = Rating.objects.filter(pool=pool.name)
    if games[-1].number // CHECKPOINT_EVERY == pool.position // CHECKPOINT_EVERY:
        rows = rows.filter(person__in={UUID(who) for game in games for side in game.sides for who in side})
    return State(pool.position, dict(map(rating_of, rows)))


def rating_of(row: Rating) -> tuple[str, ratings.Rating]:
    """A person and what is known of them, as the fold has it."""
    return str(row.person), ratings.Rating(row.mu, row.sigma, row.games, row.week)


def _keep(pool: Pool, before: State, games: list[Rated]) -> Folded:
    """Fold some games and keep of it the points and the checkpoints."""
    folded = ratings.fold(before, games)
    with connection.cursor() as cursor, cursor.copy(COPY) as copying:
        for change in folded.changes:
            row = point(pool.name, change)
            copying.write_row([getattr(row, name) for name in COLUMNS])
    Checkpoint.objects.bulk_create(
        Checkpoint(pool=pool.name, position=one.position, state=ratings.plain(one), hash=one.hash())
        for one in folded.checkpoints
    )
    return folded


def point(pool: str, change: Change) -> Point:
    """A change as its row keeps it."""
    before, after = change.before, change.after
    return Point(
        number=change.number,
        person=UUID(change.person),
        pool=pool,
        at=change.at,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu=after.mu,
        sigma=after.sigma,
        games=after.games,
    )


def _save(pool: str, known: dict[str, ratings.Rating]) -> None:
    rows = [Rating(pool=pool, person=UUID(who), shown=one.shown, **one._asdict()) for who, one in known.items()]
    names = ["mu", "sigma", "games", "week", "shown"]
    Rating.objects.bulk_create(
        rows, batch_size=2000, update_conflicts=True, unique_fields=["pool", "person"], update_fields=names
    )


def _again(pool: Pool, since: int, cause: str) -> int:
    """Count everything anew from the game `since` on: from the last checkpoint before it."""
    base = State()
    kept = Checkpoint.objects.filter(pool=pool.name, position__lt=since).order_by("-position").first()
    if kept is not None:
        base = ratings.state_of(kept.state)
    old = dict(map(rating_of, Rating.objects.filter(pool=pool.name)))
    Point.objects.filter(pool=pool.name, number__gt=base.position).delete()
    Checkpoint.objects.filter(pool=pool.name, position__gte=base.position).delete()  # kept again on the way
    Rating.objects.filter(pool=pool.name).delete()
    now, games = base, 0
    for chunk in in_chunks(pool.name, base.position):
        now = _keep(pool, now, chunk).state
        games += len(chunk)
    _save(pool.name, dict(now.ratings))
    pool.position, pool.algorithm = now.position, ALGORITHM
    pool.changed, pool.generation = None, pool.generation + 1
    pool.save()
    others = sum(old.get(who) != now.ratings.get(who) for who in {*old, *now.ratings})
    Recount.objects.create(pool=pool.name, generation=pool.generation, since=since or 1, changed=others, cause=cause)
    return games
