"""What an event knows of itself when it pairs and ranks: who has entered, and how every entry spent every closed round.

Facts are *effective*: a corrected table stands here once, as corrected. Their order does not matter. An entry has at
most one fact of how it spent a round; rounds of which no fact speaks count as absent.
"""

import dataclasses
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.codec import canon


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair, a team or one person, who stand in one line of the standings. Seed 1 is the strongest; no two entries
    have the same. `active` is False once it has withdrawn or was disqualified."""

    id: str
    seed: int
    active: bool = True


BYE = "bye"  # nobody was left to meet: a win
HALF_BYE = "half_bye"  # asked for before the pairing: a draw
SIT_OUT = "sit_out"  # formats of individuals: the own mean, half a table's worth until the event ends
FORFEIT_WIN = "forfeit_win"  # the other side did not play
FORFEIT_LOSS = "forfeit_loss"
LATE_HALF = "late_half"  # missed before entering; scored as a draw
LATE_ZERO = "late_zero"
ABSENT = "absent"  # neither played nor excused, withdrawn among them
UNPLAYED = (BYE, HALF_BYE, SIT_OUT, FORFEIT_WIN, FORFEIT_LOSS, LATE_HALF, LATE_ZERO, ABSENT)
FULL_SCORE = (BYE, FORFEIT_WIN)  # who has had one gets no bye while another has not


@dataclass(frozen=True, slots=True)
class Played:
    """A table that was played, wholly or to the last complete deal. `sides` holds the entries by side (rotation: two a
    side), `totals` the game points of each. `fault` is the side that can't score better than a draw, after a hard
    deadline."""

    type: ClassVar[str] = "played"
    round: int
    table: int
    sides: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]
    fault: int | None = None


@dataclass(frozen=True, slots=True)
class Unplayed:
    """How an entry spent a round without cards: one of UNPLAYED. A forfeit names the opponents."""

    type: ClassVar[str] = "unplayed"
    round: int
    entry: str
    kind: str
    opponents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assigned:
    """A score that the director has given instead of one that was played. Match points ×2, VP ×100."""

    type: ClassVar[str] = "assigned"
    round: int
    entry: str
    opponents: tuple[str, ...] = ()
    match_points: int = 0
    vp: int = 0
    net: int = 0


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a ruling takes from an entry, however it spent the round. Match points ×2, VP ×100, net points."""

    type: ClassVar[str] = "penalty"
    round: int
    entry: str
    match_points: int = 0
    vp: int = 0
    net: int = 0


Fact = Played | Unplayed | Assigned | Penalty
_TYPES: dict[str, type[Fact]] = {one.type: one for one in (Played, Unplayed, Assigned, Penalty)}


def encode(fact: Fact) -> dict[str, Any]:
    """A fact as plain JSON; a `fault` of None is absent."""
    fields = {name: value for name, value in dataclasses.asdict(fact).items() if value is not None}
    return {"type": fact.type} | fields


def decode(plain: Mapping[str, Any]) -> Fact:
    """The reverse of `encode`."""
    fields = {name: _tuples(value) for name, value in plain.items() if name != "type"}
    return _TYPES[plain["type"]](**fields)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(one) for one in value) if isinstance(value, list | tuple) else value


def entries_of(fact: Fact) -> tuple[str, ...]:
    """Whose round a fact tells of."""
    return tuple(entry for side in fact.sides for entry in side) if isinstance(fact, Played) else (fact.entry,)


def in_order(facts: Iterable[Fact]) -> list[Fact]:
    """The facts by round, entry and type, however they came."""
    return sorted(facts, key=lambda fact: (fact.round, entries_of(fact), fact.type))


def digest(field: Sequence[Entry], facts: Iterable[Fact], **others: Any) -> str:
    """SHA-256 of canonical inputs: whoever has these has what a pairing or a standing was made of."""
    people = [dataclasses.asdict(entry) for entry in sorted(field, key=lambda entry: entry.seed)]
    told = {"field": people, "facts": [encode(fact) for fact in in_order(facts)]} | others
    return hashlib.sha256(canon(told)).hexdigest()


def check(field: Sequence[Entry], facts: Iterable[Fact]) -> None:
    """Raises ValueError if two entries share an id or a seed, a fact names an unknown entry or no round, or an entry
    has spent a round twice."""
    known = {entry.id for entry in field}
    if len(known) != len(field) or len({entry.seed for entry in field}) != len(field):
        raise ValueError("two entries share an id or a seed")
    seen: set[tuple[int, str]] = set()
    for fact in facts:
        if fact.round < 1:
            raise ValueError("rounds are counted from 1")
        if isinstance(fact, Unplayed | Assigned) and not known.issuperset(fact.opponents):
            raise ValueError(f"{fact.entry} is said to have met somebody who has not entered")
        for entry in entries_of(fact):
            if entry not in known:
                raise ValueError(f"{entry} has not entered")
            if isinstance(fact, Penalty):
                continue
            if (fact.round, entry) in seen:
                raise ValueError(f"{entry} has spent round {fact.round} twice")
            seen.add((fact.round, entry))


def missed_rounds(entry: str, first: int, half: int = 1) -> list[Unplayed]:
    """What a late entry, who plays from round `first` on, gets for each round before: the last `half` of them count as
    draws, the others nothing."""
    return [Unplayed(number, entry, LATE_HALF if number >= first - half else LATE_ZERO) for number in range(1, first)]
