"""What can happen in a game: facts, not recipes. A replay never shuffles and never scores.

The types are wire.md's words. Each event is a frozen record; `type` is its word, `seat` whose doing it was.
"""

from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple

from engine.cards import Card, Cards


class Laid(NamedTuple):
    """Cards laid on one meld in one action."""

    name: str
    cards: Cards
    new: bool


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The cards were shuffled."""

    deal: int
    dealer: int
    minimum: int
    order: Cards
    type: ClassVar[str] = "deal_started"
    seat: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Grabbed:
    """A player took a packet of `count` cards from the heap."""

    seat: int
    fraction: int
    count: int
    type: ClassVar[str] = "grabbed"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A player has the two packets."""

    seat: int
    hand: Cards
    foot: Cards
    type: ClassVar[str] = "dealt"


@dataclass(frozen=True, slots=True)
class UpcardTurned:
    """The pile was begun with `card` (None: nothing fit) after unfit cards were buried in the stock."""

    card: Card | None
    buried: Cards
    type: ClassVar[str] = "upcard_turned"
    seat: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class RedThreesLaid:
    """Red threes went to the table, and `drawn` came for them."""

    seat: int
    cards: Cards
    drawn: Cards
    type: ClassVar[str] = "red_threes_laid"


@dataclass(frozen=True, slots=True)
class Drew:
    """A player drew from the stock."""

    seat: int
    cards: Cards
    type: ClassVar[str] = "drew"


@dataclass(frozen=True, slots=True)
class PileTaken:
    """A player took the top `cards` of the pile, the top one first, melding it with its pair."""

    seat: int
    cards: Cards
    melds: tuple[Laid, ...]
    type: ClassVar[str] = "pile_taken"


@dataclass(frozen=True, slots=True)
class Melded:
    """A player started melds or added to melds; `value` is that of the cards laid."""

    seat: int
    melds: tuple[Laid, ...]
    value: int
    type: ClassVar[str] = "melded"


@dataclass(frozen=True, slots=True)
class FootTaken:
    """A player took up the foot: `run`, by melding the last card of the hand, or `walk`, by discarding it."""

    seat: int
    how: str
    cards: Cards
    type: ClassVar[str] = "foot_taken"


@dataclass(frozen=True, slots=True)
class Discarded:
    """A player discarded; the turn is over."""

    seat: int
    card: Card
    type: ClassVar[str] = "discarded"


@dataclass(frozen=True, slots=True)
class Asked:
    """A player asked the partners for leave to go out."""

    seat: int
    type: ClassVar[str] = "asked"


@dataclass(frozen=True, slots=True)
class Answered:
    """A partner answered."""

    seat: int
    yes: bool
    type: ClassVar[str] = "answered"


@dataclass(frozen=True, slots=True)
class Passed:
    """A player passed; the turn is over."""

    seat: int
    type: ClassVar[str] = "passed"


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A player had no way to take the pile with an empty stock, and was not asked."""

    seat: int
    type: ClassVar[str] = "passed_over"


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over: `seat` went out, or (None) the stock was exhausted."""

    seat: int | None
    how: str
    type: ClassVar[str] = "deal_ended"


@dataclass(frozen=True, slots=True)
class DealScored:
    """The deal's points: `parts` by name for each team, their sums, the new totals, and the secret of the shuffle."""

    deal: int
    parts: tuple[dict[str, int], ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    secret: str | None
    type: ClassVar[str] = "deal_scored"
    seat: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class GameEnded:
    """All deals are over."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    type: ClassVar[str] = "game_ended"
    seat: ClassVar[None] = None


Event = (
    DealStarted
    | Grabbed
    | Dealt
    | UpcardTurned
    | RedThreesLaid
    | Drew
    | PileTaken
    | Melded
    | FootTaken
    | Discarded
    | Asked
    | Answered
    | Passed
    | PassedOver
    | DealEnded
    | DealScored
    | GameEnded
)

BY_TYPE: dict[str, Any] = {
    event.type: event
    for event in (
        DealStarted,
        Grabbed,
        Dealt,
        UpcardTurned,
        RedThreesLaid,
        Drew,
        PileTaken,
        Melded,
        FootTaken,
        Discarded,
        Asked,
        Answered,
        Passed,
        PassedOver,
        DealEnded,
        DealScored,
        GameEnded,
    )
}


FIELDS: dict[str, tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(event)) for kind, event in BY_TYPE.items()
}
"""The parts of each type of event, by their names."""
