"""The wire shapes of club nights."""

from datetime import datetime, timedelta
from typing import Any

from accounts.selectors import people_by_id
from config.kernel.rows import timestamp
from tournaments.nights import plan as plans
from tournaments.nights import selectors, store
from tournaments.nights.models import Series
from tournaments.nights.plan import Plan
from tournaments.nights.selectors import Seen, Shown


def in_list(one: Series) -> dict[str, Any]:
    """A series in a list."""
    return _series(one, plans.read(one.state))


def _series(one: Series, plan: Plan) -> dict[str, Any]:
    return {
        "id": str(one.id),
        "club": str(one.club),
        "name": plan.name,
        "rule": plan.series.rule,
        "starts": plan.series.starts.isoformat(timespec="minutes"),
        "zone": plan.series.zone,
        "ends": plan.series.ends and plan.series.ends.isoformat(),
        "publish_days": plan.publish_days,
        "follows": plan.follows,
    }


def series(seen: Seen, now: datetime) -> dict[str, Any]:
    """A series with the nights to come."""
    told = {"version": seen.one.version, "rules": seen.plan.rules}
    return _series(seen.one, seen.plan) | told | {"nights": [_night(one) for one in selectors.nights(seen, now)]}


def _night(one: Shown) -> dict[str, Any]:
    return {
        "day": one.day.isoformat(),
        "starts": one.begins.wall.isoformat(timespec="minutes"),
        "at": timestamp(one.begins.at),
        "offset_minutes": one.begins.offset // timedelta(minutes=1),
        "clocks": one.begins.told,
        "event": one.event and str(one.event),
        "status": one.status,
        "moved": one.moved,
        "called_off": one.off,
    }


def rows(seen: Seen) -> list[dict[str, Any]]:
    """The stream of a series."""
    found = store.rows(seen.one)
    known = people_by_id({row.actor_id for row in found if row.actor_kind == "user"})
    return [
        {
            "version": row.version,
            "type": row.type,
            "at": timestamp(row.at),
            "actor": {
                "kind": row.actor_kind,
                "name": known[row.actor_id].name if row.actor_id in known else row.actor_id,
            },
            "data": row.data,
            "hash": row.hash,
        }
        for row in found
    ]
