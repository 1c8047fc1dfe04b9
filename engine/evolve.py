"""`evolve(game, event) -> game`: what an event changes. It may not refuse; it only folds."""

from collections.abc import Callable
from typing import Any

from engine import events as told
from engine.cards import RED_THREES, Cards, in_order, without
from engine.melds import added, started
from engine.seating import after
from engine.state import ADDS, DEALING, DRAW, GRABBING, PLAY, STARTS, Deal, Game, Question, Seat, Team
from engine.stock import streams, take


def evolve(game: Game, event: told.Event) -> Game:
    """The game after an event. Events are folded in their order, from `new_game`."""
    return _CHANGES[event.type](game, event)


def fold(game: Game, events: tuple[told.Event, ...]) -> Game:
    """The game after several events."""
    for event in events:
        game = evolve(game, event)
    return game


def lay(team: Team, melds: tuple[told.Laid, ...]) -> Team:
    """The team with these cards on the table."""
    on_table = list(team.melds)
    for laid in melds:
        if laid.new:
            on_table.append(started(laid.name, laid.cards))
        else:
            place = next(i for i, meld in enumerate(on_table) if meld.name == laid.name)
            on_table[place] = added(on_table[place], laid.cards)
    return team._replace(melds=tuple(on_table))


def _seated(deal: Deal, number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*deal.seats[:number], seat, *deal.seats[number + 1 :])


def _teamed(deal: Deal, number: int, team: Team) -> tuple[Team, ...]:
    return (*deal.teams[:number], team, *deal.teams[number + 1 :])


def _turn_after(game: Game, deal: Deal, seat: int, seats: tuple[Seat, ...], pile: Cards, passes: int) -> Deal:
    """The beginning of the next player's turn: of what a turn keeps in mind nothing is left."""
    return Deal(
        number=deal.number,
        dealer=deal.dealer,
        minimum=deal.minimum,
        seat=after(seat, game.players),
        phase=DRAW,
        seats=seats,
        teams=deal.teams,
        stock=deal.stock,
        pile=pile,
        passes=passes,
    )


def _deal_started(game: Game, event: told.DealStarted) -> Game:
    grab = game.ruleset.dealing == "grab"
    return game.at(
        Deal(
            number=event.deal,
            dealer=event.dealer,
            minimum=event.minimum,
            seat=after(event.dealer, game.players),
            phase=GRABBING if grab else DEALING,
            seats=(Seat(),) * game.players,
            teams=(Team(),) * game.teams,
            stock=(event.order,),
            undealt=game.players,
        )
    )


def _grabbed(game: Game, event: told.Grabbed) -> Game:
    deal = game.playing
    seats = _seated(deal, event.seat, deal.seats[event.seat]._replace(grabbed=event.count))
    if event.count != game.ruleset.hand_size + game.ruleset.foot_size:
        return game.at(deal._replace(seats=seats))
    number = game.team_of(event.seat)
    team = deal.teams[number]
    exact = team._replace(exact_grabs=team.exact_grabs + 1)
    return game.at(deal._replace(seats=seats, teams=_teamed(deal, number, exact)))


def _dealt(game: Game, event: told.Dealt) -> Game:
    deal, rules = game.playing, game.ruleset
    heap = deal.stock[0]
    # `dealt`: all hands lie before all feet, so the hands not yet dealt lie between this player's two packets.
    hands = rules.hand_size * (deal.undealt if deal.phase == DEALING else 1)
    heap = heap[rules.hand_size : hands] + heap[hands + rules.foot_size :]
    seat = deal.seats[event.seat]._replace(hand=in_order(event.hand), foot=event.foot)
    undealt = deal.undealt - 1
    deal = deal._replace(
        seats=_seated(deal, event.seat, seat), stock=(heap,), undealt=undealt, seat=after(event.seat, game.players)
    )
    if not undealt and rules.upcard == "none":
        deal = _open(game, deal)
    return game.at(deal)


def _upcard_turned(game: Game, event: told.UpcardTurned) -> Game:
    deal = game.playing
    stock = deal.stock[0]
    for card in event.buried:
        stock = bury(stock[1:], card)
    if event.card is not None:
        stock = stock[1:]
        deal = deal._replace(pile=(event.card,))
    return game.at(_open(game, deal._replace(stock=(stock,))))


def bury(stock: Cards, card: str) -> Cards:
    """The stock with a card put in after half of the cards that remain, rounded down."""
    middle = len(stock) // 2
    return (*stock[:middle], card, *stock[middle:])


def _open(game: Game, deal: Deal) -> Deal:
    """All is dealt; the player at the dealer's left is to play (R 11)."""
    first = after(deal.dealer, game.players)
    stock = streams(deal.stock[0], game.players, first) if game.ruleset.stock == "seat_streams" else deal.stock
    return deal._replace(phase=DRAW, seat=first, stock=stock)


def _red_threes_laid(game: Game, event: told.RedThreesLaid) -> Game:
    deal = game.playing
    seat, number = deal.seats[event.seat], game.team_of(event.seat)
    held = tuple(card for card in seat.hand if card in RED_THREES)
    replaced = len(event.cards) - len(held) + len(event.drawn)
    _, stock = take(deal.stock, event.seat, replaced)
    team = deal.teams[number]
    return game.at(
        deal._replace(
            stock=stock,
            seats=_seated(deal, event.seat, seat.holding(in_order(without(seat.hand, held) + event.drawn))),
            teams=_teamed(deal, number, team._replace(red_threes=in_order(team.red_threes + event.cards))),
        )
    )


def _drew(game: Game, event: told.Drew) -> Game:
    deal = game.playing
    seat = deal.seats[event.seat]
    _, stock = take(deal.stock, event.seat, len(event.cards))
    seats = _seated(deal, event.seat, seat.holding(in_order(seat.hand + event.cards)))
    return game.at(deal._replace(stock=stock, seats=seats, phase=PLAY, passes=0))


def _pile_taken(game: Game, event: told.PileTaken) -> Game:
    deal = game.playing
    seat = deal.seats[event.seat]
    deal = deal._replace(
        pile=deal.pile[len(event.cards) :],
        seats=_seated(deal, event.seat, seat.holding(in_order(seat.hand + event.cards))),
        phase=PLAY,
        passes=0,
    )
    return game.at(_laid(game, deal, event.seat, event.melds))


def _melded(game: Game, event: told.Melded) -> Game:
    return game.at(_laid(game, game.playing, event.seat, event.melds))


def _laid(game: Game, deal: Deal, number: int, melds: tuple[told.Laid, ...]) -> Deal:
    seat, team = deal.seats[number], game.team_of(number)
    gone = [card for laid in melds for card in laid.cards]
    new = tuple(laid.name for laid in melds if laid.new)
    return deal._replace(
        seats=_seated(deal, number, seat.left_with(without(seat.hand, gone))),
        teams=_teamed(deal, team, lay(deal.teams[team], melds)),
        melded_this_turn=deal.melded_this_turn or (STARTS if new else ADDS),
        started_this_turn=deal.started_this_turn + new,
    )


def _foot_taken(game: Game, event: told.FootTaken) -> Game:
    deal = game.playing
    seat = deal.seats[event.seat]._replace(hand=in_order(event.cards), foot=(), in_foot=True)
    seats = _seated(deal, event.seat, seat)
    if event.how == "run" and game.ruleset.foot_entry == "ends_turn":
        return game.at(_turn_after(game, deal, event.seat, seats, deal.pile, deal.passes))
    return game.at(deal._replace(seats=seats))


def _discarded(game: Game, event: told.Discarded) -> Game:
    deal = game.playing
    seat = deal.seats[event.seat]
    seats = _seated(deal, event.seat, seat.left_with(without(seat.hand, (event.card,))))
    return game.at(_turn_after(game, deal, event.seat, seats, (event.card, *deal.pile), deal.passes))


def _asked(game: Game, event: told.Asked) -> Game:
    question = Question(event.seat, game.partners_of(event.seat))
    return game.at(game.playing._replace(asked=True, question=question))


def _answered(game: Game, event: told.Answered) -> Game:
    deal = game.playing
    question = deal.question
    if question is None or not event.yes:
        return game.at(deal._replace(question=None))
    waiting = tuple(seat for seat in question.waiting_for if seat != event.seat)
    if waiting:
        return game.at(deal._replace(question=question._replace(waiting_for=waiting)))
    return game.at(deal._replace(question=None, leave=True))


def _passed(game: Game, event: told.Passed | told.PassedOver) -> Game:
    deal = game.playing
    return game.at(_turn_after(game, deal, event.seat, deal.seats, deal.pile, deal.passes + 1))


def _deal_ended(game: Game, event: told.DealEnded) -> Game:
    return game.at(game.playing._replace(over=event.how, out=event.seat))


def _deal_scored(game: Game, event: told.DealScored) -> Game:
    return game._replace(scores=(*game.scores, event.scores), totals=event.totals)


def _game_ended(game: Game, event: told.GameEnded) -> Game:
    return game._replace(winners=event.winners)


_CHANGES: dict[str, Callable[[Game, Any], Game]] = {
    "deal_started": _deal_started,
    "grabbed": _grabbed,
    "dealt": _dealt,
    "upcard_turned": _upcard_turned,
    "red_threes_laid": _red_threes_laid,
    "drew": _drew,
    "pile_taken": _pile_taken,
    "melded": _melded,
    "foot_taken": _foot_taken,
    "discarded": _discarded,
    "asked": _asked,
    "answered": _answered,
    "passed": _passed,
    "passed_over": _passed,
    "deal_ended": _deal_ended,
    "deal_scored": _deal_scored,
    "game_ended": _game_ended,
}
assert set(_CHANGES) == set(told.BY_TYPE)
