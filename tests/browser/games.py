"""Games that are played through the API in a moment, so that a browser has something to look back on."""

import uuid
from random import Random
from typing import Any, NamedTuple

import httpx

QUICK = {"base": "favourite", "minimums": [50, 50], "packs": 2, "stock_out": "first_pass"}


class Played(NamedTuple):
    """A game, and who played it: names and tokens by seat."""

    id: str
    names: tuple[str, ...]
    tokens: tuple[str, ...]


def played(base: str, *, actions: int = 10_000, players: int = 2, seed: int = 1, **more: Any) -> Played:
    """A game between people who do anything legal, to its end or for so many actions."""
    people = [_person(base) for _ in range(players)]
    seats = ["me", *(f"user:{name}" for name, _ in people[1:])]
    asked = {"ruleset": QUICK, "players": players, "seats": seats, **more}
    game_id = _ask(base, people[0][1], "POST", "/api/games", asked)["id"]
    for seat, (_, token) in enumerate(people[1:], start=1):
        game = _ask(base, token, "POST", f"/api/games/{game_id}/seats/{seat}")
    chance = Random(seed)
    for _ in range(actions):
        if game["view"]["status"] != "playing":
            break
        seat = game["view"]["turn"]["seat"] if not game["view"]["asking"] else game["view"]["asking"]["waiting_for"][0]
        game = _ask(base, people[seat][1], "GET", f"/api/games/{game_id}")
        listed = game["legal"]["actions"]
        kinds = sorted({one["do"] for one in listed}, key=lambda kind: (kind not in ("take_pile", "meld"), kind))
        kind = kinds[0] if kinds[0] in ("take_pile", "meld") and chance.random() < 0.8 else chance.choice(kinds)
        action = chance.choice([one for one in listed if one["do"] == kind])
        body = {"action_id": str(uuid.uuid4()), "expected_version": game["version"], "action": action}
        _ask(base, people[seat][1], "POST", f"/api/games/{game_id}/actions", body)
        game = _ask(base, people[seat][1], "GET", f"/api/games/{game_id}")
    return Played(game_id, tuple(name for name, _ in people), tuple(token for _, token in people))


def _person(base: str) -> tuple[str, str]:
    name, password = f"p{uuid.uuid4().hex[:8]}", "correct-horse-7"
    _ask(base, "", "POST", "/api/register", {"username": name, "password": password})
    return name, _ask(base, "", "POST", "/api/token", {"username": name, "password": password})["token"]


def _ask(base: str, token: str, method: str, path: str, body: Any = None) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = httpx.request(method, base + path, json=body, headers=headers, timeout=30)
    assert answer.status_code < 400, answer.text
    return answer.json()
