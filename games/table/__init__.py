"""The table around the game: who sits where, when it starts, when it rests. Pure: the same shape as the engine.

`decide(table, command, context)` may refuse and gives the table's events; `evolve(table, event)` folds one of them and
may not refuse. Nothing here knows a card, a clock or a database.
"""

from games.table.commands import (
    AddNonce,
    Command,
    Context,
    Create,
    LastAction,
    Leave,
    Pause,
    Resume,
    Sit,
    Substitute,
    TellCalendar,
    Undo,
)
from games.table.deciding import decide
from games.table.events import AUDIENCE, OWN, SCHEMAS, TableEvent
from games.table.evolving import evolve
from games.table.seating import MOST_NONCES
from games.table.state import (
    FINISHED,
    PAUSED,
    PLAYING,
    PRIVATE,
    PUBLIC,
    STATUSES,
    WAITING,
    Away,
    Holder,
    Nonce,
    Seat,
    Table,
    decode,
    encode,
)

__all__ = [
    "AUDIENCE",
    "FINISHED",
    "MOST_NONCES",
    "OWN",
    "PAUSED",
    "PLAYING",
    "PRIVATE",
    "PUBLIC",
    "SCHEMAS",
    "STATUSES",
    "WAITING",
    "AddNonce",
    "Away",
    "Command",
    "Context",
    "Create",
    "Holder",
    "LastAction",
    "Leave",
    "Nonce",
    "Pause",
    "Resume",
    "Seat",
    "Sit",
    "Substitute",
    "Table",
    "TableEvent",
    "TellCalendar",
    "Undo",
    "decide",
    "decode",
    "encode",
    "evolve",
]
