"""A table after each of its events. Total: what has happened is never refused."""

from games.table import ending
from games.table.events import TableEvent
from games.table.replacing import left_by, return_wanted, substituted
from games.table.standing_in import wanted
from games.table.state import PAUSED, PLAYING, Holder, Nonce, Seat, Table, with_past
from games.table.stopping import wants_a_pause


def evolve(table: Table | None, event: TableEvent, version: int) -> Table:
    """The table after an event; `version` is the row's."""
    if event.type == "created":
        data = event.data
        return Table(
            **{**data, "commitments": tuple(data["commitments"])},
            seats=(Seat(),) * data["players"],
        )
    if table is None:
        raise ValueError("the first event of a table is created")
    match event.type:
        case "invited":
            return _with_seat(table, event, Seat(Holder(**event.data["holder"]), invited=True))
        case "seated":
            return _with_seat(table, event, Seat(Holder(**event.data["holder"]), since=version))
        case "left":
            return _with_seat(table, event, Seat())
        case "substitute_wanted":
            return _with_seat(table, event, wanted(table.seats[event.seat or 0], event, version))
        case "substituted":
            seat = substituted(table.seats[event.seat or 0], event, version)
            if seat.holder is not None:  # their own count goes on
                seat = seat._replace(overdue=table.let_pass(seat.holder, event.seat or 0))
            past = with_past(table.past, event.seat or 0, table.seats[event.seat or 0], version)
            return _with_seat(left_by(table, event)._replace(past=past), event, seat)
        case "return_wanted":
            return _with_seat(table, event, return_wanted(table.seats[event.seat or 0]))
        case "overdue":
            seat = table.seats[event.seat or 0]
            return _with_seat(table, event, seat._replace(overdue=event.data["count"], silent=True))
        case "resign_wanted":
            return ending.wanted(table, event.seat or 0, event.data["agrees"])
        case "forfeited" | "truncated":
            return ending.over(table, event)
        case "nonce_added":
            nonce = Nonce(event.data["deal"], event.seat or 0, version, event.data["nonce"])
            return table._replace(nonces=(*table.nonces, nonce))
        case "pause_wanted":
            return wants_a_pause(table, event.seat or 0, event.data["agrees"])
        case "paused":
            return table._replace(status=PAUSED, consents=())
        case "resumed":
            return table._replace(status=PLAYING)
        case "frozen":
            return table._replace(status=PAUSED, consents=(), frozen=event.data["reason"])
        case "unfrozen":
            return table._replace(status=PLAYING, frozen="")
        case "calendar_told" | "undo_wanted" | "action_undone":
            return table  # the clock keeps it, or whoever knows the game
        case "started":
            return table._replace(status=PLAYING)
    raise ValueError(f"no event of the table: {event.type}")


def _with_seat(table: Table, event: TableEvent, seat: Seat) -> Table:
    seats = list(table.seats)
    seats[event.seat or 0] = seat
    return table._replace(seats=tuple(seats))
