"""Everybody meets everybody: the Berger tables by seed. An odd field has a phantom; who would meet it has a bye."""

from collections.abc import Sequence

from tournaments import results
from tournaments.formats.pairing import (
    NO_WISHES,
    Pairing,
    PairingFailed,
    Reason,
    Rest,
    TableProposal,
    Wishes,
    active,
    inputs,
)
from tournaments.results import Entry, Fact
from tournaments.rules import Rules

ALGORITHM = "round_robin/1"
FIXED = True
LEFT_OVER = results.BYE
WISHES: tuple[str, ...] = ()


def berger(players: int, round: int) -> list[tuple[int, int]]:
    """The tables of a round (1…) for an even number of players (1…), who sits first of each; as FIDE prints them.

    All but the last stand in a circle, which moves on by half its length each round; the last changes sides.
    """
    circle = players - 1
    first = (round - 1) * (players // 2) % circle
    top = (first + 1, players) if round % 2 else (players, first + 1)
    rest = [((first + step) % circle + 1, (first - step) % circle + 1) for step in range(1, players // 2)]
    return [top, *rest]


def shapes(rules: Rules) -> Sequence[tuple[int, int]]:
    """One against another."""
    return ((2, 1),)


def rounds(rules: Rules, entries: int) -> int:
    """As chosen, or all: each cycle has one round fewer than entries, or as many if these are odd."""
    return rules.rounds or _whole(rules, entries)


def _whole(rules: Rules, entries: int) -> int:
    return (entries - 1 + entries % 2) * rules.cycles


def problems(rules: Rules, entries: int) -> list[Reason]:
    """Two entries at least, and no more rounds than the cycles give."""
    found = [Reason("too_few_entries", {"entries": entries, "least": 2})] if entries < 2 else []
    if rules.rounds > (most := _whole(rules, entries)):
        found.append(Reason("too_many_rounds", {"rounds": rules.rounds, "most": most}))
    return found


def propose(
    field: Sequence[Entry],
    history: Sequence[Fact],
    round: int,
    rules: Rules,
    seed: str,
    wishes: Wishes = NO_WISHES,
) -> Pairing:
    """The schedule is fixed by the seeds: who withdraws stays in it, and whoever would meet them gets a forfeit."""
    active(field)
    if wishes != NO_WISHES:
        raise PairingFailed("fixed_schedule")
    if not 1 <= round <= _whole(rules, len(field)):
        raise PairingFailed("no_such_round", round=round)
    seated: list[Entry | None] = [*sorted(field, key=lambda entry: entry.seed), *[None] * (len(field) % 2)]
    cycle, of_cycle = divmod(round - 1, len(seated) - 1)
    tables: list[TableProposal] = []
    rests: list[Rest] = []
    for pair in berger(len(seated), of_cycle + 1):
        first, second = (seated[player - 1] for player in (pair if cycle % 2 == 0 else reversed(pair)))
        if first is None or second is None:
            alone = first or second
            assert alone is not None, "there is one phantom"
            kind = results.BYE if alone.active else results.ABSENT
            rests.append(Rest(alone.id, kind, (), (Reason("odd_field"),)))
        elif first.active and second.active:
            tables.append(TableProposal(len(tables) + 1, ((first.id,), (second.id,))))
        else:
            rests += [_forfeit(first, second), _forfeit(second, first)]
    made_of = inputs(field, (), round, rules, seed, wishes, ALGORITHM)
    return Pairing(round, tuple(tables), tuple(rests), (), ALGORITHM, seed, made_of)


def _forfeit(entry: Entry, other: Entry) -> Rest:
    kind = results.FORFEIT_WIN if entry.active else results.FORFEIT_LOSS
    reason = Reason("withdrawn", {"entry": other.id if entry.active else entry.id})
    return Rest(entry.id, kind, (other.id,), (reason,))
