"""A table with real cards."""

from datetime import datetime

from tournaments import state
from tournaments.evolve.common import Data, round_of, with_table
from tournaments.state import Tournament


def _real_cards(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    status = state.ON if round_of(t, data).open else state.WAITING
    return with_table(t, data, real=True, status=status)


def _score_entered(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    table = round_of(t, data).table(data["table"])
    scores = table.scores if table else {}
    return with_table(t, data, scores=scores | {str(data["side"]): data["scores"]})


def _scores_differ(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    """What matters to whoever reads it: who wrote what is in the rows before."""
    return t


FOLDS = {"real_cards": _real_cards, "score_entered": _score_entered, "scores_differ": _scores_differ}
