"""What a seat may do: a predicate for any action, and a useful bounded list (wire.md, Legal). All legal melds can be
millions; the list holds every draw, pass, question and answer, one discard for each face, the smallest melds, the
cheapest opening and the smallest taking of the pile, each legal by itself."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine import commands as asked
from engine.arrange import freedoms
from engine.cards import NATURAL_RANKS, RANK, WILDS, Card, Cards, worth
from engine.decide import check
from engine.default import to_act
from engine.errors import Refused
from engine.going_out import first_taking, way
from engine.melds import SMALLEST, Meld, refuse_addition, shape
from engine.opening import cheapest
from engine.ruleset import Ruleset
from engine.state import DRAW, GRABBING, Deal, Game

MIDDLE = 500_000
"""Where on the heap the listed grab reaches, in millionths."""


def is_legal(game: Game, command: asked.Command) -> bool:
    """Whether the rules allow this command now."""
    try:
        check(game, command)
    except Refused:
        return False
    return True


def commands(game: Game, seat: int | None) -> tuple[asked.Command, ...]:
    """The listed commands of a seat; none for a seat that is not to act, or for no seat."""
    if seat is None or seat not in to_act(game):
        return ()
    return tuple(_listed(game, seat))


def actions(game: Game, seat: int | None) -> list[dict[str, Any]]:
    """`commands` as actions of the wire."""
    return [asked.to_dict(command) for command in commands(game, seat)]


def dry_run(game: Game, command: asked.Command) -> dict[str, int]:
    """What an action's melds are worth, and what the team's first meld must reach (0 once it has melded). Raises
    Refused where the action would be refused; says nothing about what would follow."""
    check(game, command)
    melds = command.melds if isinstance(command, asked.TakePile | asked.LayMelds) else ()
    value = worth(card for lay in melds for card in lay.cards)
    deal = game.deal
    if deal is None or isinstance(command, asked.Begin) or deal.teams[game.team_of(command.seat)].opened:
        return {"value": value, "minimum": 0}
    return {"value": value, "minimum": deal.minimum}


def _listed(game: Game, seat: int) -> Iterator[asked.Command]:
    deal = game.playing
    if deal.question:
        yield asked.Answer(seat, yes=True)
        yield asked.Answer(seat, yes=False)
        return
    if deal.phase == GRABBING:
        yield asked.Grab(seat, MIDDLE)
        return
    if deal.phase == DRAW:
        yield from _allowed(game, (asked.Draw(seat),))
        taking = first_taking(game, seat)
        if taking:
            yield taking
    else:
        yield from _allowed(game, _melds(game, deal, seat))
        discards = [asked.Discard(seat, card) for card in dict.fromkeys(deal.seats[seat].hand)]
        if any(_allowed(game, discards[:1])):  # a discard is refused for what it leaves, never for its face
            yield from discards
    yield from _allowed(game, (asked.Ask(seat), asked.Pass(seat)))


def _allowed(game: Game, some: Iterable[asked.Command]) -> Iterator[asked.Command]:
    return (command for command in some if is_legal(game, command))


def _melds(game: Game, deal: Deal, seat: int) -> Iterator[asked.LayMelds]:
    """The melds worth listing, each once; most are legal, and none that is left out would be by itself."""
    hand, team = deal.seats[seat].hand, deal.teams[game.team_of(seat)]
    listed = []
    if not team.opened:
        listed += [cheapest(game.ruleset, hand, deal.minimum)]
    if deal.leave:
        listed += [step.melds for step in (way(game, seat) or ())[:1] if isinstance(step, asked.LayMelds)]
    free = freedoms(game.ruleset, deal)
    if any(freedom.start for freedom in free):
        listed += [(asked.Lay(cards),) for cards in _smallest(hand)]
    for meld in team.melds:
        if any(freedom.allows(meld.name, deal) for freedom in free):
            listed += [(asked.Lay((card,), meld.name),) for card in _fitting(game.ruleset, meld, hand)]
    return (asked.LayMelds(seat, lays) for lays in dict.fromkeys(listed) if lays)


def _fitting(ruleset: Ruleset, meld: Meld, hand: Cards) -> Iterator[Card]:
    """Each face of the hand that may be added to this meld by itself."""
    old = shape(meld)
    if refuse_addition(ruleset, old, 1, 0) is None:
        yield from dict.fromkeys(card for card in hand if RANK[card] == meld.rank)
    if refuse_addition(ruleset, old, 0, 1) is None:
        yield from dict.fromkeys(card for card in hand if card in WILDS)


def _smallest(hand: Cards) -> Iterator[Cards]:
    """The smallest new melds: three naturals of a rank; two and the cheapest wild; three wilds."""
    wilds = tuple(card for card in hand if card in WILDS)  # twos stand before jokers
    for rank in NATURAL_RANKS:
        same = tuple(card for card in hand if RANK[card] == rank)
        if len(same) >= SMALLEST:
            yield same[:SMALLEST]
        if len(same) >= SMALLEST - 1 and wilds:
            yield (*same[: SMALLEST - 1], wilds[0])
    if len(wilds) >= SMALLEST:
        yield wilds[:SMALLEST]
