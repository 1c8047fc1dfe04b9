"""A round that is paired by hand: where the engine cannot, or before what it proposed is told. What must hold is
checked; what should hold and does not is said yes to by name."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, combinations

from config.kernel.errors import ProblemError
from tournaments import commands, facts, results, state
from tournaments.commands import Context
from tournaments.deciding.common import dropped, must_be, not_now
from tournaments.deciding.rounds import times_of
from tournaments.events import Event
from tournaments.formats import FORMATS, Pairing, Reason, Rest, TableProposal, plain
from tournaments.formats.pairing import inputs
from tournaments.formats.tables import cut
from tournaments.rules import Rules
from tournaments.standings import ledger
from tournaments.state import Tournament

ALGORITHM = "by_hand/1"
REMATCH, PARTNERS_AGAIN, APART, NOT_TOGETHER = "rematch", "partners_again", "kept_apart", "not_together"
SECOND_BYE, RESTS, OFF_SCHEDULE = "second_bye", "needless_rest", "off_schedule"
"""The soft rules: they have met, or been partners, before; they were to be kept apart; they were to be together; a
second round without cards, or one more than others; somebody rests who need not; the schedule has them meet."""
OF_A_TABLE = (REMATCH, PARTNERS_AGAIN, APART, SECOND_BYE)
"""Those that stand among the reasons of a table or a rest."""

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
    return number


def _playing(t: Tournament) -> list[str]:
    return [entry.id for entry in t.entries if entry.active and entry.seed is not None]


def _check(t: Tournament, command: commands.PairByHand) -> None:
    """Everybody who plays is at one table or rests, once, at tables of the format. Raises ProblemError, which names who
    is not."""
    placed = [entry for table in command.tables for side in table for entry in side] + list(command.rests)
    times = Counter(placed)
    wrong = [entry for entry in _playing(t) if times.pop(entry, 0) != 1]
    rules = facts.rules(t)
    shapes = {(each,) * sides for sides, each in FORMATS[rules.format].shapes(rules)}
    if (
        wrong
        or times
        or not command.tables
        or not shapes.issuperset(tuple(map(len, table)) for table in command.tables)
    ):
        raise ProblemError("not_paired", entries=wrong, unknown=sorted(times))


def _leaves_alone(t: Tournament, command: commands.PairByHand, by: str | None) -> bool:
    """Whether who asks, if they play, meets whom they would have met without them."""
    own = [entry.id for entry in t.entries if entry.active and by in entry.members]
    if not own:
        return True
    one = t.round
    if one is None or one.status != state.PROPOSED:
        return False
    proposed = [table.sides for table in one.tables]
    return all(_meets(entry, proposed) == _meets(entry, command.tables) for entry in own)


def _meets(own: str, tables: Iterable[commands.Sides]) -> frozenset[tuple[bool, frozenset[str]]]:
    """With whom an entry sits on a side, and on which sides its opponents do."""
    table = next((sides for sides in tables if any(own in side for side in sides)), ())
    return frozenset((own in side, frozenset(side)) for side in table)


def _asked(t: Tournament, number: int) -> tuple[Tournament, dict[str, str]]:
    """The event before this round is proposed, and what the round is for those who have said that they cannot play it
    if they rest."""
    before = t._replace(rounds=t.rounds[: number - 1])
    halves, nothing = facts.half_byes(before), facts.away(before)
    return before, dict.fromkeys(halves, results.HALF_BYE) | dict.fromkeys(nothing, results.ABSENT)


def soft_rules(t: Tournament, number: int, tables: Iterable[commands.Sides], rests: Iterable[str]) -> list[Broken]:
    """What should hold of a round by the rules of its format, and does not."""
    rules = facts.rules(t)
    tables, resting = list(tables), set(rests)
    _, asked = _asked(t, number)
    partners = makes_partners(rules)
    had = _had(t, partners)
    wished = {frozenset(wish[1:]): wish[0] for wish in t.wishes}
    together = [pair for table in tables for pair in _together(table, partners)]
    found: list[Broken] = []
    for pair in together:
        if had[frozenset(pair)] >= rules.cycles:
            found.append((PARTNERS_AGAIN if partners else REMATCH, pair))
        if wished.get(frozenset(pair)) == state.PART:
            found.append((APART, pair))
    playing = set(_playing(t)) - (resting & set(asked))
    known = set(map(frozenset, together))
    for pair_, what in wished.items():
        if what == state.MEET and pair_ <= playing and pair_ not in known:
            found.append((NOT_TOGETHER, tuple(sorted(pair_))))
    rest = [entry for entry in _playing(t) if entry in resting - set(asked)]
    return found + (
        _off_schedule(t, number, rest, known) if FORMATS[rules.format].FIXED else _of_rests(t, rest, playing)
    )


def makes_partners(rules: Rules) -> bool:
    """Whether who stands alone in the standings plays with others on a side: then it is about those."""
    return any(each > 1 for _sides, each in FORMATS[rules.format].shapes(rules))


def _together(table: commands.Sides, partners: bool) -> list[tuple[str, str]]:
    """Any two of a table about whom there are rules: partners where the format makes them, else who meets."""
    if partners:
        return [pair for side in table for pair in combinations(side, 2)]
    return list(combinations(chain.from_iterable(table), 2))


def _had(t: Tournament, partners: bool) -> Counter[frozenset[str]]:
    """How often any two have been at a table so, in rounds that are over."""
    twice = Counter(
        frozenset((entry, other))
        for entry, account in ledger(facts.rules(t), facts.field(t), facts.facts(t), facts.closed(t)).items()
        for line in account.lines
        if line.at_the_table
        for other in (line.partners if partners else line.opponents)
    )
    return Counter({pair: (times + 1) // 2 for pair, times in twice.items()})


def _off_schedule(t: Tournament, number: int, rests: Sequence[str], known: set[frozenset[str]]) -> list[Broken]:
    """Who does not meet in this round though the schedule says so, and who rests though it does not."""
    fixed = _scheduled(t, number)
    meet = [tuple(chain.from_iterable(table.sides)) for table in fixed.tables]
    needless = tuple(entry for entry in rests if entry not in {rest.entry for rest in fixed.rests})
    found = [(OFF_SCHEDULE, pair) for pair in meet if frozenset(pair) not in known]
    return [*found, *([(RESTS, needless)] if needless else [])]


def _scheduled(t: Tournament, number: int) -> Pairing:
    """A round of a fixed schedule as it would be."""
    rules = facts.rules(t)
    return FORMATS[rules.format].propose(facts.field(t), facts.facts(t), number, rules, f"{t.seed}|{number}")


def _of_rests(t: Tournament, rests: Sequence[str], playing: Collection[str]) -> list[Broken]:
    """Who rests again though others have not as often, and whether more do than need to."""
    rules = facts.rules(t)
    format_ = FORMATS[rules.format]
    bye = format_.LEFT_OVER == results.BYE
    without = results.FULL_SCORE if bye else (format_.LEFT_OVER,)
    accounts = ledger(rules, facts.field(t), facts.facts(t), facts.closed(t))
    had = {entry: sum(line.kind in without for line in accounts[entry].lines) for entry in playing}
    least = 0 if bye else min((times for entry, times in had.items() if entry not in rests), default=0)
    found: list[Broken] = [(SECOND_BYE, (entry,)) for entry in rests if had[entry] > least]
    seated = sum(cut(len(playing), [sides * each for sides, each in format_.shapes(rules)]))
    return [*found, (RESTS, tuple(rests))] if len(rests) > len(playing) - seated else found


def _kept(t: Tournament, number: int, rests: Collection[str]) -> dict[str, Rest]:
    """By entry, what stays as a fixed schedule has it: rests, and who wins because whom they would meet has left."""
    if not FORMATS[facts.rules(t).format].FIXED:
        return {}
    active = set(_playing(t))
    told = _scheduled(t, number).rests
    return {rest.entry: rest for rest in told if active & {rest.entry, *rest.opponents} <= set(rests)}


def _pairing(t: Tournament, number: int, command: commands.PairByHand, broken: list[Broken]) -> Pairing:
    def reasons(entries: Iterable[str]) -> tuple[Reason, ...]:
        here = set(entries)
        of = dict.fromkeys(code for code, who in broken if set(who) <= here and code in OF_A_TABLE)
        return (Reason("by_hand"), *map(Reason, of))

    tables = tuple(
        TableProposal(place, table, reasons(entry for side in table for entry in side))
        for place, table in enumerate(command.tables, start=1)
    )
    before, asked = _asked(t, number)
    kept = _kept(t, number, command.rests)
    left_over = FORMATS[facts.rules(t).format].LEFT_OVER
    rests = (
        *(
            Rest(entry, asked.get(entry, left_over), (), reasons((entry,)))
            for entry in command.rests
            if entry not in kept
        ),
        *kept.values(),
    )
    rules, history, seed = facts.rules(t), facts.facts(t), f"{t.seed}|{number}"
    made_of = inputs(facts.field(t), history, number, rules, seed, facts.wishes(before), ALGORITHM)
    cost = tuple(sorted(Counter(code for code, _ in broken).items()))
    return Pairing(number, tables, rests, cost, ALGORITHM, seed, made_of)
