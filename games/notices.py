"""What tables have to tell their players. Found in the database, so that nothing depends on a message that gets lost.

A table is looked at when its log has grown since the last time (`noticed < version`), and when somebody is to be
reminded (`notice_due`); both are indexed. What is found is written down once for each person and occasion
(accounts/notices); a decision's occasion is its beginning, which nothing that happens within it changes.
"""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from accounts.clubs import selectors as clubs
from accounts.notices import wishes, writing
from accounts.notices.writing import Told
from config.kernel.locks import alone
from games import clock, outages, permissions, snapshots, table, visits
from games.models import Game, Seat
from games.projector import State

log = logging.getLogger(__name__)

TURN, ASKED, LEFT, DEAL, OVER, INVITED = "turn", "asked", "time_left", "deal_over", "game_over", "invited"
STAND_IN, REPLACED, CONSENT = "stand_in", "replaced", "consent"
ON_HOME = (TURN, ASKED, LEFT, INVITED, STAND_IN, REPLACED)
"""What the first page shows anyhow."""
ENDING = (*ON_HOME, CONSENT)
"""What is over when it is done; what has happened stays."""
LOCK = 0x0FA17DEA4
"""The advisory lock of the sweep."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
AT_ONCE = 100
AFTER_A_FAILURE = timedelta(minutes=10)


class Found(NamedTuple):
    """A table, and up to which version its players were told."""

    id: UUID
    version: int
    noticed: int
    state: State


class Open(NamedTuple):
    """What waits for a person at a table. `extended`: more time was given."""

    user_id: UUID
    kind: str
    occasion: int
    since: datetime | None = None
    until: datetime | None = None
    extended: bool = False

    @property
    def reminder(self) -> int:
        """The occasion of reminders: with more time they begin anew."""
        return self.occasion + self.extended


def all_open(states: Mapping[UUID, State]) -> dict[UUID, list[Open]]:
    """What waits for people at these tables, by their ids."""
    looking = {UUID(one.table.club) for one in states.values() if one.table.club and _free(one)}
    ready = clubs.ready_in(looking) if looking else {}
    return {
        id_: list(open_at(state, ready.get(UUID(state.table.club), ()) if state.table.club else ()))
        for id_, state in states.items()
    }


def _free(state: State) -> list[int]:
    """The seats of a running game that look for somebody."""
    return [] if state.over else [number for number in range(state.table.players) if state.table.offers(number)]


def open_at(state: State, ready: Iterable[UUID] = ()) -> Iterator[Open]:
    """What waits for people at a table: decisions, seats that are kept for them, and for those who are `ready` to stand
    in the seats that they may take."""
    for number in _free(state):
        offer = state.table.seats[number].offer
        yield from (
            Open(user_id, STAND_IN, offer.since)
            for user_id in ready
            if offer and state.table.may_take(permissions.person(user_id), number, state.marks.opened)
        )
    seats = state.table.seats
    if state.status == table.WAITING:
        for seat in seats:
            if seat.invited and seat.holder:
                yield Open(UUID(seat.holder.id), INVITED, 0)
    for seat in seats:
        if seat.away and seat.away.holder.kind == "user" and not state.over:
            yield Open(UUID(seat.away.holder.id), REPLACED, seat.since)
    for number in _asked_to_agree(state):
        if (holder := seats[number].holder) is not None:
            yield Open(UUID(holder.id), CONSENT, 0)
    due = state.deadlines()
    for number in state.to_act:
        holder, decision = seats[number].holder, state.clock.seats[number].decision
        if holder and holder.kind == "user" and decision:
            kind = ASKED if decision.kind == clock.ANSWER else TURN
            when = (occasion(decision.since), decision.since, due.get(number))
            yield Open(UUID(holder.id), kind, *when, extended=bool(decision.extension))


def _asked_to_agree(state: State) -> set[int]:
    """The seats of people whose consent others wait for: to a pause, to taking something back, to giving up."""
    at_table, last = state.table, state.undoable
    if state.over:
        return set()
    partners = {
        seat
        for seat in at_table.persons
        if any(at_table.team_of(seat) == at_table.team_of(other) for other in at_table.resigning)
    }
    found = partners - {*at_table.resigning}
    for agreed in (at_table.consents, last.agreed if last else ()):
        if agreed and state.status == table.PLAYING:
            found |= at_table.persons - {*agreed}
    return found


def lasting_at(game_id: UUID, opened: Iterable[Open]) -> Iterator[tuple[UUID, UUID, int]]:
    """Which notices of what is open at a table are not over: (table, person, occasion)."""
    for each in opened:
        yield from ((game_id, each.user_id, one) for one in {each.occasion, each.reminder})


def occasion(since: datetime) -> int:
    """A moment as a number, to the millisecond like all of the log."""
    return round(since.timestamp() * 1000)


def players(state: State) -> list[UUID]:
    """The people who sit at a table."""
    return [
        UUID(seat.holder.id) for seat in state.table.seats if seat.taken and seat.holder and seat.holder.kind == "user"
    ]


# --- The sweep ----------------------------------------------------------------------------------------------------


def sweep(now: datetime) -> int:
    """Write down what some of the tables have to tell that were not looked at; returns how many these were.

    One at a time: who has read a table earlier would end what another has found since.
    """
    with alone(LOCK) as free:
        return _sweep(now) if free else 0


def _sweep(now: datetime) -> int:
    found, broken = [], {}
    for row in _take(now):
        try:
            found.append(_read(row))
        except Exception:  # one table that cannot be read must keep no other waiting
            log.exception("the players of %s could not be told", row[0], extra={"game": str(row[0])})
            broken[row[0]] = (row[1], now + AFTER_A_FAILURE)
    due = _tell_all(found, now)
    _note({one.id: (one.version, due.get(one.id)) for one in found} | broken)
    return len(found) + len(broken)


def _tell_all(found: Sequence[Found], now: datetime) -> dict[UUID, datetime]:
    """The same as `_tell`; if that fails, table by table, so that one that cannot be told keeps no other waiting."""
    try:
        return _tell(found, now)
    except Exception:
        if len(found) > 1:
            return {id_: at for one in found for id_, at in _tell_all([one], now).items()}
        log.exception("the players of %s could not be told", found[0].id, extra={"game": str(found[0].id)})
        return {found[0].id: now + AFTER_A_FAILURE}


_TAKE = f"""
    SELECT id, version, noticed, state_version, state, {outages.OF_A_GAME} FROM games_game WHERE id IN (
        (SELECT id FROM games_game WHERE noticed < version AND NOT demo LIMIT %s) UNION
        (SELECT id FROM games_game WHERE notice_due <= %s ORDER BY notice_due LIMIT %s))
"""
Row = tuple[UUID, int, int, int, str, str | None]


def _take(now: datetime) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [AT_ONCE, now, AT_ONCE])
        rows: list[Row] = cursor.fetchall()
    return rows


def _read(row: Row) -> Found:
    game_id, version, noticed, state_version, stored, down = row
    known = outages.read(json.loads(down) if down else None)
    state = snapshots.load(game_id, version, state_version, json.loads(stored), known)
    return Found(game_id, version, noticed, state)


def _tell(found: Sequence[Found], now: datetime) -> dict[UUID, datetime]:
    """Write down what these tables have to tell; returns when the next of their players is to be reminded."""
    if not found:
        return {}
    opened = all_open({one.id: one.state for one in found})
    known = wishes.of(_people(found, opened))
    told: list[Told] = []
    due: dict[UUID, datetime] = {}
    for one in found:
        told += _happened(one)
        next_ones = []
        for each in opened[one.id]:
            told.append(Told(each.user_id, each.kind, one.id, each.occasion, until=each.until))
            rung, later = _reminders(each, known.get(each.user_id), now)
            told += [Told(each.user_id, LEFT, one.id, each.reminder, minutes, each.until) for minutes in rung]
            next_ones += later
        if next_ones:
            due[one.id] = min(next_ones)
    seen = which_are_seen(told)  # whoever sits before the table is told nothing
    writing.write([each for each in told if key(each) not in seen], known, now)
    lasting = [last for one in found for last in lasting_at(one.id, opened[one.id])]
    writing.end(ENDING, [one.id for one in found], lasting, now)
    writing.move([end for one in found for end in _ends(one.id, opened[one.id])])
    seen = which_are_seen(told)  # asked once more: whoever has looked meanwhile did not find what was not written yet
    writing.mark([each for each in told if key(each) in seen], now)
    return due


class Known(Protocol):
    """A notice, written down or not."""

    @property
    def user_id(self) -> UUID:
        """Whom it is for."""

    @property
    def about(self) -> UUID:
        """The table."""

    @property
    def kind(self) -> str:
        """What it tells of."""

    @property
    def occasion(self) -> int:
        """The beginning of a decision, or the version that ended something."""


def key(told: Known) -> tuple[UUID, str, UUID, int]:
    """What says that two tell the same."""
    return told.user_id, told.kind, told.about, told.occasion


def which_are_seen(told: Iterable[Known]) -> set[tuple[UUID, str, UUID, int]]:
    """What of this people have looked at since, by its key. That time runs out is told all the same."""
    asked = {_news(one): key(one) for one in told if one.kind in (TURN, ASKED, DEAL, OVER, CONSENT, REPLACED)}
    return {asked[one] for one in visits.which_are_seen(list(asked))}


def _news(told: Known) -> visits.News:
    if told.kind in (TURN, ASKED):
        return visits.News(told.about, told.user_id, EPOCH + timedelta(milliseconds=told.occasion))
    return visits.News(told.about, told.user_id, None, None if told.kind == CONSENT else told.occasion)


def _ends(game_id: UUID, opened: Iterable[Open]) -> Iterator[tuple[UUID, UUID, int, datetime]]:
    """Until when there is time for what waits, for all notices of it: a pause or downtime has moved it."""
    for each in opened:
        if each.until:
            yield from ((game_id, each.user_id, one, each.until) for one in {each.occasion, each.reminder})


def _people(found: Sequence[Found], opened: dict[UUID, list[Open]]) -> set[UUID]:
    seated = {user_id for one in found for user_id in players(one.state)}
    return seated | {each.user_id for all_ in opened.values() for each in all_}


def _happened(one: Found) -> Iterator[Told]:
    """The end of a deal or of the game, since the last time."""
    state = one.state
    if one.version == one.noticed:
        return
    data: dict[str, Any] = {"totals": list(state.game.totals)}
    if state.over:
        data["winners"] = list(state.winners)
        yield from (Told(user_id, OVER, one.id, state.marks.opened, data=data) for user_id in players(state))
    elif state.marks.opened > one.noticed:
        data |= {"deal": state.deals_begun - 1, "deals": state.table.deals}
        yield from (Told(user_id, DEAL, one.id, state.marks.opened, data=data) for user_id in players(state))


def _reminders(each: Open, wanted: wishes.Wishes | None, now: datetime) -> tuple[list[int], list[datetime]]:
    """The rung of their ladder on which somebody stands (of several that were passed the nearest), and what follows."""
    if wanted is None or each.since is None or each.until is None or each.until <= now:
        return [], []
    rungs = wanted.rungs(each.since, each.until)
    passed = [rung for rung, at in rungs if at <= now]
    return passed[-1:], [at for _rung, at in rungs if at > now]


_NOTE = """
    WITH free AS (SELECT id FROM games_game WHERE id = ANY(%s) FOR UPDATE SKIP LOCKED)
    UPDATE games_game SET noticed = told.version, notice_due = told.due
      FROM unnest(%s::uuid[], %s::int[], %s::timestamptz[]) AS told (id, version, due), free
     WHERE games_game.id = told.id AND free.id = told.id
"""


def _note(told: dict[UUID, tuple[int, datetime | None]]) -> None:
    """Note how far these were told. A table at which somebody acts just now is looked at again."""
    if told:
        versions, due = zip(*told.values(), strict=True)
        with connection.cursor() as cursor:
            cursor.execute(_NOTE, [list(told), list(told), list(versions), list(due)])


def look_again(user_id: UUID) -> None:
    """Somebody has another ladder: reckon anew when they are to be reminded."""
    mine = Seat.objects.filter(game=OuterRef("pk"), kind="user", holder=str(user_id))
    running = Game.objects.filter(Exists(mine), status=table.PLAYING).exclude(deadline=None)
    with transaction.atomic():  # locked in the order of all who lock several
        ids = list(running.order_by("id").select_for_update().values_list("id", flat=True))
        Game.objects.filter(id__in=ids).update(notice_due=Now())
