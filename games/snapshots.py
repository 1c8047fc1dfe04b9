"""The state of a table: the stored one, or, if that is of an older make, what its log gives."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from games import event_store, outages, projector
from games.clock import Outage
from games.projector import State


def load(game_id: UUID, version: int, state_version: int, stored: dict[str, Any], down: Sequence[Outage] = ()) -> State:
    """The state after row `version`. `down`: the downtime that its clock is to know of."""
    if state_version == projector.STATE_VERSION:
        return projector.decode(stored)._replace(outages=tuple(down))
    folded = projector.fold(event_store.stream(game_id, version), outages=outages.known())
    if folded is None:
        raise ValueError(f"{game_id} has no log")
    return folded
