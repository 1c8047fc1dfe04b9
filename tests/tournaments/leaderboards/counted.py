"""Games that were never played, as facts: what counting needs, in a moment and in any number."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID, uuid4

from tournaments import ratings
from tournaments.leaderboards import counting
from tournaments.leaderboards.judging import net
from tournaments.leaderboards.models import Checkpoint, Fact, Part, Point, Pool, Rating
from tournaments.ratings import State

START = datetime(2026, 11, 1, 19, 0, tzinfo=UTC)
POOL = "pairs4"


def persons(count: int) -> list[UUID]:
    """So many people, always the same."""
    return [UUID(int=number + 1) for number in range(count)]


def facts(numbers: Iterable[int], people: Sequence[UUID], seed: int = 1, club: UUID | None = None) -> list[Fact]:
    """Games of these numbers, each of four of these people, with some result."""
    chance, made, parts = Random(seed), [], []
    for number in numbers:
        four = [str(one) for one in chance.sample(list(people), 4)]
        totals = [chance.randrange(0, 9000, 5) for _ in range(2)]
        made.append(
            Fact(
                number=number,
                game=uuid4(),
                at=START + timedelta(hours=number),
                club=club,
                pool=POOL,
                status="finished",
                deals=4,
                totals=totals,
                sides=[four[:2], four[2:]],
                ranks=list(ratings.ranks(totals)),
            )
        )
        nets = net(totals)
        parts += [
            Part(fact_id=number, person=UUID(one), side=place // 2, rated=True, net=nets[place // 2])
            for place, one in enumerate(four)
        ]
    Fact.objects.bulk_create(made)
    Part.objects.bulk_create(parts)
    return made


def kept() -> tuple[str, list[tuple[object, ...]], list[tuple[int, str]]]:
    """All that is kept of the pool: the hash of its ratings, every point, every checkpoint."""
    known = dict(map(counting.rating_of, Rating.objects.filter(pool=POOL)))
    position = Pool.objects.get(name=POOL).position
    points = Point.objects.filter(pool=POOL).order_by("number", "person")
    names = ("number", "person", "mu_before", "sigma_before", "mu", "sigma", "games")
    marks = Checkpoint.objects.filter(pool=POOL).order_by("position")
    return State(position, known).hash(), list(points.values_list(*names)), list(marks.values_list("position", "hash"))


def forget_everything() -> None:
    """The projection is gone; the facts are there."""
    for kind in (Checkpoint, Point, Pool, Rating):
        kind.objects.all().delete()  # type: ignore[attr-defined]
