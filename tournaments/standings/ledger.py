"""What every entry has got for every closed round: a line each, as many lines for everybody."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from tournaments import results
from tournaments.results import Assigned, Entry, Fact, Penalty, Played, Unplayed
from tournaments.rules import Rules
from tournaments.standings.vp import ALL, victory_points

PLAYED, ASSIGNED = Played.type, Assigned.type
CANCELLED = "cancelled"  # against an entry that left a round robin before half its matches: as if never scheduled


class Line(NamedTuple):
    """One round of one entry. Match points ×2 (at a table of more than two sides: two for each side left behind, one
    for each level with), VP ×100; `net` is the margin, `points` the own side's game points."""

    round: int
    kind: str
    opponents: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    match_points: int = 0
    vp: int = 0
    net: int = 0
    points: int = 0
    first: bool = False  # nobody at the table did better

    @property
    def at_the_table(self) -> bool:
        """Against opponents who were met, as opposed to a bye, a forfeit or a round missed."""
        return self.kind in (PLAYED, ASSIGNED)


class Account(NamedTuple):
    """An entry's lines, and what rulings have taken from it."""

    entry: Entry
    lines: list[Line]
    penalties: tuple[int, int, int] = (0, 0, 0)  # match points, VP, net


def ledger(
    rules: Rules, field: Sequence[Entry], facts: Iterable[Fact], rounds: int, final: bool = False
) -> dict[str, Account]:
    """The account of each entry after so many closed rounds; facts of later rounds are not read."""
    closed = [fact for fact in facts if fact.round <= rounds]
    results.check(field, closed)
    lines: dict[str, list[Line]] = {
        entry.id: [Line(number, results.ABSENT) for number in range(1, rounds + 1)] for entry in field
    }
    unplayed: list[Unplayed] = []
    penalties: dict[str, tuple[int, int, int]] = {}
    for fact in closed:
        match fact:
            case Played():
                for entry, line in _table(fact, rules):
                    lines[entry][fact.round - 1] = line
            case Assigned():
                lines[fact.entry][fact.round - 1] = Line(
                    fact.round, ASSIGNED, fact.opponents, (), fact.match_points, fact.vp, fact.net
                )
            case Unplayed():
                unplayed.append(fact)
            case Penalty():
                match_points, vp, net = penalties.get(fact.entry, (0, 0, 0))
                penalties[fact.entry] = (match_points + fact.match_points, vp + fact.vp, net + fact.net)
    for fact in unplayed:
        lines[fact.entry][fact.round - 1] = Line(fact.round, fact.kind, fact.opponents)
    if rules.format == "round_robin":
        _cancel(field, lines, rules)
    lost = {(fact.round, fact.entry) for fact in unplayed if fact.kind == results.FORFEIT_LOSS}
    for entry in {fact.entry for fact in unplayed}:
        lines[entry] = _excused(lines[entry], rules, final, lost)
    return {entry.id: Account(entry, lines[entry.id], penalties.get(entry.id, (0, 0, 0))) for entry in field}


def _table(fact: Played, rules: Rules) -> Iterable[tuple[str, Line]]:
    """The line of everybody at a table."""
    sides = range(len(fact.sides))
    match_points = [_match_points(fact, side) for side in sides]
    best = max(match_points)
    vps, nets = [0] * len(sides), [0] * len(sides)
    if len(sides) == 2:
        ahead = 0 if fact.totals[0] >= fact.totals[1] else 1
        margin = 0 if ahead == fact.fault else fact.totals[ahead] - fact.totals[1 - ahead]
        vps[ahead] = victory_points(margin, rules.blitz)
        vps[1 - ahead] = ALL - vps[ahead]
        nets[ahead], nets[1 - ahead] = margin, -margin
    for side, entries in enumerate(fact.sides):
        opponents = sum(fact.sides[:side], ()) + sum(fact.sides[side + 1 :], ())
        got = (match_points[side], vps[side], nets[side], fact.totals[side], match_points[side] == best)
        for entry in entries:
            partners = tuple(other for other in entries if other != entry) if len(entries) > 1 else ()
            yield entry, Line(fact.round, PLAYED, opponents, partners, *got)


def _match_points(fact: Played, side: int) -> int:
    """2 for each side that has fewer points, 1 for each that is level. Who is at fault has never more than another."""
    own, won = fact.totals[side], 0
    for other, total in enumerate(fact.totals):
        if other == side:
            continue
        if own == total or (own > total and side == fact.fault) or (own < total and other == fact.fault):
            won += 1
        elif own > total:
            won += 2
    return won


def _cancel(field: Sequence[Entry], lines: dict[str, list[Line]], rules: Rules) -> None:
    """Who has left before half the matches was never there: nobody shall gain by whom they happened to meet."""
    whole = (len(field) - 1) * rules.cycles
    matches = min(rules.rounds or whole, whole)  # more were perhaps declared than so few can play
    gone = {
        entry.id
        for entry in field
        if not entry.active and 2 * sum(line.at_the_table for line in lines[entry.id]) < matches
    }
    for entry, own in lines.items() if gone else ():
        for place, line in enumerate(own):
            if entry in gone or gone.intersection(line.opponents):
                own[place] = Line(line.round, CANCELLED, line.opponents)


def _excused(lines: list[Line], rules: Rules, final: bool, lost: Collection[tuple[int, str]]) -> list[Line]:
    """The lines with what the unplayed rounds among them are worth. `lost`: who forfeited which round."""
    played = [line for line in lines if line.at_the_table]
    others = rules.table_sizes[0] - 1 if rules.format == "tables" else 1
    points = mean([line.points for line in played])
    sit_out = Line(0, "", (), (), others, ALL // 2, 0, points)
    if final and played:
        own = (mean([line.match_points for line in played]), mean([line.vp for line in played]))
        sit_out = Line(0, "", (), (), *own, mean([line.net for line in played]), points)
    forfeited = max(rules.forfeit_vp, mean([line.vp for line in played]))
    # Where margins are the score and no mere tie-break, a forfeit costs the innocent nothing either.
    margin = max(0, mean([line.net for line in played])) if rules.keys[0] == "net" else 0
    worth = {
        results.BYE: Line(0, "", (), (), 2 * others, rules.bye_vp, 0, points),
        results.HALF_BYE: Line(0, "", (), (), others, rules.half_bye_vp, 0, points),
        results.SIT_OUT: sit_out,
        results.FORFEIT_WIN: Line(0, "", (), (), 2 * others, forfeited, margin, points),
        results.LATE_HALF: Line(0, "", (), (), others, rules.late_half_vp),
    }
    told = [
        worth[line.kind]._replace(round=line.round, kind=line.kind, opponents=line.opponents)
        if line.kind in worth
        else line
        for line in lines
    ]
    return [
        _ahead(line, lost) if line.kind == results.FORFEIT_WIN and rules.format == "tables" else line for line in told
    ]


def _ahead(line: Line, lost: Collection[tuple[int, str]]) -> Line:
    """A win by forfeit at a table of many: who did not play is left behind, the others are level."""
    behind = sum((line.round, other) in lost for other in line.opponents)
    return line._replace(match_points=len(line.opponents) + behind)


def mean(values: Sequence[int]) -> int:
    """The mean as a whole number, half up; of nothing 0."""
    return (2 * sum(values) + len(values)) // (2 * len(values)) if values else 0
