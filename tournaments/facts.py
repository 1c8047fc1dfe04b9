"""What pairing and standings are told of an event: its field, and how every entry spent every closed round. Pure."""

from typing import Any

from tournaments import results, state
from tournaments.formats import FORMATS, Wishes
from tournaments.results import Assigned, Entry, Fact, Penalty, Played, Unplayed
from tournaments.rules import Rules, rules_of
from tournaments.standings import Standings, standings
from tournaments.state import Round, Table, Tournament


def rules(t: Tournament) -> Rules:
    """The part of its rules that pairing and standings read."""
    return rules_of(t.rules["pairing"])


def field(t: Tournament) -> list[Entry]:
    """Who was seeded, withdrawn or not."""
    return [Entry(entry.id, entry.seed, entry.active) for entry in t.entries if entry.seed is not None]


def wishes(t: Tournament) -> Wishes:
    """What the director has asked of the next pairing, of entries that are in it."""
    resting = half_byes(t)
    active = {entry.id for entry in t.entries if entry.active and entry.seed is not None}
    active -= {*resting, *away(t)}
    pairs = {state.MEET: [], state.PART: []}  # type: dict[str, list[tuple[str, str]]]
    for what, one, other in t.wishes:
        if {one, other} <= active:
            pairs[what].append((one, other))
    return Wishes(tuple(pairs[state.MEET]), tuple(pairs[state.PART]), resting)


def _cannot(t: Tournament) -> list[state.Entry]:
    """Who has said that they cannot play the next round; nobody, where too few would be left for a table."""
    number, its = len(t.rounds) + 1, rules(t)
    active = [entry for entry in t.entries if entry.active and entry.seed is not None]
    gone = [entry for entry in active if number in entry.away]
    least = min(sides * each for sides, each in FORMATS[its.format].shapes(its))
    return gone if len(active) - len(gone) >= least else []


def half_byes(t: Tournament) -> tuple[str, ...]:
    """Who rests in the next round, as asked, for a draw: the first time that they do."""
    rested = {rest["entry"] for one in t.rounds for rest in one.rests if rest["kind"] == results.HALF_BYE}
    return tuple(entry.id for entry in _cannot(t) if entry.id not in rested)


def away(t: Tournament) -> tuple[str, ...]:
    """Who is away in the next round, for nothing: they have rested before."""
    rests = half_byes(t)
    return tuple(entry.id for entry in _cannot(t) if entry.id not in rests)


def closed(t: Tournament) -> int:
    """How many rounds are over."""
    return sum(one.status == state.CLOSED for one in t.rounds)


def facts(t: Tournament) -> list[Fact]:
    """How every entry spent every closed round, as it counts now."""
    told = [fact for one in t.rounds if one.status == state.CLOSED for fact in _of_round(one)]
    late = [entry for entry in t.entries if entry.seed is not None and entry.first > 1]
    for entry in late:
        told += [fact for fact in results.missed_rounds(entry.id, entry.first) if fact.round <= closed(t)]
    return told + _penalties(t)


def _penalties(t: Tournament) -> list[Fact]:
    """What was taken from whom; the row of it tells more than that. Who was never seeded stands nowhere. Once no round
    is to come, what was taken for one that never came counts with the last."""
    seeded, last = {entry.id for entry in t.entries if entry.seed is not None}, closed(t)
    over = last > 0 and t.status in (state.PROVISIONAL, state.FINAL)
    return [
        Penalty(min(one["round"], last), one["entry"], one["match_points"], one["vp"])
        for one in t.penalties
        if (over or one["round"] <= last) and one["entry"] in seeded
    ]


def _of_round(one: Round) -> list[Fact]:
    rests = [Unplayed(one.number, rest["entry"], rest["kind"], tuple(rest["opponents"])) for rest in one.rests]
    return [*rests, *(fact for table in one.tables for fact in _of_table(one.number, table))]


def _of_table(number: int, table: Table) -> list[Fact]:
    if table.status == state.FORFEITED:
        return [
            Unplayed(
                number,
                entry,
                _forfeit(table, side, entry),
                tuple(other for other in table.entries if other not in table.sides[side]),
            )
            for side, entries in enumerate(table.sides)
            for entry in entries
        ]
    if table.status == state.ASSIGNED:
        return [
            Assigned(number, entry, tuple(other for other in table.entries if other != entry), **_points(table, entry))
            for entry in table.entries
        ]
    return [Played(number, table.number, table.sides, table.totals or (), table.fault)]


def _forfeit(table: Table, side: int, entry: str) -> str:
    """What a forfeited table is for an entry of it; whose partner has left them sits out."""
    if side not in table.losers:
        return results.FORFEIT_WIN
    left = bool(table.gone) and entry not in table.gone and any(one in table.gone for one in table.sides[side])
    return results.SIT_OUT if left else results.FORFEIT_LOSS


def _points(table: Table, entry: str) -> dict[str, Any]:
    return {name: table.points[entry].get(name, 0) for name in ("match_points", "vp", "net")}


def own_play(t: Tournament, entry: state.Entry) -> bool:
    """Whether those who entered have played at least half of what was played for it: else it ranks below the others."""
    entered, sat = set(entry.line_up(0)), [0, 0]
    for one in t.rounds:
        if any(entry.id in table.entries for table in one.tables):
            for person in entry.line_up(one.number):
                sat[person in entered] += 1
    return sat[True] >= sat[False]


def standing(t: Tournament, after: int | None = None) -> Standings:
    """Who stands where after the rounds that are closed, or the first of them, with results as they count now. Final
    once no round is to come."""
    rounds = closed(t) if after is None else min(after, closed(t))
    final = t.status in (state.PROVISIONAL, state.FINAL) and rounds == closed(t)
    strangers = {entry.id for entry in t.entries if final and entry.changes and not own_play(t, entry)}
    return standings(rules(t), field(t), facts(t), rounds, final, strangers)
