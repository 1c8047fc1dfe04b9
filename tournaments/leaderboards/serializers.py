"""The wire shapes of ratings: what is read, checked, and what is told."""

from typing import Any

from django.core.validators import ProhibitNullCharactersValidator
from rest_framework import serializers

from accounts.clubs.serializers import ONE_LINE, ExternalId
from accounts.models import User
from accounts.serializers import Body
from tournaments.asking import within
from tournaments.leaderboards import words
from tournaments.leaderboards.boards import Joint, Line, Margin, Total
from tournaments.leaderboards.models import Ruling, Season
from tournaments.leaderboards.selectors import InPool, OfGame, Result

LONGEST_REASON = 1000


class NewRuling(Body):
    """Whether a game is taken out of the ratings, and why: all who played it read it."""

    annulled = serializers.BooleanField()
    reason = serializers.CharField(max_length=LONGEST_REASON, validators=[ProhibitNullCharactersValidator()])


class NewSeason(Body):
    """A season of a club: first and last day, and how many events count (two of three, unless said)."""

    name = serializers.CharField(max_length=60, validators=[ONE_LINE])
    begins = serializers.DateField(validators=[within])
    ends = serializers.DateField(validators=[within])
    best = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=1000)
    external_id = ExternalId()


class Listed(Body):
    """Whether one stands on the leaderboard that everybody sees."""

    listed = serializers.BooleanField()


# --- What is told -------------------------------------------------------------------------------------------------


def line(one: Line) -> dict[str, Any]:
    """A line of a board by ratings."""
    return {
        "rank": one.rank,
        "person": str(one.person),
        "name": one.name,
        "rating": one.rating,
        "provisional": one.provisional,
        "games": one.games,
    }


def margin(one: Margin) -> dict[str, Any]:
    """A line of a board by margins."""
    return {"rank": one.rank, "person": str(one.person), "name": one.name, "net": one.net, "games": one.games}


def joint(one: Joint) -> dict[str, Any]:
    """A line of a board of pairs."""
    told = {"rank": one.rank, "people": list(map(str, one.people)), "names": list(one.names)}
    return told | {"rating": one.rating, "provisional": one.provisional, "games": one.games}


def in_season(one: Total) -> dict[str, Any]:
    """A line of a season."""
    events = [told._asdict() | {"event": str(told.event)} for told in one.events]
    return {"rank": one.rank, "person": str(one.person), "name": one.name, "points": one.points, "events": events}


def season(one: Season) -> dict[str, Any]:
    """A season."""
    return {"id": str(one.id), "name": one.name, "begins": one.begins, "ends": one.ends, "best": one.best}


def result(one: Result) -> dict[str, Any]:
    """A game that is over: whether it counts, and if not, why, as a code and in words."""
    return {
        "number": one.number,
        "game": str(one.game),
        "at": one.at,
        "status": one.status,
        "pool": one.pool or None,
        "rated": not one.why,
        "reason": one.why or None,
        "reason_text": str(words.WHY[one.why]) if one.why else None,
        "sides": [
            {"people": list(map(str, side.people)), "names": list(side.names), "total": side.total, "rank": side.rank}
            for side in one.sides
        ],
        "before": one.before,
        "after": one.after,
        "ruling": ruling(one.ruled) if one.ruled else None,
    }


def ruling(one: Ruling) -> dict[str, Any]:
    """What was ruled about a game."""
    return {"annulled": one.annulled, "at": one.at, "reason": one.text or None}


def of_game(one: OfGame) -> dict[str, Any]:
    """All that ratings say of a game."""
    changes = [told._asdict() | {"person": str(told.person)} for told in one.changes]
    return result(one.result) | {"changes": changes, "rulings": list(map(ruling, one.rulings))}


def in_pool(one: InPool) -> dict[str, Any]:
    """What is known of somebody in a pool; mu and sigma ×10⁶."""
    history = [{"number": number, "at": at, "rating": rating} for number, at, rating in one.history]
    return one._asdict() | {"history": history}


def person(one: User, listed: bool | None) -> dict[str, Any]:
    """Whose ratings they are; whether everybody sees them is told to themselves."""
    return {"person": str(one.id), "name": one.username} | ({} if listed is None else {"listed": listed})
