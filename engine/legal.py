"""What a seat may do: a predicate for any action, and a useful bounded list (wire.md, Legal). All legal melds can be
millions; the list holds every draw, pass, question and answer, one discard for each face, the smallest melds, the
cheapest opening and the smallest taking of the pile, each legal by itself."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from engine import commands as asked
from engine.arrange import FREE, freedoms
from engine.cards import MELD_RANK, NATURAL_RANKS, WILD_RANK, Card, Cards, by_rank, worth
from engine.decide import check
from engine.default import to_act
from engine.errors import Refused
from engine.going_out import LEAST_KEPT, first_taking, stays, way
from engine.melds import SMALLEST, Meld, Shape, refuse_addition, refuse_new, shape
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
        yield from _melds(game, deal, seat)
        discards = [_discard(seat, card) for card in dict.fromkeys(deal.seats[seat].hand)]
        if discards and is_legal(game, discards[0]):  # a discard is refused for what it leaves, never for its face
            yield from discards
    if deal.seats[seat].in_foot:
        yield from _allowed(game, (asked.Ask(seat), asked.Pass(seat)))
    elif not deal.stock_size:
        yield from _allowed(game, (asked.Pass(seat),))


def _allowed(game: Game, some: Iterable[asked.Command]) -> Iterator[asked.Command]:
    return (command for command in some if is_legal(game, command))


def _melds(game: Game, deal: Deal, seat: int) -> Iterator[asked.LayMelds]:
    """The melds worth listing, each once and legal by itself. The rules of laying are looked at while they are put
    together; only where too few cards would be kept, or after a yes, the whole rulebook is asked."""
    player, opened = deal.seats[seat], deal.teams[game.team_of(seat)].opened
    first = _way_on(game, seat) if deal.leave else None if opened else cheapest(game.ruleset, player.hand, deal.minimum)
    if first:
        onward = asked.LayMelds(seat, first)
        if not player.in_foot or is_legal(game, onward):
            yield onward
    single = _single(game, deal, seat)
    if not opened:
        single = [one for one in single if worth(one.melds[0].cards) >= deal.minimum]
    if first:
        single = [one for one in single if one.melds != first]
    yield from _keeping(game, deal, seat, single) if player.in_foot else single


def _keeping(game: Game, deal: Deal, seat: int, single: list[asked.LayMelds]) -> Iterator[asked.LayMelds]:
    """Those that are legal for a player on the foot, too, who must keep cards or go out."""
    spare = len(stays(game, deal.seats[seat].hand)) - LEAST_KEPT
    legal: dict[tuple[str | None, str], bool] = {}
    for command in single:
        lay = command.melds[0]
        if deal.leave or len(lay.cards) > spare:
            alike = (lay.to, "".join(MELD_RANK[card] for card in lay.cards))  # what is left does not depend on suits
            if alike not in legal:
                legal[alike] = is_legal(game, command)
            if not legal[alike]:
                continue
        yield command


def _way_on(game: Game, seat: int) -> tuple[asked.Lay, ...] | None:
    """The melds with which a way out goes on."""
    step = (way(game, seat) or (None,))[0]
    return step.melds if isinstance(step, asked.LayMelds) else None


def _single(game: Game, deal: Deal, seat: int) -> list[asked.LayMelds]:
    """The smallest new melds and the additions of one card."""
    rules, team = game.ruleset, deal.teams[game.team_of(seat)]
    held = by_rank(deal.seats[seat].hand)
    wilds = held.get(WILD_RANK, [])  # twos stand before jokers
    choices = freedoms(rules, deal)
    free = choices[0] if len(choices) == 1 else FREE  # each lay stands alone
    found: list[asked.LayMelds] = []
    if free.start:
        taken = {meld.rank for meld in team.melds if not (meld.is_book and rules.reopen_rank)}
        for rank, same in held.items():
            if len(same) >= SMALLEST - 1 and rank not in taken:
                found += _smallest(rules, seat, rank, tuple(same[:SMALLEST]), tuple(wilds[:1]))
    for meld in team.melds:
        own = held.get(meld.rank, [])
        if (own or wilds) and free.allows(meld.name, deal):
            own_fit, wilds_fit = _takes(rules, meld)
            fit = (own if own_fit else []) + (wilds if wilds_fit else [])
            found += [_addition(seat, meld.name, card) for card in dict.fromkeys(fit)]
    return found


# What is listed again and again is made once: the same few melds and discards in turn after turn.


@lru_cache(maxsize=4096)
def _smallest(ruleset: Ruleset, seat: int, rank: str, same: Cards, wild: Cards) -> tuple[asked.LayMelds, ...]:
    """The smallest new melds with two or three cards of a rank: the three; two and a wild."""
    lays = []
    if len(same) == SMALLEST and (rank in NATURAL_RANKS or (rank == WILD_RANK and ruleset.wild_melds)):
        lays.append(asked.Lay(same))
    if wild and rank in NATURAL_RANKS and refuse_new(ruleset, Shape(2, 1, of_wilds=False)) is None:
        lays.append(asked.Lay((*same[: SMALLEST - 1], *wild)))
    return tuple(asked.LayMelds(seat, (lay,)) for lay in lays)


@lru_cache(maxsize=4096)
def _addition(seat: int, name: str, card: Card) -> asked.LayMelds:
    """One card laid on a meld."""
    return asked.LayMelds(seat, (asked.Lay((card,), name),))


@lru_cache(maxsize=1024)
def _discard(seat: int, card: Card) -> asked.Discard:
    """One card discarded."""
    return asked.Discard(seat, card)


@lru_cache(maxsize=4096)
def _takes(ruleset: Ruleset, meld: Meld) -> tuple[bool, bool]:
    """Whether one natural, and whether one wild may be added to this meld."""
    old = shape(meld)
    wild = refuse_addition(ruleset, old, 0, 1) is None
    return not old.of_wilds and refuse_addition(ruleset, old, 1, 0) is None, wild
