"""From the engine's positions to those of the reference, and from its tokens back to cards."""

from random import Random

from engine.cards import JOKER, RED_THREES, WILDS, Card, in_order
from engine.commands import Command, Lay
from engine.melds import Meld
from engine.state import Game, Seat
from tests.engine import reference
from tests.engine.reference import Pile, Side, tidy, token


def side_of(game: Game, seat: int) -> Side:
    """All that laying and going out depend on, in tokens."""
    deal = game.playing
    return Side(
        hand=tidy(map(token, deal.seats[seat].hand)),
        melds=tuple(map(pile_of, deal.teams[game.team_of(seat)].melds)),
        started=deal.started_this_turn,
        melded=deal.melded_this_turn,
        minimum=deal.minimum,
    )


def pile_of(meld: Meld) -> Pile:
    return Pile(meld.name, len(meld.cards) - meld.wilds, meld.wilds, meld.kind)


def lays_in_tokens(lays: tuple[Lay, ...]) -> tuple[reference.Lay, ...]:
    return tuple(reference.Lay("".join(map(token, lay.cards)), lay.to) for lay in lays)


def lays_in_cards(lays: tuple[reference.Lay, ...], hand: tuple[Card, ...], top: Card | None = None) -> tuple[Lay, ...]:
    """Cards for the tokens: the top of the pile where its three must lie, then whatever of the hand comes first."""
    left = list(hand)
    rank = top and ("W" if top in WILDS else top[0])
    made = []
    for lay in lays:
        cards = []
        for one in lay.tokens:
            if top and token(top) == one and rank == (lay.to[0] if lay.to else reference.rank_of(lay.tokens)):
                cards.append(top)
                top = None
                continue
            card = next(card for card in left if token(card) == one)
            left.remove(card)
            cards.append(card)
        made.append(Lay(tuple(cards), lay.to))
    return tuple(made)


def with_seat(game: Game, number: int, seat: Seat) -> Game:
    deal = game.playing
    seats = tuple(seat if place == number else one for place, one in enumerate(deal.seats))
    return game._replace(deal=deal._replace(seats=seats))


def with_a_pair(game: Game, rng: Random) -> Game:
    """The same with a pile whose top has its like in the hand, once more or twice."""
    deal = game.playing
    player = deal.seats[deal.seat]
    like = rng.choice(player.hand)
    more = [like if like == JOKER else like[0] + rng.choice("CDHS") for _ in range(rng.choice([1, 2, 2, 3]))]
    deal = deal._replace(pile=(more[0], *deal.pile[1:]))
    game = game._replace(deal=deal)
    return with_seat(game, deal.seat, player._replace(hand=in_order((*player.hand, *more[1:]))))


def on_the_foot(game: Game) -> Game:
    """The same, but the turn's player is on the foot, and so are the partners, who have played from it."""
    turn = game.playing.seat
    for number in (turn, *game.partners_of(turn)):
        ready = game.playing.seats[number]._replace(foot=(), in_foot=True, played_from_foot=True)
        game = with_seat(game, number, ready)
    return game


def in_the_hand(game: Game) -> Game:
    """The same, but the turn's player has the foot still to come."""
    turn = game.playing.seat
    seat = game.playing.seats[turn]._replace(foot=("4C", "5C"), in_foot=False, played_from_foot=False)
    return with_seat(game, turn, seat)


def given_leave(game: Game) -> Game:
    """The same, but the partners have said yes."""
    return game._replace(deal=game.playing._replace(asked=True, leave=True))


def needs_leave(game: Game) -> bool:
    """Whether the turn's player must ask: there are partners, and the ruleset asks them."""
    return game.ruleset.ask_partner and bool(game.partners_of(game.playing.seat))


def described(game: Game) -> str:
    """A position in a few lines, for whoever must understand a failing example."""
    deal = game.playing
    changed = game.ruleset.to_dict()
    lines = [f"ruleset {changed}", f"players {game.players}, teams {game.teams}, seat {deal.seat} in {deal.phase}"]
    lines += [f"seat {n}: {' '.join(s.hand)} | foot {' '.join(s.foot)} {s.in_foot}" for n, s in enumerate(deal.seats)]
    lines += [f"team {n}: {[(m.name, ' '.join(m.cards), m.kind) for m in t.melds]}" for n, t in enumerate(deal.teams)]
    lines += [f"stock {deal.stock} pile {deal.pile} leave {deal.leave} melded {deal.melded_this_turn}"]
    return "\n".join([*lines, f"started {deal.started_this_turn} minimum {deal.minimum}"])


def others_taken(game: Game) -> tuple[Card, ...]:
    """The cards that a taking brings to the hand beside the top."""
    take, pile = game.ruleset.pile_take, game.playing.pile
    return pile[1 : take if isinstance(take, int) else len(pile)]


def pile_has_wild(game: Game) -> bool:
    return any(card in WILDS for card in game.playing.pile)


def unseen_to_come(game: Game, taken: tuple[Card, ...]) -> bool:
    """Whether red threes among these will be replaced by cards that nobody has seen."""
    bonus = game.ruleset.red_threes == "bonus"
    return bonus and game.playing.stock_size > 0 and any(card in RED_THREES for card in taken)


def staying(game: Game, taken: tuple[Card, ...]) -> str:
    """Those of the cards taken that stay in the hand, as tokens."""
    bonus = game.ruleset.red_threes == "bonus"
    return "".join(token(card) for card in taken if not (bonus and card in RED_THREES))


def plain(commands: tuple[Command, ...] | None) -> str:
    """Commands for a message."""
    return "nothing" if commands is None else "; ".join(map(str, commands))
