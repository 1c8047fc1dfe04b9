"""The doors for the reserves that entries name themselves, and what tables ask about them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from accounts import blocks
from accounts.clubs import selectors as clubs
from accounts.models import User
from accounts.selectors import user_by_name
from config.kernel.errors import ProblemError
from games import services as games
from games.clock import Refused
from games.models import Event
from games.models import Seat as Chair
from tournaments import commands, notices, pauses, selectors, services, state
from tournaments.defaults import RESERVES_FIRST
from tournaments.selectors import Seen
from tournaments.services import ENTERS, RUNS


def name(user: User, id_: UUID, command: commands.NameReserve, at: datetime) -> None:
    """Name a reserve, a member of the club: as one who plays, or, with a reason, as who runs the event."""
    seen = selectors.look(user, id_)
    persons = _whose(user, seen, command.entry, command.reason).persons
    found = user_by_name(command.person)
    with transaction.atomic():
        if found is None or found.id not in clubs.staying(seen.club.id, ENTERS, found.id):
            raise ProblemError("no_such_member", name=command.person[:30])
        if blocks.among([*map(UUID, persons), found.id]):
            raise ProblemError("not_allowed")
        services.play(user, id_, command._replace(person=str(found.id)), at)


def drop(user: User, id_: UUID, command: commands.DropReserve, at: datetime) -> None:
    """Be a reserve no more; or let somebody be none, by name."""
    seen, found = selectors.look(user, id_), user_by_name(command.person)
    if found is None:
        raise ProblemError("not_found")
    if found.id != user.id:
        _whose(user, seen, command.entry, command.reason)
    services.play(user, id_, command._replace(person=str(found.id)), at)


def _whose(user: User, seen: Seen, id_: str, reason: str) -> state.Entry:
    """The entry, which is one's own or whose event one runs. Raises ProblemError."""
    entry = seen.state.entry(id_)
    if entry is None:
        raise ProblemError("not_found")
    if str(user.id) in entry.persons:
        seen.check(ENTERS)
        return entry
    seen.check(RUNS)
    if not reason:
        raise ProblemError("malformed", fields={"reason": []})
    return entry


def take(user: User, id_: UUID, command: commands.TakeSeat, at: datetime) -> None:
    """Sit down, as a reserve, on a seat of one's entry that looks for somebody, by the rules of all who stand in."""
    selectors.look(user, id_, ENTERS)
    with transaction.atomic():
        services.play(user, id_, command, at)
        t = selectors.look(user, id_).state
        entry, table = t.reserve_of(str(user.id)), t.rounds[command.number - 1].table(command.table)
        seats = list(offered(t, entry, command.number, table)) if entry and table else []
        if table is None or table.game is None or not seats:
            raise ProblemError("not_offered")
        others = Chair.objects.filter(game=UUID(table.game), kind="user").exclude(seat=seats[0])
        hosts = map(UUID, others.values_list("holder", flat=True))
        if selectors.sits_elsewhere(user.id, UUID(table.game)) or blocks.stands(user.id, *hosts):
            raise ProblemError("not_allowed")
        try:
            games.take_offered(UUID(table.game), seats[0], user.id, at)
        except Refused as refused:
            raise ProblemError(refused.code) from None


def offered(t: state.Tournament, entry: state.Entry, number: int, table: state.Table) -> Iterator[int]:
    """The seats of an entry at a table that look for somebody."""
    if table.game is None or table.over:
        return
    looking = Chair.objects.filter(game=UUID(table.game), offered=True).order_by("seat")
    for seat in looking.values_list("seat", flat=True):
        if whose(t, number, table, seat) == entry:
            yield seat


def waits(t: state.Tournament, entry: state.Entry, person: str, number: int, table: state.Table) -> bool:
    """Whether a seat of an entry at a table looks for somebody, and a reserve of theirs, by id, is free to come."""
    free = table.game is not None and not selectors.sits_elsewhere(UUID(person), UUID(table.game))
    return free and any(True for _seat in offered(t, entry, number, table))


def whose(t: state.Tournament, number: int, table: state.Table, seat: int) -> state.Entry | None:
    """The entry whose seat at a table it is."""
    side = table.sides[seat % len(table.sides)]
    holders = [entry for id_ in side if (entry := t.entry(id_)) for _person in entry.line_up(number)]
    place = seat // len(table.sides)
    return holders[place] if place < len(holders) else None


def _at(game: UUID, seat: int) -> tuple[UUID, state.Tournament, state.Round, state.Table, state.Entry] | None:
    found = pauses.event_of(game)
    if found is None:
        return None
    id_, t = found
    for one in t.rounds:
        for table in one.tables:
            if table.game == str(game) and (entry := whose(t, one.number, table, seat)) and entry.active:
                return id_, t, one, table, entry
    return None


def comes_first(person: UUID, game: UUID, seat: int, now: datetime) -> bool:
    """Whether a seat is kept for the reserves of those whose it is, and who asks for it is none of them: for the first
    part of the time in which others may take it, where one of them is free to come."""
    found = _at(game, seat)
    if found is None:
        return False
    _id, t, one, table, entry = found
    free = [each for each in entry.ready if not (sits_at(each, table) or selectors.sits_elsewhere(UUID(each), game))]
    if not free or str(person) in entry.ready:
        return False
    told = Event.objects.filter(game=game, seat=seat, type="substitute_wanted").order_by("-version").first()
    if told is None:
        return False
    lasts = timedelta(minutes=t.rules.get("reserve_minutes", 0))  # rules that stood before it was asked have none
    looked = one.answer_by - lasts if one.answer_by and table.number in one.missing else told.at
    return now < max(told.at, looked) + lasts / RESERVES_FIRST


def sits_at(person: str, table: state.Table) -> bool:
    """Whether somebody sits at a table that is on."""
    on = table.game is not None and not table.over
    return on and Chair.objects.filter(game=UUID(table.game), kind="user", holder=person).exists()


def tell(game: UUID, seat: int, at: datetime) -> None:
    """A seat looks for somebody: that concerns the reserves of those whose it is."""
    if (found := _at(game, seat)) is not None:
        id_, _t, one, table, entry = found
        notices.tell_of_seat(id_, one.number, table.number, entry, at)
