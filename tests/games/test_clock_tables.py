"""The clock at a table: what the log gives is what is stored, shown and enforced."""

import json
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import create_token
from engine import legal
from games import due, event_store, projector, requests, services, tasks
from games.audit import verify
from games.models import Event, Game
from games.projector import State
from tests.games.playing import act, new_table, people, seen, table_of, turn_of
from tests.games.positions import THREE_PARTNERS, put
from tests.games.waiting import TURN, done_since, since_when

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]

BANKED = {
    "turn_seconds": TURN,
    "answer_seconds": 20,
    "bank_seconds": 120,
    "increment_seconds": 7,
    "bank_cap_seconds": 150,
}


def at_leisure(users: list[User], game_id: UUID, steps: int, seed: int) -> datetime:
    """Random actions, each at a time of its own: some in time, some out of the bank, some the server's."""
    chance, at = Random(seed), seen(game_id).state.marks.at
    for _ in range(steps):
        now = seen(game_id)
        if not now.state.to_act:
            break
        at += timedelta(milliseconds=chance.randrange(45_000))
        seat = now.state.to_act[0]
        body = {
            "action_id": str(uuid4()),
            "expected_version": now.version,
            "action": chance.choice(legal.actions(now.state.game, seat)),
        }
        services.act(users[seat].id, game_id, requests.action(body), at)
    return at


def folded(game_id: UUID) -> State:
    """What the log alone gives."""
    state = projector.fold(event_store.stream(game_id, event_store.ALL))
    assert state is not None
    return state


def ask(user: User | None, game_id: UUID) -> dict[str, Any]:
    """The clock as this person is told of it."""
    headers = {"Authorization": f"Bearer {create_token(user)}"} if user else {}
    told: dict[str, Any] = Client(headers=headers).get(f"/api/games/{game_id}/clock").json()
    return told


def test_banks_follow_from_the_log_and_the_stored_state_is_what_it_gives() -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users, clock=BANKED)
    banks = set()
    for seed in range(8):
        at_leisure(users, game_id, 12, seed)
        stored = Game.objects.get(id=game_id)
        assert projector.encode(folded(game_id)) == stored.state
        assert folded(game_id).deadline == stored.deadline
        banks |= {seat.bank for seat in folded(game_id).clock.seats}
    assert min(banks) < 120_000 < max(banks), "some was used, some was earned"
    assert verify(game_id) == []


def test_the_deadline_of_every_decision_is_absolute_and_in_the_view_with_the_bank() -> None:
    """V15."""
    users = people("ann", "ben")
    game_id = table_of(users, clock=BANKED)
    began, seat = seen(game_id).state.marks.at, turn_of(game_id)
    headers = {"Authorization": f"Bearer {create_token(users[1 - seat])}"}
    view = Client(headers=headers).get(f"/api/games/{game_id}").json()["view"]
    until = (began + timedelta(seconds=TURN + 120)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert view["deadline"] == view["seats"][seat]["deadline"] == until
    assert "deadline" not in view["seats"][1 - seat]
    assert [one["bank_seconds"] for one in view["seats"]] == [120, 120]


def test_the_explanation_adds_up_to_the_deadline_that_is_enforced() -> None:
    """V13."""
    users = people("ann", "ben")
    game_id = table_of(users, clock=BANKED)
    at_leisure(users, game_id, 30, 1)
    for viewer in (*users, None):
        told = ask(viewer, game_id)
        (seat,) = (one for one in told["seats"] if one["deciding"])
        begin, until = map(datetime.fromisoformat, (seat["since"], seat["deadline"]))
        assert begin + timedelta(seconds=sum(item["seconds"] for item in seat["items"])) == until
        assert until == Game.objects.get(id=game_id).deadline
        assert [item["kind"] for item in seat["items"]][:1] == ["turn"]
        assert all(item["says"] for item in seat["items"])


def test_the_server_plays_when_the_bank_is_empty_too_and_not_before() -> None:
    game_id = table_of(people("ann", "ben"), clock=BANKED)
    seat, version = turn_of(game_id), seen(game_id).version

    def began(seconds: float) -> None:
        game = Game.objects.get(id=game_id)
        since_when(game.state, datetime.now(UTC) - timedelta(seconds=seconds))
        until = datetime.now(UTC) - timedelta(seconds=seconds - TURN - 120)
        Game.objects.filter(id=game_id).update(state=game.state, deadline=until, swept_at=None)

    began(TURN + 100)
    tasks.sweep()
    assert done_since(game_id, version) == []
    began(TURN + 125)
    tasks.sweep()
    assert done_since(game_id, version) == ["drew", "discarded"]
    assert seen(game_id).state.clock.seats[seat].bank == 0, "and a turn that it plays earns nothing"


def test_a_bot_earns_nothing() -> None:
    ann = people("ann")[0]
    game_id = new_table(ann, ["me", "bot:random"], clock=BANKED)
    put(game_id, {"turn": {"seat": 0, "phase": "play"}, "seats": [{"hand": "4H 4D 4S KD"}, {}], "teams": [{}, {}]})
    act(ann, game_id, {"do": "discard", "card": "KD"})
    assert due.play_bots(game_id, early=60) > 0
    assert turn_of(game_id) == 0
    assert [seat.bank for seat in seen(game_id).state.clock.seats] == [127_000, 120_000]


def test_only_the_partner_whose_own_time_is_over_is_answered_for() -> None:
    """V23: the other one keeps their time."""
    users = people("ann", "ben", "cora", "dan", "eli", "fay")
    game_id = table_of(users, teams=2, clock=BANKED)
    put(game_id, THREE_PARTNERS)
    act(users[0], game_id, {"do": "ask"})
    assert seen(game_id).state.to_act == (2, 4)
    game = Game.objects.get(id=game_id)
    past = datetime.now(UTC) - timedelta(seconds=200)
    game.state["clock"]["seats"][4]["decision"]["since"] = past.isoformat()
    Game.objects.filter(id=game_id).update(state=game.state, deadline=past + timedelta(seconds=140))
    due.play_overdue(game_id, tasks.GRACE)
    (answer,) = Event.objects.filter(game_id=game_id, type="answered")
    assert (answer.seat, answer.actor_kind) == (4, "system")


def test_a_column_that_is_not_the_log_s_clock_is_found() -> None:
    game_id = table_of(people("ann", "ben"), clock="live")
    Game.objects.filter(id=game_id).update(clock="none")
    assert "the clock is not what the log gives" in verify(game_id)


def test_how_things_stand_before_the_start_and_without_a_clock() -> None:
    ann = people("ann")[0]
    told = ask(ann, new_table(ann, ["me", "open"], clock="live"))
    assert (told["status"], [seat["deadline"] for seat in told["seats"]]) == ("waiting", [None, None])
    assert [seat["bank_seconds"] for seat in told["seats"]] == [300, 300]
    without = ask(None, new_table(ann, ["me", "bot:random"]))
    assert (without["settings"], without["preset"]) == ("none", "none")
    assert all(seat["items"] == [] and seat["deadline"] is None for seat in without["seats"])
    assert json.dumps(without["says"]) == json.dumps(["No clock: everybody takes the time they need."])
