"""Tables in positions that random play would not reach: the stored state is replaced, the log is left as it is."""

import json
from typing import Any
from uuid import UUID

from django.db import connection

from engine.notation import read_position
from engine.presets import build
from engine.state import Game
from games import clock, projector
from tests.engine.stories import BOOKS
from tests.games.playing import seen


def put(game_id: UUID, given: dict[str, Any], ruleset: Any = "classic") -> None:
    """Put a scenario's position on a table that is playing."""
    set_game(game_id, read_position(build(ruleset), given))


def set_game(game_id: UUID, game: Game) -> None:
    """Replace the game of a table's stored state."""
    state = seen(game_id).state._replace(game=game)
    ticking = clock.decided(state.clock, clock.of(state.table.clock), state.deciding, state.marks.at, turn_ended=True)
    state = state._replace(clock=ticking)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_game SET state = %s::jsonb, deadline = %s WHERE id = %s",
            [json.dumps(projector.encode(state)), state.deadline, game_id],
        )


ON_THE_FOOT = {"in_foot": True, "played_from_foot": True}
THREE_PARTNERS: dict[str, Any] = {
    "turn": {"seat": 0, "phase": "play"},
    "seats": [{"hand": "4H", **ON_THE_FOOT}, {}, ON_THE_FOOT, {}, ON_THE_FOOT, {}],
    "teams": [{"melds": BOOKS}, {}],
}
"""Six at the table; seat 0 may ask seats 2 and 4 for leave to go out."""
