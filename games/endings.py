"""How a game is stopped: given up by a team, ended by the house, frozen by the officers of its club. Doors to the one
path."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from accounts.clubs import log as club_log
from accounts.clubs.models import Club
from config.kernel import rates
from engine.errors import Refused
from games import command_handler, requests, selectors, table
from games.models import Reason
from games.orders import Order, Receipt
from games.rows import PUT_OFF, SYSTEM, Actor


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


def freeze(user_id: UUID, game_id: UUID, asked: requests.FreezeRequest, received_at: datetime) -> Receipt:
    """Let a table of a club rest, as an officer who does not sit there. The reason is told to all who see it."""
    salt = secrets.token_bytes(32)
    digest = hashlib.sha256(salt + asked.reason.encode()).hexdigest()
    body = {"do": "freeze", "reason": asked.reason}
    with transaction.atomic():
        done = _as_officer(user_id, game_id, asked.action_id, body, table.Freeze(digest), received_at)
        if selectors.look_as_the_house(game_id).state.table.frozen == digest:  # else it was done before
            text = {"salt": salt.hex(), "author": user_id, "text": asked.reason}
            Reason.objects.create(game_id=game_id, digest=digest, **text)
            _write_down(user_id, game_id, "froze_table")
    return done


def put_off(game_id: UUID, rests: bool, received_at: datetime) -> None:
    """The house lets a table rest, or go on after that; one that is over stays as it is.

    Raises Refused `frozen` for one that its club's officers let rest: only they let that go on.
    """
    frozen = selectors.look_as_the_house(game_id).state.table.frozen
    command: table.Freeze | table.Unfreeze = table.Freeze(PUT_OFF) if rests else table.Unfreeze(by_event=True)
    if not rests and frozen != PUT_OFF:
        return
    body = {"do": "put_off", "rests": rests}
    try:
        command_handler.handle(Order(game_id, SYSTEM, uuid4(), body, command, received_at))
    except Refused as refused:
        if refused.code != "game_over":
            raise


def end_pause(game_id: UUID, received_at: datetime) -> None:
    """The house lets a paused table go on. Raises Refused `not_paused`, `frozen`, `game_over`."""
    order = Order(game_id, SYSTEM, uuid4(), {"do": "end_pause"}, table.EndPause(), received_at)
    command_handler.handle(order)


def unfreeze(user_id: UUID, game_id: UUID, action_id: UUID, received_at: datetime) -> Receipt:
    """Let a frozen table go on. Raises Refused `put_off` where its event has put it off: that event lets it go on."""
    with transaction.atomic():
        frozen = selectors.look_as_the_house(game_id).state.table.frozen
        done = _as_officer(user_id, game_id, action_id, {"do": "unfreeze"}, table.Unfreeze(), received_at)
        if frozen:
            _write_down(user_id, game_id, "unfroze_table")
    return done


def _as_officer(
    user_id: UUID, game_id: UUID, action_id: UUID, body: dict[str, str], command: table.Command, received_at: datetime
) -> Receipt:
    order = Order(game_id, Actor("officer", str(user_id)), action_id, body, command, received_at)
    return command_handler.handle(order)


def _write_down(user_id: UUID, game_id: UUID, act: str) -> None:
    club = selectors.look_as_the_house(game_id).state.table.club
    if club is not None:
        club_log.write(Club(id=UUID(club)), user_id, act, game=str(game_id))
