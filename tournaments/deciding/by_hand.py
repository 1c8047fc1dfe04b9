"""A round that is paired by hand: where the engine cannot, or before what it proposed is told. What must hold is
checked; what should hold and does not is said yes to by name."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from config.kernel.errors import ProblemError
from tournaments import commands, facts, results, state
from tournaments.commands import Context
from tournaments.deciding.common import dropped, must_be, not_now
from tournaments.deciding.rounds import times_of
from tournaments.events import Event
from tournaments.formats import FORMATS, Pairing, Reason, Rest, TableProposal, plain
from tournaments.formats.pairing import inputs
from tournaments.standings import ledger
from tournaments.state import Tournament

ALGORITHM = "by_hand/1"
PAIRS = "swiss"
"""The format whose tables are two entries, whoever they are."""
REMATCH, SECOND_BYE, APART, NOT_TOGETHER, RESTS = "rematch", "second_bye", "kept_apart", "not_together", "needless_rest"
"""The soft rules: they have met before; a second round without cards; they were to be kept apart; they were to meet;
somebody rests who need not."""

Broken = tuple[str, tuple[str, ...]]
"""A soft rule that does not hold, and for whom."""


def pair(t: Tournament, command: commands.PairByHand, context: Context) -> list[Event]:
    """The next round as somebody has paired it, in place of whatever is proposed."""
    number = next_number(t)
    if command.number != number:
        raise not_now(t)
    _check(t, command)
    if not _leaves_alone(t, command, context.by):
        raise ProblemError("own_table")
    broken = soft_rules(t, number, command.tables, command.rests)
    if missing := [one for one in broken if one[0] not in command.accepted]:
        told = [{"rule": code, "entries": list(entries)} for code, entries in missing]
        raise ProblemError("not_acknowledged", broken=told)
    times, told_at = times_of(t, number, context)
    data = {
        "pairing": plain(_pairing(t, number, command, broken)),
        "accepted": sorted({code for code, _ in broken}),
        **state.plain({"times": times, "publish_at": told_at}),
    }
    return [*dropped(t), Event("round_proposed", data, {"reason": command.reason})]


def next_number(t: Tournament) -> int:
    """The round that can be paired by hand now. Raises ProblemError: where results are missing, it says which."""
    must_be(t, state.RUNNING)
    one = t.round
    if one is not None and one.open:
        missing = [table.number for table in one.tables if not table.over]
        raise ProblemError("results_missing", round=one.number, tables=missing)
    if one is not None and one.status == state.PUBLISHED:
        raise not_now(t)
    number = len(t.rounds) + (0 if one is not None and one.status == state.PROPOSED else 1)
    if number > len(t.times):
        raise not_now(t)
    rules = facts.rules(t)
    if FORMATS[rules.format].FIXED:
        raise ProblemError("fixed_schedule")
    if rules.format != PAIRS:
        raise ProblemError("not_by_hand")
    return number


def _playing(t: Tournament) -> list[str]:
    return [entry.id for entry in t.entries if entry.active and entry.seed is not None]


def _check(t: Tournament, command: commands.PairByHand) -> None:
    """Everybody who plays is at one table or rests, once. Raises ProblemError, which names who is not."""
    placed = [entry for table in command.tables for side in table for entry in side] + list(command.rests)
    times = Counter(placed)
    wrong = [entry for entry in _playing(t) if times.pop(entry, 0) != 1]
    shapes = {tuple(map(len, table)) for table in command.tables}
    if wrong or times or shapes != {(1, 1)}:
        raise ProblemError("not_paired", entries=wrong, unknown=sorted(times))


def _leaves_alone(t: Tournament, command: commands.PairByHand, by: str | None) -> bool:
    """Whether who asks, if they play, meets whom they would have met without them."""
    own = next((entry.id for entry in t.entries if entry.active and by in entry.persons), None)
    if own is None:
        return True
    one = t.round
    if one is None or one.status != state.PROPOSED:
        return False
    return _meets(own, (table.sides for table in one.tables)) == _meets(own, command.tables)


def _meets(own: str, tables: Iterable[tuple[tuple[str, ...], ...]]) -> set[str]:
    return next(({entry for side in sides for entry in side} for sides in tables if (own,) in sides), set())


def _asked(t: Tournament, number: int) -> tuple[Tournament, dict[str, str]]:
    """The event before this round is proposed, and what the round is for those who have said that they cannot play it
    if they rest."""
    before = t._replace(rounds=t.rounds[: number - 1])
    halves, nothing = facts.half_byes(before), facts.away(before)
    return before, dict.fromkeys(halves, results.HALF_BYE) | dict.fromkeys(nothing, results.ABSENT)


def soft_rules(t: Tournament, number: int, tables: Iterable[commands.Sides], rests: Iterable[str]) -> list[Broken]:
    """What should hold of a round and does not."""
    _, asked = _asked(t, number)
    tables, resting = list(tables), tuple(rests)
    rests = tuple(entry for entry in resting if entry not in asked)
    accounts = ledger(facts.rules(t), facts.field(t), facts.facts(t), facts.closed(t))
    met = {
        frozenset((entry, other))
        for entry, account in accounts.items()
        for line in account.lines
        if line.at_the_table
        for other in line.opponents
    }
    full = {
        entry for entry, account in accounts.items() if any(line.kind in results.FULL_SCORE for line in account.lines)
    }
    wished = {frozenset(wish[1:]): wish[0] for wish in t.wishes}
    found: list[Broken] = []
    together = {frozenset(entry for side in table for entry in side) for table in tables}
    for table in tables:
        for one, other in combinations([entry for side in table for entry in side], 2):
            if frozenset((one, other)) in met:
                found.append((REMATCH, (one, other)))
            if wished.get(frozenset((one, other))) == state.PART:
                found.append((APART, (one, other)))
    found += [(SECOND_BYE, (entry,)) for entry in rests if entry in full]
    playing = set(_playing(t)) - (set(resting) - set(rests))
    for pair_, what in wished.items():
        if what == state.MEET and pair_ <= playing and pair_ not in together:
            found.append((NOT_TOGETHER, tuple(sorted(pair_))))
    if len(rests) > len(playing) % 2:
        found.append((RESTS, rests))
    return found


def _pairing(t: Tournament, number: int, command: commands.PairByHand, broken: list[Broken]) -> Pairing:
    def reasons(entries: Iterable[str]) -> tuple[Reason, ...]:
        here = set(entries)
        of = [code for code, who in broken if set(who) <= here and code in (REMATCH, APART, SECOND_BYE)]
        return (Reason("by_hand"), *map(Reason, of))

    tables = tuple(
        TableProposal(place, table, reasons(entry for side in table for entry in side))
        for place, table in enumerate(command.tables, start=1)
    )
    before, asked = _asked(t, number)
    rests = tuple(Rest(entry, asked.get(entry, results.BYE), (), reasons((entry,))) for entry in command.rests)
    rules, history, seed = facts.rules(t), facts.facts(t), f"{t.seed}|{number}"
    made_of = inputs(facts.field(t), history, number, rules, seed, facts.wishes(before), ALGORITHM)
    cost = tuple(sorted(Counter(code for code, _ in broken).items()))
    return Pairing(number, tables, rests, cost, ALGORITHM, seed, made_of)
