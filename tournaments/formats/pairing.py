"""What a format proposes for a round, and what it needs to know for it. Every format answers the same question."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tournaments.results import Entry, Fact
from tournaments.rules import Rules


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
    """What a director has asked of a round before its publication: pairs of entries that must meet, and pairs that must
    not (a family). Fixed schedules refuse both."""

    locked: tuple[tuple[str, str], ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()


NO_WISHES = Wishes()


class PairingFailed(Exception):
    """No round can be proposed. `code` says why: too_few (data: active), forbidden_leave_none, fixed_schedule,
    no_such_round, locked_twice, locked_unknown, locked_and_forbidden."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data


class Format(Protocol):
    """A format is a module with these names."""

    ALGORITHM: str  # name/version; raised by whatever could change a pairing
    FIXED: bool  # the schedule stands when entering closes: no late entries, no half byes, no wishes

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
        """The tables and rests of a round. `field` is everybody who has entered and takes part in this round or has
        withdrawn (`active`), without those who have asked for a half bye; `history` are the facts of all closed rounds.
        `seed` is the only chance there is. Raises PairingFailed."""


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
