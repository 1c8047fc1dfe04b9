"""Rulings that wait: what an officer alone has decided, until it stands or is dropped."""

from datetime import datetime

from tournaments.evolve import beginning, rulings
from tournaments.evolve.common import Data, moment
from tournaments.state import Correction, Tournament

RULINGS = beginning.FOLDS | rulings.FOLDS
"""What a correction may be: the fold of the row that it would be."""


def _correction_issued(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    issued = Correction(version, data["ruling"], data["by"], moment(data["until"]))
    return t._replace(corrections=(*t.corrections, issued))


def _objected(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    told = (one._replace(objected=True) if one.version == data["correction"] else one for one in t.corrections)
    return t._replace(corrections=tuple(told))


def _dropped(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(corrections=tuple(one for one in t.corrections if one.version != data["correction"]))


def _corrected(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    """It stands now; what was final is final anew, under another hash."""
    ruling = data["ruling"]
    after = RULINGS[ruling["type"]](_dropped(t, data, version, at), ruling["data"], version, at)
    return after._replace(standing=data.get("standing", after.standing))


FOLDS = {
    "correction_issued": _correction_issued,
    "objected": _objected,
    "correction_dropped": _dropped,
    "corrected": _corrected,
}
