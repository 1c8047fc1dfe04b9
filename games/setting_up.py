"""A new table as it is written: its row, its secrets drawn and promised, the first rows of its log."""

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from engine.ruleset import RULES_VERSION, Ruleset
from engine.shuffle import commitment
from games import command_handler, serializers, table
from games.models import Game, Secret
from games.orders import Order
from games.rows import SYSTEM, Actor
from games.table import Holder
from games.table.replacing import STAND_IN

SECRET_BYTES = 32


class NewTable(NamedTuple):
    """What a table is to be. `title`: what the club calls the rules; `club`, `creator`: None where there is none."""

    id: UUID
    ruleset: Ruleset
    title: str
    players: int
    teams: int
    visibility: str
    clock: Any
    seats: tuple[table.Seat, ...]
    club: UUID | None
    rated: bool
    creator: UUID | None = None
    external_id: str | None = None
    demo: bool = False
    undo: bool = False
    again_of: UUID | None = None
    held_back: bool = False


def row(new: NewTable, at: datetime) -> Game:
    """Its row, not saved yet."""
    return Game(
        id=new.id,
        status=table.WAITING,
        visibility=new.visibility,
        players=new.players,
        teams=new.teams,
        ruleset_name=serializers.ruleset_name(new.ruleset.to_dict()),
        rules_title=new.title,
        creator=new.creator,
        club=new.club,
        rated=new.rated,
        demo=new.demo,
        clock=new.clock,
        external_id=new.external_id,
        again_of=new.again_of,
        held_back=new.held_back,
        created_at=at,
    )


def begin(new: NewTable, actor: Actor, at: datetime, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
    """Draw the secrets, promise them, and write the first rows. The table starts if nobody is to be waited for."""
    record = new.ruleset.to_dict()
    drawn = {deal: draw(SECRET_BYTES).hex() for deal in range(1, new.ruleset.deals + 1)}
    command = table.Create(
        rules_version=RULES_VERSION,
        ruleset=record,
        players=new.players,
        teams=new.teams,
        visibility=new.visibility,
        clock=new.clock,
        commitments=tuple(commitment(secret, str(new.id), deal, record) for deal, secret in drawn.items()),
        seats=new.seats,
        club=None if new.club is None else str(new.club),
        undo=new.undo,
    )
    Secret.objects.bulk_create(Secret(game_id=new.id, deal=deal, secret=secret) for deal, secret in drawn.items())
    command_handler.create(Order(new.id, actor, uuid4(), {"do": "create"}, command, at), new.demo, drawn)


def event_table(
    game_id: UUID,
    club: UUID,
    ruleset: Ruleset,
    title: str,
    clock: Any,
    sides: list[list[str]],
    at: datetime,
    bots: bool = False,
    held_back: bool = False,
) -> None:
    """A table of a club's event, at which people sit already, side by side in turn: the game is on. Once, whoever asks
    how often. `bots`: in their place bots play, for nobody to see and for no rating. `held_back`:
    the club is not told of it yet.

    In the caller's transaction: either both know of the table, or nobody.
    """
    if Game.objects.filter(id=game_id).exists():
        return
    persons = [person for row in zip(*sides, strict=True) for person in row]
    new = NewTable(
        id=game_id,
        ruleset=ruleset,
        title=title,
        players=len(persons),
        teams=len(sides),
        visibility=table.PRIVATE,
        clock=clock,
        seats=tuple(table.Seat(STAND_IN if bots else Holder("user", one)) for one in persons),
        club=None if bots else club,
        rated=not bots,
        held_back=held_back,
    )
    row(new, at).save(force_insert=True)
    begin(new, SYSTEM, at)
