"""What can happen in a game: facts, not recipes. A replay never shuffles and never scores.

The types are wire.md's words. Each event is a named tuple; `type` is its word, `seat` whose doing it was (None: nobody's).
"""

from typing import Any, NamedTuple

from engine.cards import Card, Cards


class Laid(NamedTuple):
    """Cards laid on one meld in one action."""

    name: str
    cards: Cards
    new: bool


class DealStarted(NamedTuple):
    """The cards were shuffled."""

    deal: int
    dealer: int
    minimum: int
    order: Cards
    type = "deal_started"
    seat = None


class Grabbed(NamedTuple):
    """A player took a packet of `count` cards from the heap."""

    seat: int
    fraction: int
    count: int
    type = "grabbed"


class Dealt(NamedTuple):
    """A player has the two packets."""

    seat: int
    hand: Cards
    foot: Cards
    type = "dealt"


class UpcardTurned(NamedTuple):
    """The pile was begun with `card` (None: nothing fit) after unfit cards were buried in the stock."""

    card: Card | None
    buried: Cards
    type = "upcard_turned"
    seat = None


class RedThreesLaid(NamedTuple):
    """Red threes went to the table, and `drawn` came for them."""

    seat: int
    cards: Cards
    drawn: Cards
    type = "red_threes_laid"


class Drew(NamedTuple):
    """A player drew from the stock."""

    seat: int
    cards: Cards
    type = "drew"


class PileTaken(NamedTuple):
    """A player took the top `cards` of the pile, the top one first, melding it with its pair."""

    seat: int
    cards: Cards
    melds: tuple[Laid, ...]
    type = "pile_taken"


class Melded(NamedTuple):
    """A player started melds or added to melds; `value` is that of the cards laid."""

    seat: int
    melds: tuple[Laid, ...]
    value: int
    type = "melded"


class FootTaken(NamedTuple):
    """A player took up the foot: `run`, by melding the last card of the hand, or `walk`, by discarding it."""

    seat: int
    how: str
    cards: Cards
    type = "foot_taken"


class Discarded(NamedTuple):
    """A player discarded; the turn is over."""

    seat: int
    card: Card
    type = "discarded"


class Asked(NamedTuple):
    """A player asked the partners for leave to go out."""

    seat: int
    type = "asked"


class Answered(NamedTuple):
    """A partner answered."""

    seat: int
    yes: bool
    type = "answered"


class Passed(NamedTuple):
    """A player passed; the turn is over."""

    seat: int
    type = "passed"


class PassedOver(NamedTuple):
    """A player had no way to take the pile with an empty stock, and was not asked."""

    seat: int
    type = "passed_over"


class DealEnded(NamedTuple):
    """The deal is over: `seat` went out, or (None) the stock was exhausted."""

    seat: int | None
    how: str
    type = "deal_ended"


class DealScored(NamedTuple):
    """The deal's points: `parts` by name for each team, their sums, the new totals, and the secret of the shuffle."""

    deal: int
    parts: tuple[dict[str, int], ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    secret: str | None
    type = "deal_scored"
    seat = None


class GameEnded(NamedTuple):
    """All deals are over."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    type = "game_ended"
    seat = None


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
