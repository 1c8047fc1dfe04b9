"""When a table rests: a pause that all want, until one of them wants to go on; or frozen by its club's officers."""

from engine.errors import Refused
from games.rows import PUT_OFF
from games.table.commands import Context, EndPause, Freeze, Pause, Resume, Unfreeze
from games.table.events import TableEvent
from games.table.state import PAUSED, PLAYING, Table


def must_not_be_over(context: Context) -> None:
    """Raises Refused `game_over`."""
    if context.over:
        raise Refused("game_over")


def pause(table: Table, command: Pause, context: Context) -> tuple[TableEvent, ...]:
    """With the last consent the table is paused. Whoever has agreed has agreed: once more is no further row."""
    must_not_be_over(context)
    if table.status == PAUSED:
        raise Refused("paused")
    if table.status != PLAYING:
        raise Refused("not_started")
    if command.agrees and command.seat in table.consents:
        raise Refused("already_agreed")
    if not command.agrees and not table.consents:
        raise Refused("not_allowed", seat=command.seat)
    told = TableEvent("pause_wanted", {"agrees": command.agrees}, command.seat)
    if command.agrees and table.persons <= {*table.consents, command.seat}:
        return told, TableEvent("paused", {})
    return (told,)


def wants_a_pause(table: Table, seat: int, agrees: bool) -> Table:
    """The table after a player has said whether they want a pause; a no is for all."""
    return anew(table, seat)._replace(consents=(*table.consents, seat) if agrees else ())


def anew(table: Table, seat: int) -> Table:
    """The table on which what a seat wants was said just now."""
    return table._replace(ended_since=tuple(one for one in table.ended_since if one != seat))


def turn_ended(table: Table, seat: int) -> Table:
    """The table after a turn of a seat: what it wanted lapses with the second one since then. So all have had a turn to
    agree in, and no word of long ago decides anything."""
    if seat not in table.consents and seat not in table.resigning:
        return table
    if seat not in table.ended_since:
        return table._replace(ended_since=(*table.ended_since, seat))
    return anew(table, seat)._replace(
        consents=tuple(one for one in table.consents if one != seat),
        resigning=tuple(one for one in table.resigning if one != seat),
    )


def resume(table: Table, command: Resume | EndPause, context: Context) -> tuple[TableEvent, ...]:
    """Any player may: what all had to agree to needs all of them to last. So may the house."""
    must_not_be_over(context)
    if table.frozen:
        raise Refused("frozen")
    if table.status != PAUSED:
        raise Refused("not_paused")
    return (TableEvent("resumed", {}, command.seat if isinstance(command, Resume) else None),)


def freeze(table: Table, command: Freeze, context: Context) -> tuple[TableEvent, ...]:
    """Nothing is done at the table until it is unfrozen, and all clocks stand still."""
    must_not_be_over(context)
    if table.frozen:
        raise Refused("frozen")
    if table.status not in (PLAYING, PAUSED):
        raise Refused("not_started")
    return (TableEvent("frozen", {"reason": command.reason}),)


def unfreeze(table: Table, command: Unfreeze, context: Context) -> tuple[TableEvent, ...]:
    """The game goes on, whatever it was before."""
    must_not_be_over(context)
    if not table.frozen:
        raise Refused("not_paused")
    if table.frozen == PUT_OFF and not command.by_event:
        raise Refused("put_off")
    return (TableEvent("unfrozen", {}),)
