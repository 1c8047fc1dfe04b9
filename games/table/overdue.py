"""What the house does about a seat whose time is over, by the table's own list; only ever for that seat."""

from engine.errors import Refused
from games.clock.late import BOT, DEFAULT, EXTEND, FORFEIT, SUBSTITUTE, Step
from games.table.commands import Context, Overdue, Substitute
from games.table.ending import forfeited
from games.table.events import TableEvent
from games.table.replacing import STAND_IN, substitute
from games.table.state import Table
from games.table.stopping import must_not_be_over

THEN_THE_SERVER_PLAYS = (DEFAULT, SUBSTITUTE)


def overdue(table: Table, command: Overdue, context: Context) -> tuple[TableEvent, ...]:
    """One more overdue turn of the seat, and what the table says about it. Raises Refused."""
    must_not_be_over(context)
    seat = table.seats[command.seat]
    if not context.late or table.is_bot(command.seat):
        raise Refused("not_allowed", seat=command.seat)
    count = seat.overdue + 1
    step = context.late[min(count, len(context.late)) - 1]
    if step.do == SUBSTITUTE and not table.may_be_found:  # nobody would come
        step = Step(DEFAULT)
    told = {"count": count, "step": step.do, **({"seconds": step.seconds} if step.do == EXTEND else {})}
    event = TableEvent("overdue", told, command.seat)
    if step.do == BOT:
        return event, *substitute(table, Substitute(command.seat, STAND_IN, step.returns), context)
    if step.do == FORFEIT:
        return event, forfeited(table, context, "overdue", command.seat)
    if step.do == SUBSTITUTE and seat.offer is None:
        return event, TableEvent("substitute_wanted", {"wanted": True, "returns": step.returns}, command.seat)
    return (event,)


def played_by_the_server(events: tuple[TableEvent, ...] | list[TableEvent]) -> int | None:
    """The seat for which the server plays at once, if these events of an action say so."""
    first = events[0] if events else None
    if first is None or first.type != "overdue" or first.data["step"] not in THEN_THE_SERVER_PLAYS:
        return None
    return first.seat
