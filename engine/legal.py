"""What a seat may do: a predicate for any action, and a useful bounded list (wire.md, Legal). All legal melds can be
millions; the list holds every draw, pass, question and answer, one discard for each face, the smallest melds, the
cheapest opening and the smallest taking of the pile, each legal by itself."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine import commands as asked
from engine.arrange import Freedom, freedoms
from engine.cards import MELD_RANK, NATURAL_RANKS, WILD_RANK, Card, by_rank, worth
from engine.decide import check
from engine.default import to_act
from engine.errors import Refused
from engine.going_out import LEAST_KEPT, first_taking, stays, way
from engine.melds import SMALLEST, Meld, Shape, refuse_addition, refuse_new, shape
from engine.opening import cheapest
from engine.ruleset import Ruleset
from engine.state import DRAW, GRABBING, Deal, Game, Team

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
        discards = [asked.Discard(seat, card) for card in dict.fromkeys(deal.seats[seat].hand)]
        if any(_allowed(game, discards[:1])):  # a discard is refused for what it leaves, never for its face
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
    spare = len(stays(game, player.hand)) - LEAST_KEPT
    first = _way_on(game, seat) if deal.leave else None if opened else cheapest(game.ruleset, player.hand, deal.minimum)
    if first:
        onward = asked.LayMelds(seat, first)
        if not player.in_foot or is_legal(game, onward):
            yield onward
    legal: dict[tuple[str | None, str], bool] = {}
    for lay in _single(game, deal, seat):
        if (lay,) == first or not (opened or worth(lay.cards) >= deal.minimum):
            continue
        command = asked.LayMelds(seat, (lay,))
        if player.in_foot and (deal.leave or len(lay.cards) > spare):
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


def _single(game: Game, deal: Deal, seat: int) -> Iterator[asked.Lay]:
    """The smallest new melds and the additions of one card."""
    rules, team = game.ruleset, deal.teams[game.team_of(seat)]
    held = by_rank(deal.seats[seat].hand)
    free = Freedom(*map(any, zip(*freedoms(rules, deal), strict=True)))  # each lay stands alone
    if free.start:
        yield from _smallest(rules, team, held)
    for meld in team.melds:
        if (meld.rank in held or WILD_RANK in held) and free.allows(meld.name, deal):
            yield from _additions(rules, meld, held)


def _smallest(ruleset: Ruleset, team: Team, held: dict[str, list[Card]]) -> Iterator[asked.Lay]:
    """The smallest new melds: three naturals of a rank; two and the cheapest wild; three wilds."""
    taken = {meld.rank for meld in team.melds if not (meld.is_book and ruleset.reopen_rank)}
    wilds = held.get(WILD_RANK, [])  # twos stand before jokers
    with_wild = bool(wilds) and refuse_new(ruleset, Shape(2, 1, of_wilds=False)) is None
    for rank, same in held.items():
        if len(same) >= SMALLEST - 1 and rank in NATURAL_RANKS and rank not in taken:
            if len(same) >= SMALLEST:
                yield asked.Lay(tuple(same[:SMALLEST]))
            if with_wild:
                yield asked.Lay((*same[: SMALLEST - 1], wilds[0]))
    if len(wilds) >= SMALLEST and ruleset.wild_melds and WILD_RANK not in taken:
        yield asked.Lay(tuple(wilds[:SMALLEST]))


def _additions(ruleset: Ruleset, meld: Meld, held: dict[str, list[Card]]) -> Iterator[asked.Lay]:
    """Each face of the hand that may be added to this meld by itself."""
    if meld.is_book and ruleset.add_to_books == "none":
        return
    naturals, wilds = held.get(meld.rank), held.get(WILD_RANK)
    old = shape(meld)
    if naturals and not old.of_wilds and refuse_addition(ruleset, old, 1, 0) is None:
        for card in dict.fromkeys(naturals):
            yield asked.Lay((card,), meld.name)
    if wilds and refuse_addition(ruleset, old, 0, 1) is None:
        for card in dict.fromkeys(wilds):
            yield asked.Lay((card,), meld.name)
