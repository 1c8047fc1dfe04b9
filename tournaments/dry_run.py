"""The next pairing as it would be if the round ended now. Pure; nothing of it is ever stored.

What is missing is assumed: a table that is being played ends as it stands, one that has not begun as a draw. Whoever
shows it says so.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tournaments import pairing, state
from tournaments.commands import CannotPair, Propose
from tournaments.state import Round, Table, Tournament

MISSING = (state.PUBLISHED, state.PLAYING, state.GRACE)


class DryRun(NamedTuple):
    """A round that is not. `found`: its pairing, or why there is none; None where no round is to come. `assumed`: the
    tables whose result is not known, with what was taken for it."""

    round: int
    found: Propose | CannotPair | None
    assumed: tuple[tuple[int, tuple[int, ...]], ...] = ()


def of_next(t: Tournament, stand: Mapping[int, tuple[int, ...]]) -> DryRun:
    """The next round that is not told yet. `stand`: how the tables of this one stand, as far as they have begun."""
    assumed: tuple[tuple[int, tuple[int, ...]], ...] = ()
    one = t.round
    if one is not None and one.status == state.PROPOSED:
        t = t._replace(rounds=t.rounds[:-1])
    elif one is not None and one.status in MISSING:
        assumed = tuple((table.number, _totals(table, stand)) for table in one.tables if not table.over)
        t = t.with_round(_ended(one, dict(assumed)))
    number = len(t.rounds) + 1
    if t.status not in (state.RUNNING, state.PAUSED) or number > len(t.times):
        return DryRun(number, None, assumed)
    return DryRun(number, pairing.of_next_round(t), assumed)


def _totals(table: Table, stand: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    return stand.get(table.number, (0,) * len(table.sides))


def _ended(one: Round, totals: Mapping[int, tuple[int, ...]]) -> Round:
    tables = tuple(
        table._replace(status=state.FINISHED, totals=totals[table.number]) if table.number in totals else table
        for table in one.tables
    )
    return one._replace(status=state.CLOSED, tables=tables)
