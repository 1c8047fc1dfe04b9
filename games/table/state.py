"""A table as it stands: who holds which seat, since when, what was promised. And as JSON."""

from typing import Any, NamedTuple

WAITING, PLAYING, PAUSED, FINISHED = "waiting", "playing", "paused", "finished"
TRUNCATED, FORFEITED = "truncated", "forfeited"
STATUSES = (WAITING, PLAYING, PAUSED, FINISHED, TRUNCATED, FORFEITED, "cancelled")
OVER = (FINISHED, TRUNCATED, FORFEITED)
"""The statuses of a game that has ended, with an outcome."""
PUBLIC, PRIVATE = "public", "private"


class Holder(NamedTuple):
    """Who holds a seat: `kind` is user, bot or guest; `id` a user's UUID or a bot's name."""

    kind: str
    id: str


class Away(NamedTuple):
    """The person in whose place another plays; `returns`: whether they may come back; `wanted`: they want to, and will
    once the turn that is on is over."""

    holder: Holder
    returns: bool = False
    wanted: bool = False


class Offer(NamedTuple):
    """That a seat looks for somebody; `returns`: whether its player means to come back; `own`: they said so; `since`:
    at which version."""

    returns: bool = True
    own: bool = False
    since: int = 0


class Past(NamedTuple):
    """A person who held a seat until the row `until`, and had let so many turns pass there."""

    seat: int
    id: str
    until: int
    overdue: int = 0


class Seat(NamedTuple):
    """A seat: open (no holder), offered to somebody, or taken; `since`: the version at which its holder sat down.

    `away`: whose seat it was, where somebody else has taken over. `overdue`: how many turns its holder let pass.
    `silent`: so was the last; `offer`: whoever stands in may take the seat.
    """

    holder: Holder | None = None
    invited: bool = False
    since: int = 0
    away: Away | None = None
    overdue: int = 0
    silent: bool = False
    offer: Offer | None = None

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return self.holder is not None and not self.invited

    @property
    def lent(self) -> bool:
        """Whether who plays here does so only until the player is back, and so gives nothing up in their name."""
        return self.away is not None and self.away.returns

    @property
    def absent(self) -> bool:
        """Whether its player has let the last turn pass, or a bot plays for them."""
        return self.silent or (self.away is not None and self.holder is not None and self.holder.kind == "bot")


class Gone(NamedTuple):
    """A person who has left a game that was not over, and how: overdue, resigned, replaced (at their own wish, or by an
    officer's)."""

    seat: int
    holder: Holder
    how: str


class Nonce(NamedTuple):
    """A seat's own piece of chance for the shuffle of a deal."""

    deal: int
    seat: int
    version: int
    nonce: str


class Table(NamedTuple):
    """The table's state. `ruleset` is the complete record; `clock` is "none" or its settings; `club`: whose it is.

    `undo`: whether an action can be taken back.
    """

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
    undo: bool = True
    resigning: tuple[int, ...] = ()  # the seats that want their team to give the game up
    forfeited: tuple[int, ...] = ()  # the teams that have
    gone: tuple[Gone, ...] = ()
    frozen: str = ""  # by the club's officers: the hash of their reason
    past: tuple[Past, ...] = ()  # who held a seat and was replaced
    ended_since: tuple[int, ...] = ()  # the seats that have ended a turn since they wanted a pause or to give up

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

    def team_of(self, seat: int) -> int:
        """The team of a seat."""
        return seat % self.teams

    def seat_of(self, holder: Holder) -> int | None:
        """Where this holder sits; an invitation is not a seat."""
        return next((n for n, seat in enumerate(self.seats) if seat.taken and seat.holder == holder), None)

    def invited_to(self, holder: Holder) -> int | None:
        """The seat that is kept for this holder."""
        return next((n for n, seat in enumerate(self.seats) if seat.invited and seat.holder == holder), None)

    def played_for(self, holder: Holder) -> int | None:
        """The seat that another plays in this holder's place."""
        return next((n for n, seat in enumerate(self.seats) if seat.away and seat.away.holder == holder), None)

    def speaks_for(self, holder: Holder) -> int | None:
        """Of which seat this holder says who is to play there: their own, or the one that a bot plays in their place; a
        person who stands in is not sent away, whose seat it is comes back themselves."""
        away = self.played_for(holder)
        return self.seat_of(holder) if away is None or not self.is_bot(away) else away

    @property
    def may_be_found(self) -> bool:
        """Whether there is anybody without a part in it who may know of the table."""
        return self.club is not None or self.visibility == PUBLIC

    def offers(self, number: int) -> bool:
        """Whether a seat looks for somebody."""
        return 0 <= number < self.players and self.seats[number].offer is not None

    def may_take(self, holder: Holder, number: int, opened: int) -> bool:
        """Whether this person has no place here and knows no cards that keep them from a seat."""
        elsewhere = self.seat_of(holder) is not None or self.played_for(holder) not in (None, number)
        return not elsewhere and not self.has_seen(holder, number, opened)

    def has_seen(self, holder: Holder, number: int, opened: int) -> bool:
        """Whether this person held another seat than this one since the row `opened`, and so knows its cards."""
        return any(one.id == holder.id and one.seat != number and one.until > opened for one in self.past)

    def let_pass(self, holder: Holder, number: int) -> int:
        """How many turns this person let pass when they held this seat before."""
        return sum(one.overdue for one in self.past if (one.seat, one.id) == (number, holder.id))

    def is_bot(self, seat: int) -> bool:
        """Whether a program of the house plays this seat."""
        holder = self.seats[seat].holder
        return holder is not None and holder.kind == "bot"

    def nonces_of(self, deal: int) -> tuple[tuple[int, int, str], ...]:
        """A deal's nonces as the shuffle takes them: by seat, then version."""
        return tuple(sorted((n.seat, n.version, n.nonce) for n in self.nonces if n.deal == deal))


def with_past(past: tuple[Past, ...], number: int, seat: Seat, until: int) -> tuple[Past, ...]:
    """The past with one more person who has left a seat; of each person and seat the last time counts."""
    if seat.holder is None or seat.holder.kind == "bot":
        return past
    others = tuple(one for one in past if (one.seat, one.id) != (number, seat.holder.id))
    return (*others, Past(number, seat.holder.id, until, seat.overdue))


# --- As JSON ------------------------------------------------------------------------------------------------------


def encode(table: Table) -> dict[str, Any]:
    """The table as plain JSON."""
    told = {
        **table._asdict(),
        "commitments": list(table.commitments),
        "seats": [_encode_seat(seat) for seat in table.seats],
        "nonces": [list(nonce) for nonce in table.nonces],
        "consents": list(table.consents),
        "resigning": list(table.resigning),
        "forfeited": list(table.forfeited),
        "gone": [[one.seat, list(one.holder), one.how] for one in table.gone],
        "past": [list(one) for one in table.past],
        "ended_since": list(table.ended_since),
    }
    for name in ("consents", "resigning", "forfeited", "gone", "past", "ended_since", "club", "frozen"):
        if not told[name]:
            del told[name]
    if table.undo:
        del told["undo"]
    return told


def _encode_seat(seat: Seat) -> dict[str, Any]:
    if seat.holder is None:
        return {}
    told = {**seat.holder._asdict(), "invited": seat.invited, "since": seat.since}
    if seat.overdue:
        told["overdue"] = seat.overdue
    if seat.away is not None:
        told["away"] = {**seat.away._asdict(), "holder": seat.away.holder._asdict()}
    if seat.silent:
        told["silent"] = True
    if seat.offer is not None:
        told["offer"] = seat.offer._asdict()
    return told


def decode(data: dict[str, Any]) -> Table:
    """The table that `encode` wrote."""
    return Table(
        **{
            **data,
            "commitments": tuple(data["commitments"]),
            "seats": tuple(map(_decode_seat, data["seats"])),
            "nonces": tuple(Nonce(*nonce) for nonce in data["nonces"]),
            "consents": tuple(data.get("consents", ())),
            "resigning": tuple(data.get("resigning", ())),
            "forfeited": tuple(data.get("forfeited", ())),
            "gone": tuple(Gone(seat, Holder(*holder), how) for seat, holder, how in data.get("gone", ())),
            "past": tuple(Past(*one) for one in data.get("past", ())),
            "ended_since": tuple(data.get("ended_since", ())),
        }
    )


def _decode_seat(told: dict[str, Any]) -> Seat:
    if not told:
        return Seat()
    away = told.get("away")
    return Seat(
        holder=Holder(told["kind"], told["id"]),
        invited=told["invited"],
        since=told["since"],
        away=away and Away(**{**away, "holder": Holder(**away["holder"])}),
        overdue=told.get("overdue", 0),
        silent=told.get("silent", False),
        offer=Offer(**told["offer"]) if "offer" in told else None,
    )
