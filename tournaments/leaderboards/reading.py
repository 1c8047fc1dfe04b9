"""From `outcomes` to facts, in the order of commits; and what events and rulings make of those that are known.

Nothing is counted here. A fact that is another now marks its pool: it is counted anew from there (`counting`). What is
looked for is what has not been looked at, so that nothing is missed however long nobody looked.
"""

import logging
from collections import Counter
from collections.abc import Iterable
from uuid import UUID

from django.db import OperationalError, connection, transaction
from django.db.models import F, OuterRef, Q, Subquery, UUIDField
from django.db.models.functions import Cast, Least

from games import selectors as games
from games.models import Game, Outcome
from tournaments import documents, state
from tournaments import facts as event_facts
from tournaments import selectors as events
from tournaments.defaults import event_points
from tournaments.leaderboards import judging
from tournaments.leaderboards.models import Fact, Look, Part, Placing, Pool, Ruling
from tournaments.models import GAME_MADE, TABLE_MADE, Event, Tournament
from tournaments.ratings import ALGORITHM

log = logging.getLogger(__name__)

LOCK = 0x0FA17DEA3
"""The advisory lock of who reads: one at a time, so that facts come in the order of their numbers."""
AT_ONCE = 200


def read() -> int:
    """All that is new: games that have ended, events that have changed. Returns how many facts are new or others."""
    done = 0
    while True:
        found = _read_some()
        done += found
        if found < AT_ONCE:
            return done + _look_at_events()


def _read_some() -> int:
    """Some games that have ended, the oldest first; none while somebody else reads."""
    with transaction.atomic():
        if not _mine(LOCK):
            return 0
        last = Fact.objects.order_by("-number").values_list("number", flat=True).first() or 0
        found = list(Outcome.objects.filter(number__gt=last).select_related("game").order_by("number")[:AT_ONCE])
        known = _of_events(one.game_id for one in found)
        annulled = _annulled([one.game_id for one in found])
        for outcome in found:
            _keep(outcome, known.get(outcome.game_id), outcome.game_id in annulled)
        return len(found)


def _mine(lock: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [lock])
        return bool(cursor.fetchone()[0])


def wait_for_readers() -> None:
    """Let nobody read until this transaction is over."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def judged(outcome: Outcome, event: judging.OfEvent | None, annulled: bool) -> judging.Judged:
    """What a game that is over counts as now. One that cannot be read does not count, and keeps no other waiting."""
    game: Game = outcome.game
    if event is not None and not event.readable:
        return judging.unreadable(outcome)
    try:
        with transaction.atomic():
            return judging.judge(outcome, games.look_as_the_house(game.id).state, game.rated, event, annulled)
    except OperationalError:
        raise  # nothing is wrong with the game
    except Exception:
        log.exception("game %s could not be read for ratings", game.id)
        return judging.unreadable(outcome)


def fields(outcome: Outcome, event: judging.OfEvent | None, one: judging.Judged) -> dict[str, object]:
    """A fact as its row keeps it."""
    return {
        "game": outcome.game_id,
        "at": outcome.ended_at,
        "club": outcome.game.club,
        "tournament": event.id if event else None,
        "pool": one.pool,
        "why": one.why,
        "status": outcome.status,
        "deals": one.deals,
        "totals": list(one.totals),
        "sides": [list(side) for side in one.sides],
        "ranks": list(one.ranks),
    }


def _keep(outcome: Outcome, event: judging.OfEvent | None, annulled: bool) -> None:
    one = judged(outcome, event, annulled)
    Fact.objects.create(number=outcome.number, of_event=_digest(event), **fields(outcome, event, one))
    _keep_parts(outcome.number, one)


def _digest(event: judging.OfEvent | None) -> str:
    return event.digest if event else ""


def _keep_parts(number: int, one: judging.Judged) -> None:
    Part.objects.bulk_create(
        Part(fact_id=number, person=UUID(part.person), side=part.side, rated=part.rated, net=part.net)
        for part in one.parts
    )


def _of_events(ids: Iterable[UUID]) -> dict[UUID, judging.OfEvent]:
    """The event of each of these games that one has made, and its table there if it is that table's game. The row that
    tells of it stays, whatever becomes of the table."""
    made = Event.objects.filter(TABLE_MADE).annotate(game=GAME_MADE).filter(game__in=list(map(str, ids)))
    found = {UUID(game): id_ for game, id_ in made.values_list("game", "tournament_id")}
    seen = _states(set(found.values()))
    tables = {
        UUID(table.game): table
        for t in seen.values()
        for one in t.rounds
        for table in one.tables
        if table.game and not table.real
    }
    return {
        game: judging.OfEvent(id_, seen[id_].status if id_ in seen else "", tables.get(game), id_ in seen)
        for game, id_ in found.items()
    }


def _states(ids: Iterable[UUID]) -> dict[UUID, state.Tournament]:
    """Those of these events that can be read."""
    found = {}
    for id_ in ids:
        try:
            with transaction.atomic():
                found[id_] = events.look_as_the_house(id_).state
        except OperationalError:
            raise
        except Exception:
            log.exception("event %s could not be read for ratings", id_)
    return found


def _annulled(ids: list[UUID]) -> set[UUID]:
    """Those of these games whose last ruling takes them out."""
    last = Ruling.objects.filter(game__in=ids).order_by("game", "-id").distinct("game")
    return {one.game for one in last if one.annulled}


def judge_again(game: UUID, cause: str) -> bool:
    """Look once more at a game that is known, and keep what it counts as now at its old number. Returns whether that is
    another than before. In the caller's transaction."""
    fact = Fact.objects.select_for_update().filter(game=game).first()
    return fact is not None and _judge_again(fact, _of_events([game]).get(game), cause)


def _judge_again(fact: Fact, event: judging.OfEvent | None, cause: str) -> bool:
    outcome = Outcome.objects.select_related("game").get(number=fact.number)
    one, told = _now(outcome, event)
    Fact.objects.filter(number=fact.number).update(of_event=_digest(event))
    if not _others(fact, told):
        return False
    pools = {fact.pool} - {""} if not fact.why else set()
    pools |= {one.pool} if not one.why else set()
    Fact.objects.filter(number=fact.number).update(**told, cause=cause)
    Part.objects.filter(fact=fact).delete()
    _keep_parts(fact.number, one)
    for pool in sorted(pools):
        Pool.objects.get_or_create(name=pool, defaults={"algorithm": ALGORITHM})
        Pool.objects.filter(name=pool).update(changed=Least("changed", fact.number), cause=cause)
    return True


def judge_all_again() -> int:
    """Look at all games and events as if nobody had. Returns how many facts are others now."""
    done = 0
    for game in list(Fact.objects.order_by("number").values_list("game", flat=True)):
        with transaction.atomic():
            wait_for_readers()
            done += judge_again(game, "rebuilt")
    Look.objects.all().delete()
    return done + read()


def judge_unreadable() -> int:
    """Look once more at what could not be read. Returns how much of it can be now."""
    done = 0
    for game in list(Fact.objects.filter(why=judging.UNREADABLE).order_by("number").values_list("game", flat=True)):
        with transaction.atomic():
            wait_for_readers()
            done += judge_again(game, "read again")
    return done


def differs(fact: Fact, outcome: Outcome) -> list[str]:
    """The names of what a game counts as otherwise now than is kept of it."""
    return _others(fact, _now(outcome, _of_events([fact.game]).get(fact.game))[1])


def _now(outcome: Outcome, event: judging.OfEvent | None) -> tuple[judging.Judged, dict[str, object]]:
    one = judged(outcome, event, bool(_annulled([outcome.game_id])))
    return one, fields(outcome, event, one)


def _others(fact: Fact, told: dict[str, object]) -> list[str]:
    return [name for name, value in told.items() if getattr(fact, name) != value]


# --- Events -------------------------------------------------------------------------------------------------------


def changed_events() -> list[UUID]:
    """The events that have changed since somebody looked."""
    seen = Look.objects.filter(tournament=OuterRef("id")).values("version")
    rows = Tournament.objects.exclude(starts_at=None).annotate(seen=Subquery(seen))
    changed = rows.filter(Q(seen=None) | Q(seen__lt=F("version"))).order_by("id")
    return list(changed.values_list("id", flat=True))


def _look_at_events() -> int:
    """Look at all of them: their games, and where everybody came."""
    done = 0
    for id_ in changed_events():
        try:
            done += _look_at(id_)
        except Exception:
            log.exception("what event %s says of its games could not be read", id_)  # it keeps no other waiting
    return done


def _look_at(id_: UUID) -> int:
    with transaction.atomic():
        if not _mine(LOCK):
            return 0
        seen = events.look_as_the_house(id_)
        games_of = Event.objects.filter(TABLE_MADE, tournament=id_).values(id=Cast(GAME_MADE, UUIDField()))
        known = list(Fact.objects.filter(game__in=games_of).order_by("number"))
        now = _of_events(fact.game for fact in known)
        others = [fact for fact in known if fact.of_event != _digest(now.get(fact.game))]
        changed = sum(_judge_again(fact, now.get(fact.game), f"event {id_} {seen.version}") for fact in others)
        place(id_, seen.state)
        Look.objects.update_or_create(tournament=id_, defaults={"version": seen.version})
        return changed


def placings(t: state.Tournament) -> list[tuple[str, int]]:
    """Where everybody came in an event that is final; who has left it came nowhere."""
    if t.status != state.FINAL:
        return []
    persons = {entry.id: entry.persons for entry in t.entries}
    rows = event_facts.standing(t).rows
    return [(person, row.rank) for row in rows if row.active for person in persons[row.entry]]


def place(id_: UUID, t: state.Tournament) -> None:
    """Keep where everybody came, and the event points for it, in place of what was kept before."""
    Placing.objects.filter(tournament=id_).delete()
    if t.starts_at is None:
        return
    placed = placings(t)
    people = Counter(rank for _person, rank in placed)  # of a pair that is one rank it is two
    worth = {rank: event_points(rank, number // documents.persons(t.rules)) for rank, number in people.items()}
    Placing.objects.bulk_create(
        Placing(
            tournament=id_,
            person=UUID(person),
            club=UUID(t.club),
            starts_at=t.starts_at,
            rank=rank,
            points=worth[rank],
        )
        for person, rank in placed
    )
