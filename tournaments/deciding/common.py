"""What every decision asks."""

import hashlib
from collections.abc import Iterable

from config.kernel.errors import ProblemError
from tournaments import state
from tournaments.commands import Context
from tournaments.events import Event
from tournaments.state import Entry, Round, Table, Tournament


def not_now(t: Tournament) -> ProblemError:
    """The refusal of what cannot be done at this point."""
    return ProblemError("not_now", at=t.status)


def must_be(t: Tournament, *statuses: str) -> None:
    """Raises ProblemError `not_now` at any other point."""
    if t.status not in statuses:
        raise not_now(t)


def entry_of(t: Tournament, id_: str) -> Entry:
    """An entry that is in it. Raises ProblemError `not_found`."""
    entry = t.entry(id_)
    if entry is None or not entry.active:
        raise ProblemError("not_found")
    return entry


def persons_of(t: Tournament, entries: Iterable[str]) -> set[str]:
    """Everybody in these entries."""
    return {person for id_ in entries if (entry := t.entry(id_)) for person in entry.persons}


def not_at_own(t: Tournament, tables: Iterable[Table], context: Context) -> None:
    """Raises ProblemError `own_table` where who asks is paired at one of these tables, or has sat there for another."""
    for table in tables:
        if context.by in persons_of(t, table.entries) or table.game in context.sat:
            raise ProblemError("own_table")


def behind(t: Tournament) -> tuple[Table, ...]:
    """The tables of the latest round that have no result yet."""
    one = t.round
    return () if one is None else tuple(table for table in one.tables if not table.over)


def result_of(one: Round, table: Table, by: str, **told: object) -> Event:
    """What becomes of a table; `by`: the game, a deadline, a withdrawal. A table that counts nothing has no totals."""
    data = {"round": one.number, "table": table.number, "by": by, **told}
    return Event("result", {name: value for name, value in data.items() if value is not None})


def forfeited(one: Round, table: Table, losers: tuple[int, ...], by: str) -> Event:
    """These sides of a table lose without cards."""
    return result_of(one, table, by, status=state.FORFEITED, losers=list(losers))


def dropped(t: Tournament) -> list[Event]:
    """A round that is proposed only is proposed anew."""
    one = t.round
    return [Event("proposal_dropped", {"round": one.number})] if one and one.status == state.PROPOSED else []


def released(t: Tournament, id_: str) -> list[Event]:
    """What follows for the latest round when an entry of it goes. Who goes before it begins wins nothing by it that the
    others have gone too."""
    one = t.round
    if one is None or one.status in (state.CLOSED, state.PROPOSED):
        return dropped(t)
    lost = one.status == state.PUBLISHED
    theirs = (table for table in one.tables if id_ in table.entries)
    free = (table for table in theirs if not table.over or (lost and table.status == state.FORFEITED))
    return [forfeited(one, table, tuple(sorted({*table.losers, table.side_of(id_)})), "withdrawal") for table in free]


def draw_lots(chance: str, ids: list[str]) -> list[str]:
    """These in an order that nobody has chosen: by SHA-256(chance|id)."""
    return sorted(ids, key=lambda id_: hashlib.sha256(f"{chance}|{id_}".encode()).hexdigest())
