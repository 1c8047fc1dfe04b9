"""What somebody asks of a table, and the answer to it: the two ends of the one path."""

import hashlib
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from engine import commands as asks
from engine.codec import canon
from games import table
from games.rows import PERSONS, Actor

Command = asks.Command | table.Command


class Order(NamedTuple):
    """What somebody asks of a table.

    `body` is what the receipt remembers of it. `acts_for`: the seat for which a bot or the system acts. `for_seat`: the
    seat for which a person says to act, as an officer of a club may for its members. `admitted`: whose event it is lets
    them take a seat, though they might not see the table else or stand in there.
    """

    game_id: UUID
    actor: Actor
    action_id: UUID
    body: Any
    command: Command
    received_at: datetime
    expected_version: int | None = None
    acts_for: int | None = None
    for_seat: int | None = None
    admitted: bool = False

    @property
    def user_id(self) -> UUID | None:
        """The person who asks, if it is one."""
        return UUID(self.actor.id) if self.actor.kind in PERSONS else None

    @property
    def digest(self) -> str:
        """SHA-256(canon(action)): what tells a repeated request from another one under the same id."""
        return hashlib.sha256(canon(self.body)).hexdigest()


class Receipt(NamedTuple):
    """The answer to an accepted action: the version of its last row."""

    action_id: UUID
    version: int
