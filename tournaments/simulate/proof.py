"""What must hold of the events when all is over, by their streams, by `outcomes`, and by when there were sweeps."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from uuid import UUID

from games.models import Game, Outcome
from games.simulate.world import World
from tournaments import audit, command_handler, facts, selectors, state
from tournaments.results import Played
from tournaments.simulate.office import Office
from tournaments.tables import taken

VP_OF_ONE = 1000
"""×100: so many for each entry at a table of two sides."""


def judge(world: World, office: Office, events: list[UUID]) -> Counter[str]:
    """Every event; what is wrong is in the world's problems. Returns what was counted."""
    told: Counter[str] = Counter()
    for id_ in events:
        seen = selectors.look_as_the_house(id_)
        told[f"events {seen.state.status}"] += 1
        told["rows in the streams of events"] += seen.version
        for one in seen.state.rounds:
            told["rounds"] += 1
            told["rounds stuck"] += one.status != state.CLOSED
            told.update(f"tables of rounds {table.status}" for table in one.tables)
        faults = [*_ends(seen.state), *_rounds(seen.state, office), *_standings(seen.state), *audit.verify(id_)]
        faults += [*_games(seen.state), *_rebuilt(id_, seen)]
        world.problems += [f"event {id_}: {fault}" for fault in faults]
    on = Game.objects.filter(status__in=("playing", "paused", "waiting")).count()
    world.problems += [f"{on} games go on for which no event waits"] if on else []
    return told


def _ends(t: state.Tournament) -> Iterator[str]:
    if t.status != state.FINAL:
        yield f"it has not ended: {t.status}"
    if len(t.rounds) < len(t.times) and sum(entry.active for entry in t.entries) > 1:
        yield f"of {len(t.times)} rounds {len(t.rounds)} were played"


def _rounds(t: state.Tournament, office: Office) -> Iterator[str]:
    whole = [one.at for one in office.sweeps if one.whole]
    for one in t.rounds:
        persons = [entry for table in one.tables for entry in table.entries] + [rest["entry"] for rest in one.rests]
        if max(Counter(persons).values(), default=1) > 1:
            yield f"somebody is in round {one.number} twice"
        if one.closed_at is None:
            yield f"round {one.number} was never closed"
            continue
        late = whole[bisect_left(whole, one.times.hard_at) :]
        if late and late[0] < one.closed_at:
            yield f"round {one.number} was closed at {one.closed_at}, and a sweep went by at {late[0]} before"


def _standings(t: state.Tournament) -> Iterator[str]:
    if t.standing != facts.standing(t).hash:
        yield "the final standings are not those of its stream"
    yield from counted(t)


def counted(t: state.Tournament) -> Iterator[str]:
    """What is wrong with the standings as they are at any time."""
    rows = facts.standing(t).rows
    if rows and {len(row.lines) for row in rows} != {facts.closed(t)}:
        yield "some have not a line for every round"
    at = {(one.number, id_): table for one in t.rounds for table in one.tables for id_ in table.entries}
    shared: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        for line in row.lines:
            table = at.get((line.round, row.entry))
            if line.kind == Played.type and table is not None and len(table.sides) == 2:
                shared.setdefault((line.round, table.number), []).append(line.vp)
    for (number, place), points in shared.items():
        if sum(points) != VP_OF_ONE * len(points):
            yield f"at table {place} of round {number} there were {sum(points) / 100} victory points"


def _games(t: state.Tournament) -> Iterator[str]:
    """What a game has come to is what the event has, unless somebody or a deadline has decided otherwise."""
    tables = {UUID(table.game): (one, table) for one in t.rounds for table in one.tables if table.game}
    outcomes = {one.game_id: one for one in Outcome.objects.filter(game_id__in=tables)}
    for game, (one, table) in tables.items():
        if game not in outcomes:
            yield f"table {table.number} of round {one.number} has no outcome"
        elif table.status == state.FINISHED and table.outcome != outcomes[game].number:
            yield f"table {table.number} of round {one.number} has another outcome"
        elif table.status == state.FINISHED and table.totals != taken(outcomes[game]).totals:
            yield f"table {table.number} of round {one.number} counts what was not played"


def _rebuilt(id_: UUID, before: selectors.Seen) -> Iterator[str]:
    command_handler.rebuild(id_)
    if selectors.look_as_the_house(id_) != before:
        yield "rebuilt it is another"
