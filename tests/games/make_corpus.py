"""Writes the games of the corpus that are missing (never one anew): `pytest tests/games/make_corpus.py`."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from games import event_store, requests, services
from tests.games.corpus import FOLDER, write
from tests.games.playing import new_table, people, play_out, seen

pytestmark = pytest.mark.django_db

GAMES: dict[str, tuple[int, Any]] = {
    "classic-four-1": (4, {"base": "classic", "minimums": [50, 90]}),
    "classic-two-1": (2, {"base": "classic", "minimums": [50]}),
    "favourite-four-1": (4, {"base": "favourite", "minimums": [50]}),
    "favourite-three-1": (3, {"base": "favourite", "minimums": [50, 90]}),
}


@pytest.mark.parametrize("name", GAMES)
def test_make(name: str) -> None:
    path, (players, ruleset) = FOLDER / f"{name}.ndjson", GAMES[name]
    if path.exists():
        return
    users = people(*"abcdefg"[:players])
    game_id = new_table(users[0], ["me", *["open"] * (players - 1)], ruleset=ruleset)
    for deal in range(1, len(ruleset["minimums"]) + 1):
        asked = requests.nonce({"action_id": str(uuid4()), "deal": deal, "nonce": f"{deal:02x}" * 32})
        services.add_nonce(users[0].id, game_id, asked, datetime.now(UTC))
    for seat, user in enumerate(users[1:], start=1):
        services.sit(user.id, game_id, seat, datetime.now(UTC))
    play_out(users, game_id, seed=players)
    FOLDER.mkdir(exist_ok=True)
    write(path, game_id, list(event_store.stream(game_id, seen(game_id).version)))
