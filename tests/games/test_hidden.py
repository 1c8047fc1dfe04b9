"""Non-interference: what a viewer may not see makes no difference to anything the viewer is sent."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid5

import httpx
import pytest
from websockets.sync.client import connect

from accounts.services import create_token
from games.models import Game
from games.projector import encode
from tests.games.playing import people, seen, table_of
from tests.games.site import Site
from tests.games.worlds import IDS, World, random_actions, shuffled, swapped

pytestmark = pytest.mark.django_db(transaction=True)

STEPS = 40
FACES = [rank + suit for rank in "AKQJT98765432" for suit in "CDHS"] + ["JK"]
VIEWERS = ["seat 0", "seat 1", "seat 2", "seat 3", "spectator", "anonymous"]


class Viewer:
    """Somebody who asks everything there is to ask."""

    def __init__(self, site: Site, token: str) -> None:
        self.site = site
        self.headers = {"Authorization": f"Bearer {token}"} if token else {"Origin": site.url}
        self.http = httpx.Client(base_url=site.url, headers=self.headers, timeout=60)

    def answer(self, method: str, path: str, **more: Any) -> tuple[Any, ...]:
        """Everything of an answer but its date."""
        response = self.http.request(method, path, **more)
        headers = sorted((name, value) for name, value in response.headers.items() if name != "date")
        return method, path, response.status_code, headers, response.content

    def frames(self, game_id: object, since: int, *sent: dict[str, Any]) -> Iterator[Any]:
        """The first frame of a socket, and the answers to what is sent."""
        address = f"ws://{self.site.host}/ws/games/{game_id}?since={since}"
        with connect(address, additional_headers=self.headers) as socket:
            yield socket.recv(20)
            for frame in sent:
                socket.send(json.dumps(frame))
                yield socket.recv(20)

    def look(self, world: World) -> Iterator[Any]:
        """What anybody asks all the time."""
        path = f"/api/games/{world.game_id}"
        yield self.answer("GET", path)
        yield self.answer("HEAD", path)
        yield self.answer("GET", f"{path}/events?since={max(0, seen(world.game_id).version - 12)}")
        yield self.answer("GET", f"{path}/hint")

    def look_closely(self, world: World) -> Iterator[Any]:
        """Every route, probing with whatever can be refused or tried."""
        path, version = f"/api/games/{world.game_id}", seen(world.game_id).version
        yield from self.look(world)
        tag = self.http.get(path).headers["ETag"]
        yield self.answer("GET", path, headers={"If-None-Match": tag})
        yield self.answer("GET", "/api/games")
        yield self.answer("GET", f"{path}/events")
        yield self.answer("GET", f"{path}/events", headers={"Accept": "application/x-ndjson"})
        yield self.answer("GET", f"{path}/events?since=20", headers={"Accept": "application/x-ndjson"})
        for eyes in ("all", "table", *range(4)):
            yield self.answer("GET", f"{path}/replay?eyes={eyes}")
        yield self.answer("POST", f"{path}/seats/0")
        yield self.answer("DELETE", f"{path}/seats/0")
        nonce = {"action_id": str(uuid5(IDS, "nonce")), "deal": 1, "nonce": "00" * 32}
        yield self.answer("POST", f"{path}/nonces", json=nonce)
        sent = []
        for number, action in enumerate(probes()):
            body = {"action_id": str(uuid5(IDS, f"probe {number}")), "expected_version": version, "action": action}
            yield self.answer("POST", f"{path}/actions?dry_run=1", json=body)
            if action["do"] in ("ask", "answer", "pass", "meld", "take_pile", "grab"):
                refused = self.answer("POST", f"{path}/actions", json=body)
                assert refused[2] >= 400
                yield refused
                sent.append({"type": "action", **body})
        yield self.answer("POST", f"{path}/actions", json={**body, "expected_version": 1})
        yield self.answer("POST", f"{path}/actions", json={**body, "expected_version": 10_000})
        yield from self.frames(world.game_id, version - 50, *sent, {"type": "ping", "n": 1}, {"type": "action"})
        yield from self.frames(world.game_id, 0)


def probes() -> Iterator[dict[str, Any]]:
    """Actions, most of them refused, that ask about cards of every kind."""
    yield from ({"do": "draw"}, {"do": "pass"}, {"do": "ask"}, {"do": "answer", "yes": True})
    yield {"do": "grab", "fraction": 500_000}
    for face in FACES:
        yield {"do": "discard", "card": face}
    for rank in "AKQJT987654":
        yield {"do": "meld", "melds": [{"cards": f"{rank}C {rank}D {rank}H {rank}S {rank}C {rank}D {rank}H {rank}S"}]}
        yield {"do": "take_pile", "melds": [{"cards": f"{rank}C {rank}D {rank}H {rank}S", "to": f"{rank}9"}]}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_two_histories_that_differ_only_in_hidden_cards_give_a_viewer_the_same_bytes_everywhere(
    site: Site, viewer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V72; V73: spectators, sockets, exports, refusals, ETags and sizes too."""
    users = people("ann", "ben", "cora", "dan", "eve")
    own = int(viewer.split()[1]) if viewer.startswith("seat") else None
    token = "" if viewer == "anonymous" else create_token(users[4 if own is None else own])
    asking = Viewer(site, token)

    order = shuffled(7)
    first = World(users[:4], order, monkeypatch)
    actions, told = [], list(asking.look(first))
    for step in random_actions(first, 1000, seed=3):
        actions.append(step)
        told += asking.look(first)
        deal = seen(first.game_id).state.game.playing
        if len(actions) >= STEPS and (own is None or (deal.seat, deal.phase) == (own, "play")):
            break  # a seat asks when it may act, so that the rules are asked too
    told += asking.look_closely(first)
    hidden = encode(seen(first.game_id).state)

    other = swapped(first, order, lambda seat: seat != own)
    second = World(users[:4], other, monkeypatch)
    again = list(asking.look(second))
    for seat, action in actions:
        second.do(seat, action)
        again += asking.look(second)
    again += asking.look_closely(second)

    differing = encode(seen(second.game_id).state)["game"]["deal"]
    for seat in range(4):
        assert (differing["seats"][seat]["hand"] != hidden["game"]["deal"]["seats"][seat]["hand"]) == (seat != own)
        assert differing["seats"][seat]["foot"] != hidden["game"]["deal"]["seats"][seat]["foot"]
    assert differing["stock"] != hidden["game"]["deal"]["stock"]
    for one, two in zip(told, again, strict=True):
        assert one == two


def test_who_may_see_a_difference_does_see_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof above can fail: the owner of a changed hand is sent other bytes."""
    users = people("ann", "ben", "cora", "dan", "eve")
    asking, order = Viewer(site, create_token(users[1])), shuffled(7)
    first = World(users[:4], order, monkeypatch)
    actions = list(random_actions(first, 20, seed=3))
    told = list(asking.look(first))
    second = World(users[:4], swapped(first, order, lambda seat: True), monkeypatch)
    for seat, action in actions:
        second.do(seat, action)
    assert list(asking.look(second)) != told


def test_after_the_deal_everybody_sees_all_of_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """V74: spectators as well, and not before."""
    users = people("ann", "ben", "cora", "dan", "eve")
    world = World(users[:4], shuffled(7), monkeypatch)
    anonymous = httpx.Client(base_url=site.url, timeout=60)
    actions = random_actions(world, 10_000, seed=3)
    while seen(world.game_id).state.deals_begun == 1:
        next(actions)
    events = anonymous.get(f"/api/games/{world.game_id}/events").json()["events"]
    for event in events:
        over = event["version"] <= next(one["version"] for one in events if one["type"] == "deal_scored")
        assert ("hidden" not in event) == (over or event["type"] not in ("deal_started", "dealt", "red_threes_laid"))


def test_what_is_private_is_kept_by_no_cache_and_the_tag_tells_version_and_audience(site: Site) -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    path, version = f"/api/games/{game_id}", Game.objects.get(id=game_id).version
    tags = []
    for token in (create_token(users[0]), create_token(users[1]), ""):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        client = httpx.Client(base_url=site.url, headers=headers, timeout=60)
        for address in (path, f"{path}/events"):
            response = client.get(address)
            assert response.headers["Cache-Control"] == "private, no-store"
            assert response.headers["ETag"].startswith(f'"{version}-')
            again = client.get(address, headers={"If-None-Match": response.headers["ETag"]})
            assert (again.status_code, again.content) == (304, b"")
        tags.append(response.headers["ETag"])
    assert len(set(tags)) == 3
