"""Games that are played through the API in a moment, so that a browser has something to look back on."""

import uuid
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import httpx

PASSWORD = "correct-horse-7"
QUICK = {"base": "favourite", "minimums": [50, 50], "packs": 2, "stock_out": "first_pass"}


class Played(NamedTuple):
    """A game, and who played it: names and tokens by seat; whose turn it is (0: nobody's)."""

    id: str
    names: tuple[str, ...]
    tokens: tuple[str, ...]
    to_act: int


def played(
    base: str,
    *,
    names: Sequence[str] = (),
    actions: int = 10_000,
    players: int = 2,
    seed: int = 1,
    well: bool = False,
    **more: Any,
) -> Played:
    """A game between people who do anything legal, or play `well`, to its end or for so many actions."""
    who = names or [f"p{uuid.uuid4().hex[:8]}" for _ in range(players)]
    tokens = [_token(base, name) for name in who]
    seats = ["me", *(f"user:{name}" for name in who[1:])]
    game_id = ask(
        base, tokens[0], "POST", "/api/games", {"ruleset": QUICK, "players": players, "seats": seats, **more}
    )["id"]
    for seat in range(1, players):
        ask(base, tokens[seat], "POST", f"/api/games/{game_id}/seats/{seat}")
    path, chance, seat = f"/api/games/{game_id}", Random(seed), 0
    for _ in range(actions):
        seat = _to_act(ask(base, tokens[0], "GET", path)["view"])
        if seat is None:
            break
        game = ask(base, tokens[seat], "GET", path)
        action = (
            ask(base, tokens[seat], "GET", f"{path}/hint")["action"] if well else _any(game["legal"]["actions"], chance)
        )
        body = {"action_id": str(uuid.uuid4()), "expected_version": game["version"], "action": action}
        ask(base, tokens[seat], "POST", f"{path}/actions", body)
    return Played(game_id, tuple(who), tuple(tokens), _to_act(ask(base, tokens[0], "GET", path)["view"]) or 0)


def _to_act(view: dict[str, Any]) -> int | None:
    if view["status"] != "playing":
        return None
    return int(view["asking"]["waiting_for"][0] if view["asking"] else view["turn"]["seat"])


def _any(listed: list[dict[str, Any]], chance: Random) -> dict[str, Any]:
    """Anything that is listed; melds more than the rest, so that something happens."""
    melds = [one for one in listed if one["do"] in ("take_pile", "meld")]
    return chance.choice(melds if melds and chance.random() < 0.8 else listed)


def _token(base: str, name: str) -> str:
    """Of this person, who comes to the house if they have not yet."""
    known = {"username": name, "password": PASSWORD}
    answer = httpx.post(f"{base}/api/register", json=known, timeout=60)
    assert answer.status_code in (201, 422, 409, 400), answer.text
    return str(ask(base, "", "POST", "/api/token", known)["token"])


def ask(base: str, token: str, method: str, path: str, body: Any = None) -> Any:
    """What the API answers; no refusal is expected."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = httpx.request(method, base + path, json=body, headers=headers, timeout=60)
    assert answer.status_code < 400, answer.text
    return answer.json()
