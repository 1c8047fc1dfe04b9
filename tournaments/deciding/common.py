"""What every decision asks."""

import hashlib
from collections.abc import Iterable

from config.kernel.errors import ProblemError
from tournaments import state
from tournaments.commands import Context
from tournaments.defaults import last_late_round
from tournaments.events import Event
from tournaments.formats import FORMATS
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
    """Everybody in these entries, also their reserves and who plays for them no more: the table that they sit at may
    still be theirs."""
    return {person for id_ in entries if (entry := t.entry(id_)) for person in entry.members}


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


def forfeited(one: Round, table: Table, losers: tuple[int, ...], by: str, **told: object) -> Event:
    """These sides of a table lose without cards."""
    return result_of(one, table, by, status=state.FORFEITED, losers=list(losers), **told)


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
    return [_left(one, table, id_) for table in free]


def _left(one: Round, table: Table, id_: str) -> Event:
    losers = tuple(sorted({*table.losers, table.side_of(id_)}))
    return forfeited(one, table, losers, "withdrawal", gone=[*table.gone, id_])


def next_untold(t: Tournament) -> int:
    """The next round of which nobody knows yet whom they meet."""
    return len(t.rounds) + (0 if t.round and t.round.status == state.PROPOSED else 1)


def may_come_late(t: Tournament) -> bool:
    """Whether one may still come in: where the schedule is not fixed, up to the middle of the event."""
    fixed = FORMATS[t.rules["pairing"]["format"]].FIXED
    return t.status == state.RUNNING and not fixed and next_untold(t) <= last_late_round(len(t.times))


def must_be_open(t: Tournament) -> None:
    """Raises ProblemError where nobody may come in."""
    if t.rehearses:  # bots are alone in it
        raise ProblemError("not_allowed")
    if not may_come_late(t):
        must_be(t, state.OPEN)


def coming_in(t: Tournament, id_: str) -> list[Event]:
    """What follows where an entry is complete though play has begun."""
    if t.status != state.RUNNING:
        return []
    last = max(one.seed or 0 for one in t.entries)
    return [Event("joined", {"entry": id_, "seed": last + 1, "round": next_untold(t)}), *dropped(t)]


def draw_lots(chance: str, ids: list[str]) -> list[str]:
    """These in an order that nobody has chosen: by SHA-256(chance|id)."""
    return sorted(ids, key=lambda id_: hashlib.sha256(f"{chance}|{id_}".encode()).hexdigest())
