"""What holds an event up: each table that has not ended, with whom it waits for, and whatever else waits for a person
or should have happened by itself."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from config.kernel.rows import timestamp
from tournaments import calendar, state
from tournaments.deciding.real_cards import contradicted
from tournaments.progress import Running, Waits
from tournaments.selectors import Seen

PLAYING, STILL, ENDED, LOST, NOT_MADE = "playing", "standing_still", "ended", "lost", "not_made"
REAL, DIFFER, ADJOURNED = "real_cards", "scores_differ", "adjourned"
FAILED, PROTEST, PAUSED, LATE = "pairing_failed", "protest", "paused", "late"
KINDS = (PLAYING, STILL, ENDED, LOST, NOT_MADE, REAL, DIFFER, ADJOURNED, FAILED, PROTEST, PAUSED, LATE)
"""A table is played; its game is paused or frozen; its game is over and the result is taken with the next sweep; its
game cannot be found; it has no game yet; it is played with real cards; two sides of it have written different scores;
it is put off.
The round could not be paired; a protest waits for its answer; the event is
paused; what is due has not been done."""

SWEPT = timedelta(minutes=2)
"""What is due for longer than this is not done by itself."""


class Blocker(NamedTuple):
    """One thing. `until`: when it ends at the latest; `code`: why a round could not be paired, or what is late."""

    kind: str
    round: int | None = None
    table: int | None = None
    game: UUID | None = None
    deal: int = 0
    deals: int = 0
    waits: tuple[Waits, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    entry: str | None = None
    protest: int | None = None
    code: str = ""


def of(seen: Seen, found: dict[int, Running], now: datetime) -> list[Blocker]:
    """All of it, the table that is furthest behind first. `found`: the tables of the round as their games stand."""
    t = seen.state
    whole = [*_of_event(t, now), *(Blocker(PROTEST, entry=entry, protest=number) for number, entry in t.protests)]
    return [*whole, *sorted(_tables(t, found), key=lambda one: (one.deal, one.since or now))]


def _of_event(t: state.Tournament, now: datetime) -> Iterator[Blocker]:
    if t.status == state.PAUSED:
        yield Blocker(PAUSED, since=t.paused_at)
    if t.failures:
        yield Blocker(FAILED, len(t.rounds) + 1, since=datetime.fromisoformat(t.why["at"]), code=t.why["code"])
    due = calendar.due_at(t, now)
    if due is not None and due[0] < now - SWEPT:
        yield Blocker(LATE, since=due[0], code=due[1])


def _tables(t: state.Tournament, found: dict[int, Running]) -> Iterator[Blocker]:
    one = t.round
    if one is None or not one.open:
        return
    for table in one.tables:
        if table.over:
            continue
        ends, game = one.ends(table), found.get(table.number)
        if table.still:
            game_id = UUID(table.game) if table.game else None
            yield Blocker(ADJOURNED, one.number, table.number, game_id, deals=t.rules["deals"], until=table.adjourned)
        elif table.real:
            kind = DIFFER if contradicted(table.scores) else REAL
            yield Blocker(kind, one.number, table.number, deals=t.rules["deals"], since=one.began_at, until=ends)
        elif table.game is None:
            yield Blocker(NOT_MADE, one.number, table.number, deals=t.rules["deals"], since=one.began_at, until=ends)
        elif game is None:
            yield Blocker(LOST, one.number, table.number, UUID(table.game), deals=t.rules["deals"], until=ends)
        else:
            kind = ENDED if game.ended else STILL if game.still else PLAYING
            told = (game.game, game.deal, game.deals, game.waits, game.since, ends)
            yield Blocker(kind, one.number, table.number, *told)


def plain(one: Blocker) -> dict[str, Any]:
    """A blocker as it goes out."""
    waits = [{"seat": who.seat, "name": who.name, "until": _time(who.until)} for who in one.waits]
    times = {"since": _time(one.since), "until": _time(one.until)}
    return {**one._asdict(), "game": None if one.game is None else str(one.game), "waits": waits, **times}


def _time(at: datetime | None) -> str | None:
    return None if at is None else timestamp(at)
