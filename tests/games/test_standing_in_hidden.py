"""Who takes a seat over sees that seat's cards and no others, who is replaced no more than spectators; and one sits."""

import asyncio
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4, uuid5

import httpx
import pytest
from websockets.asyncio.client import connect

from accounts.models import User
from accounts.services import create_token
from games import requests, services
from tests.games.playing import people, seen, sync, table_of
from tests.games.site import Site
from tests.games.test_hidden import Viewer
from tests.games.test_socket import address, bearer, receive, until
from tests.games.worlds import IDS, START, World, random_actions, shuffled, swapped

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE, AFTER = 14, 12


def take_over(world: World, seat: int, newcomer: User) -> None:
    """Another sits down in a seat, at a fixed time."""
    asked = requests.WantRequest(uuid5(IDS, "want"), True, True)
    at = START + timedelta(seconds=world.steps)
    services.want_substitute(world.users[seat].id, world.game_id, seat, asked, at)
    services.sit(newcomer.id, world.game_id, seat, at)
    world.users = [newcomer if number == seat else user for number, user in enumerate(world.users)]


def everything(viewer: Viewer, world: World) -> Iterator[Any]:
    """What is sent to somebody who looks from everywhere."""
    path = f"/api/games/{world.game_id}"
    yield from viewer.look(world)
    yield viewer.answer("GET", f"{path}/events")
    yield viewer.answer("GET", f"{path}/events", headers={"Accept": "application/x-ndjson"})
    yield from viewer.frames(world.game_id, 0, {"type": "ping", "n": 1})


def test_who_takes_over_sees_nothing_but_that_seat_and_who_is_replaced_what_a_spectator_sees(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    users = people("ann", "ben", "cora", "dan", "eve", "fay")
    newcomer, watcher, replaced = (Viewer(site, create_token(user)) for user in (users[4], users[5], users[0]))
    order = shuffled(11)
    first = World(users[:4], order, monkeypatch)
    actions = list(random_actions(first, BEFORE, seed=5))
    told = list(everything(newcomer, first))
    take_over(first, 0, users[4])
    for action in random_actions(first, AFTER, seed=6):
        actions.append(action)
        told += newcomer.look(first)
    told += newcomer.look_closely(first)
    assert list(everything(replaced, first)) == list(everything(watcher, first))
    assert list(everything(newcomer, first)) != list(everything(watcher, first))

    hands = [seat.hand for seat in seen(first.game_id).state.game.playing.seats]
    other = swapped(first, order, lambda seat: seat != 0)
    second = World(users[:4], other, monkeypatch)
    for seat, done in actions[:BEFORE]:
        second.do(seat, done)
    again = list(everything(newcomer, second))
    take_over(second, 0, users[4])
    for seat, done in actions[BEFORE:]:
        second.do(seat, done)
        again += newcomer.look(second)
    again += newcomer.look_closely(second)
    others = [seat.hand for seat in seen(second.game_id).state.game.playing.seats]
    assert [one != two for one, two in zip(hands, others, strict=True)] == [False, True, True, True]
    assert again == told


async def test_open_sockets_find_the_seat_taken_over_with_the_next_frame(site: Site) -> None:
    ann, ben, cora = await sync(people, "ann", "ben", "cora")
    game_id = await sync(table_of, [ann, ben])
    asked = requests.WantRequest(uuid4(), True, True)
    async with (
        connect(address(site, game_id), additional_headers=await sync(bearer, ann)) as replaced,
        connect(address(site, game_id), additional_headers=await sync(bearer, cora)) as newcomer,
    ):
        assert [(await receive(one))["view"]["seat"] for one in (replaced, newcomer)] == [0, None]
        await sync(services.want_substitute, ann.id, game_id, 0, asked, START)
        await sync(services.sit, cora.id, game_id, 0, START)
        views = []
        for one in (replaced, newcomer):
            while "for" not in (view := (await until(one, "view"))["view"])["seats"][0]["player"]:
                pass
            views.append(view)
        assert [view["seat"] for view in views] == [None, 0]
        assert ["hand" in view["seats"][0] for view in views] == [False, True]
        body = {"type": "action", "action_id": str(uuid4()), "expected_version": 1, "action": {"do": "draw"}}
        await replaced.send(json.dumps(body))
        assert (await until(replaced, "error"))["code"] == "not_seated"


async def test_of_two_who_sit_down_at_once_one_has_the_seat(site: Site) -> None:
    users = await sync(people, "ann", "ben", "cora", "dan")
    game_id = await sync(table_of, users[:2])
    await sync(services.want_substitute, users[0].id, game_id, 0, requests.WantRequest(uuid4(), True, True), START)

    async def sit(user: User) -> int:
        async with httpx.AsyncClient(base_url=site.url, timeout=60, headers=await sync(bearer, user)) as client:
            return (await client.post(f"/api/games/{game_id}/seats/0")).status_code

    answers = await asyncio.gather(*(sit(user) for user in users[2:]))
    assert sorted(answers) == [200, 409]
    seated = (await sync(seen, game_id)).state.table.seats[0].holder
    assert seated is not None and seated.id == str(users[2 + answers.index(200)].id)
