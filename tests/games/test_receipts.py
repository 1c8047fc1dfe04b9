"""Once only: the same action again gets the same receipt, and every refusal has its place in the order."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import create_token
from engine.errors import Refused
from games import audit, requests, services
from games.models import Event, Receipt
from games.rows import to_milliseconds
from tests.games.playing import act, new_table, people, play, play_out, seen, table_of, turn_of

pytestmark = pytest.mark.django_db


def counts() -> tuple[int, int]:
    return Event.objects.count(), Receipt.objects.count()


def test_the_same_action_again_gets_the_same_receipt_and_is_done_once() -> None:
    """V64: one draw."""
    users = people("ann", "ben")
    game_id = table_of(users)
    seat, action_id = turn_of(game_id), uuid4()
    first = act(users[seat], game_id, {"do": "draw"}, action_id=action_id)
    after = counts()
    again = act(users[seat], game_id, {"do": "draw"}, action_id=action_id)
    assert again == first
    assert counts() == after


def test_an_action_that_is_sent_again_counts_as_received_when_it_first_was() -> None:
    """V62: a client that heard nothing tries again, and loses no time by it."""
    users = people("ann", "ben")
    game_id = table_of(users, clock={"turn_seconds": 60})
    seat, version = turn_of(game_id), seen(game_id).version
    body = {"action_id": str(uuid4()), "expected_version": version, "action": {"do": "draw"}}
    first = datetime.now(UTC)
    receipts = {
        services.act(users[seat].id, game_id, requests.action(body), first + timedelta(seconds=late))
        for late in (0, 30, 3600)
    }
    assert len(receipts) == 1
    drew = Event.objects.get(game_id=game_id, type="drew")
    assert drew.at == to_milliseconds(first)
    assert Event.objects.filter(game_id=game_id, version__gt=version).count() == receipts.pop().version - version


@pytest.mark.parametrize("expected", [0, 3, 999_999])
def test_a_repeated_action_gets_its_receipt_whatever_version_it_expects(expected: int) -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    seat, action_id = turn_of(game_id), uuid4()
    first = act(users[seat], game_id, {"do": "draw"}, action_id=action_id)
    play(users, game_id, 15)
    assert act(users[seat], game_id, {"do": "draw"}, expected, action_id=action_id) == first


def test_a_repeated_action_gets_its_receipt_even_after_the_game_is_over() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, ruleset={"base": "classic", "minimums": [50]})
    seat, action_id = turn_of(game_id), uuid4()
    first = act(users[seat], game_id, {"do": "draw"}, action_id=action_id)
    play_out(users, game_id)
    assert act(users[seat], game_id, {"do": "draw"}, action_id=action_id) == first


def test_another_action_under_a_used_id_is_refused() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    seat, action_id = turn_of(game_id), uuid4()
    act(users[seat], game_id, {"do": "draw"}, action_id=action_id)
    after = counts()
    with pytest.raises(Refused, match="action_id_reused"):
        act(users[seat], game_id, {"do": "pass"}, action_id=action_id)
    assert counts() == after


def test_two_people_may_use_the_same_action_id() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    seat, action_id = turn_of(game_id), uuid4()
    act(users[seat], game_id, {"do": "draw"}, action_id=action_id)
    with pytest.raises(Refused, match="not_your_turn"):
        act(users[1 - seat], game_id, {"do": "draw"}, action_id=action_id)


def test_actions_of_two_people_under_one_id_in_a_row_are_two_actions_in_the_log_too() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    seat, action_id = turn_of(game_id), uuid4()
    act(users[seat], game_id, {"do": "draw"})
    hand = seen(game_id).state.game.playing.seats[seat].hand
    act(users[seat], game_id, {"do": "discard", "card": min(hand, key=hand.count)}, action_id=action_id)
    act(users[1 - seat], game_id, {"do": "draw"}, action_id=action_id)
    assert audit.verify(game_id) == []
    assert Event.objects.filter(game_id=game_id, action_id=action_id).values("actor_id").distinct().count() == 2


def test_a_refused_action_leaves_no_row_and_its_id_is_free() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    seat, action_id, before = turn_of(game_id), uuid4(), counts()
    with pytest.raises(Refused, match="wrong_phase"):
        act(users[seat], game_id, {"do": "discard", "card": "JK"}, action_id=action_id)
    assert counts() == before
    act(users[seat], game_id, {"do": "draw"}, action_id=action_id)


def test_a_nonce_again_gets_the_same_receipt() -> None:
    ann = people("ann")[0]
    game_id = new_table(ann, ["me", "open"])
    client = signed_in(ann)
    body = {"action_id": str(uuid4()), "deal": 1, "nonce": "ab" * 32}
    answers = [client.post(f"/api/games/{game_id}/nonces", body, "application/json") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json() == {"action_id": body["action_id"], "version": 3}


# --- The order of the checks ---


def signed_in(user: User | None) -> Client:
    return Client(headers={"Authorization": f"Bearer {create_token(user)}"} if user else {})


def code(client: Client, game_id: object, body: object) -> str:
    answer = client.post(f"/api/games/{game_id}/actions", body, "application/json")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.status_code == answer.json()["status"]
    return str(answer.json()["code"])


def body(expected: int, action: dict[str, Any] | None = None, action_id: object = None) -> dict[str, Any]:
    return {
        "action_id": str(action_id or uuid4()),
        "expected_version": expected,
        "action": action or {"do": "draw"},
    }


def test_what_is_malformed_is_told_before_who_is_asking_or_whether_the_game_is_there() -> None:
    for asked in ({}, body(1, {"do": "dance"}), body(1) | {"action_id": "x"}, [], "no", body(-1)):
        assert code(signed_in(None), uuid4(), asked) == "malformed"


def test_who_is_not_known_is_told_so_before_anything_of_the_game() -> None:
    assert code(signed_in(None), uuid4(), body(1)) == "unauthenticated"
    bad = Client(headers={"Authorization": "Bearer nothing"})
    assert code(bad, uuid4(), body(1)) == "unauthenticated"


def test_a_game_that_is_not_there_and_one_that_may_not_be_seen_are_refused_alike() -> None:
    ann, ben, eve = people("ann", "ben", "eve")
    hidden = table_of([ann, ben])
    private = new_table(ann, ["open", "bot:random"], visibility="private")
    client = signed_in(eve)
    bodies = [
        client.post(f"/api/games/{game_id}/actions", body(1), "application/json").content
        for game_id in (private, uuid4())
    ]
    assert bodies[0] == bodies[1]
    assert code(client, private, body(1)) == "unknown_game"
    assert code(client, hidden, body(999)) == "not_seated"
    assert code(client, "no-id-at-all", body(1)) == "unknown_game"


def test_a_receipt_comes_before_the_state_of_the_game_and_that_before_the_version() -> None:
    users = people("ann", "ben")
    waiting = new_table(users[0], ["me", "open"])
    client = signed_in(users[0])
    assert code(client, waiting, body(999)) == "not_started"
    game_id = table_of(users)
    seat = turn_of(game_id)
    playing, version = signed_in(users[seat]), seen(game_id).version
    done = body(version)
    assert playing.post(f"/api/games/{game_id}/actions", done, "application/json").status_code == 200
    assert code(playing, game_id, body(999, {"do": "pass"}, done["action_id"])) == "action_id_reused"


def test_a_version_from_the_future_comes_before_a_stale_one_and_that_before_the_rules() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    seat = turn_of(game_id)
    version = seen(game_id).version
    act(users[seat], game_id, {"do": "draw"})
    other = signed_in(users[1 - seat])
    assert code(other, game_id, body(seen(game_id).version + 1)) == "version_ahead"
    assert code(other, game_id, body(version)) == "stale_version"
    assert code(other, game_id, body(seen(game_id).version)) == "not_your_turn"
