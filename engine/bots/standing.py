"""What a position promises a team, when all cards lie open: for the worlds that sharp imagines."""

from engine.bots.melding import LATE
from engine.bots.outlook import Outlook, look, risk, split, turns_to_go_out, worth_of
from engine.cards import NATURAL_RANKS, WILD_RANK, WILDS, by_rank
from engine.melds import BOOK
from engine.scoring import caught, parts
from engine.seating import seats_of
from engine.state import Game, Seat

PROMISED = 0.7
"""How much of what melds of naturals may become counts as there."""
TURN = 40
"""What it is worth to be a turn nearer to going out."""
WILD_HELD = 30
"""What a wild in a hand is worth, where there are no melds of wilds."""


def margin(game: Game, team: int) -> float:
    """By how much a team's deal is better than the others', in points: as scored, or as it stands."""
    deal = game.playing
    points = game.scores[-1] if deal.over else [standing(game, one) for one in range(game.teams)]
    others = [one for number, one in enumerate(points) if number != team]
    return points[team] - sum(others) / len(others)


def standing(game: Game, team: int) -> float:
    """About the points that a team will have at the deal's end."""
    deal = game.playing
    mates = seats_of(team, game.players, game.teams)
    hands = [card for mate in mates for card in deal.seats[mate].hand]
    out = look(game, mates[0])._replace(held=by_rank(hands))
    laid = parts(game._replace(deal=deal._replace(seats=(Seat(),) * game.players)), team)
    promise = 0.0
    for rank in NATURAL_RANKS:
        naturals, wilds = split(out.open.get(rank))
        naturals += len(out.held.get(rank, ()))
        if naturals + wilds:
            promise += worth_of(out, rank, naturals, wilds)
    left = hands + [card for mate in mates for card in deal.seats[mate].foot]
    cost = risk(out) * sum(caught(game.ruleset, card) for card in left) + TURN * turns_to_go_out(game, team)
    return sum(laid.values()) + PROMISED * promise + _wilds(out, sum(card in WILDS for card in hands)) - cost


def _wilds(out: Outlook, held: int) -> float:
    """What the team's wilds promise: each is its part of a book of wilds, as long as there is time to complete it."""
    if not out.rules.wild_melds:
        return WILD_HELD * held
    wilds = split(out.open.get(WILD_RANK))[1] + held
    part = out.wanted.wild * wilds / BOOK
    return max(part * min(1.0, out.turns / LATE), worth_of(out, WILD_RANK, 0, wilds))
