"""A game that is put off to a told time."""

from datetime import datetime

from tournaments.evolve.common import Data, moment, round_of, unmissed, with_table
from tournaments.state import Tournament


def _asked(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    table = round_of(t, data).table(data["table"])
    before = table.asked if table and table.asked.get("until") == data["until"] else {}
    entries = sorted({*before.get("entries", ()), data["entry"]})
    return with_table(t, data, asked={"until": data["until"], "entries": entries})


def _refused(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return with_table(t, data, asked={})


def _adjourned(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    """Nobody is looked for there before it goes on."""
    t = t.with_round(unmissed(round_of(t, data), data["table"]))
    return with_table(t, data, asked={}, adjourned=moment(data["until"]), still=True, until=moment(data["ends"]))


def _ended(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return with_table(t, data, still=False, went_on=at)


FOLDS = {
    "adjournment_asked": _asked,
    "adjournment_refused": _refused,
    "adjourned": _adjourned,
    "adjournment_ended": _ended,
}
