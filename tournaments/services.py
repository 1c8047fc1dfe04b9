"""Changing events. Each of these is one door to the one path (command_handler); none decides anything itself."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

from accounts import blocks
from accounts.clubs import selectors as clubs
from accounts.models import User
from accounts.selectors import user_by_name
from config.kernel import rates
from config.kernel.errors import ProblemError
from config.kernel.rows import Actor
from tournaments import commands, drafting, selectors, state
from tournaments.command_handler import Order, create, handle, hold
from tournaments.commands import LEFT_THE_CLUB, Command
from tournaments.models import Tournament

log = logging.getLogger(__name__)

SEES, ENTERS, RUNS, RULES = "see events", "enter an event", "run events", "rule in events"
"""Acts of the clubs' matrix."""


def person(user: User) -> Actor:
    """A person as an actor of the stream."""
    return Actor("user", str(user.id))


def slowly(user: User) -> None:
    """Raises ProblemError `rate_limited` for whoever changes events too fast."""
    if wait := rates.spend("events by person", str(user.id)):
        raise ProblemError("rate_limited", retry_after=wait)


# --- The organizer ------------------------------------------------------------------------------------------------


def draft(
    user: User, club_id: UUID, chosen: dict[str, Any], at: datetime, external_id: str | None = None
) -> tuple[UUID, bool]:
    """Draft an event of a club. Returns its id and whether it is new: the same `external_id` is the same one.

    Raises ProblemError, and Refused for rules or a clock that cannot stand.
    """
    slowly(user)
    clubs.look(user, RUNS, id=club_id)
    of_this_id = Tournament.objects.filter(club=club_id, external_id=external_id).values_list("id", flat=True)
    if external_id is not None and (earlier := of_this_id.first()):
        return earlier, False
    rules = drafting.document(club_id, chosen)
    with transaction.atomic():
        fields = {"club": club_id, "name": rules["name"], "status": state.DRAFT, "created_at": at}
        one = Tournament(id=uuid4(), external_id=external_id, **fields)
        if external_id is not None:  # waits for a creation of the same id that is under way, then finds it
            Tournament.objects.bulk_create([one], ignore_conflicts=True)
            kept = of_this_id.get()
            if kept != one.id:
                return kept, False
            one._state.adding = False
        else:
            one.save(force_insert=True)
        create(one, commands.Create(str(club_id), rules), at, person(user))
    return one.id, True


def change(user: User, id_: UUID, chosen: dict[str, Any], at: datetime) -> None:
    """Other rules for a draft."""
    seen = selectors.look(user, id_, RUNS)
    _do(user, id_, commands.ChangeRules(drafting.document(seen.club.id, chosen)), at)


def amend(user: User, id_: UUID, chosen: dict[str, Any], at: datetime) -> None:
    """Some of a draft's rules otherwise; what is not named stays."""
    change(user, id_, drafting.over(selectors.look(user, id_, RUNS).state.rules, chosen), at)


def _do(user: User, id_: UUID, command: Command, at: datetime) -> None:
    slowly(user)
    handle(Order(id_, command, at, person(user)))


def lead(user: User, id_: UUID, command: Command, at: datetime) -> None:
    """What only who runs events may do: publish, pair again, pause, cancel, …"""
    selectors.look(user, id_, RUNS)
    _do(user, id_, command, at)


def publish(user: User, id_: UUID, at: datetime) -> None:
    """Tell the club; members may enter from now on."""
    lead(user, id_, commands.Publish(), at)


def decide(user: User, id_: UUID, command: Command, at: datetime) -> None:
    """What every officer may do: give a result, take points, answer a protest, …"""
    selectors.look(user, id_, RULES)
    _do(user, id_, command, at)


# --- Who plays ----------------------------------------------------------------------------------------------------


def enter(
    user: User,
    id_: UUID,
    partners: Sequence[str],
    at: datetime,
    external_id: str | None = None,
    alone: bool = False,
) -> bool:
    """Enter with partners, by name, who are asked; `alone`: whoever is missing is looked for. All are members of the
    club. Returns whether the entry is new: the same `external_id` by the same person is the same one."""
    seen = selectors.look(user, id_, ENTERS)
    if external_id is not None and seen.state.called(external_id, str(user.id)):
        return False
    named = {name: user_by_name(name) for name in partners}
    with transaction.atomic():  # whoever goes after this finds what they are in, and is withdrawn
        here = clubs.staying(seen.club.id, ENTERS, user.id, *(one.id for one in named.values() if one is not None))
        for name, one in named.items():
            if one is None or one.id not in here:
                raise ProblemError("no_such_member", name=name[:30])
        persons = [user.id, *(one.id for one in named.values() if one is not None)]
        if user.id not in here or blocks.among(persons):
            raise ProblemError("not_allowed")
        _do(user, id_, commands.Enter(tuple(map(str, persons)), str(user.id), external_id, alone), at)
    return True


def ask_to_join(user: User, id_: UUID, entry: str, other: str, at: datetime) -> None:
    """Want to play with others who look for somebody, too."""
    selectors.look(user, id_, ENTERS)
    _do(user, id_, commands.AskToJoin(entry, other, str(user.id)), at)


def accept(user: User, id_: UUID, entry: str, at: datetime) -> None:
    """Say yes to an entry."""
    selectors.look(user, id_, ENTERS)
    _do(user, id_, commands.Accept(entry, str(user.id)), at)


def check_in(user: User, id_: UUID, entry: str, at: datetime) -> None:
    """Say that one is there."""
    selectors.look(user, id_, ENTERS)
    _do(user, id_, commands.CheckIn(entry, str(user.id)), at)


def withdraw(user: User, id_: UUID, entry: str, at: datetime, reason: str = "") -> None:
    """Take one's own entry out (also if one was only asked); or, with a reason, as who runs the event, another's."""
    seen = selectors.look(user, id_)
    found = seen.state.entry(entry)
    if found is None:
        raise ProblemError("not_found")
    if str(user.id) in found.persons:
        _do(user, id_, commands.Withdraw(entry, "own", reason), at)
        return
    seen.check(RUNS)
    if not reason:
        raise ProblemError("malformed", fields={"reason": []})
    _do(user, id_, commands.Withdraw(entry, "director", reason), at)


def enter_scores(user: User, id_: UUID, round: int, table: int, scores: list[list[int]], at: datetime) -> None:
    """Write down, as one of a table with real cards, what its sides have scored."""
    selectors.look(user, id_)
    _do(user, id_, commands.EnterScores(round, table, str(user.id), tuple(map(tuple, scores))), at)


def protest(user: User, id_: UUID, reason: str, at: datetime) -> None:
    """Say, as one who plays, that a result is wrong."""
    own = selectors.look(user, id_).state.spoken_for(str(user.id))
    if own is None:
        raise ProblemError("not_allowed")
    _do(user, id_, commands.Protest(own.id, reason), at)


def substitute(user: User, id_: UUID, command: commands.Substitute, at: datetime) -> None:
    """Let another play for somebody, both by name: a member who has said that they stand in, or a reserve of theirs."""
    seen = selectors.look(user, id_, RULES)
    leaves, comes = user_by_name(command.leaves), user_by_name(command.comes)
    entry = seen.state.entry(command.entry)
    ready = {*clubs.ready_in([seen.club.id]).get(seen.club.id, ()), *map(UUID, entry.ready if entry else ())}
    if leaves is None or comes is None or comes.id not in ready:
        raise ProblemError("no_such_member", name=command.comes[:30])
    with transaction.atomic():
        if comes.id not in clubs.staying(seen.club.id, ENTERS, comes.id):
            raise ProblemError("no_such_member", name=command.comes[:30])
        _do(user, id_, command._replace(leaves=str(leaves.id), comes=str(comes.id)), at)


def play(user: User, id_: UUID, command: Command, at: datetime) -> None:
    """What only who sits at a table may say about it."""
    selectors.look(user, id_)
    _do(user, id_, command, at)


def rest(user: User, id_: UUID, command: commands.Rest, at: datetime) -> None:
    """Say, as one who plays, that one's entry cannot play a round, or can after all."""
    own = selectors.look(user, id_).state.entry_of(str(user.id))
    if own is None:
        raise ProblemError("not_allowed")
    _do(user, id_, command._replace(entry=own.id, by=str(user.id)), at)


def object_to(user: User, id_: UUID, command: commands.Object, at: datetime) -> None:
    """Say, as one who plays or has played, that a correction is not to stand by itself."""
    seen = selectors.look(user, id_)
    own = next((entry for entry in seen.state.entries if str(user.id) in entry.persons), None)
    if own is None:
        raise ProblemError("not_allowed")
    _do(user, id_, command._replace(entry=own.id), at)


def take_out(user_id: UUID, club_id: UUID, at: datetime) -> None:
    """Withdraw somebody who belongs to a club no more from every event of it that is not over."""
    with transaction.atomic():
        events = hold(selectors.events_of(user_id, club_id))
        for id_, event in events.items():
            entry = event.entry_of(str(user_id))
            if entry is not None:
                handle(Order(id_, commands.Withdraw(entry.id, LEFT_THE_CLUB), at))
            elif (entry := event.reserve_of(str(user_id))) is not None:
                handle(Order(id_, commands.DropReserve(entry.id, str(user_id)), at))


def call_off(club_id: UUID, at: datetime) -> None:
    """End every event of a club that is closed, whatever had become of it."""
    with transaction.atomic():
        for id_, event in hold(selectors.not_over(club_id)).items():
            if event.status not in state.OVER:
                handle(Order(id_, commands.Cancel(cause="club_closed"), at))


def database_time() -> datetime:
    """The clock by which sweeps go."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    return now
