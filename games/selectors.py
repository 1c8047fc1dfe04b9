"""Reading tables: every answer is for one viewer, and REST and sockets ask the same functions."""

import base64
import binascii
import json
from collections.abc import Container, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.utils import timezone

from accounts.clubs import selectors as clubs
from accounts.selectors import people_by_id
from engine.errors import Refused
from games import event_store, outages, permissions, serializers, snapshots, table
from games.clock import Outage
from games.clock.settings import RESTS
from games.models import Game, Reason, Seat
from games.projector import State
from games.requests import malformed
from games.rows import PUT_OFF, Row

MOST_EVENTS_IN_A_FRAME = 100
GAMES_IN_A_PAGE = 50


class Seen(NamedTuple):
    """A table as it stands, with the seat of who looks (None: a spectator)."""

    id: UUID
    version: int
    state: State
    seat: int | None
    creator: UUID | None
    demo: bool
    rated: bool
    held_back: bool = False


class Moment(NamedTuple):
    """What makes a view another: the version of the log, and how many records of downtime move its deadlines."""

    version: int
    outages: int = 0


class Update(NamedTuple):
    """What came after `since`, and how things stand: for one viewer."""

    at: Moment
    seat: int | None
    frame: dict[str, Any]


def look_as_the_house(game_id: UUID) -> Seen:
    """A table as sweeps and bots find it, who are nobody's viewer. Raises Refused `unknown_game`."""
    with connection.cursor() as cursor:  # asked for every frame of every socket: by hand it costs a fifth of the CPU
        cursor.execute(
            f"SELECT version, state_version, state, creator, demo, rated, held_back, {outages.OF_A_GAME}"
            " FROM games_game WHERE id = %s AND version > 0",
            [game_id],
        )
        found = cursor.fetchone()
    if found is None:
        raise Refused("unknown_game")
    version, state_version, stored, creator, demo, rated, held_back, down = found
    state = snapshots.load(game_id, version, state_version, json.loads(stored), outages.read(down and json.loads(down)))
    return Seen(game_id, version, state, None, creator, demo, rated, held_back)


def look_at_many(game_ids: Iterable[UUID]) -> dict[UUID, Seen]:
    """Several tables as sweeps find them, asked for at once; those that there are."""
    down = outages.known()
    return {
        one.id: Seen(one.id, one.version, _load(one, down), None, one.creator, one.demo, one.rated, one.held_back)
        for one in Game.objects.filter(id__in=list(game_ids), version__gt=0)
    }


def _load(one: Game, down: tuple[Outage, ...]) -> State:
    return snapshots.load(one.id, one.version, one.state_version, one.state, down)


def look(game_id: UUID, user_id: UUID | None) -> Seen:
    """A table as this person (None: nobody known) finds it. Raises Refused `unknown_game`, also for a private one."""
    seen = look_as_the_house(game_id)
    if not permissions.may_see(seen.state.table, seen.creator, user_id, seen.held_back):
        raise Refused("unknown_game")
    return seen._replace(seat=permissions.seat_of(seen.state.table, user_id))


def look_after(game_id: UUID, user_id: UUID) -> Seen:
    """A table as this person leaves it: whoever has just given a seat back is still told what came of it."""
    seen = look_as_the_house(game_id)
    return seen._replace(seat=permissions.seat_of(seen.state.table, user_id))


def moment_of(game_id: UUID) -> Moment:
    """Where a game is: what a heartbeat asks."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT version, {outages.HOW_MANY} FROM games_game WHERE id = %s", [game_id])
        return Moment(*cursor.fetchone())


def body(seen: Seen) -> dict[str, Any]:
    """The body of `GET /api/games/{id}`."""
    known = people_by_id(serializers.people_at(seen.state))
    told = serializers.game_body(seen.id, seen.version, seen.state, seen.seat, known)
    told["view"] |= _frozen(seen)
    return told


def _frozen(seen: Seen) -> dict[str, Any]:
    """That the table is frozen, and why, as far as that was not erased; nothing where it is not."""
    digest = seen.state.table.frozen
    if not digest:
        return {}
    if digest == PUT_OFF:
        return {"frozen": {"reason": None, "put_off": True}}
    text = Reason.objects.filter(game_id=seen.id, digest=digest).values_list("text", flat=True).first()
    return {"frozen": {"reason": text or None}}


def clock(seen: Seen, now: datetime) -> dict[str, Any]:
    """The body of `GET /api/games/{id}/clock`."""
    return serializers.clock_body(seen.version, seen.state, seen.seat, now)


def updates(game_id: UUID, user_id: UUID | None, since: int) -> Update:
    """The `view` frame of a socket: what came after `since` and how things stand. Far behind: a gap, and no events."""
    seen = look(game_id, user_id)
    told: dict[str, Any] = {"type": "view", "version": seen.version}
    rows: list[Row] = []
    if seen.version - since > MOST_EVENTS_IN_A_FRAME:
        told["gap"] = True
    else:
        rows = event_store.read(game_id, since, seen.version)
    known = people_by_id(serializers.people_at(seen.state) | serializers.people_in(rows))
    if "gap" not in told:
        who = serializers.audience_of(seen.state, seen.seat)
        told["events"] = [serializers.event(row, who, known) for row in rows]
    told["view"] = serializers.view(seen.state, seen.seat, known) | _frozen(seen)
    told["legal"] = serializers.legal_of(seen.state, seen.seat)
    return Update(Moment(seen.version, len(seen.state.outages)), seen.seat, told)


def events_page(seen: Seen, since: int) -> dict[str, Any]:
    """{"events", "next"}: a page of the log after `since`."""
    rows = event_store.read(seen.id, since, seen.version)
    more = bool(rows) and rows[-1].version < seen.version
    return {"events": list(_told(seen, rows)), "next": rows[-1].version if more else None}


def all_events(seen: Seen, since: int) -> Iterator[dict[str, Any]]:
    """The whole log after `since`, as this viewer may see it."""
    while rows := event_store.read(seen.id, since, seen.version):
        yield from _told(seen, rows)
        since = rows[-1].version


def _told(seen: Seen, rows: list[Row]) -> Iterator[dict[str, Any]]:
    known = people_by_id(serializers.people_in(rows))
    who = serializers.audience_of(seen.state, seen.seat)
    return (serializers.event(row, who, known) for row in rows)


# --- Lists --------------------------------------------------------------------------------------------------------


def games(
    user_id: UUID | None,
    status: str | None,
    mine: bool,
    cursor: str | None,
    club: UUID | None = None,
    *,
    looking: bool = False,
) -> dict[str, Any]:
    """{"games", "next"}: the newest first, those that this person may see; `mine`: where they have a part; `club`: of a
    club; `looking`: with a seat for them to stand in. Raises Refused, and ProblemError where a club's tables are not
    theirs to see."""
    wanted = permissions.part_of(user_id) if mine and user_id else permissions.seen_by(user_id)
    if looking and user_id:
        wanted &= permissions.looking_for(user_id)
    if club is not None:
        clubs.look(user_id, "see tables", id=club)
        wanted &= Q(club=club)
    found = Game.objects.filter(wanted, version__gt=0).order_by("-created_at", "-id").defer("state")
    if status is not None:
        if status not in table.STATUSES:
            raise malformed("There is no such status.", field="status")
        found = found.filter(status=status)
    if cursor:
        at, last = _read_cursor(cursor)
        found = found.filter(Q(created_at__lt=at) | Q(created_at=at, id__lt=last))
    page = list(found.prefetch_related("seat_rows")[: GAMES_IN_A_PAGE + 1])
    more, page = len(page) > GAMES_IN_A_PAGE, page[:GAMES_IN_A_PAGE]
    known = people_by_id({row.holder for game in page for row in game.seat_rows.all() if row.kind == "user"})
    titled = permissions.of_these_belongs(user_id, {game.club for game in page if game.club and game.rules_title})
    return {
        "games": [_listed(game, known, titled) for game in page],
        "next": _cursor(page[-1]) if more else None,
    }


def _listed(game: Game, known: serializers.Names, titled: Container[UUID | None]) -> dict[str, Any]:
    seats = [table.Seat()] * game.players
    for row in game.seat_rows.all():
        offer = table.Offer() if row.offered else None
        seats[row.seat] = table.Seat(table.Holder(row.kind, row.holder), row.invited, offer=offer)
    return {
        "id": str(game.id),
        "version": game.version,
        "status": game.status,
        "players": game.players,
        "teams": game.teams,
        "seats": [serializers.player(seat, known) for seat in seats],
        "ruleset_name": (game.club in titled and game.rules_title) or game.ruleset_name,
        **({"club": str(game.club)} if game.club else {}),
    }


def _cursor(game: Game) -> str:
    return base64.urlsafe_b64encode(f"{game.created_at.isoformat()} {game.id}".encode()).decode()


def _read_cursor(text: str) -> tuple[datetime, UUID]:
    try:
        at, _, last = base64.urlsafe_b64decode(text.encode()).decode().partition(" ")
        read, id_ = datetime.fromisoformat(at), UUID(last)
        if timezone.is_naive(read):
            raise ValueError(at)
        read = read.astimezone(UTC)
    except (ValueError, OverflowError, binascii.Error) as error:
        raise malformed("This is no cursor of ours.", field="cursor") from error
    return read, id_


def resting_by(user_id: UUID) -> list[UUID]:
    """The running games with a seat of this person whose clock rests by calendars, in an order that all locks share."""
    held = Exists(Seat.objects.filter(game=OuterRef("pk"), kind="user", holder=str(user_id)))
    running = Game.objects.filter(held, status__in=(table.PLAYING, table.PAUSED), clock__has_any_keys=RESTS)
    return list(running.order_by("id").values_list("id", flat=True))


# --- What is due --------------------------------------------------------------------------------------------------


def overdue(due: datetime, tried: datetime, most: int) -> list[UUID]:
    """Games whose open decision was due before `due`, locked; not those that others have locked.

    In the order of their deadlines; then those that a sweep took up before `tried` and whose decision is still open:
    what fails again and again keeps nothing else waiting.
    """
    untried = Q(swept_at=None) | Q(swept_at__lte=F("deadline"))
    found = Game.objects.filter(untried | Q(swept_at__lte=tried), deadline__lte=due)
    in_vain = Case(When(untried, then=None), default=F("swept_at"))
    return _locked(found.order_by(in_vain.asc(nulls_first=True), "deadline"), most)


def bots_due(due: datetime, most: int) -> list[UUID]:
    """Games in which a bot should have acted before `due`, locked; not those that others have locked."""
    return _locked(Game.objects.filter(bot_due__lte=due, demo=False).order_by("bot_due"), most)


def _locked(games: QuerySet[Game], most: int) -> list[UUID]:
    return list(games.select_for_update(skip_locked=True).values_list("id", flat=True)[:most])


def demos_due(now: datetime, most: int) -> list[UUID]:
    """Demo tables in which a bot should have acted before `now`; they may be resting."""
    return list(
        Game.objects.filter(bot_due__lte=now, demo=True).order_by("bot_due").values_list("id", flat=True)[:most]
    )


def is_demo(game_id: UUID) -> bool:
    """Whether this is a demo table."""
    return Game.objects.filter(id=game_id, demo=True).exists()


def is_over(game_id: UUID) -> bool:
    """Whether this game has ended."""
    return Game.objects.filter(id=game_id, status__in=table.OVER).exists()
