"""Folding an event's stream: what each row makes of the state before. Never refuses. Pure."""

from datetime import datetime
from typing import Any

from config.kernel.rows import timestamp
from tournaments import state
from tournaments.events import Event
from tournaments.state import Entry, Round, Table, Times, Tournament


def _at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def evolve(before: Tournament | None, event: Event, version: int, at: datetime) -> Tournament:
    """The state after a row; `version` and `at` are the row's."""
    if event.type == "created":
        return Tournament(event.data["club"], event.data["rules"], at=at)
    if before is None:
        raise ValueError("the first row of an event is created")
    return _FOLDS[event.type](before, event.data, version, at)._replace(at=at)


Data = dict[str, Any]


def _rules_changed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(rules=data["rules"])


def _published(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(status=state.OPEN, starts_at=_at(data["starts_at"]), closes_at=_at(data["closes_at"]))


def _entered(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(entries=(*t.entries, state.entry_of(data["entry"])))


def _of(t: Tournament, data: Data) -> Entry:
    entry = t.entry(data["entry"])
    if entry is None:
        raise ValueError(f"there is no entry {data['entry']}")
    return entry


def _accepted(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    entry = _of(t, data)
    return t.with_entry(entry._replace(agreed=(*entry.agreed, data["person"])))


def _joined(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_entry(_of(t, data)._replace(seed=data["seed"], first=data["round"]))


def _checked_in(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_entry(_of(t, data)._replace(here=True))


def _withdrawn(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_entry(_of(t, data)._replace(withdrawn=data["cause"]))


def _told(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    """What matters to whoever reads it; what follows from it has rows of its own."""
    return t


def _postponed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(starts_at=_at(data["starts_at"]), closes_at=_at(data["closes_at"]), postponed=True)


def _seeded(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    seeds = {id_: number for number, id_ in enumerate(data["order"], start=1)}
    return t._replace(
        status=state.RUNNING,
        seed=data["seed"],
        entries=tuple(entry._replace(seed=seeds.get(entry.id)) for entry in t.entries),
        times=tuple(map(state.times_of, data["times"])),
    )


def _round_proposed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    pairing = dict(data["pairing"])
    tables, rests, number = pairing.pop("tables"), pairing.pop("rests"), pairing.pop("round")
    proposed = Round(
        number=number,
        status=state.PROPOSED,
        tables=tuple(state.table_of(table) for table in tables),
        rests=tuple(rests),
        pairing=pairing,
        times=state.times_of(data["times"]),
        publish_at=_at(data["publish_at"]),
    )
    return t._replace(rounds=(*t.rounds, proposed), failures=0, why={})


def _proposal_dropped(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(rounds=t.rounds[:-1])


def _pairing_failed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(failures=t.failures + 1, why={**data["data"], "code": data["code"], "at": timestamp(at)})


def _pairing_retried(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(failures=0, why={})


def _wished(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    pair = tuple(sorted(data["entries"]))
    others = tuple(wish for wish in t.wishes if wish[1:] != pair)
    wishes = (*others, (data["what"], *pair)) if data["what"] else others
    return t._replace(wishes=wishes, failures=0, why={})


def _round(t: Tournament, data: Data) -> Round:
    return t.rounds[data["round"] - 1]


def _round_published(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    lasting = tuple(wish for wish in t.wishes if wish[0] != state.MEET)
    return t.with_round(_round(t, data)._replace(status=state.PUBLISHED))._replace(wishes=lasting)


def _round_opened(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    opened = _round(t, data)._replace(status=state.PLAYING, times=state.times_of(data["times"]), began_at=at)
    return t.with_round(opened)


def _with_table(t: Tournament, data: Data, **changes: Any) -> Tournament:
    one = _round(t, data)
    tables = tuple(table._replace(**changes) if table.number == data["table"] else table for table in one.tables)
    return t.with_round(one._replace(tables=tables))


def _table_made(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return _with_table(t, data, game=data["game"], status=state.ON)


def _outcome(data: Data) -> dict[str, Any]:
    empty = Table(0, ())
    return {
        "status": data["status"],
        "totals": tuple(data["totals"]) if "totals" in data else None,
        "losers": tuple(data.get("losers", ())),
        "fault": data.get("fault"),
        "points": data.get("points", empty.points),
    }


def _result(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return _with_table(t, data, **_outcome(data), outcome=data.get("outcome"))


def _ruled(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return _with_table(t, data, **_outcome(data["after"]))


def _grace_began(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_round(_round(t, data)._replace(status=state.GRACE))


def _extended(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_round(_round(t, data)._replace(status=state.PLAYING, times=state.times_of(data["times"])))


def _delayed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_round(_round(t, data)._replace(times=state.times_of(data["times"])))._replace(outage=data["outage"])


def _penalized(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(penalties=(*t.penalties, data))


def _round_closed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_round(_round(t, data)._replace(status=state.CLOSED, closed_at=at))


def _completed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(status=state.PROVISIONAL, until=_at(data["until"]))


def _protested(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(protests=(*t.protests, (version, data["entry"])))


def _answered(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(protests=tuple(one for one in t.protests if one[0] != data["protest"]))


def _finalized(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(status=state.FINAL, standing=data["standing"])


def _paused(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(status=state.PAUSED, paused_at=at)


def _resumed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    """Whatever time was to come is later by the pause."""
    if t.paused_at is None:
        return t
    pause = at - t.paused_at

    def later(times: Times) -> Times:
        return Times(*(moment + pause for moment in times))

    rounds = [
        one if one.status == state.CLOSED else one._replace(times=later(one.times), publish_at=one.publish_at + pause)
        for one in t.rounds
    ]
    return t._replace(status=state.RUNNING, paused_at=None, rounds=tuple(rounds), times=tuple(map(later, t.times)))


def _cancelled(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(status=state.CANCELLED)


_FOLDS = {
    "rules_changed": _rules_changed,
    "published": _published,
    "entered": _entered,
    "accepted": _accepted,
    "joined": _joined,
    "checked_in": _checked_in,
    "withdrawn": _withdrawn,
    "entries_closed": _told,
    "postponed": _postponed,
    "seeded": _seeded,
    "round_proposed": _round_proposed,
    "proposal_dropped": _proposal_dropped,
    "pairing_failed": _pairing_failed,
    "pairing_retried": _pairing_retried,
    "wished": _wished,
    "round_published": _round_published,
    "round_opened": _round_opened,
    "table_made": _table_made,
    "result": _result,
    "ruled": _ruled,
    "grace_began": _grace_began,
    "extended": _extended,
    "delayed": _delayed,
    "cut_short": _told,
    "penalized": _penalized,
    "round_closed": _round_closed,
    "completed": _completed,
    "protested": _protested,
    "answered": _answered,
    "finalized": _finalized,
    "paused": _paused,
    "resumed": _resumed,
    "cancelled": _cancelled,
}
