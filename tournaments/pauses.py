"""How long the tables of an event have been paused by those who play, as their logs tell it, and what an event allows.

All who sit there want a pause together, so it counts for each side of the table. Where an event grants so many hours to
each side, a pause ends by itself when a side has none left. No deadline waits for a pause.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from config.kernel.errors import ProblemError
from games import endings
from games.clock import Refused
from games.models import Event, Game
from games.models import Outcome as Over
from tournaments import command_handler, state
from tournaments.models import Table, Tournament
from tournaments.tables import games_of

log = logging.getLogger(__name__)

BEGINS, ENDS = "paused", ("resumed", "frozen")
"""What stands still by an officer's word, or because it is put off, is nobody's pause."""


def granted(t: state.Tournament) -> timedelta | None:
    """How long each side may pause in all; None: without a limit."""
    hours = t.rules.get("pause_hours")
    return timedelta(hours=hours) if hours else None


def used(id_: UUID, t: state.Tournament, now: datetime) -> dict[str, timedelta]:
    """How long each side has paused until now, whatever became of its tables: also where one was begun anew."""
    games = {
        game: table.entries
        for one in (*t.void, *t.rounds)
        for table in one.tables
        for game in games_of(id_, one, table)
    }
    spans = _spans(games, now)
    found: dict[str, timedelta] = defaultdict(timedelta)
    for game, entries in games.items():
        for entry in entries:
            found[entry] += spans.get(game, timedelta())
    return {entry: span for entry, span in found.items() if span}


def _spans(games: Iterable[UUID], now: datetime) -> dict[UUID, timedelta]:
    """How long each game was paused in all."""
    ids = list(games)
    since: dict[UUID, datetime] = {}
    spans: dict[UUID, timedelta] = defaultdict(timedelta)
    rows = Event.objects.filter(game__in=ids, type__in=(BEGINS, *ENDS)).order_by("game", "version")
    for game, type_, at in rows.values_list("game", "type", "at"):
        if type_ == BEGINS:
            since[game] = at
        elif game in since:
            spans[game] += at - since.pop(game)
    over = dict(Over.objects.filter(game_id__in=list(since)).values_list("game_id", "ended_at"))
    for game, at in since.items():
        spans[game] += max(timedelta(), over.get(game, now) - at)
    return spans


def spent(id_: UUID, t: state.Tournament, game: str, now: datetime) -> bool:
    """Whether a side of a table has no pause left."""
    most = granted(t)
    table = next((each for one in t.rounds for each in one.tables if each.game == game), None)
    if most is None or table is None:
        return False
    told = used(id_, t, now)
    return any(told.get(entry, timedelta()) >= most for entry in table.entries)


def event_of(game: UUID) -> tuple[UUID, state.Tournament] | None:
    """The event of whose tables a game is one."""
    here = Table.objects.filter(game=game).select_related("tournament").first()
    return None if here is None else (here.tournament_id, command_handler.load(here.tournament))


def may_pause(game: UUID, now: datetime) -> str:
    """Why those who play may not pause a game, as a code; empty where they may."""
    found = event_of(game)
    if found is None:
        return ""
    if found[1].rules.get("pauses_off", False):
        return "pause_off"
    return "pauses_used_up" if spent(*found, str(game), now) else ""


def end_those_used_up(now: datetime) -> int:
    """Let the tables go on that are paused and have no pause left. Returns how many. For the sweep: an event that
    cannot be read keeps no other waiting."""
    paused = Game.objects.filter(status="paused", id__in=Table.objects.filter(over=False).values("game"))
    where = Table.objects.filter(game__in=list(paused.values_list("id", flat=True)))
    events: dict[UUID, list[UUID]] = defaultdict(list)
    for id_, game in where.values_list("tournament_id", "game"):
        events[id_].append(game)
    ended = 0
    for row in Tournament.objects.filter(id__in=list(events)).order_by("id"):
        try:
            t = command_handler.load(row)
            used_up = [game for game in events[row.id] if spent(row.id, t, str(game), now)]
            ended += sum(_ended(game, now) for game in used_up)
        except Exception:
            log.exception("the pauses of event %s could not be ended", row.id)
    return ended


def _ended(game: UUID, now: datetime) -> bool:
    try:
        endings.end_pause(game, now)
    except (Refused, ProblemError):  # it went on, was frozen or ended meanwhile
        return False
    return True
