"""The reserves of entries."""

from datetime import datetime

from tournaments.evolve.common import Data, entry_of
from tournaments.state import Tournament


def _named(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    entry = entry_of(t, data)
    return t.with_entry(entry._replace(reserves=(*entry.reserves, data["person"])))


def _agreed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    entry = entry_of(t, data)
    return t.with_entry(entry._replace(ready=(*entry.ready, data["person"])))


def _gone(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    entry, out = entry_of(t, data), data["person"]
    reserves = tuple(one for one in entry.reserves if one != out)
    return t.with_entry(entry._replace(reserves=reserves, ready=tuple(one for one in entry.ready if one != out)))


def _seated(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    """The table's own log has it; the entry is who it was."""
    return t


FOLDS = {"reserve_named": _named, "reserve_agreed": _agreed, "reserve_gone": _gone, "reserve_seated": _seated}
