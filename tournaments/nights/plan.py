"""What a series of club nights is, folded from its stream: plain immutable values. Pure.

{"club", "rules": the document of a night's event (when it begins aside), "rule": the days (RFC 5545), "starts": the
first wall time, "zone", "ends": the first day on which there is none any more, "publish_days": so many days before a
night it is published by itself (none: whoever runs it does), "follows": the series of which it is the later part}
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from tournaments import schedule
from tournaments.schedule import Series

Data = Mapping[str, Any]


class Plan(NamedTuple):
    """A series. `events`: the nights that are events, by their days."""

    club: str
    rules: dict[str, Any]
    series: Series
    publish_days: int | None = None
    follows: str | None = None
    events: Mapping[date, str] = {}

    @property
    def name(self) -> str:
        """What the nights are called."""
        return str(self.rules["name"])


def created(plan: Plan) -> dict[str, Any]:
    """The first row of a series' stream."""
    told = {
        "club": plan.club,
        "rules": plan.rules,
        "rule": plan.series.rule,
        "starts": plan.series.starts.isoformat(timespec="minutes"),
        "zone": plan.series.zone,
        "ends": plan.series.ends and plan.series.ends.isoformat(),
        "publish_days": plan.publish_days,
        "follows": plan.follows,
        "events": {day.isoformat(): event for day, event in plan.events.items()},
    }
    return {name: value for name, value in told.items() if value is not None}


def evolve(plan: Plan | None, type: str, data: Data) -> Plan:
    """The series after a row. Never refuses."""
    if type == "created":
        return read(data)
    if plan is None:
        raise ValueError("the first row of a series is created")
    day = date.fromisoformat(data["day"])
    match type:
        case "moved":
            return plan._replace(series=schedule.move_one(plan.series, day, datetime.fromisoformat(data["starts"])))
        case "called_off":
            return plan._replace(series=schedule.call_off(plan.series, day))
        case "made":
            return plan._replace(events={**plan.events, day: data["event"]})
        case "ended":
            left = schedule.end(plan.series, day)
            handed = set(data.get("handed", ()))
            return plan._replace(
                series=left, events={key: event for key, event in plan.events.items() if event not in handed}
            )
    raise ValueError(f"{type!r} is no row of a series")


# --- As JSON ------------------------------------------------------------------------------------------------------


def plain(plan: Plan) -> dict[str, Any]:
    """A series as plain JSON."""
    return created(plan) | {
        "moved": {day.isoformat(): wall.isoformat(timespec="minutes") for day, wall in plan.series.moved},
        "called_off": [day.isoformat() for day in plan.series.called_off],
    }


def read(data: Data) -> Plan:
    """The series that `plain` wrote, or that a first row tells of."""
    moved = data.get("moved", {}).items()
    series = Series(
        data["rule"],
        datetime.fromisoformat(data["starts"]),
        data["zone"],
        date.fromisoformat(data["ends"]) if "ends" in data else None,
        tuple((date.fromisoformat(day), datetime.fromisoformat(wall)) for day, wall in moved),
        tuple(map(date.fromisoformat, data.get("called_off", ()))),
    )
    events = {date.fromisoformat(day): event for day, event in data.get("events", {}).items()}
    return Plan(data["club"], data["rules"], series, data.get("publish_days"), data.get("follows"), events)
