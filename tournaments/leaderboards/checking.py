"""Proof: what is kept of ratings is what the outcomes and the rulings give, counted from the first game, to the last
digit. What differs is told, one line each."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import zip_longest

from django.db import transaction
from django.utils import timezone

from games.models import Outcome
from tournaments import ratings
from tournaments import selectors as events
from tournaments.leaderboards import counting, reading
from tournaments.leaderboards.judging import UNREADABLE
from tournaments.leaderboards.models import Checkpoint, Fact, Look, Placing, Point, Pool, Rating
from tournaments.ratings import State

LATELY = timedelta(days=8)
"""So far back the nightly proof looks into the logs of games again; all the rest it does over all of them."""
NAMES = ("number", "person", "at", "mu_before", "sigma_before", "mu", "sigma", "games")


def differences(everything: bool = False) -> list[str]:
    """All that is not as it should be. `everything`: the log of every game is read again, however old."""
    return [*_facts(everything), *_placings(), *(told for name in counting.POOLS for told in of_pool(name))]


def _facts(everything: bool) -> Iterator[str]:
    last = Fact.objects.order_by("-number").values_list("number", flat=True).first() or 0
    missing = Outcome.objects.filter(number__lte=last).exclude(number__in=Fact.objects.values("number"))
    for number in missing.order_by("number").values_list("number", flat=True):
        yield f"game {number} is over, and ratings know nothing of it"
    for number in Fact.objects.filter(why=UNREADABLE).order_by("number").values_list("number", flat=True):
        yield f"game {number} cannot be read"
    rows = Outcome.objects.filter(number__lte=last).select_related("game").order_by("number")
    if not everything:
        rows = rows.filter(ended_at__gte=timezone.now() - LATELY)
    for outcome in rows.iterator(chunk_size=200):
        fact = Fact.objects.filter(number=outcome.number).first()
        if fact is None or not (wrong := reading.differs(fact, outcome)):
            continue
        if fact.tournament not in reading.changed_events():  # else nobody has looked at what it says now
            yield f"game {outcome.number} counts otherwise now: {', '.join(wrong)}"


def _placings() -> Iterator[str]:
    for look in Look.objects.order_by("tournament"):
        seen = events.look_as_the_house(look.tournament)
        kept = Placing.objects.filter(tournament=look.tournament).values_list("person", "rank")
        told = {(str(person), rank) for person, rank in kept}
        if seen.version == look.version and told != set(reading.placings(seen.state)):
            yield f"event {look.tournament} ended otherwise than its points say"


def of_pool(name: str) -> list[str]:
    """What differs in a pool from a count of all its games. Nobody counts meanwhile."""
    with transaction.atomic():
        counting.locked(name, wait=True)
        return list(_of_pool(name))


def _of_pool(name: str) -> Iterator[str]:
    pool = Pool.objects.filter(name=name).first()
    if pool is None or pool.changed is not None or pool.algorithm != ratings.ALGORITHM:
        return  # not counted yet
    now = State()
    checkpoints: list[State] = []
    kept = Point.objects.filter(pool=name).order_by("number", "person").values_list(*NAMES).iterator()
    for chunk in counting.in_chunks(name, 0):
        games = [game for game in chunk if game.number <= pool.position]
        if not games:
            break
        folded = ratings.fold(now, games)
        now, checkpoints = folded.state, [*checkpoints, *folded.checkpoints]
        rows = [counting.point(name, change) for change in folded.changes]
        told = sorted(tuple(getattr(row, field) for field in NAMES) for row in rows)
        for expected in told:
            if next(kept, None) != expected:
                yield f"{name}: the history differs at game {expected[0]}"
                return
    if next(kept, None) is not None:
        yield f"{name}: the history goes on beyond its games"
    stored = State(pool.position, dict(map(counting.rating_of, Rating.objects.filter(pool=name))))
    if stored.hash() != now.hash():
        yield f"{name}: the ratings differ: {stored.hash()[:12]}, counted anew {now.hash()[:12]}"
    marks = Checkpoint.objects.filter(pool=name).order_by("position").values_list("position", "hash")
    for one, other in zip_longest(marks, [(state.position, state.hash()) for state in checkpoints]):
        if one != other:
            yield f"{name}: a checkpoint differs: {one}, counted anew {other}"
