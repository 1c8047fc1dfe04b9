"""Text for cards and positions: the `given` of a scenario, read into a game.

Faces are rank and suit with blanks between; a position names what differs from the defaults of the scenarios README.
"""

from typing import Any

from engine.cards import Cards, in_order
from engine.commands import parse_cards
from engine.melds import started
from engine.ruleset import Ruleset
from engine.seating import after
from engine.state import DRAW, GRABBING, PLAY, Deal, Game, Seat, Team, new_game
from engine.stock import streams

DEFAULT_HAND = "4C 5D 6H 7S"
DEFAULT_FOOT = "4D 5H 6S 7C"
DEFAULT_STOCK = "8C 8D 8H 8S 9C 9D 9H 9S TC TD"
_GIVEN_RED_THREES: Cards = ("3D", "3H")


def read_position(ruleset: Ruleset, given: dict[str, Any]) -> Game:
    """The game at the position of a scenario's `given`, taken as it is. Raises Refused `malformed` for a bad card."""
    seats = given.get("seats", [{}] * 4)
    players = len(seats)
    teams = given.get("teams", [{}] * (2 if players == 4 else len(_default_teams(players))))
    game = new_game(ruleset, players, len(teams))
    turn = given.get("turn", {})
    number = given.get("deal", 1)
    dealer = given.get("dealer", players - 1)
    stock = parse_cards(given.get("stock", DEFAULT_STOCK))
    deal = Deal(
        number=number,
        dealer=dealer,
        minimum=ruleset.minimums[number - 1],
        seat=turn.get("seat", after(dealer, players)),
        phase=turn.get("phase", DRAW),
        seats=tuple(_read_seat(seat) for seat in seats),
        teams=tuple(_read_team(team) for team in teams),
        stock=streams(stock, players, after(dealer, players)) if ruleset.stock == "seat_streams" else (stock,),
        pile=parse_cards(given.get("pile", "")),
    )
    totals = tuple(team.get("score", 0) for team in teams)
    return game._replace(deal=deal, totals=totals)


def is_phase(word: str) -> bool:
    """Whether this is a phase that a position may name."""
    return word in (DRAW, PLAY, GRABBING)


def _default_teams(players: int) -> range:
    return range(2 if players in (4, 6) else players)


def _read_seat(seat: dict[str, Any]) -> Seat:
    played = bool(seat.get("played_from_foot", False))
    in_foot = bool(seat.get("in_foot", played))
    return Seat(
        hand=in_order(parse_cards(seat.get("hand", DEFAULT_HAND))),
        foot=() if in_foot else parse_cards(seat.get("foot", DEFAULT_FOOT)),
        in_foot=in_foot,
        played_from_foot=played,
    )


def _read_team(team: dict[str, Any]) -> Team:
    reds = team.get("red_threes", 0)
    return Team(
        melds=tuple(started(name, parse_cards(cards)) for name, cards in team.get("melds", {}).items()),
        red_threes=in_order((_GIVEN_RED_THREES * reds)[:reds]),
        exact_grabs=team.get("exact_grabs", 0),
    )
