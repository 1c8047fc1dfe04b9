"""Folding an event's stream: what each row makes of the state before. Never refuses. Pure."""

from datetime import datetime

from tournaments import slots
from tournaments.events import Event
from tournaments.evolve import adjourning, beginning, corrections, real_cards, reserves, rounds, rulings
from tournaments.state import Tournament

FOLDS = (
    beginning.FOLDS
    | reserves.FOLDS
    | rounds.FOLDS
    | real_cards.FOLDS
    | adjourning.FOLDS
    | rulings.FOLDS
    | corrections.FOLDS
)


def evolve(before: Tournament | None, event: Event, version: int, at: datetime) -> Tournament:
    """The state after a row; `version` and `at` are the row's."""
    if event.type == "created":
        return Tournament(event.data["club"], event.data["rules"], at=at)
    if before is None:
        raise ValueError("the first row of an event is created")
    after = FOLDS[event.type](before, event.data, version, at)._replace(at=at)
    return after._replace(slots=slots.kept(before, after, at))
