"""Taking the last action of the game back, when all people at the table agree."""

from engine.errors import Refused
from games.table.commands import Context, Undo
from games.table.events import TableEvent
from games.table.state import PAUSED, PLAYING, Table
from games.table.stopping import must_not_be_over


def undo(table: Table, command: Undo, context: Context) -> tuple[TableEvent, ...]:
    """Whose action it was asks first, then everybody else agrees, or one says no and it stands. Raises Refused."""
    must_not_be_over(context)
    if not table.undo:
        raise Refused("undo_off")
    if table.status == PAUSED:
        raise Refused("paused")
    if table.status != PLAYING:
        raise Refused("not_started")
    last = context.last
    if last is None or last.version != command.version:
        raise Refused("nothing_to_undo", version=command.version)
    if not last.agreed and (command.seat != last.seat or not command.agrees):
        raise Refused("not_allowed", seat=command.seat)
    if command.agrees and command.seat in last.agreed:
        raise Refused("already_agreed")
    told = TableEvent("undo_wanted", {"version": command.version, "agrees": command.agrees}, command.seat)
    if command.agrees and table.persons <= {*last.agreed, command.seat}:
        return told, TableEvent("action_undone", {"versions": [command.version]}, last.seat)
    return (told,)
