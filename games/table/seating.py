"""Setting a table up: who it is for, sitting down, leaving, and the chance that each stirs in."""

from collections.abc import Iterable

from engine.errors import Refused
from games.table.commands import AddNonce, Context, Create, Leave, Sit
from games.table.events import TableEvent
from games.table.state import WAITING, Holder, Seat, Table

MOST_NONCES = 16
"""So many nonces may whoever holds a seat send for one deal; more would only make the table heavy."""


def create(command: Create) -> Iterable[TableEvent]:
    """The first rows: what was set up, and who is asked or sits there from the beginning. Raises Refused."""
    fields = command._asdict()
    seats = fields.pop("seats")
    fields["commitments"] = list(command.commitments)
    if command.club is None:
        del fields["club"]
    if command.undo:
        del fields["undo"]
    holders = [seat.holder for seat in seats if seat.holder is not None and seat.holder.kind == "user"]
    if len(set(holders)) != len(holders):
        raise Refused("already_seated")
    yield TableEvent("created", fields)
    for number, seat in enumerate(seats):
        if seat.holder is not None:
            yield _about("invited" if seat.invited else "seated", number, seat.holder)


def sit(table: Table, command: Sit) -> Iterable[TableEvent]:
    """An open seat is anybody's, a kept one its holder's. Raises Refused."""
    seat = _seat(table, command.seat)
    if table.seat_of(command.holder) is not None or seat.taken:
        raise Refused("already_seated", seat=command.seat)
    if seat.holder not in (None, command.holder):
        raise Refused("not_allowed", seat=command.seat)
    kept = table.invited_to(command.holder)
    if kept is not None and kept != command.seat:  # nobody holds two places, and an invitation is one
        yield _about("left", kept, command.holder)
    yield _about("seated", command.seat, command.holder)


def leave(table: Table, command: Leave) -> Iterable[TableEvent]:
    """Before the start only. Raises Refused."""
    seat = _seat(table, command.seat)
    if seat.holder is None or not (seat.holder == command.holder or (command.maker and seat.invited)):
        raise Refused("not_allowed", seat=command.seat)
    if table.status != WAITING:
        raise Refused("not_allowed", seat=command.seat, status=table.status)
    yield _about("left", command.seat, seat.holder)


def add_nonce(table: Table, command: AddNonce, context: Context) -> tuple[TableEvent, ...]:
    """Until the deal before has ended. Raises Refused."""
    if command.deal > table.deals:
        raise Refused("malformed", reason="The game has no such deal.", deal=command.deal)
    if command.deal <= context.deals_begun or context.over:
        raise Refused("nonce_late", deal=command.deal)
    since = table.seats[command.seat].since  # who sat here before has used up nothing of this holder's
    if sum((n.deal, n.seat) == (command.deal, command.seat) and n.version > since for n in table.nonces) >= MOST_NONCES:
        raise Refused("rate_limited", most=MOST_NONCES, deal=command.deal)
    return (TableEvent("nonce_added", {"deal": command.deal, "nonce": command.nonce}, command.seat),)


def _seat(table: Table, number: int) -> Seat:
    if not 0 <= number < table.players:
        raise Refused("not_found", seat=number)
    return table.seats[number]


def _about(kind: str, seat: int, holder: Holder) -> TableEvent:
    return TableEvent(kind, {"holder": holder._asdict()}, seat)
