"""How a game is stopped before its last deal: by a team that gives it up, or by the house. Doors to the one path."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID, uuid5

from config.kernel import rates
from engine.errors import Refused
from games import command_handler, requests, table
from games.orders import Order, Receipt
from games.rows import SYSTEM, Actor


def resign(user_id: UUID, game_id: UUID, asked: requests.PauseRequest, received_at: datetime) -> Receipt:
    """Want one's team to give the game up, agree to it, or not; with the last of its people it is over, for good."""
    if wait := rates.spend("pauses by person", str(user_id)):
        raise Refused("rate_limited", retry_after=wait)
    body, command = {"do": "resign", "agrees": asked.agrees}, table.Resign(0, asked.agrees)
    actor = Actor("user", str(user_id))
    return command_handler.handle(Order(game_id, actor, asked.action_id, body, command, received_at))


def end_table(game_id: UUID, because: str, received_at: datetime, *, given_up_by: Iterable[int] = ()) -> Receipt:
    """The house ends a game that is being played: where it stands (`truncated`, by the deals that were scored), or as
    given up by these teams (`forfeited`). `because`: a word for it, which the log keeps.

    Done once: the same again is the same receipt. Raises Refused `not_started`, `game_over`.
    """
    teams = tuple(sorted(given_up_by))
    body = {"do": "end", "because": because, "teams": list(teams)}
    command = table.End(because, teams)
    return command_handler.handle(Order(game_id, SYSTEM, uuid5(game_id, "end"), body, command, received_at))
