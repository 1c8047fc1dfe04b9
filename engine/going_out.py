"""Going out (rules.md section 7): who may, who must, who has to ask, and the way that leads out."""

from engine.cards import RED_THREES, Cards
from engine.commands import Ask, Command, TakePile
from engine.errors import Refused
from engine.events import Melded, PileTaken
from engine.evolve import evolve
from engine.pile import check_taking, may_take, taken_from, takings, told, trios
from engine.state import DRAW, Game
from engine.way_out import Taking, missing_books, way_to_lay_all

LEAST_KEPT = 2
"""Without leave to go out a player on the foot keeps one card to discard and one to go on with."""


def needs_leave(game: Game, seat: int) -> bool:
    """Whether the partners must be asked: there are some, and the ruleset asks them."""
    return game.ruleset.ask_partner and bool(game.partners_of(seat))


def partners_ready(game: Game, seat: int) -> bool:
    """`partner_in_foot`: every partner has played a card from the foot (R 13)."""
    seats = game.playing.seats
    return not game.ruleset.partner_in_foot or all(seats[one].played_from_foot for one in game.partners_of(seat))


def books_there(game: Game, seat: int) -> bool:
    """Whether the seat's team has the books of `books_to_go_out`."""
    return not any(missing_books(game.ruleset, game.playing.teams[game.team_of(seat)]))


def way(game: Game, seat: int) -> tuple[Command, ...] | None:
    """The actions by which this seat can go out in this turn, or None.

    Reckons with the cards that the player holds and sees, never with cards still to come from the stock; before
    drawing only with a way that begins with taking the pile. The partners' leave is not looked at.
    """
    deal, rules = game.playing, game.ruleset
    if not deal.seats[seat].in_foot or not partners_ready(game, seat):
        return None
    hand, team = deal.seats[seat].hand, deal.teams[game.team_of(seat)]
    if deal.phase != DRAW:
        return way_to_lay_all(rules, deal, team, stays(game, hand), seat) if _seen(game, hand) else None
    others = taken_from(rules, deal.pile)[1:]
    if not may_take(game, seat) or not _seen(game, hand + others):
        return None
    takings = (Taking(trio, stays(game, others)) for trio in trios(rules, deal.pile, hand, dear=True))
    ways = (way_to_lay_all(rules, deal, team, stays(game, hand), seat, taking) for taking in takings)
    return next((found for found in ways if found is not None), None)


def _seen(game: Game, cards: Cards) -> bool:
    """Whether these will be all cards of the hand: red threes among them would be replaced by cards that nobody has
    seen."""
    return not game.playing.stock_size or len(stays(game, cards)) == len(cards)


def stays(game: Game, hand: Cards) -> Cards:
    """The cards that stay in a hand: red threes that pay a bonus go to the table at once."""
    if game.ruleset.red_threes != "bonus":
        return hand
    return tuple(card for card in hand if card not in RED_THREES)


def check_keeping(game: Game, melding: Melded | PileTaken) -> None:
    """Refuses melds of a player on the foot that may not be laid: `must_keep_two` without leave, `must_go_out` where
    they would leave no way after a yes."""
    deal, seat = game.playing, melding.seat
    after = evolve(game, melding)
    if deal.leave:
        if way(after, seat) is None:
            raise Refused("must_go_out")
        return
    kept = len(stays(after, after.playing.seats[seat].hand))
    if kept >= LEAST_KEPT:
        return
    if needs_leave(game, seat) or way(after, seat) is None:
        raise Refused("must_keep_two", kept=kept)


def check_last_discard(game: Game, seat: int) -> None:
    """Refuses the discard of a foot's last card by a player who may not go out, and any other after a yes."""
    deal = game.playing
    last = deal.seats[seat].in_foot and len(deal.seats[seat].hand) == 1
    if not last:
        if deal.leave:
            raise Refused("must_go_out")
        return
    goes_out = game.ruleset.last_discard != "forbidden" and books_there(game, seat) and partners_ready(game, seat)
    if goes_out and (deal.leave or not needs_leave(game, seat)):
        return
    raise Refused("must_go_out" if deal.leave else "must_keep_two", kept=0)


def check_asking(game: Game, seat: int) -> None:
    """Refuses a question that may not be put."""
    deal = game.playing
    if deal.asked:
        raise Refused("already_asked")
    if not needs_leave(game, seat):
        raise Refused("nobody_to_ask")
    if not deal.seats[seat].in_foot:
        raise Refused("not_in_foot")
    if not partners_ready(game, seat):
        raise Refused("partner_not_in_foot")
    if not way(game, seat):
        raise Refused("cannot_go_out")


def must_pass(game: Game, seat: int) -> bool:
    """After drawing: a player on the foot with a single card, and without leave and way to go out, passes. So does one
    whose foot was red threes alone, with no stock to replace them: nothing is left to meld or to discard."""
    deal = game.playing
    if not deal.seats[seat].in_foot or len(deal.seats[seat].hand) >= LEAST_KEPT:
        return False
    return not ((deal.leave or not needs_leave(game, seat)) and way(game, seat))


def check_taking_pile(game: Game, command: TakePile) -> None:
    """All refusals of taking the pile."""
    check_taking(game, command)
    if game.playing.seats[command.seat].in_foot:
        check_keeping(game, told(game, command))


def may_take_pile(game: Game, seat: int) -> bool:
    """Whether the turn's player has a legal way to take the pile, if need be by asking to go out (section 8)."""
    return first_taking(game, seat) is not None or may_ask(game, seat) is not None


def first_taking(game: Game, seat: int) -> TakePile | None:
    """The legal taking with the fewest cards, or None."""
    in_foot = game.playing.seats[seat].in_foot
    for taking in takings(game, seat):
        if not in_foot or _keeps(game, taking):
            return taking
    # A team that has not melded may have to open with more than it needs, so that a way leads on.
    if not game.playing.leave and needs_leave(game, seat):
        return None
    begin = (way(game, seat) or (None,))[0]
    return begin if isinstance(begin, TakePile) else None


def _keeps(game: Game, taking: TakePile) -> bool:
    """Whether a player on the foot keeps what must be kept with this taking."""
    try:
        check_keeping(game, told(game, taking))
    except Refused:
        return False
    return True


def may_ask(game: Game, seat: int) -> Ask | None:
    """The question, where it may be put."""
    try:
        check_asking(game, seat)
    except Refused:
        return None
    return Ask(seat)
