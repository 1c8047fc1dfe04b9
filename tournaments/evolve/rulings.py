"""What people decide who lead an event."""

from datetime import datetime
from typing import Any

from tournaments import state
from tournaments.evolve.common import Data, round_of, unmissed, with_table
from tournaments.state import Table, Tournament


def outcome(data: Data) -> dict[str, Any]:
    """What becomes of a table, as a row tells it."""
    empty = Table(0, ())
    return {
        "status": data["status"],
        "totals": tuple(data["totals"]) if "totals" in data else None,
        "losers": tuple(data.get("losers", ())),
        "fault": data.get("fault"),
        "points": data.get("points", empty.points),
        "gone": tuple(data.get("gone", ())),
        "asked": empty.asked,
        "still": False,
    }


def _ruled(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return with_table(t, data, **outcome(data["after"]), by="director")


def _lifted(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    """It waits to be begun, as if it had not been; with real cards it is on. Nobody is looked for there any more, and
    nothing is written down."""
    one = round_of(t, data)
    table = one.table(data["table"])
    attempt = table.attempt + 1 if table else 0
    none: Data = {"game": None, "totals": None, "losers": (), "fault": None, "outcome": None, "points": {}, "gone": ()}
    none |= {"by": "", "scores": {}, "asked": {}, "still": False}
    none["looked"] = bool(table and table.adjourned)
    status = state.ON if table and table.real else state.WAITING
    t = t.with_round(unmissed(one, data["table"]))
    return with_table(t, data, status=status, attempt=attempt, **none)


def _penalized(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(penalties=(*t.penalties, data))


FOLDS = {
    "ruled": _ruled,
    "lifted": _lifted,
    "penalized": _penalized,
}
