"""The game as a seat can imagine it: its own view read back into a position, with placeholders for what it can't see.

The engine's rules can be asked about one's own hand, melds and pile in it. A rule that looked at a hidden card would
meet a face that doesn't exist, and fail: so a bot that decides on an imagined game cannot know more than its seat.
"""

from collections.abc import Sequence
from typing import Any

from engine.cards import from_text
from engine.melds import Meld
from engine.ruleset import Ruleset, from_dict
from engine.state import STARTS, Deal, Game, Question, Seat, Team

UNKNOWN = "??"
"""The face of a card that the seat doesn't see."""
_SOME_RED_THREE = "3D"  # a view counts the red threes on the table


def imagine(view: dict[str, Any], legal: Sequence[dict[str, Any]] = ()) -> tuple[Game, int]:
    """The game as the viewing seat can imagine it, and the number of that seat.

    A view doesn't say which melds were started in this turn; under `one_meld_action` the list of legal actions does,
    for it adds to no others.
    """
    rules = from_dict(view["ruleset"])
    teams = tuple(_team(team) for team in view["teams"])
    totals = tuple(view["totals"])
    question = view["asking"]
    deal = Deal(
        number=view["deal"],
        dealer=view["dealer"],
        minimum=view["minimum"],
        seat=view["turn"]["seat"],
        phase=view["turn"]["phase"],
        seats=tuple(_seat(seat) for seat in view["seats"]),
        teams=teams,
        stock=((UNKNOWN,) * view["stock_size"],),
        pile=from_text(view["pile"]),
        melded_this_turn=view["melded_this_turn"],
        started_this_turn=_started(rules, view, legal),
        asked=view["asked"],
        leave=view["leave"],
        question=question and Question(question["seat"], tuple(question["waiting_for"])),
        passes=view["passes"],
        over=view["deal_over"],
    )
    scores = tuple(tuple(one) for one in view["scores"])
    game = Game(rules, view["players"], len(teams), deal, scores, totals, None)
    return game, next(number for number, seat in enumerate(view["seats"]) if "hand" in seat)


def _seat(seen: dict[str, Any]) -> Seat:
    hand = from_text(seen["hand"]) if "hand" in seen else (UNKNOWN,) * seen["hand_size"]
    foot = (UNKNOWN,) * seen["foot_size"]
    return Seat(hand, foot, seen["in_foot"], seen["played_from_foot"], seen.get("grabbed"))


def _team(seen: dict[str, Any]) -> Team:
    melds = tuple(Meld(name, from_text(cards), seen["kinds"][name]) for name, cards in seen["melds"].items())
    return Team(melds, (_SOME_RED_THREE,) * seen["red_threes"], seen["exact_grabs"])


def _started(rules: Ruleset, view: dict[str, Any], legal: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    if not rules.one_meld_action or view["melded_this_turn"] != STARTS:
        return ()
    named = (lay["to"] for action in legal if action["do"] == "meld" for lay in action["melds"] if "to" in lay)
    return tuple(dict.fromkeys(named))
