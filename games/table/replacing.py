"""When another plays in a seat's place: a bot or a person, for good or until who is replaced comes back."""

from engine.errors import Refused
from games.table.commands import Context, Sit, Substitute
from games.table.events import TableEvent
from games.table.state import PAUSED, PLAYING, Away, Gone, Holder, Seat, Table
from games.table.stopping import must_not_be_over

STAND_IN = Holder("bot", "careful")
"""Who plays for somebody who does not come."""


def substitute(table: Table, command: Substitute, context: Context) -> tuple[TableEvent, ...]:
    """Who holds the seat is replaced; with the one who was replaced themselves, they have it back. Raises Refused."""
    must_not_be_over(context)
    if table.status not in (PLAYING, PAUSED):
        raise Refused("not_started")
    if not 0 <= command.seat < table.players:
        raise Refused("not_found", seat=command.seat)
    if command.holder.kind == "user" and table.seat_of(command.holder) is not None:
        raise Refused("already_seated", seat=command.seat)
    was = table.seats[command.seat].holder
    if was is None:
        raise ValueError("at a table that has begun every seat is held")
    told = {"holder": command.holder._asdict(), "was": was._asdict(), "returns": command.returns}
    return (TableEvent("substituted", told, command.seat),)


def come_back(table: Table, command: Sit, context: Context) -> tuple[TableEvent, ...]:
    """Who was replaced has the seat back: at once, or when the turn that is on there is over. Raises Refused."""
    must_not_be_over(context)
    away = table.seats[command.seat].away
    if away is None or not away.returns:
        raise Refused("not_allowed", seat=command.seat)
    if command.seat in context.deciding:
        if away.wanted:
            raise Refused("already_agreed")
        return (TableEvent("return_wanted", {}, command.seat),)
    return substitute(table, Substitute(command.seat, command.holder), context)


def coming_back(table: Table, context: Context, turn_ended: bool) -> tuple[TableEvent, ...]:
    """What follows an action for those who want their seats back: they have them, once nothing is begun there."""
    if context.over or table.status not in (PLAYING, PAUSED):
        return ()
    return tuple(
        event
        for number, seat in enumerate(table.seats)
        if seat.away and seat.away.wanted and (turn_ended or number not in context.deciding)
        for event in substitute(table, Substitute(number, seat.away.holder), context)
    )


def return_wanted(seat: Seat) -> Seat:
    """The seat of somebody who wants it back: nobody else is looked for."""
    return seat._replace(away=seat.away and seat.away._replace(wanted=True), offer=None)


def substituted(seat: Seat, event: TableEvent, version: int) -> Seat:
    """The seat after another has taken it over: whose it was stays known until they have it back."""
    holder, away = Holder(**event.data["holder"]), seat.away
    if away is not None and away.holder == holder:
        away = None
    elif away is not None:  # whoever took over has left again: the seat is still the first one's
        away = away._replace(returns=event.data["returns"])
    elif seat.holder is not None and seat.holder.kind != "bot":
        away = Away(seat.holder, event.data["returns"])
    return Seat(holder, since=version, away=away)


def left_by(table: Table, event: TableEvent) -> Table:
    """The table once its people are others: what was wanted together is to be asked anew.

    Whose seat it was has left until they have it back; who only stood in there has not.
    """
    number, holder = event.seat or 0, Holder(**event.data["holder"])
    seat, offer = table.seats[number], table.seats[number].offer
    gone = [one for one in table.gone if (one.seat, one.holder) != (number, holder)]
    if seat.away is None and seat.holder is not None and seat.holder.kind != "bot":
        let_pass = offer is None or (seat.silent and not offer.own)
        gone.append(Gone(number, seat.holder, "overdue" if let_pass else "replaced"))
    others = tuple(n for n in table.resigning if table.team_of(n) != table.team_of(number))
    return table._replace(consents=(), resigning=others, gone=tuple(gone))
