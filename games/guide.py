"""A first game: a short deal against one careful bot, prepared so that wilds, pile, foot and a book all come up. The
table page says at each step what to do. A real table by the one path, private, and counted nowhere."""

from datetime import datetime
from hashlib import sha256
from secrets import token_bytes
from typing import Any
from uuid import UUID

from engine.presets import build
from games import requests, services
from games.selectors import Seen
from games.setting_up import SECRET_BYTES

RULES: dict[str, Any] = {
    "base": "classic",
    "packs": 3,
    "hand_size": 7,
    "foot_size": 7,
    "minimums": [50],
    "one_meld_action": False,
    "wild_melds": False,
    "books_to_go_out": {"clean": 0, "dirty": 1, "wild": 0},
    "book_bonus": {"clean": 500, "dirty": 300, "wild": 0},
    "ask_partner": False,
    "partner_in_foot": False,
    "last_discard": "optional",
}
RECORD = build(RULES, 2).to_dict()
TABLE = {
    "ruleset": RULES,
    "players": 2,
    "teams": 2,
    "seats": ["me", "bot:careful"],
    "visibility": "private",
    "clock": "none",
}
SECRET = sha256(b"A first game of Hand and Foot, 4038").digest()
"""From it follows the deal, the same for everybody: it was chosen for what happens in it, and is no secret."""


def begin(user_id: UUID, at: datetime) -> UUID:
    """A first game for this person; its id. Raises Refused."""
    game_id, _new = services.create_game(user_id, requests.game(TABLE), at, draw=_draw)
    return game_id


def _draw(size: int) -> bytes:
    return SECRET if size == SECRET_BYTES else token_bytes(size)


def is_one(seen: Seen) -> bool:
    """Whether a table is a first game, looked at by whose it is."""
    state = seen.state
    return seen.seat == 0 and state.table.players == 2 and state.game.ruleset.to_dict() == RECORD
