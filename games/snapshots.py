"""The state of a table: the stored one, or, if that is of an older make, what its log gives."""

from typing import Any
from uuid import UUID

from games import event_store, projector
from games.projector import State


def load(game_id: UUID, version: int, state_version: int, stored: dict[str, Any]) -> State:
    """The state after row `version`."""
    if state_version == projector.STATE_VERSION:
        return projector.decode(stored)
    folded = projector.fold(event_store.stream(game_id, version))
    if folded is None:
        raise ValueError(f"{game_id} has no log")
    return folded
