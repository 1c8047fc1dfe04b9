"""What a rehearsal has shown: how long rounds took, what would have gone wrong, and who stands where."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count

from games.models import Event
from tournaments import event_store, facts, state
from tournaments.defaults import LIVE, TURN_TAKES, WAKING
from tournaments.selectors import Seen

TURNS = ("discarded",)
"""Rows of a game that end a turn; a few turns end otherwise."""


class Played(NamedTuple):
    """A round: how many tables it had, how many of them did not end in time or were never made, who rested, whether
    somebody met somebody again; when it began and was over."""

    number: int
    tables: int
    late: int
    not_made: int
    rests: int
    rematches: int
    began_at: datetime | None
    closed_at: datetime | None

    @property
    def minutes(self) -> int | None:
        """How long it took, rounded up."""
        if self.began_at is None or self.closed_at is None:
            return None
        return -int(-(self.closed_at - self.began_at).total_seconds() // 60)


class Warn(NamedTuple):
    """Something that would have gone wrong, as a code and what belongs to it."""

    code: str
    data: dict[str, Any]


class Report(NamedTuple):
    """A rehearsal as it stands. `turns`: of a deal, at the table that took the most; `needed`: what people would take
    for a round, in minutes; None before a deal is over."""

    seen: Seen
    rounds: list[Played]
    turns: int | None
    needed: int | None
    warnings: list[Warn]


def report(seen: Seen, event: state.Tournament) -> Report:
    """What the rehearsal `seen` has shown about an event."""
    t = seen.state
    rounds = [_played(one) for one in t.rounds]
    turns = _turns(t)
    was = t.rules["rehearses"]
    needed = None
    if turns is not None:
        live = timedelta(minutes=was["round_minutes"]) < LIVE
        needed = round(turns * was["deals"] * TURN_TAKES["live" if live else "slow"] / timedelta(minutes=1))
    return Report(seen, rounds, turns, needed, _warnings(seen, event, rounds, needed))


def _played(one: state.Round) -> Played:
    cut = sum(table.status in (state.TRUNCATED, state.FORFEITED) for table in one.tables)
    not_made = sum(table.game is None for table in one.tables) if one.closed_at else 0
    again = sum(any(reason["code"] == "rematch" for reason in table.reasons) for table in one.tables)
    return Played(
        one.number, len(one.tables), cut - not_made, not_made, len(one.rests), again, one.began_at, one.closed_at
    )


def _turns(t: state.Tournament) -> int | None:
    """The turns of a deal, rounded up, at the table that took the most of all that have ended one."""
    games = [UUID(table.game) for one in t.rounds for table in one.tables if table.game]
    counted = Event.objects.filter(game__in=games, type__in=(*TURNS, "deal_scored")).values_list("game", "type")
    found: dict[Any, dict[str, int]] = {}
    for game, type_, number in counted.annotate(number=Count("version")):
        found.setdefault(game, {})[type_] = number
    whole = [told for told in found.values() if "deal_scored" in told]
    return max((-(-sum(told.get(one, 0) for one in TURNS) // told["deal_scored"]) for told in whole), default=None)


def _warnings(seen: Seen, event: state.Tournament, rounds: list[Played], needed: int | None) -> list[Warn]:
    t, was = seen.state, seen.state.rules["rehearses"]
    entries, declared = len(t.entries), t.rules["pairing"]["rounds"]
    found = []
    given = was["round_minutes"]
    if timedelta(minutes=given) >= LIVE:
        given = round(given * WAKING)
    if needed is not None and needed > given:
        found.append(Warn("too_short", {"needed": needed, "given": given}))
    if entries < was["least_entries"]:
        found.append(Warn("too_few", {"entries": entries, "least": was["least_entries"]}))
    if declared and t.times and len(t.times) < declared:
        found.append(Warn("fewer_rounds", {"rounds": len(t.times), "declared": declared}))
    for code, number in (
        ("rests", sum(one.rests for one in rounds)),
        ("rematches", sum(one.rematches for one in rounds)),
        ("late", sum(one.late for one in rounds)),
        ("not_made", sum(one.not_made for one in rounds)),
        ("pairing_failed", _failures(seen)),
    ):
        if number:
            found.append(Warn(code, {"n": number}))
    if was["deals"] != t.rules["deals"]:
        found.append(Warn("fewer_deals", {"deals": t.rules["deals"], "of": was["deals"]}))
    if was.get("real_cards"):
        found.append(Warn("real_cards", {}))
    if {name: event.rules.get(name) for name in was if name != "event"} != {
        name: value for name, value in was.items() if name != "event"
    }:
        found.append(Warn("changed", {}))
    return found


def _failures(seen: Seen) -> int:
    return sum(row.type == "pairing_failed" for row in event_store.stream(seen.id, seen.version))


def plain(told: Report) -> dict[str, Any]:
    """A report as it goes out."""
    t = told.seen.state
    rows = facts.standing(t).rows if t.times else []
    return {
        "id": str(told.seen.id),
        "event": t.rules["rehearses"]["event"],
        "status": t.status,
        "entries": len(t.entries),
        "all_rounds": len(t.times) or None,
        "rounds": [
            {**{name: getattr(one, name) for name in Played._fields[:6]}, "minutes": one.minutes} for one in told.rounds
        ],
        "turns_of_a_deal": told.turns,
        "minutes_of_people": told.needed,
        "warnings": [{"code": one.code, "data": one.data} for one in told.warnings],
        "standings": [{"entry": row.entry, "rank": row.rank} for row in rows],
    }
