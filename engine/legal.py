"""What a seat may do: a predicate for any action, and a useful bounded list (wire.md, Legal). All legal melds can be
millions; the list holds every draw, pass, question and answer, one discard for each face, the smallest melds, the
cheapest opening and the smallest taking of the pile, each legal by itself."""

from collections.abc import Iterator
from typing import Any

from engine import commands as asked
from engine.cards import NATURAL_RANKS, RANK, WILDS, Cards, worth
from engine.decide import check
from engine.default import to_act
from engine.errors import Refused
from engine.going_out import first_taking, way
from engine.melds import SMALLEST
from engine.opening import cheapest
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
    return tuple(command for command in _candidates(game, seat) if is_legal(game, command))


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


def _candidates(game: Game, seat: int) -> Iterator[asked.Command]:
    deal = game.playing
    if deal.question:
        yield asked.Answer(seat, yes=True)
        yield asked.Answer(seat, yes=False)
    elif deal.phase == GRABBING:
        yield asked.Grab(seat, MIDDLE)
    elif deal.phase == DRAW:
        yield asked.Draw(seat)
        taking = first_taking(game, seat) if deal.pile else None
        if taking:
            yield taking
        yield asked.Ask(seat)
        yield asked.Pass(seat)
    else:
        yield from _melds(game, deal, seat)
        yield asked.Ask(seat)
        for card in dict.fromkeys(deal.seats[seat].hand):
            yield asked.Discard(seat, card)
        yield asked.Pass(seat)


def _melds(game: Game, deal: Deal, seat: int) -> Iterator[asked.LayMelds]:
    hand, team = deal.seats[seat].hand, deal.teams[game.team_of(seat)]
    seen = set()
    if not team.opened:
        opening = cheapest(game.ruleset, hand, deal.minimum)
        if opening:
            seen.add(opening)
            yield asked.LayMelds(seat, opening)
    if deal.leave:
        onward = (way(game, seat) or ())[:1]
        for command in onward:
            if isinstance(command, asked.LayMelds):
                seen.add(command.melds)
                yield command
    for cards in _smallest(hand):
        lays = (asked.Lay(cards),)
        if lays not in seen:
            yield asked.LayMelds(seat, lays)
    for meld in team.melds:
        for card in dict.fromkeys(hand):
            lays = (asked.Lay((card,), meld.name),)
            if (RANK[card] == meld.rank or card in WILDS) and lays not in seen:
                yield asked.LayMelds(seat, lays)


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
