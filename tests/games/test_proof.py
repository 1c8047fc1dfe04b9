"""The log as it is hashed: a stranger can check its chain, and learns nothing from it."""

import hashlib
import json
import re
from typing import Any

import httpx
import pytest

from accounts.services import create_token
from games.models import Event
from tests.games.playing import people, play, seen, table_of
from tests.games.site import Site
from tests.games.test_hidden import Viewer
from tests.games.worlds import World, random_actions, shuffled, swapped

pytestmark = pytest.mark.django_db(transaction=True)


def rows(site: Site, game_id: object, token: str = "") -> list[dict[str, Any]]:
    """All of them, a page after another."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    client = httpx.Client(base_url=site.url, headers=headers, timeout=60)
    found: list[dict[str, Any]] = []
    since: int | None = 0
    while since is not None:
        page = client.get(f"/api/games/{game_id}/rows?since={since}").json()
        found += page["rows"]
        since = page["next"]
    return found


def canonical(value: Any) -> bytes:
    """RFC 8785 of what is in a log; written anew here, so that it is a second opinion."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def chained(told: list[dict[str, Any]]) -> list[str]:
    """The hashes that these rows must have."""
    hashes: list[str] = []
    for row in told:
        hashed = {name: value for name, value in row.items() if name not in ("hash", "opened", "reason")}
        previous = {"previous": hashes[-1]} if hashes else {}
        hashes.append(hashlib.sha256(canonical({"format": 1, **hashed, **previous})).hexdigest())
    return hashes


def test_whoever_may_see_the_table_can_compute_the_whole_chain_whatever_is_hidden(site: Site) -> None:
    """A visitor, while a deal is on and most of it sealed; a player; and everybody when it is over and lies open."""
    users = people("ann", "ben")
    game_id = table_of(users)
    play(users, game_id, 30)
    visitor, ann = rows(site, game_id), rows(site, game_id, create_token(users[0]))
    stored = [one.hash for one in Event.objects.filter(game_id=game_id).order_by("version")]
    assert chained(visitor) == chained(ann) == stored == [row["hash"] for row in visitor]
    assert not any(row.get("opened") for row in visitor)
    assert {row["seat"] for row in ann if row.get("opened")} == {0}
    for row, mine in zip(Event.objects.filter(game_id=game_id).order_by("version"), ann, strict=True):
        for name, part in (row.hidden or {}).items():  # without its salt a seal cannot be guessed at
            assert part["salt"] not in json.dumps(visitor)
            assert (part["salt"] in json.dumps(ann)) == (row.seat == 0 and name != "foot") == (name in mine["opened"])
    for row in ann:
        for name, part in row.get("opened", {}).items():
            sealed = hashlib.sha256(bytes.fromhex(part["salt"]) + canonical(part["value"])).hexdigest()
            assert row["hidden"][name] == sealed
    play(users, game_id, 100_000)
    assert seen(game_id).state.over
    over = rows(site, game_id)
    assert chained(over) == [row["hash"] for row in over]
    assert all(row.get("hidden", {}).keys() == row.get("opened", {}).keys() for row in over)


@pytest.mark.parametrize("viewer", ["seat 0", "spectator", "anonymous"])
def test_of_what_is_hidden_a_row_tells_its_seal_and_nothing_else(
    site: Site, viewer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V72, V73: two histories that differ only in hidden cards give the same bytes but for the seals and the hashes
    that follow from them."""
    users = people("ann", "ben", "cora", "dan", "eve")
    own = 0 if viewer == "seat 0" else None
    asking = Viewer(site, "" if viewer == "anonymous" else create_token(users[4 if own is None else own]))

    def told(world: World) -> tuple[bytes, bytes]:
        answer = asking.http.get(f"/api/games/{world.game_id}/rows")
        return answer.content, re.sub(rb"\b[0-9a-f]{64}\b", b"#" * 64, answer.content)

    order = shuffled(7)
    first = World(users[:4], order, monkeypatch)
    actions = list(random_actions(first, 40, seed=3))
    content, masked = told(first)
    second = World(users[:4], swapped(first, order, lambda seat: seat != own), monkeypatch)
    for seat, action in actions:
        second.do(seat, action)
    again, masked_again = told(second)
    assert masked_again == masked and again != content
