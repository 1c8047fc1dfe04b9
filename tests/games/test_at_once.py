"""Many at once, on real connections: exactly one outcome, and everybody is told which."""

import asyncio
import json
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4, uuid5

import httpx
import pytest
from django.db import connections, transaction
from websockets.asyncio.client import connect

from accounts.models import User
from accounts.services import create_token
from engine.commands import to_dict
from engine.default import default_action
from engine.errors import Refused
from games import due, requests, services, tasks
from games.models import Event, Game, Outcome, Receipt
from games.rows import to_milliseconds
from tests.games.playing import people, seen, sync, table_of, turn_of
from tests.games.positions import BOOKS, ON_THE_FOOT, put
from tests.games.site import Site
from tests.games.waiting import since_when

pytestmark = pytest.mark.django_db(transaction=True)


def two_at_a_table(**more: Any) -> tuple[list[User], UUID, int, str]:
    users = people("ann", "ben")
    game_id = table_of(users, **more)
    seat = turn_of(game_id)
    return users, game_id, seat, create_token(users[seat])


async def over_http(site: Site, game_id: UUID, token: str, body: dict[str, Any]) -> dict[str, Any]:
    async with httpx.AsyncClient(base_url=site.url, timeout=60) as client:
        headers = {"Authorization": f"Bearer {token}"}
        response = await client.post(f"/api/games/{game_id}/actions", json=body, headers=headers)
    return {"status": response.status_code, **response.json()}


async def over_socket(site: Site, game_id: UUID, token: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}"}
    async with connect(f"ws://{site.host}/ws/games/{game_id}", additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": "action", **body}))
        while True:
            frame: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
            if frame["type"] in ("receipt", "error"):
                return {"status": 200 if frame["type"] == "receipt" else frame["code"], **frame}


def an_action(game_id: UUID, action: dict[str, Any]) -> dict[str, Any]:
    return {"action_id": str(uuid4()), "expected_version": seen(game_id).version, "action": action}


async def test_twenty_copies_of_one_action_at_once_are_done_once_and_get_twenty_equal_receipts(site: Site) -> None:
    _, game_id, _, token = await sync(two_at_a_table)
    body, before = await sync(an_action, game_id, {"do": "draw"}), await Event.objects.acount()
    ways = [over_http, over_socket] * 10
    answers = await asyncio.gather(*(way(site, game_id, token, body) for way in ways))
    assert [answer["status"] for answer in answers] == [200] * 20
    assert {(answer["action_id"], answer["version"]) for answer in answers} == {
        (body["action_id"], (await sync(seen, game_id)).version)
    }
    assert await Event.objects.filter(version__gt=before, type="drew").acount() == 1
    assert await Receipt.objects.filter(action_id=body["action_id"]).acount() == 1


async def test_of_two_different_actions_at_one_version_one_is_accepted_and_one_is_stale(site: Site) -> None:
    _, game_id, _, token = await sync(two_at_a_table)
    await sync(play_until_discard, game_id)
    seat = await sync(turn_of, game_id)
    token = await sync(create_token, (await sync(players, game_id))[seat])
    hand = (await sync(seen, game_id)).state.game.playing.seats[seat].hand
    cards = sorted(set(hand))[:2]
    bodies = [await sync(an_action, game_id, {"do": "discard", "card": card}) for card in cards]
    answers = await asyncio.gather(
        over_http(site, game_id, token, bodies[0]), over_socket(site, game_id, token, bodies[1])
    )
    assert sorted(str(answer["status"]) for answer in answers) in (["200", "409"], ["200", "stale_version"])
    assert await Event.objects.filter(type="discarded").acount() == 1


def players(game_id: UUID) -> list[User]:
    holders = [seat.holder for seat in seen(game_id).state.table.seats]
    return [User.objects.get(id=holder.id) for holder in holders if holder]


def play_until_discard(game_id: UUID) -> None:
    seat = turn_of(game_id)
    body = an_action(game_id, {"do": "draw"})
    services.act(players(game_id)[seat].id, game_id, requests.action(body), due.database_time())


async def test_a_table_whose_row_is_locked_keeps_no_other_waiting_and_says_try_again(site: Site) -> None:
    _, locked, _, token = await sync(two_at_a_table)
    other_users = await sync(people, "cora", "dan")
    other = await sync(table_of, other_users)
    other_token = await sync(create_token, other_users[await sync(turn_of, other)])
    body, others_body = await sync(an_action, locked, {"do": "draw"}), await sync(an_action, other, {"do": "draw"})
    held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Game.objects.select_for_update().get(id=locked)
            held.set()
            let_go.wait(60)

    holder = asyncio.create_task(sync(hold))
    await asyncio.to_thread(held.wait, 60)
    try:
        ways = [over_http, over_socket] * 10
        waiting = [asyncio.create_task(way(site, locked, token, body)) for way in ways]
        elsewhere = await over_http(site, other, other_token, others_body)
        refused = await asyncio.gather(*waiting)
        assert not holder.done()
    finally:
        let_go.set()
        await holder
    assert elsewhere["status"] == 200
    assert {(answer["status"], answer["code"]) for answer in refused} == {
        (503, "unavailable"),
        ("unavailable", "unavailable"),
    }
    assert (await over_http(site, locked, token, body))["status"] == 200
    assert await Event.objects.filter(game_id=locked, type="drew").acount() == 1


# --- The deadline ---

ROUNDS = 1000
TURN = 3600
STEP = timedelta(milliseconds=0.2)


def a_table_with_a_clock(users: list[User]) -> UUID:
    return table_of(users, clock={"turn_seconds": TURN}, ruleset={"base": "classic", "minimums": [50] * 8})


def due_at(game_id: UUID, deadline: datetime) -> None:
    """Move the beginning of the open decision so that it is due then."""
    game = Game.objects.get(id=game_id)
    since_when(game.state, deadline - timedelta(seconds=TURN))
    Game.objects.filter(id=game_id).update(state=game.state, deadline=deadline)


def wait_until(at: datetime) -> None:
    while (left := (at - datetime.now(UTC)).total_seconds()) > 0:
        time.sleep(left)


def test_an_action_at_the_deadline_and_the_sweep_have_one_outcome_a_thousand_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A person's action is received within a millisecond of the deadline; the sweep, without its grace, begins at it.

    Which of the two comes to the row first depends on the machine: whoever has won comes a little later the next time,
    so that the race stays close on any.
    """
    monkeypatch.setattr(tasks, "GRACE", 0.0)
    users = people("ann", "ben")
    game_id, chance = a_table_with_a_clock(users), random.Random(1)
    won, lag = {"person": 0, "system": 0}, timedelta()
    with ThreadPoolExecutor(1) as sweeper:
        for _ in range(ROUNDS):
            if not seen(game_id).state.to_act:
                game_id = a_table_with_a_clock(users)
            now = seen(game_id)
            seat = now.state.to_act[0]
            deadline = to_milliseconds(datetime.now(UTC)) + timedelta(milliseconds=8)
            due_at(game_id, deadline)
            asked = requests.action(an_action(game_id, to_dict(default_action(now.state.game, seat))))
            received_at = deadline + timedelta(milliseconds=chance.uniform(-1, 1))
            swept = sweeper.submit(sweep_at, deadline, game_id, now.version)
            wait_until(received_at + lag)
            try:
                services.act(users[seat].id, game_id, asked, received_at)
                answer = "accepted"
            except Refused as refused:
                answer = refused.code
            swept.result(30)
            by_person = Receipt.objects.filter(action_id=asked.action_id).count()
            by_system = Receipt.objects.filter(action_id=uuid5(game_id, str(now.version))).count()
            assert (answer, by_person, by_system) in (("accepted", 1, 0), ("stale_version", 0, 1))
            won["person" if by_person else "system"] += 1
            lag += STEP if by_person else -STEP
    assert min(won.values()) > ROUNDS / 10, f"the race was not close: {won}"


def sweep_at(deadline: datetime, game_id: UUID, version: int) -> None:
    """Sweep from the deadline on until somebody has acted."""
    try:
        wait_until(deadline)
        while Game.objects.get(id=game_id).version == version:
            tasks.sweep()
    finally:
        connections.close_all()


def test_many_sweepers_at_once_play_what_is_overdue_once() -> None:
    users = people("ann", "ben")
    games = [a_table_with_a_clock(users) for _ in range(3)]
    before = {game_id: seen(game_id) for game_id in games}
    for game_id in games:
        due_at(game_id, datetime.now(UTC) - timedelta(seconds=5))
    with ThreadPoolExecutor(6) as sweepers:
        for swept in [sweepers.submit(sweep_once) for _ in range(24)]:
            swept.result(60)
    for game_id in games:
        rows = Event.objects.filter(game_id=game_id, version__gt=before[game_id].version).order_by("version")
        assert [row.type for row in rows if row.type in ("drew", "discarded")] == ["drew", "discarded"]
        assert {(row.actor_kind, row.actor_id) for row in rows} == {("system", "system")}
        assert {row.seat for row in rows} == {before[game_id].state.to_act[0]}
        assert [str(row.action_id) for row in rows if row.type == "drew"] == [
            str(uuid5(game_id, str(before[game_id].version)))
        ]
        assert seen(game_id).state.to_act[0] == 1 - before[game_id].state.to_act[0]


def sweep_once() -> None:
    try:
        tasks.sweep()
    finally:
        connections.close_all()


def test_an_action_received_before_the_deadline_counts_although_it_waited_for_its_lock_until_after() -> None:
    users = people("ann", "ben")
    game_id = a_table_with_a_clock(users)
    seat, version = turn_of(game_id), seen(game_id).version
    received_at = datetime.now(UTC)
    due_at(game_id, received_at + timedelta(milliseconds=50))
    with ThreadPoolExecutor(2) as others:
        with transaction.atomic():
            Game.objects.select_for_update().get(id=game_id)
            asked = requests.action({"action_id": str(uuid4()), "expected_version": version, "action": {"do": "draw"}})
            acted = others.submit(closing, services.act, users[seat].id, game_id, asked, received_at)
            time.sleep(0.3)
            others.submit(sweep_once).result(10)  # after the deadline, within the grace, and past the locked row
        assert acted.result(10).version > version
    assert not Event.objects.filter(game_id=game_id, actor_kind="system").exists()


def closing(function: Any, *args: Any) -> Any:
    try:
        return function(*args)
    finally:
        connections.close_all()


def test_outcomes_are_numbered_in_the_order_of_their_commits() -> None:
    users = people("ann", "ben")
    rules = {"base": "classic", "minimums": [50]}
    games = [table_of(users, ruleset=rules) for _ in range(4)]
    for game_id in games:
        play_to_the_last_discard(game_id)
    with ThreadPoolExecutor(4) as threads:
        for ended in [threads.submit(closing, last_discard, users[0], game_id) for game_id in games]:
            ended.result(60)
    assert list(Outcome.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4]
    assert {outcome.game_id for outcome in Outcome.objects.all()} == set(games)


def play_to_the_last_discard(game_id: UUID) -> None:
    given = {
        "turn": {"seat": 0, "phase": "play"},
        "seats": [{"hand": "4H", **ON_THE_FOOT}, {}],
        "teams": [{"melds": BOOKS}, {}],
    }
    put(game_id, given, {"base": "classic", "minimums": [50]})


def last_discard(user: User, game_id: UUID) -> None:
    asked = requests.action(an_action(game_id, {"do": "discard", "card": "4H"}))
    services.act(user.id, game_id, asked, datetime.now(UTC))
