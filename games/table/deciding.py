"""What comes of a command: the table's own `decide`, of the same shape as the engine's."""

from games.table.commands import (
    AddNonce,
    Command,
    Context,
    Create,
    End,
    EndPause,
    Freeze,
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
from games.table.ending import end, resign
from games.table.events import TableEvent
from games.table.evolving import evolve
from games.table.overdue import overdue
from games.table.replacing import come_back, substitute
from games.table.seating import add_nonce, create, leave, sit
from games.table.standing_in import stand_in, want
from games.table.state import WAITING, Table
from games.table.stopping import freeze, must_not_be_over, pause, resume, unfreeze
from games.table.undoing import undo


def decide(table: Table | None, command: Command, context: Context) -> tuple[TableEvent, ...]:
    """What comes of a command. Raises Refused."""
    match command:
        case Create():
            events = list(create(command))
        case Sit() if table is not None and table.played_for(command.holder) == command.seat:
            return come_back(table, command, context)
        case Sit() if table is not None and table.offers(command.seat):
            return stand_in(table, command, context)
        case Sit() if table is not None:
            events = list(sit(table, command))
        case Leave() if table is not None:
            events = list(leave(table, command))
        case AddNonce() if table is not None:
            return add_nonce(table, command, context)
        case Pause() if table is not None:
            return pause(table, command, context)
        case Resume() | EndPause() if table is not None:
            return resume(table, command, context)
        case Freeze() if table is not None:
            return freeze(table, command, context)
        case Unfreeze() if table is not None:
            return unfreeze(table, command, context)
        case Substitute() if table is not None:
            return substitute(table, command, context)
        case Undo() if table is not None:
            return undo(table, command, context)
        case Overdue() if table is not None:
            return overdue(table, command, context)
        case Resign() if table is not None:
            return resign(table, command, context)
        case End() if table is not None:
            return end(table, command, context)
        case Want() if table is not None:
            return want(table, command, context)
        case TellCalendar():
            must_not_be_over(context)
            return (TableEvent("calendar_told", {}, command.seat, {"calendar": command.calendar}),)
        case _:
            raise ValueError("there is no table yet")
    for event in events:
        table = evolve(table, event, version=0)
    if table is not None and table.status == WAITING and all(seat.taken for seat in table.seats):
        events.append(TableEvent("started", {}))
    return tuple(events)
