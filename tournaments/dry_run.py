"""The next pairing as it would be if the round ended now, or as it is proposed already. Pure; nothing of it is ever
stored.

What is missing is assumed: a table that is being played ends as it stands, one that has not begun as a draw. Whoever
shows it says so.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tournaments import pairing, state
from tournaments.commands import CannotPair, Propose
from tournaments.state import Round, Table, Tournament

MISSING = (state.PUBLISHED, state.PLAYING, state.GRACE)


class DryRun(NamedTuple):
    """A round that is not told yet. `found`: its pairing, or why there is none; None where no round is to come.
    `assumed`: the tables whose result is not known, with what was taken for it. `proposed`: it is a round already."""

    round: int
    found: Propose | CannotPair | None
    assumed: tuple[tuple[int, tuple[int, ...]], ...] = ()
    proposed: bool = False


def of_next(t: Tournament, stand: Mapping[int, tuple[int, ...]]) -> DryRun:
    """The next round that is not told yet. `stand`: how the tables of this one stand, as far as they have begun."""
    assumed: tuple[tuple[int, tuple[int, ...]], ...] = ()
    one = t.round
    if one is not None and one.status == state.PROPOSED and t.status in (state.RUNNING, state.PAUSED):
        return DryRun(one.number, Propose(_pairing(one)), proposed=True)
    if one is not None and one.status in MISSING:
        assumed = tuple((table.number, _totals(table, stand)) for table in one.tables if not table.over)
        t = t.with_round(_ended(one, dict(assumed)))
    number = len(t.rounds) + 1
    if t.status not in (state.RUNNING, state.PAUSED) or number > len(t.times):
        return DryRun(number, None, assumed)
    return DryRun(number, pairing.of_next_round(t), assumed)


def _pairing(one: Round) -> dict[str, Any]:
    """What is proposed, in the shape in which it was found."""
    tables = [
        {"number": table.number, "sides": [list(side) for side in table.sides], "reasons": list(table.reasons)}
        for table in one.tables
    ]
    return {"round": one.number, "tables": tables, "rests": list(one.rests), **one.pairing}


def _totals(table: Table, stand: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    return stand.get(table.number, (0,) * len(table.sides))


def _ended(one: Round, totals: Mapping[int, tuple[int, ...]]) -> Round:
    tables = tuple(
        table._replace(status=state.FINISHED, totals=totals[table.number]) if table.number in totals else table
        for table in one.tables
    )
    return one._replace(status=state.CLOSED, tables=tables)
