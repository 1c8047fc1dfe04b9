"""The table around the game: who sits where, when it starts, when it rests. Pure: the same shape as the engine.

`decide(table, command, context)` may refuse and gives the table's events; `evolve(table, event)` folds one of them and
may not refuse. Nothing here knows a card, a clock or a database.
"""

from games.table.commands import (
    AddNonce,
    Command,
    Context,
    Create,
    End,
    Freeze,
    LastAction,
    Leave,
    Overdue,
    Pause,
    Resign,
    Resume,
    Sit,
    Substitute,
    TellCalendar,
    Undo,
    Unfreeze,
    Want,
)
from games.table.deciding import decide
from games.table.events import AUDIENCE, OWN, SCHEMAS, TableEvent
from games.table.evolving import evolve
from games.table.overdue import played_by_the_server
from games.table.replacing import coming_back
from games.table.seating import MOST_NONCES
from games.table.standing_in import decided
from games.table.state import (
    FINISHED,
    FORFEITED,
    OVER,
    PAUSED,
    PLAYING,
    PRIVATE,
    PUBLIC,
    STATUSES,
    TRUNCATED,
    WAITING,
    Away,
    Gone,
    Holder,
    Nonce,
    Offer,
    Past,
    Seat,
    Table,
    decode,
    encode,
)
from games.table.stopping import turn_ended

__all__ = [
    "AUDIENCE",
    "FINISHED",
    "FORFEITED",
    "MOST_NONCES",
    "OVER",
    "OWN",
    "PAUSED",
    "PLAYING",
    "PRIVATE",
    "PUBLIC",
    "SCHEMAS",
    "STATUSES",
    "TRUNCATED",
    "WAITING",
    "AddNonce",
    "Away",
    "Command",
    "Context",
    "Create",
    "End",
    "Freeze",
    "Gone",
    "Holder",
    "LastAction",
    "Leave",
    "Nonce",
    "Offer",
    "Overdue",
    "Past",
    "Pause",
    "Resign",
    "Resume",
    "Seat",
    "Sit",
    "Substitute",
    "Table",
    "TableEvent",
    "TellCalendar",
    "Undo",
    "Unfreeze",
    "Want",
    "coming_back",
    "decide",
    "decided",
    "decode",
    "encode",
    "evolve",
    "played_by_the_server",
    "turn_ended",
]
