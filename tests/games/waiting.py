"""Letting time pass at a table without waiting for it: the stored times are moved into the past."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from games.models import Event, Game
from games.rows import timestamp

TURN = 60
"""Seconds that a turn has at the tables of these tests."""


def since_when(state: dict[str, Any], since: datetime) -> None:
    """Let the open decisions of a stored state have begun then."""
    for seat in state["clock"]["seats"]:
        if "decision" in seat:
            seat["decision"]["since"] = timestamp(since)


def overdue_by(game_id: UUID, seconds: float) -> None:
    """Let time pass without a sweep: the open decision was due so long ago."""
    game = Game.objects.get(id=game_id)
    deadline = datetime.now(UTC) - timedelta(seconds=seconds)
    since_when(game.state, deadline - timedelta(seconds=TURN))
    Game.objects.filter(id=game_id).update(state=game.state, deadline=deadline, swept_at=None)


def bots_waited(game_id: UUID, seconds: float) -> None:
    """Let time pass: the bot should have acted so long ago."""
    game, earlier = Game.objects.get(id=game_id), timedelta(seconds=seconds + 2)
    game.state["marks"]["at"] = timestamp(datetime.now(UTC) - earlier)
    since_when(game.state, datetime.now(UTC) - earlier)
    Game.objects.filter(id=game_id).update(state=game.state, bot_due=datetime.now(UTC) - timedelta(seconds=seconds))


def done_since(game_id: UUID, version: int) -> list[str]:
    rows = Event.objects.filter(game_id=game_id, version__gt=version).order_by("version")
    return [row.type for row in rows if row.type != "red_threes_laid"]
