"""The state of a table: the stored one, or, if that is of an older make, what its log gives."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from games import event_store, outages, projector
from games.clock import Outage
from games.projector import State


def load(
    game_id: UUID, version: int, state_version: int, stored: dict[str, Any], down: Sequence[Outage] | None = None
) -> State:
    """The state after row `version`. `down`: all downtime that could concern it; None where that is asked later.

    Of a game that is over what the log gives is kept: the next action keeps that of others, here there is none.
    """
    if state_version == projector.STATE_VERSION:
        return projector.decode(stored)._replace(outages=tuple(down or ()))
    folded = projector.fold(
        event_store.stream(game_id, version), outages=outages.known() if down is None else tuple(down)
    )
    if folded is None:
        raise ValueError(f"{game_id} has no log")
    if folded.over and state_version < projector.STATE_VERSION:
        _keep(game_id, version, folded)
    return folded


def _keep(game_id: UUID, version: int, folded: State) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_game SET state = %s::jsonb, state_version = %s"
            " WHERE id = %s AND version = %s AND state_version < %s",
            [
                *(json.dumps(projector.encode(folded)), projector.STATE_VERSION),
                *(game_id, version, projector.STATE_VERSION),
            ],
        )
