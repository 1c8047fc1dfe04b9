"""A seat that looks for somebody: who may ask for a substitute, and who may sit down there."""

from engine.errors import Refused
from games.table.commands import Context, Sit, Substitute, Want
from games.table.events import TableEvent
from games.table.replacing import STAND_IN, substitute
from games.table.state import PAUSED, PLAYING, Offer, Seat, Table
from games.table.stopping import must_not_be_over


def want(table: Table, command: Want, context: Context) -> tuple[TableEvent, ...]:
    """Offer a seat to whoever stands in, or offer it no longer. Raises Refused.

    Its player may, at any time; a partner for a player who is away, and any player for one for whom a table without a
    clock waits too long, until they are back, so that nobody is thrown out; and an officer, who answers for it. Where
    nobody would come, a bot plays for who is waited for too long. A seat that was a bot's from the beginning lacks
    nobody.
    """
    must_not_be_over(context)
    if table.status not in (PLAYING, PAUSED):
        raise Refused("not_started")
    if not 0 <= command.seat < table.players:
        raise Refused("not_found", seat=command.seat)
    seat = table.seats[command.seat]
    own, officer = command.asker == command.seat, command.asker is None
    partner = not own and not officer and (command.asker or 0) % table.teams == command.seat % table.teams
    if seat.away is None and table.is_bot(command.seat):
        raise Refused("not_allowed", seat=command.seat)
    asker = {} if officer else {"asker": command.asker}
    if command.wanted:
        waited_for = command.seat in context.waited_for
        if not (own or officer or waited_for or (partner and command.seat in context.absent)):
            raise Refused("not_allowed", seat=command.seat)
        if seat.offer is not None:
            raise Refused("already_offered", seat=command.seat)
        if seat.away is not None and seat.away.wanted:  # whose seat it is comes back after this turn
            raise Refused("not_allowed", seat=command.seat)
        if not table.may_be_found and waited_for and not own:
            return substitute(table, Substitute(command.seat, STAND_IN, returns=True), context)
        if not table.may_be_found:  # nobody would come
            raise Refused("not_allowed", seat=command.seat)
        told = {"wanted": True, "returns": command.returns or not (own or officer), **asker}
        return (TableEvent("substitute_wanted", told, command.seat),)
    if seat.offer is None:
        raise Refused("not_offered", seat=command.seat)
    if not (own or officer or (partner and not seat.offer.own)):
        raise Refused("not_allowed", seat=command.seat)
    return (TableEvent("substitute_wanted", {"wanted": False, **asker}, command.seat),)


def wanted(seat: Seat, event: TableEvent, version: int) -> Seat:
    """The seat after it was offered, or is offered no longer."""
    if not event.data["wanted"]:
        return seat._replace(offer=None)
    return seat._replace(offer=Offer(event.data["returns"], event.data.get("asker") == event.seat, version))


def stand_in(table: Table, command: Sit, context: Context) -> tuple[TableEvent, ...]:
    """Sit down on a seat that is offered. Raises Refused.

    Nobody does who has held another seat since the deal began, and so has seen its cards; whoever is played for
    elsewhere at the table has a place already.
    """
    seat = table.seats[command.seat]
    if table.seat_of(command.holder) is not None or seat.offer is None:
        raise Refused("already_seated", seat=command.seat)
    if table.played_for(command.holder) not in (None, command.seat):
        raise Refused("already_seated", seat=command.seat)
    if table.has_seen(command.holder, command.seat, context.opened):
        raise Refused("has_seen_cards", seat=command.seat)
    returns = seat.offer.returns if seat.away is None else seat.away.returns
    return substitute(table, Substitute(command.seat, command.holder, returns), context)


def decided(table: Table, number: int, in_person: bool) -> Table:
    """The table after a seat's decision: whoever made it in person is not away, and what others have said of that
    counts no longer; for whom the server made it, they let it pass."""
    seat = table.seats[number]
    offer = seat.offer if seat.offer is None or seat.offer.own or not in_person else None
    if (seat.silent, seat.offer) == (not in_person, offer):
        return table
    seat = seat._replace(silent=not in_person, offer=offer)
    return table._replace(seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))
