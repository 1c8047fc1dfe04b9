"""The draft, who is in it, the seeds; how an event pauses, is protested against and ends."""

from datetime import datetime

from tournaments import state
from tournaments.evolve.common import Data, entry_of, later, moment
from tournaments.state import Times, Tournament


def _rules_changed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(rules=data["rules"])


def _published(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(status=state.OPEN, starts_at=moment(data["starts_at"]), closes_at=moment(data["closes_at"]))


def _entered(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(entries=(*t.entries, state.entry_of(data["entry"])))


def _accepted(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    entry = entry_of(t, data)
    return t.with_entry(entry._replace(agreed=(*entry.agreed, data["person"])))


def _asked_to_join(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    entry = entry_of(t, data)
    return t.with_entry(entry._replace(asks=(*entry.asks, data["other"])))


def _put_together(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    """The first of them is all of them now, and the others are no more."""
    first, *others = (entry_of(t, {"entry": id_}) for id_ in data["entries"])
    whole = first._replace(
        persons=first.persons + tuple(person for one in others for person in one.persons),
        agreed=first.agreed + tuple(person for one in others for person in one.agreed),
        here=all(one.here for one in (first, *others)),
        wanted=first.wanted - sum(len(one.persons) for one in others),
        asks=(),
    )
    for one in (whole, *(one._replace(withdrawn=state.TOGETHER) for one in others)):
        t = t.with_entry(one)
    return t


def _joined(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_entry(entry_of(t, data)._replace(seed=data["seed"], first=data["round"]))


def _checked_in(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_entry(entry_of(t, data)._replace(here=True))


def _rest_asked(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    entry = entry_of(t, data)
    others = tuple(one for one in entry.away if one != data["round"])
    return t.with_entry(entry._replace(away=tuple(sorted((*others, data["round"]))) if data["wanted"] else others))


def _substituted(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    entry, out, instead = entry_of(t, data), data["leaves"], data["comes"]
    persons = tuple(instead if one == out else one for one in entry.persons)
    changes = (*entry.changes, (data["round"], out, instead))
    reserves, ready = (tuple(one for one in people if one != instead) for people in (entry.reserves, entry.ready))
    changed = entry._replace(persons=persons, agreed=persons, changes=changes, reserves=reserves, ready=ready)
    return t.with_entry(changed)


def _withdrawn(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t.with_entry(entry_of(t, data)._replace(withdrawn=data["cause"]))


def _told(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    """What matters to whoever reads it; what follows from it has rows of its own."""
    return t


def _postponed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(starts_at=moment(data["starts_at"]), closes_at=moment(data["closes_at"]), postponed=True)


def _moved(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(starts_at=moment(data["starts_at"]), closes_at=moment(data["closes_at"]))


def _seeded(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    seeds = {id_: number for number, id_ in enumerate(data["order"], start=1)}
    return t._replace(
        status=state.RUNNING,
        seed=data["seed"],
        entries=tuple(entry._replace(seed=seeds.get(entry.id)) for entry in t.entries),
        times=tuple(map(state.times_of, data["times"])),
    )


def _completed(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(status=state.PROVISIONAL, until=moment(data["until"]))


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

    rounds = tuple(one if one.status == state.CLOSED else later(one, pause) for one in t.rounds)
    times = tuple(Times(*(moment + pause for moment in each)) for each in t.times)
    return t._replace(status=state.RUNNING, paused_at=None, rounds=rounds, times=times)


def _cancelled(t: Tournament, data: Data, version: int, at: datetime) -> Tournament:
    return t._replace(status=state.CANCELLED)


FOLDS = {
    "rules_changed": _rules_changed,
    "published": _published,
    "entered": _entered,
    "accepted": _accepted,
    "asked_to_join": _asked_to_join,
    "put_together": _put_together,
    "joined": _joined,
    "checked_in": _checked_in,
    "rest_asked": _rest_asked,
    "substituted": _substituted,
    "withdrawn": _withdrawn,
    "entries_closed": _told,
    "postponed": _postponed,
    "moved": _moved,
    "seeded": _seeded,
    "cut_short": _told,
    "completed": _completed,
    "protested": _protested,
    "answered": _answered,
    "finalized": _finalized,
    "paused": _paused,
    "resumed": _resumed,
    "cancelled": _cancelled,
}
