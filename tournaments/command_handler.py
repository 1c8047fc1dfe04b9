"""The one path of whatever changes an event: people, the sweep and the games' results all walk it.

One transaction: lock the event's row, find the state, decide, append, project, save. The primary key (event, version)
is the guarantee, the lock the courtesy: of any number of workers that start one round, one does.
"""

import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from django.db import transaction

from accounts import blocks
from accounts.clubs import selectors as clubs
from config.kernel import event_store as kernel
from config.kernel.errors import ProblemError
from config.kernel.rows import SYSTEM, Actor, Head, to_milliseconds
from tournaments import commands, courses, event_store, notices, projector, state, tables
from tournaments.commands import Command, Context
from tournaments.deciding import decide
from tournaments.events import SCHEMAS, Event
from tournaments.models import Text, Tournament

CHANCE_BYTES = 32

ENDS_GAMES = (
    commands.Overdue
    | commands.LookFor
    | commands.EndSearch
    | commands.CloseRound
    | commands.RePair
    | commands.Rule
    | commands.Withdraw
    | commands.Disqualify
    | commands.Second
    | commands.Unopposed
    | commands.Cancel
    | commands.PlayWithRealCards
    | commands.EndRehearsal
    | commands.AskToAdjourn
    | commands.Adjourn
    | commands.EndAdjournment
)
"""What may end games that are being played, put them off, or offer seats of them."""
LOOKS_AT_GAMES = commands.Overdue | commands.LookFor | commands.EndSearch | commands.CloseRound | commands.RePair
"""What depends on how far the games have come."""
TAKES_TWO = commands.Rule | commands.Penalize | commands.Disqualify
"""What an officer may not always decide alone."""
RULES = "rule in events"


JOINS = commands.CloseEntries | commands.AskToJoin | commands.PutTogether
"""What may make one entry of several whose people have not chosen each other."""


class Order(NamedTuple):
    """What somebody asks of an event. `expected`: the version for which it is meant; at another nothing happens."""

    id: UUID
    command: Command
    at: datetime
    actor: Actor = SYSTEM
    expected: int | None = None


def handle(order: Order) -> int:
    """Do what is ordered. Returns the version after it. Raises ProblemError, and then nothing has changed."""
    known = _read_before(order)
    with transaction.atomic():
        one = Tournament.objects.select_for_update().filter(id=order.id, version__gt=0).first()
        if one is None:
            raise ProblemError("not_found")
        if order.expected is not None and order.expected != one.version:
            return one.version
        before = load(one)
        if isinstance(order.command, ENDS_GAMES):
            tables.hold([before])  # so that nothing ends in between
            before = _with_results(one, before, order.at)  # what has ended in time counts, whoever comes first
        command = order.command
        if isinstance(command, commands.MakeTables):
            command = command._replace(games=tables.made(one, before, command.number, order.at))
        found = {}
        if isinstance(command, LOOKS_AT_GAMES):
            looks = isinstance(command, commands.LookFor | commands.EndSearch)
            found = courses.found(before, known, order.at, unseen=looks)
        _write(one, before, command, order.at, order.actor, found)
        return one.version


def _read_before(order: Order) -> dict[str, courses.Course]:
    """The logs of the round that this depends on, before anybody has to wait for it."""
    if not isinstance(order.command, LOOKS_AT_GAMES):
        return {}
    one = Tournament.objects.filter(id=order.id, version__gt=0).first()
    return courses.of(load(one)) if one is not None and order.expected in (None, one.version) else {}


def hold(ids: Iterable[UUID]) -> dict[UUID, state.Tournament]:
    """Lock several events, and then the games of their rounds, for a transaction that may end games of all of them."""
    locked = Tournament.objects.select_for_update().filter(id__in=list(ids), version__gt=0).order_by("id")
    events = {one.id: load(one) for one in locked}
    tables.hold(events.values())
    return events


def create(one: Tournament, command: commands.Create, at: datetime, actor: Actor) -> None:
    """Write the first row of an event whose row, at version 0, was inserted in the caller's transaction."""
    _write(one, None, command, at, actor, {})


def load(one: Tournament) -> state.Tournament:
    """The state of an event: the stored one, or, if that is of an older make, what its stream gives."""
    if one.state_version == projector.STATE_VERSION:
        return state.read(one.state)
    folded = projector.fold(event_store.stream(one.id, one.version))
    if folded is None:
        raise ValueError(f"{one.id} has no stream")
    return folded


def _with_results(one: Tournament, before: state.Tournament, at: datetime) -> state.Tournament:
    """The state once every game that has ended is known to have."""
    for command in tables.results(before):
        before = _write(one, before, command, at, SYSTEM, {})
    return before


def _write(
    one: Tournament,
    before: state.Tournament | None,
    command: Command,
    at: datetime,
    actor: Actor,
    found: dict[int, commands.Found],
) -> state.Tournament:
    """Decide, append, project, save. Returns the state after it."""
    at = to_milliseconds(at)
    if before is not None and before.at is not None:
        at = max(at, before.at)  # whoever waited for the lock does not write before those who had it
    by = actor.id if actor != SYSTEM else None
    sat: frozenset[str] = frozenset()
    officers: frozenset[str] | None = None
    if before is not None and by is not None:
        sat = tables.sat_at(before, _round_of(before, command), by)
        if isinstance(command, TAKES_TWO):
            officers = frozenset(map(str, clubs.who_may(UUID(before.club), RULES))) - {by}
    apart: frozenset[frozenset[str]] = frozenset()
    if before is not None and isinstance(command, JOINS):
        apart = blocks.among(UUID(person) for entry in before.entries if entry.alone for person in entry.persons)
    events = decide(before, command, Context(at, by, secrets.token_hex(CHANCE_BYTES), found, sat, officers, apart))
    if not events:
        assert before is not None
        return before
    stored = [_stored(one.id, event, actor) for event in events]
    head = Head(one.version, one.last_hash)
    rows = event_store.append(one.id, head, stored, at=at, actor=actor, action_id=uuid4())
    after = projector.fold(rows, before)
    assert after is not None
    projector.save(one, after, rows)
    notices.tell(one.id, after, rows)
    tables.end(before, after, at)
    tables.tell(one.id, before, after)
    tables.put_off(before, after, at)
    for row in rows:
        if row.type == "looked_for":
            tables.offer(after.rounds[row.data["round"] - 1], row.data["tables"], at)
    return after


def _round_of(t: state.Tournament, command: Command) -> int:
    """Which round is asked about; where none is named, the latest."""
    if isinstance(command, commands.Second) and (one := t.correction(command.correction)):
        return int(one.ruling["data"].get("round", len(t.rounds)))
    return int(getattr(command, "number", len(t.rounds)))


def _stored(id_: UUID, event: Event, actor: Actor) -> dict[str, object]:
    """An event as the stream keeps it: of what somebody wrote the digest."""
    data = dict(event.data)
    for name, text in event.texts.items():
        sealed = kernel.seal(text)
        data[name] = kernel.digest(sealed)
        Text.objects.create(
            tournament_id=id_, digest=data[name], author=actor.id, salt=sealed["salt"], text=sealed["value"]
        )
    return {"type": event.type, "schema": SCHEMAS[event.type], "data": data}


def rebuild(id_: UUID, keep: bool = True) -> bool:
    """Fold an event's state and what is searched by anew from its stream, which is not touched. Returns whether it was
    otherwise before. `keep`: False only looks."""
    with transaction.atomic():
        one = Tournament.objects.select_for_update().get(id=id_)
        before = projector.kept(one)
        projector.empty(one)
        folded: state.Tournament | None = None
        for row in event_store.stream(id_, event_store.ALL):
            folded = projector.fold([row], folded)
            assert folded is not None
            projector.save(one, folded, [row])
        differs = projector.kept(one) != before
        if not keep:
            transaction.set_rollback(True)
        return differs
