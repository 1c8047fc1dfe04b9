"""The table around the game: who sits where, when it starts, the nonces. Pure: the same shape as the engine.

`decide(table, command, context)` may refuse and gives the table's events; `evolve(table, event)` folds one of them and
may not refuse. Nothing here knows a card, a clock or a database.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from engine.errors import Refused

WAITING, PLAYING, PAUSED, FINISHED = "waiting", "playing", "paused", "finished"
STATUSES = (WAITING, PLAYING, PAUSED, FINISHED, "truncated", "forfeited", "cancelled")
PUBLIC, PRIVATE = "public", "private"
MOST_NONCES = 16
"""So many nonces may whoever holds a seat send for one deal; more would only make the table heavy."""


class Holder(NamedTuple):
    """Who holds a seat: `kind` is user, bot or guest; `id` a user's UUID or a bot's name."""

    kind: str
    id: str


class Seat(NamedTuple):
    """A seat: open (no holder), offered to somebody, or taken; `since`: the version at which its holder sat down."""

    holder: Holder | None = None
    invited: bool = False
    since: int = 0

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return self.holder is not None and not self.invited


class Nonce(NamedTuple):
    """A seat's own piece of chance for the shuffle of a deal."""

    deal: int
    seat: int
    version: int
    nonce: str


class Table(NamedTuple):
    """The table's state. `ruleset` is the complete record; `clock` is "none" or its settings; `club`: whose it is."""

    rules_version: int
    ruleset: dict[str, Any]
    players: int
    teams: int
    visibility: str
    clock: Any
    commitments: tuple[str, ...]
    seats: tuple[Seat, ...]
    nonces: tuple[Nonce, ...] = ()
    status: str = WAITING
    club: str | None = None
    consents: tuple[int, ...] = ()  # the seats that want a pause

    @property
    def persons(self) -> frozenset[int]:
        """The seats that people hold; a bot agrees to everything."""
        return frozenset(
            n for n, seat in enumerate(self.seats) if seat.holder is not None and seat.holder.kind != "bot"
        )

    @property
    def deals(self) -> int:
        """How many deals the game has."""
        return len(self.commitments)

    def seat_of(self, holder: Holder) -> int | None:
        """Where this holder sits; an invitation is not a seat."""
        return next((n for n, seat in enumerate(self.seats) if seat.taken and seat.holder == holder), None)

    def invited_to(self, holder: Holder) -> int | None:
        """The seat that is kept for this holder."""
        return next((n for n, seat in enumerate(self.seats) if seat.invited and seat.holder == holder), None)

    def is_bot(self, seat: int) -> bool:
        """Whether a program of the house plays this seat."""
        holder = self.seats[seat].holder
        return holder is not None and holder.kind == "bot"

    def nonces_of(self, deal: int) -> tuple[tuple[int, int, str], ...]:
        """A deal's nonces as the shuffle takes them: by seat, then version."""
        return tuple(sorted((n.seat, n.version, n.nonce) for n in self.nonces if n.deal == deal))


# --- Events -------------------------------------------------------------------------------------------------------


class TableEvent(NamedTuple):
    """What happened at the table, in the words of wire.md."""

    type: str
    data: dict[str, Any]
    seat: int | None = None
    hidden: dict[str, Any] = {}


OWN = "own"
"""The mark of what the seat alone may see, for ever: not even the end of a deal opens it."""

AUDIENCE: dict[str, dict[str, str]] = {
    "created": dict.fromkeys(
        ("rules_version", "ruleset", "players", "teams", "visibility", "clock", "commitments", "club"), "public"
    ),
    "invited": {"holder": "public"},
    "seated": {"holder": "public"},
    "left": {"holder": "public"},
    "nonce_added": {"deal": "public", "nonce": "public"},
    "pause_wanted": {"agrees": "public"},
    "paused": {},
    "resumed": {},
    "calendar_told": {"calendar": OWN},
    "started": {},
}
"""Who may see each field of each of the table's events; what is not here is shown to nobody."""

SCHEMAS = dict.fromkeys(AUDIENCE, 1)
"""The version of each type's shape; stored rows of an older one are lifted when they are read."""


# --- Commands -----------------------------------------------------------------------------------------------------


class Create(NamedTuple):
    """Set up a table. `seats`: for each whom it is for, and whether they were asked rather than seated. `club`: the id
    of the club whose table it is."""

    rules_version: int
    ruleset: dict[str, Any]
    players: int
    teams: int
    visibility: str
    clock: Any
    commitments: tuple[str, ...]
    seats: tuple[Seat, ...]
    club: str | None = None


class Sit(NamedTuple):
    """Take an open seat, or the one that is kept for the holder."""

    seat: int
    holder: Holder


class Leave(NamedTuple):
    """Give a seat or an invitation back, before the start; or, as who made the table, take an invitation back."""

    seat: int
    holder: Holder
    maker: bool = False


class AddNonce(NamedTuple):
    """Stir one's own chance into the shuffle of a deal to come."""

    seat: int
    deal: int
    nonce: str


class TellCalendar(NamedTuple):
    """Say when the clock of one's seat is to rest; nobody else is told."""

    seat: int
    calendar: dict[str, Any]


class Pause(NamedTuple):
    """Want a pause, or agree to it; or (`agrees` false) not, and then nobody's consent counts any longer."""

    seat: int
    agrees: bool


class Resume(NamedTuple):
    """Go on after a pause."""

    seat: int


Command = Create | Sit | Leave | AddNonce | TellCalendar | Pause | Resume


class Context(NamedTuple):
    """What the table cannot know by itself: how far the game has come."""

    deals_begun: int = 0
    over: bool = False


def decide(table: Table | None, command: Command, context: Context) -> tuple[TableEvent, ...]:
    """What comes of a command. Raises Refused."""
    match command:
        case Create():
            events = list(_create(command))
        case Sit() if table is not None:
            events = list(_sit(table, command))
        case Leave() if table is not None:
            events = list(_leave(table, command))
        case AddNonce() if table is not None:
            return _add_nonce(table, command, context)
        case Pause() if table is not None:
            return _pause(table, command, context)
        case Resume() if table is not None:
            return _resume(table, command, context)
        case TellCalendar():
            _must_not_be_over(context)
            return (TableEvent("calendar_told", {}, command.seat, {"calendar": command.calendar}),)
        case _:
            raise ValueError("there is no table yet")
    for event in events:
        table = evolve(table, event, version=0)
    if table is not None and table.status == WAITING and all(seat.taken for seat in table.seats):
        events.append(TableEvent("started", {}))
    return tuple(events)


def _create(command: Create) -> Iterable[TableEvent]:
    fields = command._asdict()
    seats = fields.pop("seats")
    fields["commitments"] = list(command.commitments)
    if command.club is None:
        del fields["club"]
    holders = [seat.holder for seat in seats if seat.holder is not None and seat.holder.kind == "user"]
    if len(set(holders)) != len(holders):
        raise Refused("already_seated")
    yield TableEvent("created", fields)
    for number, seat in enumerate(seats):
        if seat.holder is not None:
            yield _about("invited" if seat.invited else "seated", number, seat.holder)


def _sit(table: Table, command: Sit) -> Iterable[TableEvent]:
    seat = _seat(table, command.seat)
    if table.seat_of(command.holder) is not None or seat.taken:
        raise Refused("already_seated", seat=command.seat)
    if seat.holder not in (None, command.holder):
        raise Refused("not_allowed", seat=command.seat)
    kept = table.invited_to(command.holder)
    if kept is not None and kept != command.seat:  # nobody holds two places, and an invitation is one
        yield _about("left", kept, command.holder)
    yield _about("seated", command.seat, command.holder)


def _leave(table: Table, command: Leave) -> Iterable[TableEvent]:
    seat = _seat(table, command.seat)
    if seat.holder is None or not (seat.holder == command.holder or (command.maker and seat.invited)):
        raise Refused("not_allowed", seat=command.seat)
    if table.status != WAITING:
        raise Refused("not_allowed", seat=command.seat, status=table.status)
    yield _about("left", command.seat, seat.holder)


def _add_nonce(table: Table, command: AddNonce, context: Context) -> tuple[TableEvent, ...]:
    if command.deal > table.deals:
        raise Refused("malformed", reason="The game has no such deal.", deal=command.deal)
    if command.deal <= context.deals_begun or context.over:
        raise Refused("nonce_late", deal=command.deal)
    since = table.seats[command.seat].since  # who sat here before has used up nothing of this holder's
    if sum((n.deal, n.seat) == (command.deal, command.seat) and n.version > since for n in table.nonces) >= MOST_NONCES:
        raise Refused("rate_limited", most=MOST_NONCES, deal=command.deal)
    return (TableEvent("nonce_added", {"deal": command.deal, "nonce": command.nonce}, command.seat),)


def _must_not_be_over(context: Context) -> None:
    if context.over:
        raise Refused("game_over")


def _pause(table: Table, command: Pause, context: Context) -> tuple[TableEvent, ...]:
    """With the last consent the table is paused. Whoever has agreed has agreed: once more is no further row."""
    _must_not_be_over(context)
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


def _resume(table: Table, command: Resume, context: Context) -> tuple[TableEvent, ...]:
    """Any player may: what all had to agree to needs all of them to last."""
    _must_not_be_over(context)
    if table.status != PAUSED:
        raise Refused("not_paused")
    return (TableEvent("resumed", {}, command.seat),)


def _seat(table: Table, number: int) -> Seat:
    if not 0 <= number < table.players:
        raise Refused("not_found", seat=number)
    return table.seats[number]


def _about(kind: str, seat: int, holder: Holder) -> TableEvent:
    return TableEvent(kind, {"holder": holder._asdict()}, seat)


# --- Folding ------------------------------------------------------------------------------------------------------


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
        case "nonce_added":
            nonce = Nonce(event.data["deal"], event.seat or 0, version, event.data["nonce"])
            return table._replace(nonces=(*table.nonces, nonce))
        case "pause_wanted":
            agreed = (*table.consents, event.seat or 0) if event.data["agrees"] else ()
            return table._replace(consents=agreed)
        case "paused":
            return table._replace(status=PAUSED, consents=())
        case "resumed":
            return table._replace(status=PLAYING)
        case "calendar_told":
            return table  # the clock keeps it
        case "started":
            return table._replace(status=PLAYING)
    raise ValueError(f"no event of the table: {event.type}")


def _with_seat(table: Table, event: TableEvent, seat: Seat) -> Table:
    seats = list(table.seats)
    seats[event.seat or 0] = seat
    return table._replace(seats=tuple(seats))


# --- As JSON ------------------------------------------------------------------------------------------------------


def encode(table: Table) -> dict[str, Any]:
    """The table as plain JSON."""
    told = {
        **table._asdict(),
        "commitments": list(table.commitments),
        "seats": [_encode_seat(seat) for seat in table.seats],
        "nonces": [list(nonce) for nonce in table.nonces],
        "consents": list(table.consents),
    }
    if not table.consents:
        del told["consents"]
    if table.club is None:
        del told["club"]
    return told


def _encode_seat(seat: Seat) -> dict[str, Any]:
    if seat.holder is None:
        return {}
    return {**seat.holder._asdict(), "invited": seat.invited, "since": seat.since}


def decode(data: dict[str, Any]) -> Table:
    """The table that `encode` wrote."""
    return Table(
        **{
            **data,
            "commitments": tuple(data["commitments"]),
            "seats": tuple(
                Seat(Holder(seat["kind"], seat["id"]), seat["invited"], seat["since"]) if seat else Seat()
                for seat in data["seats"]
            ),
            "nonces": tuple(Nonce(*nonce) for nonce in data["nonces"]),
            "consents": tuple(data.get("consents", ())),
        }
    )
