"""Up to where people have seen the tables at which they sit: what a page tells first to whoever comes back, and what
makes a turn a seen one.

A page says what it has shown while somebody could look at it; a program that asks for a table has seen nothing by that.
Whoever acts has seen what was there. All tabs and devices of a person count as one, by the newest version.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from accounts.notices import writing
from engine.errors import Refused
from games import permissions, selectors
from games.models import Event, Look


class Visit(NamedTuple):
    """The newest version that somebody has seen of a table, and since when. 0 and None: nothing yet."""

    version: int
    at: datetime | None


class News(NamedTuple):
    """Something at a table that somebody may have seen: a decision of theirs, by its beginning, or a version; with
    neither, the last wish that others are to agree to."""

    game_id: UUID
    person: UUID
    since: datetime | None
    version: int | None = None


NEWS_AGAIN = ["resumed", "unfrozen", "action_undone"]
"""After these a decision that was open before is news once more: its clock runs again."""
WISHES = ["pause_wanted", "undo_wanted", "resign_wanted"]


def seen(user_id: UUID, game_id: UUID, version: int, now: datetime) -> None:
    """A page has shown this version to a player. What is no newer than what is kept is not written.

    Raises Refused: `unknown_game`, `not_seated`, `version_ahead`.
    """
    found = _from_their_seat(user_id, game_id)
    if version > found.version:
        raise Refused("version_ahead", version=found.version)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_look (game_id, person, version, at) VALUES (%s, %s, %s, %s)"
            " ON CONFLICT (game_id, person) DO UPDATE SET version = excluded.version, at = excluded.at"
            " WHERE games_look.version < excluded.version",
            [game_id, user_id, version, now],
        )
        is_newer = cursor.rowcount > 0
    if is_newer and version == found.version:  # nothing that this table tells is newer
        writing.seen(user_id, about=game_id)


_SEEN = """
    SELECT asked.n FROM unnest(%s::int[], %s::uuid[], %s::uuid[], %s::timestamptz[], %s::int[])
           AS asked (n, game_id, person, since, version)
     CROSS JOIN LATERAL (SELECT version, at FROM games_event WHERE game_id = asked.game_id
            AND (version = asked.version OR at <= asked.since OR asked.since IS NOT NULL AND type = ANY(%s)
                 OR asked.since IS NULL AND asked.version IS NULL AND type = ANY(%s))
            ORDER BY version DESC LIMIT 1) AS news
     WHERE EXISTS (SELECT FROM games_look AS look
                    WHERE look.game_id = asked.game_id AND look.person = asked.person AND look.version >= news.version)
        OR EXISTS (SELECT FROM games_event AS own
                    WHERE own.game_id = asked.game_id AND own.version > news.version AND own.at > news.at
                      AND own.actor_kind = 'user' AND own.actor_id = asked.person::text AND own.type <> 'calendar_told')
"""


def which_are_seen(news: Sequence[News]) -> set[News]:
    """What of it its people have seen: on a page, or since they have acted after it. One statement for all tables."""
    if not news:
        return set()
    columns = [list(column) for column in zip(*news, strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(_SEEN, [list(range(len(news))), *columns, NEWS_AGAIN, WISHES])
        return {news[n] for (n,) in cursor.fetchall()}


def last(user_id: UUID, game_id: UUID) -> Visit:
    """What this person has seen of a table: what they were shown last, or what they did last, if that is newer."""
    kept = Look.objects.filter(game=game_id, person=user_id).values_list("version", "at").first()
    shown = Visit(*kept) if kept else Visit(0, None)
    # A calendar is told to tables by who is not there.
    done = Event.objects.filter(game=game_id, version__gt=shown.version, actor_kind="user", actor_id=str(user_id))
    own = done.exclude(type="calendar_told").order_by("-version").values_list("version", "at").first()
    return Visit(*own) if own else shown


def own_last(user_id: UUID, game_id: UUID) -> Visit:
    """The same for whoever asks. Raises Refused: `unknown_game`, `not_seated`."""
    _from_their_seat(user_id, game_id)
    return last(user_id, game_id)


def _from_their_seat(user_id: UUID, game_id: UUID) -> selectors.Seen:
    found = selectors.look(game_id, user_id)
    if not plays(found, user_id):  # who only watches is nobody's business, and nothing waits for them
        raise Refused("not_seated")
    return found


def plays(found: selectors.Seen, user_id: UUID) -> bool:
    """Whether somebody sits at a table, or another plays there in their place."""
    return found.seat is not None or found.state.table.played_for(permissions.person(user_id)) is not None


def of(user_id: UUID) -> list[dict[str, Any]]:
    """All that is kept of a person's looking, for the person."""
    return [dict(one) for one in Look.objects.filter(person=user_id).order_by("at").values("game", "version", "at")]


def forget(user_id: UUID) -> None:
    """Keep nothing of a person any longer."""
    Look.objects.filter(person=user_id).delete()
