"""The only shapes in which tables go out: events, views, lists. What a viewer may see is chosen here, by allow-list."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from accounts.selectors import Known
from engine import legal, sight
from engine.presets import PRESETS
from games import clock, clock_words, table
from games.clock import calendars
from games.projector import State
from games.rows import PERSONS, Row, timestamp

Names = Mapping[str, Known]
"""What is told of people, by their ids."""

SOMEBODY = "—"
"""The name of a person who is gone."""
OWN_RULES = "custom"

HOLDERS = ("holder", "was")
"""The fields of events that say who holds a seat, or held it."""

_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class Audience(NamedTuple):
    """For whom something is written: the seat (None: a spectator), and up to which row the log is open to all.

    `since`: when they sat down there; what was the seat's alone before that was another's.
    """

    seat: int | None
    opened: int
    since: int = 0


def audience_of(state: State, seat: int | None) -> Audience:
    """What one seat, or no seat, may see of a table in this state."""
    return Audience(seat, state.marks.opened, 0 if seat is None else state.table.seats[seat].since)


def may_see(row: Row, field: str, who: Audience) -> bool:
    """Whether the mark of a field lets this audience see it. A field without a mark is nobody's."""
    try:
        mark = table.AUDIENCE[row.type][field] if row.type in table.AUDIENCE else sight.audience(row.type, field)
    except KeyError:
        return False
    if mark == sight.PUBLIC:
        return True
    if mark == table.OWN:
        return row.seat is not None and row.seat == who.seat and row.version > who.since
    return row.version <= who.opened or (mark == sight.SEAT and row.seat is not None and row.seat == who.seat)


def event(row: Row, who: Audience, names: Names) -> dict[str, Any]:
    """One EVENT of wire.md."""
    parts: dict[str, Any] = {}
    kept_back: dict[str, int] = {}
    for name, value in row.data.items():
        if may_see(row, name, who):
            parts[name] = _holder(value, names) if name in HOLDERS else value
    for name, value in row.values().items():
        if may_see(row, name, who):
            parts[name] = value
        else:
            kept_back[name] = 1 if _is_own(row, name) else _count(value)
    told: dict[str, Any] = {
        "version": row.version,
        "type": row.type,
        "at": timestamp(row.at),
        "seat": row.seat,
        "actor": {"kind": row.actor_kind, "name": _name(row.actor_kind, row.actor_id, names)},
        "action_id": str(row.action_id),
        "data": parts,
    }
    if kept_back:
        told["hidden"] = kept_back
    return told


def _is_own(row: Row, field: str) -> bool:
    """Whether a hidden part is its seat's own, of which not even the size is told."""
    return table.AUDIENCE.get(row.type, {}).get(field) == table.OWN


def _count(value: Any) -> int:
    """How much is hidden: of a text of cards, how many; of anything else that has parts, their number."""
    if isinstance(value, str):
        return len(value.split())
    return len(value) if isinstance(value, list | dict) else 1


def _name(kind: str, id_: str, names: Names) -> str:
    if kind not in PERSONS:
        return id_
    return names[id_].name if id_ in names else SOMEBODY


def _holder(holder: Mapping[str, Any], names: Names) -> dict[str, str]:
    kind, id_ = holder["kind"], holder["id"]
    shown = names[id_].kind if kind == "user" and id_ in names else kind
    return {"kind": shown, "name": _name(kind, id_, names)}


def people_in(rows: Iterable[Row]) -> set[str]:
    """The ids of all people who are named in these rows."""
    found = {row.actor_id for row in rows if row.actor_kind in PERSONS}
    holders = (row.data[name] for row in rows for name in HOLDERS if name in row.data)
    return found | {holder["id"] for holder in holders if holder["kind"] == "user"}


def people_at(state: State) -> set[str]:
    """The ids of all people who sit at a table, are asked to, or have left."""
    seats = state.table.seats
    holders = [seat.holder for seat in seats] + [seat.away.holder for seat in seats if seat.away]
    holders += [one.holder for one in state.table.gone]
    return {holder.id for holder in holders if holder and holder.kind == "user"}


def player(seat: table.Seat, names: Names) -> dict[str, Any]:
    """{"player": …} of a seat; empty for an open one."""
    if seat.holder is None:
        return {}
    told: dict[str, Any] = _holder(seat.holder._asdict(), names)
    if seat.invited:
        told["invited"] = True
    if seat.holder.kind == "user" and seat.holder.id in names and names[seat.holder.id].program:
        told["program"] = True
    if seat.away is not None:
        told["for"] = _holder(seat.away.holder._asdict(), names) | {
            "returns": seat.away.returns,
            "wanted": seat.away.wanted,
        }
    return {"player": told, **({"offered": True} if seat.offer is not None else {})}


def _seat(seat: table.Seat, names: Names) -> dict[str, Any]:
    """Who holds a seat, and whether their partner may look for a substitute."""
    return player(seat, names) | ({"absent": True} if seat.absent else {})


def view(state: State, seat: int | None, names: Names) -> dict[str, Any]:
    """The `view` of wire.md: the game as this seat may see it, and the table around it."""
    told = sight.view(state.game, seat)
    deadlines = state.deadlines()
    at_table = [_seat(one, names) | _time_of(state, n, deadlines) for n, one in enumerate(state.table.seats)]
    return told | {
        "status": state.status,
        "seat": seat,
        "seats": [game | who for game, who in zip(told["seats"], at_table, strict=True)],
        "visibility": state.table.visibility,
        "clock": state.table.clock,
        "deadline": _time(min(deadlines.values(), default=None)),
        "commitments": list(state.table.commitments),
        "pause_wanted_by": list(state.table.consents),
        "resign_wanted_by": list(state.table.resigning),
        "forfeited_by": list(state.table.forfeited),
        "left": _left(state, names),
        "winners": list(state.winners) if state.over else None,
        "undo_allowed": state.table.undo,
        "undo": undo_of(state),
        **({"club": state.table.club} if state.table.club else {}),
    }


def _left(state: State, names: Names) -> list[dict[str, Any]]:
    return [
        {"seat": one.seat, "player": _holder(one.holder._asdict(), names), "how": one.how} for one in state.table.gone
    ]


def moment(state: State, seat: int | None, names: Names, *, face_up: bool) -> dict[str, Any]:
    """A view of what is past: the game as it stood and who sat there; nothing of time left, nor of what could be done.

    `face_up`: of a deal that is over, with all cards.
    """
    told = sight.view(state.game, seat, face_up=face_up)
    return told | {
        "status": state.status,
        "seat": seat,
        "seats": [game | player(who, names) for game, who in zip(told["seats"], state.table.seats, strict=True)],
        "forfeited_by": list(state.table.forfeited),
        "left": _left(state, names),
        "winners": list(state.winners) if state.over else None,
    }


def undo_of(state: State) -> dict[str, Any] | None:
    """What can be taken back; once that is wanted, who agrees, who has still to, and what would then be."""
    last = state.undoable
    if last is None:
        return None
    told = {"version": last.version, "seat": last.seat, "type": last.type, "data": last.data}
    if not last.agreed:
        return told
    before = sight.view(last.before.game(state.game), None)
    return told | {
        "agreed": list(last.agreed),
        "waiting_for": sorted(state.table.persons.difference(last.agreed)),
        "result": {
            "turn": before["turn"],
            "hand_size": before["seats"][last.seat]["hand_size"],
            "pile": before["pile"],
            "melds": before["teams"][state.game.team_of(last.seat)]["melds"],
        },
    }


def _time_of(state: State, seat: int, deadlines: Mapping[int, datetime]) -> dict[str, Any]:
    """When a seat's decision is due, and what its bank held before it: nothing that changes by itself."""
    told: dict[str, Any] = {"deadline": timestamp(deadlines[seat])} if seat in deadlines else {}
    if "bank_seconds" in state.table.clock or "increment_seconds" in state.table.clock:
        told["bank_seconds"] = state.clock.seats[seat].bank // 1000
    return told


def _time(at: datetime | None) -> str | None:
    return None if at is None else timestamp(at)


PRIVATE_RESTS = frozenset((calendars.QUIET, calendars.WEEKEND, calendars.VACATION))
REST = "rest"
"""What others are told of a player's calendar: that the clock rests."""


def clock_body(version: int, state: State, seat: int | None, now: datetime) -> dict[str, Any]:
    """The body of `GET /api/games/{id}/clock`: what is granted, and each seat's time with its explanation."""
    granted = clock.of(state.table.clock)
    return {
        "version": version,
        "now": timestamp(now),
        "status": state.status,
        "settings": state.table.clock,
        "preset": clock.name_of(state.table.clock),
        "says": clock_words.settings(state.table.clock),
        "seats": [_reading(one, one.seat == seat) for one in clock.read(granted, state.clock, now, state.outages)],
    }


def _reading(one: clock.Reading, own: bool) -> dict[str, Any]:
    standing = one.standing
    items: dict[str, int] = {}
    for item in one.items:
        kind = _reason(item.kind, own)
        items[kind] = items.get(kind, 0) + item.milliseconds
    return {
        "seat": one.seat,
        "deciding": one.kind,
        "since": _time(one.since),
        "deadline": _time(one.deadline),
        "turn_seconds": one.turn / 1000,
        "bank_seconds": one.bank / 1000,
        "stands_still": standing
        and {"until": _time(standing.until), "why": list(dict.fromkeys(_reason(kind, own) for kind in standing.kinds))},
        "items": [
            {"kind": kind, "seconds": milliseconds / 1000, "says": clock_words.item(kind, milliseconds // 1000)}
            for kind, milliseconds in items.items()
        ],
    }


def _reason(kind: str, own: bool) -> str:
    return REST if kind in PRIVATE_RESTS and not own else kind


def legal_of(state: State, seat: int | None) -> dict[str, Any]:
    """The `legal` of wire.md."""
    playing = seat is not None and seat in state.to_act
    return {"actions": legal.actions(state.game, seat) if playing else []}


def game_body(game_id: UUID, version: int, state: State, seat: int | None, names: Names) -> dict[str, Any]:
    """The body of `GET /api/games/{id}`."""
    return {
        "id": str(game_id),
        "version": version,
        "view": view(state, seat, names),
        "legal": legal_of(state, seat),
    }


def receipt(action_id: UUID, version: int) -> dict[str, Any]:
    """The answer to an accepted action."""
    return {"action_id": str(action_id), "version": version}


def visit(version: int, at: datetime | None) -> dict[str, Any]:
    """Up to where somebody has seen a table; for them alone."""
    return {"version": version, "at": _time(at)}


def etag(version: int, seat: int | None, form: str = "json", outages: int = 0) -> str:
    """Version and audience, on which a body with a seat's cards depends, and the form in which it is written.

    `outages`: how much downtime there was, which moves deadlines without an event of the table.
    """
    audience = "table" if seat is None else f"seat{seat}"
    if outages:
        audience += f"-{outages}"
    return f'"{version}-{audience}"' if form == "json" else f'"{version}-{audience}-{form}"'


def ruleset_name(ruleset: Mapping[str, Any]) -> str:
    """The name of the preset that this complete record is, or `custom`."""
    return next((name for name, preset in PRESETS.items() if preset.to_dict() == ruleset), OWN_RULES)


def line(told: Mapping[str, Any]) -> str:
    """Compact JSON text, as sockets and NDJSON carry it."""
    return _COMPACT.encode(told)
