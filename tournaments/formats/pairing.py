"""What a format proposes for a round, and what it needs to know for it. Every format answers the same question."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from tournaments.results import Entry, Fact, digest
from tournaments.rules import Rules
from tournaments.rules import plain as rules_plain


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something was done, as a code and plain data; words are made of it where it is shown."""

    code: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableProposal:
    """One table. `sides` holds the entries by side; the first side is dealt first, and in each the order is that of the
    seats: at a table of four individuals seats 0 and 2 are `sides[0]`, seats 1 and 3 `sides[1]`."""

    number: int
    sides: tuple[tuple[str, ...], ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Rest:
    """An entry that is at no table this round: a kind of `results.UNPLAYED`, and why."""

    entry: str
    kind: str
    opponents: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """A proposed round. `cost` counts what was put up with, worst first, as (name, number); `inputs` is the SHA-256 of
    everything it was made of. Two programs, or two versions of a library, may find different pairings of one cost, so
    the one that was chosen is stored and never made again."""

    round: int
    tables: tuple[TableProposal, ...]
    rests: tuple[Rest, ...]
    cost: tuple[tuple[str, int], ...]
    algorithm: str
    seed: str
    inputs: str


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked of a round before its publication: pairs of entries that must meet, pairs that must not (family),
    and entries that asked to rest this once, for half a win. Fixed schedules refuse all three; where partners are made
    (rotation) the pairs are partners."""

    locked: tuple[tuple[str, str], ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()
    half_byes: tuple[str, ...] = ()


NO_WISHES = Wishes()


class PairingFailed(Exception):
    """No round can be proposed. `code` says why: too_few (data: active), wishes_leave_none, wish_unknown (data: entry),
    wish_twice (data: entry), fixed_schedule, locked_not_here (tables of many), no_such_round."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data


class Format(Protocol):
    """A format is a module with these names."""

    ALGORITHM: str  # name/version; raised by whatever could change a pairing
    FIXED: bool  # the schedule stands when entering closes: no late entries, no half byes, no wishes
    LEFT_OVER: str  # what a round is for who is left over: a kind of `results.UNPLAYED`
    WISHES: tuple[str, ...]  # what may be asked of two entries: to meet (or to be partners), to be kept apart

    def shapes(self, rules: Rules) -> Sequence[tuple[int, int]]:
        """The tables that it makes: how many sides, and how many entries on each."""

    def rounds(self, rules: Rules, entries: int) -> int:
        """How many rounds so many entries play."""

    def problems(self, rules: Rules, entries: int) -> list[Reason]:
        """What speaks against these rules with so many entries, at publication and when entering closes."""

    def propose(
        self,
        field: Sequence[Entry],
        history: Sequence[Fact],
        round: int,
        rules: Rules,
        seed: str,
        wishes: Wishes = NO_WISHES,
    ) -> Pairing:
        """The tables and rests of a round. `field` is everybody who has entered, withdrawn or not; `history` are the
        facts of all closed rounds. `seed` is the only chance there is. Raises PairingFailed."""


def plain(pairing: Pairing) -> dict[str, Any]:
    """A pairing as plain JSON, as it is stored and shown."""
    return {
        "round": pairing.round,
        "tables": [
            {
                "number": table.number,
                "sides": [list(side) for side in table.sides],
                "reasons": _reasons(table.reasons),
            }
            for table in pairing.tables
        ],
        "rests": [
            {
                "entry": rest.entry,
                "kind": rest.kind,
                "opponents": list(rest.opponents),
                "reasons": _reasons(rest.reasons),
            }
            for rest in pairing.rests
        ],
        "cost": [[name, number] for name, number in pairing.cost],
        "algorithm": pairing.algorithm,
        "seed": pairing.seed,
        "inputs": pairing.inputs,
    }


def _reasons(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    return [{"code": reason.code, "data": dict(reason.data)} for reason in reasons]


def active(field: Sequence[Entry]) -> list[Entry]:
    """Who plays on, by seed. Raises PairingFailed if that is nobody or one: then the event ends."""
    playing = sorted((entry for entry in field if entry.active), key=lambda entry: entry.seed)
    if len(playing) < 2:
        raise PairingFailed("too_few", active=len(playing))
    return playing


def check_wishes(playing: Sequence[Entry], wishes: Wishes) -> None:
    """Raises PairingFailed if wishes name an entry that does not play, or want two things of one."""
    known = {entry.id for entry in playing}
    bound = [*(entry for pair in wishes.locked for entry in pair), *wishes.half_byes]
    for entry in [*bound, *(entry for pair in wishes.forbidden for entry in pair)]:
        if entry not in known:
            raise PairingFailed("wish_unknown", entry=entry)
    for entry in bound:
        if bound.count(entry) > 1:
            raise PairingFailed("wish_twice", entry=entry)


def inputs(
    field: Sequence[Entry],
    history: Iterable[Fact],
    round: int,
    rules: Rules,
    seed: str,
    wishes: Wishes,
    algorithm: str,
) -> str:
    """SHA-256 of all that a pairing is made of."""
    others = {"round": round, "rules": rules_plain(rules), "seed": seed, "algorithm": algorithm}
    return digest(field, history, wishes=asdict(wishes), **others)
