"""What a viewer may see, chosen by allow-list: of each event, field by field, and of the state.

A field without a mark is seen by nobody and fails a test. What is hidden is so until its deal is over.
"""

from typing import Any

from engine.cards import to_text
from engine.events import FIELDS
from engine.state import Game, Seat, Team

PUBLIC, SEAT, NOBODY = "public", "seat", "nobody"

HIDDEN: dict[tuple[str, str], str] = {
    ("deal_started", "order"): NOBODY,
    ("dealt", "hand"): SEAT,
    ("dealt", "foot"): NOBODY,
    ("red_threes_laid", "drawn"): SEAT,
    ("drew", "cards"): SEAT,
    ("foot_taken", "cards"): SEAT,
}
"""The parts of events that not everybody sees, and who does, until the deal is over."""

OPEN: dict[str, frozenset[str]] = {
    "deal_started": frozenset(("deal", "dealer", "minimum")),
    "grabbed": frozenset(("seat", "fraction", "count")),
    "dealt": frozenset(("seat",)),
    "upcard_turned": frozenset(("card", "buried")),
    "red_threes_laid": frozenset(("seat", "cards")),
    "drew": frozenset(("seat",)),
    "pile_taken": frozenset(("seat", "cards", "melds")),
    "melded": frozenset(("seat", "melds", "value")),
    "foot_taken": frozenset(("seat", "how")),
    "discarded": frozenset(("seat", "card")),
    "asked": frozenset(("seat",)),
    "answered": frozenset(("seat", "yes")),
    "passed": frozenset(("seat",)),
    "passed_over": frozenset(("seat",)),
    "deal_ended": frozenset(("seat", "how")),
    "deal_scored": frozenset(("deal", "parts", "scores", "totals", "secret")),
    "game_ended": frozenset(("totals", "winners")),
}
"""The parts of events that everybody sees at once."""

MADE_PUBLIC_BY_THE_RULES = {
    "passed_over": "the seat could not take the pile: accepted as the price of not waiting days for a pass (section 8)",
    "asked": "a way to go out exists in this turn (section 7)",
}
"""What the rules themselves give away by being done. Everything else hidden must make no difference to a viewer."""


def audience(kind: str, field: str) -> str:
    """Who sees a field of an event before its deal is over. Raises KeyError for a field without a mark."""
    if field in OPEN[kind]:
        return PUBLIC
    return HIDDEN[kind, field]


def unmarked() -> list[tuple[str, str]]:
    """Fields of events that have no mark, or more than one: there must be none."""
    fields = [(kind, field) for kind, names in FIELDS.items() for field in names]
    return [(kind, field) for kind, field in fields if (field in OPEN[kind]) == ((kind, field) in HIDDEN)]


def view(game: Game, seat: int | None, *, face_up: bool = False) -> dict[str, Any]:
    """The game as one seat may see it, or as the table sees it (None): a scenario's `given`, and what goes with it.

    `face_up`: with all cards, of a deal that is looked back on when it is over (whoever asks makes sure of that).
    Keys of a deal are absent while none is on. When the game is over all cards of its last deal are seen where they
    lay; what belongs to a turn (the turn itself, the minimum, a question) is absent, for there is none.
    """
    seen: dict[str, Any] = {
        "players": game.players,
        "ruleset": game.ruleset.to_dict(),
        "scores": [list(one) for one in game.scores],
        "totals": list(game.totals),
        "winners": None if game.winners is None else list(game.winners),
    }
    deal = game.deal
    face_up = face_up or bool(deal and deal.over)
    if deal is None:
        return seen | {"seats": [{} for _ in range(game.players)], "teams": [{} for _ in range(game.teams)]}
    seen |= {
        "deal": deal.number,
        "dealer": deal.dealer,
        "seats": [
            _seat(one, with_hand=face_up or number == seat, with_foot=face_up) for number, one in enumerate(deal.seats)
        ],
        "teams": [_team(one, game.totals[number]) for number, one in enumerate(deal.teams)],
        "stock_size": deal.stock_size,
        "pile": to_text(deal.pile),
        "deal_over": deal.over,
    }
    if face_up:
        seen |= {"stock": to_text(card for stream in deal.stock for card in stream)}
    if deal.over:
        return seen
    question = deal.question
    return seen | {
        "minimum": deal.minimum,
        "turn": {"seat": deal.seat, "phase": deal.phase},
        "melded_this_turn": deal.melded_this_turn,
        "asking": question and {"seat": question.seat, "waiting_for": list(question.waiting_for)},
        "asked": deal.asked,
        "leave": deal.leave,
        "passes": deal.passes,
    }


def _seat(seat: Seat, *, with_hand: bool, with_foot: bool) -> dict[str, Any]:
    seen: dict[str, Any] = {"in_foot": seat.in_foot, "played_from_foot": seat.played_from_foot}
    if seat.grabbed is not None:
        seen["grabbed"] = seat.grabbed
    seen |= {"hand": to_text(seat.hand)} if with_hand else {"hand_size": len(seat.hand)}
    seen |= {"foot": to_text(seat.foot)} if with_foot else {"foot_size": len(seat.foot)}
    return seen


def _team(team: Team, score: int) -> dict[str, Any]:
    return {
        "melds": {meld.name: to_text(meld.cards) for meld in team.melds},
        "kinds": {meld.name: meld.kind for meld in team.melds},
        "red_threes": len(team.red_threes),
        "exact_grabs": team.exact_grabs,
        "score": score,
    }
