"""What can be asked of the game: one command for each action of the scenarios README, each with the seat that asks."""

from typing import Any, NamedTuple

from engine import events as told
from engine.cards import RANK, Card, Cards, from_text, to_text
from engine.errors import Refused, told_back

LARGEST_ACTION = 2000
"""No action names more cards than this; the largest hand is far smaller. Keeps a megabyte of cards cheap to refuse."""


class Lay(NamedTuple):
    """Cards laid together: on the meld named `to`, or as a new meld."""

    cards: Cards
    to: str | None = None


class Begin(NamedTuple):
    """Shuffle and deal the first deal. Said by the table when all seats are taken, never by a seat."""


class Grab(NamedTuple):
    """Take a packet from the heap, at `fraction` millionths of it."""

    seat: int
    fraction: int


class Draw(NamedTuple):
    """Draw from the stock."""

    seat: int


class TakePile(NamedTuple):
    """Take the top of the pile, melding the top card and its pair."""

    seat: int
    melds: tuple[Lay, ...]


class LayMelds(NamedTuple):
    """Start melds, or add to melds."""

    seat: int
    melds: tuple[Lay, ...]


class Ask(NamedTuple):
    """Ask the partners for leave to go out."""

    seat: int


class Answer(NamedTuple):
    """A partner's answer."""

    seat: int
    yes: bool


class Discard(NamedTuple):
    """Discard one card, which ends the turn."""

    seat: int
    card: Card


class Pass(NamedTuple):
    """With an empty stock: don't take the pile; or, with one card on the foot, don't discard."""

    seat: int


Command = Begin | Grab | Draw | TakePile | LayMelds | Ask | Answer | Discard | Pass


def parse(action: object, seat: int) -> Command:
    """The command that a seat means by an action of the wire. Raises Refused `malformed` for what is no action."""
    if not isinstance(action, dict):
        raise Refused("malformed", reason="An action is an object.")
    match action.get("do"):
        case "draw":
            return Draw(seat)
        case "take_pile":
            return TakePile(seat, _melds(action))
        case "meld":
            return LayMelds(seat, _melds(action))
        case "ask":
            return Ask(seat)
        case "answer" if isinstance(action.get("yes"), bool):
            return Answer(seat, action["yes"])
        case "discard":
            return Discard(seat, _card(action.get("card")))
        case "pass":
            return Pass(seat)
        case "grab" if _millionths(action.get("fraction")):
            return Grab(seat, action["fraction"])
        case "answer" | "grab":
            raise Refused("malformed", reason="The action lacks a part, or the part is not of its kind.")
        case _:
            raise Refused("malformed", reason="There is no such action.")


def to_dict(command: Command) -> dict[str, Any]:
    """The action of the wire that means this command, without its seat."""
    match command:
        case Draw():
            return {"do": "draw"}
        case TakePile(melds=melds):
            return {"do": "take_pile", "melds": [_lay(lay) for lay in melds]}
        case LayMelds(melds=melds):
            return {"do": "meld", "melds": [_lay(lay) for lay in melds]}
        case Ask():
            return {"do": "ask"}
        case Answer(yes=yes):
            return {"do": "answer", "yes": yes}
        case Discard(card=card):
            return {"do": "discard", "card": card}
        case Pass():
            return {"do": "pass"}
        case Grab(fraction=fraction):
            return {"do": "grab", "fraction": fraction}
        case _:
            raise ValueError("the table's own command is no action")


def of_event(event: told.Event) -> Command:
    """The command to which this event, the first of its decision, was the answer. Raises ValueError for one that comes
    of no command by itself."""
    match event:
        case told.DealStarted():
            return Begin()
        case told.Grabbed(seat=seat, fraction=fraction):
            return Grab(seat, fraction)
        case told.Drew(seat=seat):
            return Draw(seat)
        case told.PileTaken(seat=seat, melds=melds):
            return TakePile(seat, _as_laid(melds))
        case told.Melded(seat=seat, melds=melds):
            return LayMelds(seat, _as_laid(melds))
        case told.Asked(seat=seat):
            return Ask(seat)
        case told.Answered(seat=seat, yes=yes):
            return Answer(seat, yes)
        case told.Discarded(seat=seat, card=card):
            return Discard(seat, card)
        case told.Passed(seat=seat):
            return Pass(seat)
    raise ValueError(f"no decision begins with {event.type}")


def parse_cards(text: object) -> Cards:
    """Cards from text, faces with blanks between. Raises Refused `malformed` for what is no card."""
    if not isinstance(text, str) or len(text) > 3 * LARGEST_ACTION:
        raise Refused("malformed", reason="Cards are a text of faces with blanks between.")
    cards = from_text(text)
    for card in cards:
        if card not in RANK:
            raise Refused("malformed", reason="There is no such card.", card=told_back(card))
    return cards


def _card(text: object) -> Card:
    cards = parse_cards(text)
    if len(cards) != 1:
        raise Refused("malformed", reason="One card is to be named.")
    return cards[0]


def _melds(action: dict[str, Any]) -> tuple[Lay, ...]:
    melds = action.get("melds")
    if not isinstance(melds, list) or len(melds) > LARGEST_ACTION:
        raise Refused("malformed", reason="The action needs a list of melds.")
    return tuple(_parse_lay(meld) for meld in melds)


def _parse_lay(meld: object) -> Lay:
    if not isinstance(meld, dict):
        raise Refused("malformed", reason="A meld is an object with its cards.")
    name = meld.get("to")
    if not (name is None or isinstance(name, str)):
        raise Refused("malformed", reason="A meld is named by a text.")
    return Lay(parse_cards(meld.get("cards")), name)


def _as_laid(melds: tuple[told.Laid, ...]) -> tuple[Lay, ...]:
    return tuple(Lay(laid.cards, None if laid.new else laid.name) for laid in melds)


def _lay(lay: Lay) -> dict[str, str]:
    cards = {"cards": to_text(lay.cards)}
    return cards if lay.to is None else {**cards, "to": lay.to}


def _millionths(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1_000_000
