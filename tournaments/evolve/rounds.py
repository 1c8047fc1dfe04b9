"""A round from its proposal to its close."""

from datetime import datetime, timedelta

from config.kernel.rows import timestamp
from tournaments import calendar, state
from tournaments.evolve.common import Data, later, moment, round_of, with_table
from tournaments.evolve.rulings import outcome
from tournaments.state import Entry, Round, Tournament


def _round_proposed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    pairing = dict(data["pairing"])
    tables, rests, number = pairing.pop("tables"), pairing.pop("rests"), pairing.pop("round")
    real = t.rules.get("real_cards", False)
    again = state.ATTEMPTS * sum(one.number == number for one in t.void)  # its games are others than those before
    proposed = Round(
        number=number,
        status=state.PROPOSED,
        tables=tuple(state.table_of(table)._replace(attempt=again, real=real) for table in tables),
        rests=tuple(rests),
        pairing=pairing,
        times=state.times_of(data["times"]),
        publish_at=moment(data["publish_at"]),
    )
    return t._replace(rounds=(*t.rounds, proposed), failures=0, why={})


def _proposal_dropped(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(rounds=t.rounds[:-1])


def _repaired(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    """It was never played; what was paired stays known. Who was to begin with the next one, or to play for another from
    then on, does so with it."""
    tables = tuple(one if one.over else one._replace(status=state.VOID) for one in t.rounds[-1].tables)
    old = t.rounds[-1]._replace(status=state.VOID, tables=tables)
    entries = tuple(_from_round(one, old.number) for one in t.entries)
    return t._replace(entries=entries, rounds=t.rounds[:-1], void=(*t.void, old))


def _from_round(one: Entry, number: int) -> Entry:
    changes = tuple((min(first, number), out, instead) for first, out, instead in one.changes)
    return one._replace(first=min(one.first, number), changes=changes)


def _looked_for(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    missing = tuple(sorted(map(int, data["tables"])))
    until = moment(data["until"]) if missing else None
    one = round_of(t, data)
    tables = tuple(
        table._replace(looked=True)
        if table.adjourned and (due := calendar.look_at(t, one, table)) and due <= at
        else table
        for table in one.tables
    )
    return t.with_round(one._replace(tables=tables, looked=True, missing=missing, answer_by=until))


def _search_ended(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_round(round_of(t, data)._replace(missing=(), answer_by=None))


def _pairing_failed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(failures=t.failures + 1, why={**data["data"], "code": data["code"], "at": timestamp(at)})


def _pairing_retried(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(failures=0, why={})


def _wished(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    pair = tuple(sorted(data["entries"]))
    others = tuple(wish for wish in t.wishes if wish[1:] != pair)
    wishes = (*others, (data["what"], *pair)) if data["what"] else others
    return t._replace(wishes=wishes, failures=0, why={})


def _round_published(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    lasting = tuple(wish for wish in t.wishes if wish[0] != state.MEET)
    return t.with_round(round_of(t, data)._replace(status=state.PUBLISHED))._replace(wishes=lasting)


def _round_opened(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    opened = round_of(t, data)._replace(status=state.PLAYING, times=state.times_of(data["times"]), began_at=at)
    tables = (table._replace(status=state.ON) if _begins(table) else table for table in opened.tables)
    return t.with_round(opened._replace(tables=tuple(tables)))


def _begins(table: state.Table) -> bool:
    """With real cards nothing is to be waited for."""
    return table.real and not table.over


def _table_made(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return with_table(t, data, game=data["game"], status=state.ON)


def _result(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return with_table(t, data, **outcome(data), outcome=data.get("outcome"), by=data["by"])


def _grace_began(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_round(round_of(t, data)._replace(status=state.GRACE))


def _extended(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_round(round_of(t, data)._replace(status=state.PLAYING, times=state.times_of(data["times"])))


def _table_extended(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return with_table(t, data, until=moment(data["until"]))


def _delayed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    one = later(round_of(t, data), timedelta(seconds=data["seconds"]))
    return t.with_round(one._replace(times=state.times_of(data["times"])))._replace(outage=data["outage"])


def _round_closed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_round(round_of(t, data)._replace(status=state.CLOSED, closed_at=at))


FOLDS = {
    "round_proposed": _round_proposed,
    "proposal_dropped": _proposal_dropped,
    "repaired": _repaired,
    "looked_for": _looked_for,
    "search_ended": _search_ended,
    "pairing_failed": _pairing_failed,
    "pairing_retried": _pairing_retried,
    "wished": _wished,
    "round_published": _round_published,
    "round_opened": _round_opened,
    "table_made": _table_made,
    "result": _result,
    "grace_began": _grace_began,
    "extended": _extended,
    "table_extended": _table_extended,
    "delayed": _delayed,
    "round_closed": _round_closed,
}
