"""From the log to the state of a table: what each action of it makes of the state before. Pure, and total.

The state is {table, game, clock}, a few marks on the log, and what can be taken back. `project` folds the rows of one
action, the handler's and the rebuilder's alike; so the stored state is what folding the log from the start would give.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from engine import codec, default, ruleset, state
from engine.evolve import evolve
from games import clock, table, undoable
from games.rows import DECISIONS, PRESENT, SYSTEM, Row, timestamp
from games.table import Context, Table, TableEvent
from games.undoable import Undoable

STATE_VERSION = 6
"""Raised when the shape of the stored state changes; a state of another version is folded anew from the log."""

ENDS_A_TURN = frozenset(("deal_started", "discarded", "passed", "passed_over"))
MAKES_STALE = frozenset(("action_undone",))
OPENS_THE_DEAL = frozenset(("deal_scored", "truncated", "forfeited"))

KEPT_WAITING = timedelta(days=3)
"""Whoever lets a table without a clock wait for so long counts as away."""
BETWEEN_BOTS = timedelta(seconds=1.5)
"""A bot's turn begins so long after the turn before, at a table with people."""
BETWEEN_DEMO_ACTIONS = timedelta(seconds=2)


class Marks(NamedTuple):
    """What of the log the handler must know without reading it."""

    at: datetime  # of the last row
    game: int = 0  # the last game event (or undoing): an action that was meant for less is stale
    asked: int = 0  # the last question to go out
    opened: int = 0  # rows up to here belong to deals that are over: their hidden parts are everybody's


class State(NamedTuple):
    """A table after some row of its log."""

    table: Table
    game: state.Game
    marks: Marks
    clock: clock.Clock
    undoable: Undoable | None = None
    outages: tuple[clock.Outage, ...] = ()  # of the system's own stream, no part of what is stored

    @property
    def status(self) -> str:
        """The status as the wire says it."""
        return table.FINISHED if self.game.over else self.table.status

    @property
    def over(self) -> bool:
        """Whether the game has ended, one way or another."""
        return self.status in table.OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won a game that is over: of one that was ended early the best of those who did not give it up."""
        if self.game.over:
            return self.game.winners or ()
        left = {team: total for team, total in enumerate(self.game.totals) if team not in self.table.forfeited}
        return tuple(team for team, total in left.items() if self.over and total == max(left.values()))

    @property
    def deals_begun(self) -> int:
        """How many deals have begun."""
        return self.game.deal.number if self.game.deal else 0

    def context(self, now: datetime) -> Context:
        """What the table has to know of the game."""
        granted = clock.of(self.table.clock)
        last = self.undoable and self.undoable.last
        return Context(
            self.deals_begun,
            self.over,
            last,
            granted.late if granted else (),
            frozenset(self.deciding),
            opened=self.marks.opened,
            absent=self.absent(now),
            waited_for=self.waited_for(now),
        )

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are to act: one, or the partners asked; none while nothing is played."""
        return default.to_act(self.game) if self.status == table.PLAYING and self.game.deal else ()

    @property
    def deciding(self) -> dict[int, str]:
        """The seats that have a decision to make, paused or not, and whether it is a turn or an answer."""
        deal = self.game.deal
        if deal is None or self.status not in (table.PLAYING, table.PAUSED):
            return {}
        return dict.fromkeys(default.to_act(self.game), clock.ANSWER if deal.question else clock.TURN)

    def absent(self, now: datetime) -> frozenset[int]:
        """The seats whose players are away: they have let a turn pass, their time is over now, without a clock they let
        all others wait too long, or a bot plays for them."""
        seats = enumerate(self.table.seats)
        late = {number for number, at in self.deadlines().items() if at <= now} | self.waited_for(now)
        return frozenset(number for number, seat in seats if seat.absent or number in late)

    def waited_for(self, now: datetime) -> frozenset[int]:
        """The seats for which a table without a clock, which nothing moves on, waits too long."""
        if self.table.clock != clock.NONE or self.status != table.PLAYING:
            return frozenset()
        open_ = {number: self.clock.seats[number].decision for number in self.clock.open}
        return frozenset(number for number, one in open_.items() if one and one.since + KEPT_WAITING <= now)

    def deadlines(self) -> dict[int, datetime]:
        """When each open decision is due, by its seat; nothing without a clock, or while it is paused."""
        granted = clock.of(self.table.clock)
        found = (
            {seat: clock.deadline(granted, self.clock, seat, self.outages) for seat in self.clock.open}
            if granted
            else {}
        )
        return {seat: at for seat, at in found.items() if at is not None}

    @property
    def due(self) -> tuple[datetime, int] | None:
        """When the next of the open decisions is due, and whose it is."""
        return min(((at, seat) for seat, at in self.deadlines().items()), default=None)

    @property
    def deadline(self) -> datetime | None:
        """When the next of the open decisions is due."""
        return min(self.deadlines().values(), default=None)

    def is_overdue(self, seat: int, at: datetime) -> bool:
        """Whether the time of this seat's open decision is over."""
        due = self.deadlines().get(seat)
        return due is not None and due <= at

    def is_to_be_counted(self, seat: int) -> bool:
        """Whether that this seat's time is over is the table's matter: it has a list, and this turn was not counted."""
        granted = clock.of(self.table.clock)
        return bool(granted and granted.late) and not self.table.is_bot(seat) and not self.clock.seats[seat].counted

    def bot_due(self, demo: bool) -> datetime | None:
        """When the bot that is to act does so, if one is."""
        began = [self.clock.seats[seat].decision for seat in self.to_act if self.table.is_bot(seat)]
        since = min((decision.since for decision in began if decision), default=None)
        if since is None:
            return None
        if demo:
            return self.marks.at + BETWEEN_DEMO_ACTIONS
        if self.table.persons:
            return since + BETWEEN_BOTS
        due = min(self.deadlines().values(), default=None)
        # Whose seat it is shall find something of the game when they are back: half of each decision's time goes by.
        return since + (due - since) / 2 if due and any(seat.lent for seat in self.table.seats) else since


Happened = Any
"""A table's event or one of engine.events."""


def event_of(row: Row) -> Happened:
    """What a stored row tells, lifted to today's shape."""
    if row.type in table.AUDIENCE:
        return TableEvent(row.type, row.data, row.seat, row.values())
    stored: dict[str, Any] = {"type": row.type, "schema": row.schema, "data": row.data, "hidden": row.values()}
    return codec.decode_event(stored if row.seat is None else stored | {"seat": row.seat})


def to_store(event: Happened) -> dict[str, Any]:
    """An event as the log keeps it: {"type", "schema", "seat"?, "data", "hidden"?}."""
    if not isinstance(event, TableEvent):
        return codec.encode_event(event)
    stored: dict[str, Any] = {"type": event.type, "schema": table.SCHEMAS[event.type], "data": event.data}
    if event.hidden:
        stored["hidden"] = event.hidden
    return stored if event.seat is None else stored | {"seat": event.seat}


def project(
    before: State | None,
    rows: Sequence[Row],
    events: Iterable[Happened],
    outages: tuple[clock.Outage, ...] = (),
) -> State:
    """The state after all rows of one action; `events` are what these rows tell. `outages`: for a first action."""
    after, turn_ended = before, False
    for row, event in zip(rows, events, strict=True):
        after = _fold(after, row, event)
        turn_ended = turn_ended or row.type in ENDS_A_TURN
    if after is None:
        raise ValueError("a log begins with a row")
    if before is None:
        after = after._replace(outages=outages)
    elif any(row.type not in table.AUDIENCE for row in rows):
        after = after._replace(undoable=_to_undo(before, rows))
    ticking = clock.decided(
        after.clock,
        clock.of(after.table.clock),
        after.deciding,
        after.marks.at,
        turn_ended=turn_ended,
        earned=rows[-1].actor_kind in PRESENT,
        outages=after.outages,
    )
    return after._replace(clock=ticking)


def _to_undo(before: State, rows: Sequence[Row]) -> Undoable | None:
    return undoable.of(rows, before.game, before.clock) if before.table.undo else None


def _fold(before: State | None, row: Row, event: Happened) -> State:
    if before is None:
        first = table.evolve(None, event, row.version)
        rules = ruleset.from_dict(first.ruleset)
        game = state.new_game(rules, first.players, first.teams)
        return State(first, game, Marks(row.at), clock.new(clock.of(first.clock), first.players))
    marks = before.marks._replace(at=row.at)
    if isinstance(event, TableEvent):
        if row.type in MAKES_STALE:
            marks = marks._replace(game=row.version)
        if row.type == "action_undone":
            before = _undone(before, event, row.at)
        changed = before._replace(table=table.evolve(before.table, event, row.version))
        changed = changed._replace(clock=_told(before, event, row.at))
        if (kept := before.undoable) is not None:
            # What happens at the table meanwhile happens to both clocks.
            ticking = kept.clock and _told(before._replace(clock=kept.clock), event, row.at)
            changed = changed._replace(undoable=undoable.told(kept._replace(clock=ticking), event))
        if row.type in table.OVER and before.game.deal is not None:
            # Its cards lie open, as those of any deal that is over.
            changed = changed._replace(game=before.game.at(before.game.deal._replace(over=row.type)))
    else:
        marks = marks._replace(game=row.version)
        changed = before._replace(game=evolve(before.game, event))
        if row.type in DECISIONS and row.seat is not None:
            after = before.table
            if row.actor_kind in (*PRESENT, SYSTEM.kind):  # a bot is never away, nor does a plan tell
                after = table.decided(after, row.seat, row.actor_kind in PRESENT)
            changed = changed._replace(table=table.turn_ended(after, row.seat) if row.type in ENDS_A_TURN else after)
    if row.type == "asked":
        marks = marks._replace(asked=row.version)
    if row.type in OPENS_THE_DEAL:
        marks = marks._replace(opened=row.version)
    return changed._replace(marks=marks)


def _undone(before: State, event: TableEvent, at: datetime) -> State:
    """The state once the last action is taken back."""
    kept = before.undoable
    if kept is None or event.data["versions"] != [kept.version]:
        raise ValueError(f"there is nothing to take back but {kept and kept.version}")
    return before._replace(game=kept.before.game(before.game), clock=kept.clock_again(before.clock, at), undoable=None)


def _told(state: State, event: TableEvent, at: datetime) -> clock.Clock:
    """The clock after an event of the table."""
    before = state.clock
    match event.type:
        case "paused" | "frozen":
            return before if before.paused else clock.paused(before, at)
        case "resumed" | "unfrozen":
            return clock.resumed(before, at)
        case "overdue" if event.seat is not None:
            return clock.overdue(before, event.seat, event.data.get("seconds", 0))
        case "substituted" if event.seat is not None:
            return clock.substituted(before, clock.of(state.table.clock), event.seat, at, state.outages)
        case "calendar_told" if event.seat is not None:
            return clock.told(before, event.seat, clock.decode_calendar(event.hidden["calendar"]), at)
    return before


def actions(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows of each action together."""
    # Action ids are each actor's own: another's under the same id is another action.
    for _, action in groupby(rows, key=lambda row: (row.actor_kind, row.actor_id, row.action_id)):
        yield list(action)


def fold(rows: Iterable[Row], start: State | None = None, outages: tuple[clock.Outage, ...] = ()) -> State | None:
    """The state after all these rows, which begin where `start` ends; None of no rows at all."""
    for together in actions(rows):
        start = project(start, together, [event_of(row) for row in together], outages)
    return start


def encode(after: State) -> dict[str, Any]:
    """The state as plain JSON, as the game's row keeps it."""
    marks = after.marks._asdict() | {"at": timestamp(after.marks.at)}
    at_table = table.encode(after.table)
    del at_table["ruleset"]  # the game has it
    return {
        **({"undoable": undoable.encode(after.undoable)} if after.undoable else {}),
        "table": at_table,
        "game": codec.encode_state(after.game),
        "marks": marks,
        "clock": clock.encode(after.clock),
    }


def decode(stored: dict[str, Any]) -> State:
    """The state that `encode` wrote."""
    marks = Marks(**stored["marks"] | {"at": datetime.fromisoformat(stored["marks"]["at"])})
    at_table = {**stored["table"], "ruleset": stored["game"]["ruleset"]}
    kept = undoable.decode(stored["undoable"]) if "undoable" in stored else None
    game = codec.decode_state(stored["game"])
    return State(table.decode(at_table), game, marks, clock.decode(stored["clock"]), kept)
