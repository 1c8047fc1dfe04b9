"""The wire shapes of events: what goes out, for who looks. A proposed round is the officers' alone."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import Known, people_by_id
from config.kernel.rows import Row, timestamp
from tournaments import documents, facts, selectors, state
from tournaments.commands import CannotPair, Propose
from tournaments.dry_run import DryRun
from tournaments.forecast import Forecast, Span
from tournaments.models import Tournament
from tournaments.selectors import Seen
from tournaments.standings import plain

RULES = "rule in events"


def in_list(one: Tournament) -> dict[str, Any]:
    """An event in a list."""
    return {
        "id": str(one.id),
        "club": str(one.club),
        "name": one.name,
        "external_id": one.external_id,
        "status": one.status,
        "starts_at": None if one.starts_at is None else timestamp(one.starts_at),
    }


def names_of(t: state.Tournament) -> dict[str, Known]:
    """What the people of all entries are called now; a rehearsal's are bots, with numbers."""
    if t.rehearses:
        every = [person for entry in t.entries for person in entry.persons]
        return {bot: Known(_("Bot %(n)s") % {"n": number}, "user", True) for number, bot in enumerate(every, start=1)}
    return people_by_id({person for entry in t.entries for person in (*entry.persons, *entry.reserves)})


def event(seen: Seen, user: User | None) -> dict[str, Any]:
    """An event as who looks may see it."""
    t = seen.state
    known = names_of(t)
    return {
        "id": str(seen.id),
        "version": seen.version,
        "club": t.club,
        "name": t.rules["name"],
        "status": t.status,
        "rules": t.rules,
        "rules_hash": documents.digest(t.rules),
        "starts_at": _time(t.starts_at),
        "closes_at": _time(t.closes_at),
        "until": _time(t.until),
        "entries": [entry(one, known) for one in t.entries],
        "rounds": [round_(one) for one in shown(seen)],
        "void": [round_(as_told(seen, one)) for one in seen.state.void],
        "all_rounds": len(t.times) or None,
        "corrections": [correction(one) for one in t.corrections],
        "standings": plain(facts.standing(t)) if t.times and seen.standings_shown else None,
        "mine": mine(seen, user),
    }


def shown(seen: Seen) -> Iterable[state.Round]:
    """The rounds that who looks may see, and of them the tables."""
    return [as_told(seen, one) for one in seen.state.rounds if one.status != state.PROPOSED or seen.may(RULES)]


BY_STANDING = {
    "same_score",
    "float",
    "repeat_float",
    "by_standing",
    "lowest_of_fewest_byes",
    "lowest_of_fewest_sit_outs",
}
"""Reasons of a pairing that tell who stands where, by their code as much as by their data."""
KEPT_BACK: dict[str, Any] = {"code": "kept_back", "data": {}}


def as_told(seen: Seen, one: state.Round) -> state.Round:
    """A round with the tables and rests that who looks may know of, and of their reasons what they may. Of what the
    pairing was made is told with all of it."""
    tables = tuple(
        table._replace(reasons=_reasons(seen, table.reasons)) for table in one.tables if seen.sees(one, table.entries)
    )
    rests = tuple(
        rest | {"reasons": list(_reasons(seen, rest["reasons"]))}
        for rest in one.rests
        if seen.sees(one, _of_rest(rest))
    )
    pairing = one.pairing if seen.standings_shown and _whole(seen, one) else {}
    return one._replace(tables=tables, rests=rests, pairing=pairing)


def _reasons(seen: Seen, reasons: Iterable[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """The reasons of a table or a rest; where the standings are kept back, none that tells of them."""
    if seen.standings_shown:
        return tuple(reasons)
    told = [KEPT_BACK if reason["code"] in BY_STANDING else reason for reason in reasons]
    return tuple(reason for place, reason in enumerate(told) if reason not in told[:place])


def _of_rest(rest: dict[str, Any]) -> tuple[str, ...]:
    return (rest["entry"], *rest["opponents"])


def _whole(seen: Seen, one: state.Round) -> bool:
    """Whether who looks may know of everything in a round."""
    every = [*(table.entries for table in one.tables), *map(_of_rest, one.rests)]
    return all(seen.sees(one, entries) for entries in every)


def _time(at: Any) -> str | None:
    return None if at is None else timestamp(at)


def entry(one: state.Entry, known: dict[str, Known]) -> dict[str, Any]:
    """An entry by the names of its people."""
    return {
        "id": one.id,
        "names": [known[person].name for person in one.persons],
        "agreed": [known[person].name for person in one.agreed],
        "here": one.here,
        "withdrawn": one.withdrawn,
        "seed": one.seed,
        "away": list(one.away),
        "external_id": one.external_id,
        "wanted": one.wanted,
        "asks": list(one.asks),
        "reserves": [known[person].name for person in one.reserves],
        "ready": [known[person].name for person in one.ready],
    }


def round_(one: state.Round) -> dict[str, Any]:
    """A round with its tables, and why they are as they are."""
    return {
        "number": one.number,
        "status": one.status,
        **{name: timestamp(at) for name, at in one.times._asdict().items()},
        "tables": [table(each) for each in one.tables],
        "rests": list(one.rests),
        "pairing": one.pairing,
    }


def table(one: state.Table) -> dict[str, Any]:
    """A table and what has become of it."""
    return {
        "number": one.number,
        "sides": [list(side) for side in one.sides],
        "reasons": list(one.reasons),
        "status": one.status,
        "game": one.game,
        "totals": None if one.totals is None else list(one.totals),
        "losers": list(one.losers),
        "fault": one.fault,
        "points": one.points,
        "real": one.real,
        "scores": one.scores,
        "gone": list(one.gone),
        "until": _time(one.until),
        "adjournment_asked": one.asked or None,
        "adjourned_until": _time(one.adjourned) if one.still else None,
    }


def correction(one: state.Correction) -> dict[str, Any]:
    """A correction that waits for a second officer, or for its time."""
    return {"correction": one.version, "ruling": one.ruling, "until": timestamp(one.until), "objected": one.objected}


def standings(seen: Seen, after: int | None) -> dict[str, Any]:
    """Who stands where after a round, and who met whom: `crosstable[entry][other]` is what came of each meeting."""
    t = seen.state
    if not t.times or not seen.standings_shown:
        return {"standings": None, "crosstable": {}}
    told = facts.standing(t, after)
    crosstable: dict[str, dict[str, list[dict[str, int]]]] = {row.entry: {} for row in told.rows}
    for row in told.rows:
        for line in row.lines:
            for other in line.opponents:
                cell = crosstable[row.entry].setdefault(other, [])
                cell.append({"round": line.round, "match_points": line.match_points, "vp": line.vp, "net": line.net})
    return {"standings": plain(told), "crosstable": crosstable}


def forecast(found: Forecast) -> dict[str, Any]:
    """When a round and its event end."""

    def span(one: Span | None) -> dict[str, str] | None:
        return None if one is None else {name: timestamp(at) for name, at in one._asdict().items()}

    return {
        "round": span(found.round),
        "played": span(found.played),
        "final": span(found.final),
        "sure": found.sure,
        "deals_measured": found.measured,
        "seconds_for_a_deal": round(found.for_a_deal.total_seconds()),
        "tables": [{"table": number, "expected": timestamp(at)} for number, at in sorted(found.tables.items())],
    }


def dry_run(found: DryRun) -> dict[str, Any]:
    """A pairing that is not told: what it is or would be, or why there is none, and what was assumed for it."""
    told = found.found
    return {
        "round": found.round,
        "proposed": found.proposed,
        "pairing": told.pairing if isinstance(told, Propose) else None,
        "failed": {"code": told.code, "data": told.data} if isinstance(told, CannotPair) else None,
        "assumed": [{"table": table, "totals": list(totals)} for table, totals in found.assumed],
    }


def mine(seen: Seen, user: User | None) -> dict[str, Any] | None:
    """Who looks, in this event: their entry, and the table that waits for them."""
    if user is None:
        return None
    one, me = seen.state.round, str(user.id)
    sits = seen.state.playing(me, one.number) if one and one.open else None
    own = seen.state.entry_of(me) or sits  # whose place another takes with the next round still plays this one
    if own is None:
        return None
    return {"entry": own.id, "agreed": own == sits or me in own.agreed, "table": _place(seen, user, sits)}


def _place(seen: Seen, user: User, sits: state.Entry | None) -> dict[str, Any] | None:
    """Where somebody plays now."""
    one = seen.state.round
    for each in one.tables if one and sits else ():
        if each.real and not each.over and sits and sits.id in each.entries:
            return {"round": one.number if one else 0, "table": each.number, "game": None}
    now = selectors.table_of(seen.id, user.id)
    return None if now is None or now.over else {"round": now.round, "table": now.number, "game": str(now.game)}


def rows(seen: Seen, found: list[Row]) -> list[dict[str, Any]]:
    """The stream: who did what and why. A reason that was erased is empty. What who looks may not know is not in it: a
    round that is proposed, and what is asked of one, until it is told; what is kept back of pairings and of tables."""
    known_to_all = seen.version if seen.may(RULES) else selectors.last_told(seen)
    written = selectors.texts(seen)
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
            "reason": written.get(row.data["reason"], "") if "reason" in row.data else None,
            "hash": row.hash,
        }
        for row in found
        if (row.type != "round_proposed" or _published(seen, row))
        and (row.type != "wished" or row.version <= known_to_all)
        and not _of_others(seen, row)
    ]


def _published(seen: Seen, row: Row) -> bool:
    """Whether a proposal is known: a later one may have taken its place."""
    number = row.data["pairing"]["round"]
    now = seen.state.rounds[number - 1] if number <= len(seen.state.rounds) else None
    if seen.may(RULES) or now is None:
        return seen.may(RULES)
    return now.status != state.PROPOSED and seen.standings_shown and _whole(seen, now)


def _of_others(seen: Seen, row: Row) -> bool:
    """Whether a row is about a table of which who looks may not know."""
    number, place = row.data.get("round"), row.data.get("table")
    found = [(one, table) for one in seen.state.rounds if one.number == number and (table := one.table(place or 0))]
    return any(not seen.sees(one, table.entries) for one, table in found)
