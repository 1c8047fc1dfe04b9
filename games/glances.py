"""What of a table its players have seen. Whatever is sent to a player was seen: page, API and socket alike.

It is written down once a turn, and once for each deal that ends: so looking costs a statement only when there is
something new to see, and a process remembers what it has written down.
"""

from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from accounts.notices import writing
from games.models import Glance
from games.projector import State

REMEMBERED = 10_000


class Mark(NamedTuple):
    """What somebody has seen of a table: the beginning of their decision, and the end of a deal (its version)."""

    turn: datetime | None = None
    opened: int = 0


Marks = dict[tuple[UUID, UUID], Mark]
"""Marks by table and person."""

_noted: OrderedDict[tuple[UUID, UUID], Mark] = OrderedDict()

_NOTE = """
    INSERT INTO games_glance AS known (game_id, person, turn, opened) VALUES (%s, %s, %s, %s)
    ON CONFLICT (game_id, person) DO UPDATE
       SET turn = GREATEST(known.turn, EXCLUDED.turn), opened = GREATEST(known.opened, EXCLUDED.opened)
     WHERE known.turn IS DISTINCT FROM GREATEST(known.turn, EXCLUDED.turn) OR known.opened < EXCLUDED.opened
"""


def note(game_id: UUID, state: State, seat: int | None) -> None:
    """The player of this seat (None: a spectator) is shown this state."""
    holder = None if seat is None else state.table.seats[seat].holder
    if seat is None or holder is None:
        return
    key, decision = (game_id, UUID(holder.id)), state.clock.seats[seat].decision
    known = _noted.get(key, Mark())
    mark = Mark(decision.since if decision else known.turn, state.marks.opened)
    if mark == known:
        return
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [*key, *mark])
        is_new = cursor.rowcount > 0
    if is_new:  # after the mark: a notice that is being written meanwhile finds it
        writing.seen(key[1], game_id)
    _noted[key] = mark
    _noted.move_to_end(key)
    if len(_noted) > REMEMBERED:
        _noted.popitem(last=False)


def forget(user_id: UUID) -> None:
    """Nobody knows any more what this person was shown."""
    Glance.objects.filter(person=user_id).delete()


def of(game_ids: Iterable[UUID]) -> Marks:
    """What the players of these tables have seen, by table and person."""
    found = Glance.objects.filter(game_id__in=list(game_ids)).values_list("game_id", "person", "turn", "opened")
    return {(game_id, person): Mark(turn, opened) for game_id, person, turn, opened in found}
