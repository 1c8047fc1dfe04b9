"""Taking the last action back, when all people at the table agree."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import create_token
from engine.errors import Refused
from games import clock, downtime, due, event_store, replay, requests, selectors, services
from games.audit import verify
from games.models import Event, Game, Secret
from tests.games.corpus import forged
from tests.games.playing import act, new_table, people, seen, table_of
from tests.games.positions import put
from tests.games.waiting import overdue_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]

MIDDLE: dict[str, Any] = {
    "turn": {"seat": 0, "phase": "play"},
    "seats": [{"hand": "KH KD KC 4H 5S", "foot": "9C 9D"}, {"hand": "7C 8C", "foot": "9H 9S"}] * 2,
    "teams": [{"melds": {"Q1": "QH QD QC"}}, {}],
    "stock": "6C 6D 6H 6S 8D 8H 8S TC TD TH",
    "pile": "JC",
}
"""Seat 0 has drawn, and may meld kings or discard."""
KINGS = {"do": "meld", "melds": [{"cards": "KH KD KC"}]}
DISCARD = {"do": "discard", "card": "4H"}


def playing(*names: str, **more: Any) -> tuple[list[User], UUID]:
    """A table in the middle of seat 0's turn."""
    users = people(*(names or ("ann", "ben", "cora", "dan")))
    game_id = table_of(users, **more)
    put(game_id, MIDDLE | ({"seats": MIDDLE["seats"][:2]} if len(users) == 2 else {}))
    return users, game_id


def undo(user: User, game_id: UUID, version: int, agrees: bool = True, at: datetime | None = None) -> None:
    asked = requests.undo({"action_id": str(uuid4()), "version": version, "agrees": agrees})
    services.undo(user.id, game_id, asked, at or datetime.now(UTC))


def view(user: User | None, game_id: UUID) -> dict[str, Any]:
    told: dict[str, Any] = selectors.body(selectors.look(game_id, user and user.id))["view"]
    return told


def test_a_request_names_the_action_shows_what_would_be_and_says_who_has_still_to_answer() -> None:
    """V78: to the one who asks as to those who are asked, and to whoever looks on."""
    users, game_id = playing()
    before = view(None, game_id)
    version = act(users[0], game_id, DISCARD).version
    offered = view(users[0], game_id)["undo"]
    assert offered == {"version": version, "seat": 0, "type": "discarded", "data": {"card": "4H"}}
    undo(users[0], game_id, version)
    undo(users[2], game_id, version)
    for user in (*users, None):
        told = view(user, game_id)["undo"]
        assert (told["version"], told["agreed"], told["waiting_for"]) == (version, [0, 2], [1, 3])
        assert told["result"] == {
            "turn": {"seat": 0, "phase": "play"},
            "hand_size": 5,
            "pile": "JC",
            "melds": {"Q1": "QC QD QH"},
        }
    for user in (users[1], users[3]):
        undo(user, game_id, version)
    after = view(None, game_id)
    assert {**after, "deadline": None} == {**before, "deadline": None}, "it is as it was shown, and as it was"
    assert act(users[0], game_id, KINGS, expected=seen(game_id).version).version > version


@pytest.mark.parametrize("action", [KINGS, DISCARD])
def test_all_people_must_agree_and_one_no_leaves_the_action_as_it_stands(action: dict[str, Any]) -> None:
    """V78."""
    users, game_id = playing()
    version = act(users[0], game_id, action).version
    for user in users[:3]:
        undo(user, game_id, version)
    stands = seen(game_id).state.game
    undo(users[3], game_id, version, agrees=False)
    assert (seen(game_id).state.game, view(users[0], game_id)["undo"]) == (stands, None)
    with pytest.raises(Refused, match="nothing_to_undo"):
        undo(users[0], game_id, version)


def test_bots_agree_to_everything() -> None:
    ann = people("ann")[0]
    game_id = new_table(ann, ["me", *["bot:careful"] * 3])
    put(game_id, MIDDLE)
    undo(ann, game_id, act(ann, game_id, KINGS).version)
    assert seen(game_id).state.game.playing.teams[0].of_rank("K") == ()


def test_with_the_next_action_it_is_too_late() -> None:
    """V78, V80: never another number of actions than the one that is named, and never after somebody has moved on."""
    users, game_id = playing()
    version = act(users[0], game_id, KINGS).version
    undo(users[0], game_id, version)
    last = act(users[0], game_id, DISCARD).version
    assert view(users[1], game_id)["undo"]["version"] == last, "the request was for another action, and is gone"
    for user in users[1:]:
        with pytest.raises(Refused, match="nothing_to_undo"):
            undo(user, game_id, version)
    act(users[1], game_id, {"do": "draw"})
    with pytest.raises(Refused, match="nothing_to_undo"):
        undo(users[0], game_id, last)
    assert view(users[0], game_id)["undo"] is None


def nobody_else_asks(users: list[User], game_id: UUID, version: int) -> None:
    undo(users[1], game_id, version)


def once_is_enough(users: list[User], game_id: UUID, version: int) -> None:
    undo(users[0], game_id, version)
    undo(users[0], game_id, version)


def nobody_is_asked_yet(users: list[User], game_id: UUID, version: int) -> None:
    undo(users[1], game_id, version, agrees=False)


def not_in_a_pause(users: list[User], game_id: UUID, version: int) -> None:
    for user in users:
        asked = requests.pause({"action_id": str(uuid4()), "agrees": True})
        services.pause(user.id, game_id, asked, datetime.now(UTC))
    undo(users[0], game_id, version)


def not_who_looks_on(users: list[User], game_id: UUID, version: int) -> None:
    undo(User.objects.create_user("eve"), game_id, version)


@pytest.mark.parametrize(
    ("do", "code"),
    [
        (nobody_else_asks, "not_allowed"),
        (once_is_enough, "already_agreed"),
        (nobody_is_asked_yet, "not_allowed"),
        (not_in_a_pause, "paused"),
        (not_who_looks_on, "not_seated"),
    ],
)
def test_what_cannot_be_is_refused(do: Any, code: str) -> None:
    users, game_id = playing()
    version = act(users[0], game_id, DISCARD).version
    with pytest.raises(Refused, match=code):
        do(users, game_id, version)


@pytest.mark.parametrize("more", [{"undo": False}, {"rated": True}])
def test_a_table_may_be_without_it_and_a_rated_one_always_is(more: dict[str, Any]) -> None:
    users, game_id = playing(**more)
    version = act(users[0], game_id, DISCARD).version
    assert (view(None, game_id)["undo_allowed"], view(users[0], game_id)["undo"]) == (False, None)
    assert Event.objects.get(game_id=game_id, version=1).data["undo"] is False
    with pytest.raises(Refused, match="undo_off"):
        undo(users[0], game_id, version)
    with pytest.raises(Refused, match="malformed"):
        requests.game({"ruleset": "classic", "rated": True, "undo": True})


def test_what_the_server_played_for_somebody_stands() -> None:
    users, game_id = playing(clock={"turn_seconds": 60})
    overdue_by(game_id, 5)
    assert due.play_overdue(game_id, 0.0) == 1
    assert view(users[0], game_id)["undo"] is None


@pytest.mark.parametrize("late", [[], [{"do": "default"}]])
def test_nor_is_anything_taken_back_once_the_server_has_played_for_the_next(late: list[dict[str, Any]]) -> None:
    users, game_id = playing(clock={"turn_seconds": 60, "late": late})
    version = act(users[0], game_id, DISCARD).version
    undo(users[0], game_id, version)
    overdue_by(game_id, 5)
    assert due.play_overdue(game_id, 0.0) > 0
    assert view(users[0], game_id)["undo"] is None


def test_neither_the_wait_for_an_answer_nor_downtime_in_it_costs_whoever_asked_any_time() -> None:
    """What was left when the card was discarded is left again, and the next player has lost nothing."""
    users, game_id = playing("ann", "ben", clock={"turn_seconds": 60, "bank_seconds": 120})
    at = seen(game_id).state.marks.at
    body = {"action_id": str(uuid4()), "expected_version": seen(game_id).version, "action": DISCARD}
    services.act(users[0].id, game_id, requests.action(body), at + timedelta(seconds=50))
    version = seen(game_id).version
    undo(users[0], game_id, version, at=at + timedelta(seconds=51))
    downtime.record(at + timedelta(seconds=60), at + timedelta(seconds=90), "declared")
    later = max(at + timedelta(seconds=110), seen(game_id).state.outages[-1].told)
    undo(users[1], game_id, version, at=later)
    state = seen(game_id).state
    assert state.deadline == Game.objects.get(id=game_id).deadline == later + timedelta(seconds=130)
    assert [seat.bank for seat in state.clock.seats] == [120_000, 120_000]
    told = clock.read(clock.of(state.table.clock), state.clock, later, state.outages)[0]
    assert [item.kind for item in told.items] == ["turn", "bank", "taken_back", "downtime"]


def test_whoever_acts_on_what_was_taken_back_is_told_that_it_is_gone() -> None:
    users, game_id = playing("ann", "ben")
    version = act(users[0], game_id, DISCARD).version
    for user in users:
        undo(user, game_id, version)
    with pytest.raises(Refused, match="stale_version"):
        act(users[1], game_id, {"do": "draw"}, expected=version)


def test_what_was_taken_back_stays_in_the_log_for_all_to_read_and_the_audit_follows() -> None:
    """V81."""
    users = people("ann", "ben")
    game_id, undone = table_of(users), []
    while len(undone) < 2:
        now = seen(game_id)
        seat, game = now.state.to_act[0], now.state.game
        card = game.playing.seats[seat].hand[0]
        action = {"do": "draw"} if game.playing.phase == "draw" else {"do": "discard", "card": card}
        version = act(users[seat], game_id, action).version
        if action["do"] == "discard":
            for user in (users[seat], users[1 - seat]):
                undo(user, game_id, version)
            undone.append(version)
    assert verify(game_id) == []
    path, client = f"/api/games/{game_id}/events", Client(headers={"Authorization": f"Bearer {create_token(users[1])}"})
    told = {event["version"]: event for event in client.get(path).json()["events"]}
    assert all(told[version]["type"] == "discarded" and told[version]["data"]["card"] for version in undone)
    assert [one["data"] for one in told.values() if one["type"] == "action_undone"] == [
        {"versions": [version]} for version in undone
    ]


def test_a_taking_back_to_which_not_all_agreed_is_found_by_the_audit() -> None:
    """V81: forged into a log whose chain holds."""
    users = people("ann", "ben")
    game_id = table_of(users)
    seat = seen(game_id).state.to_act[0]
    act(users[seat], game_id, {"do": "draw"})
    card = seen(game_id).state.game.playing.seats[seat].hand[0]
    version = act(users[seat], game_id, {"do": "discard", "card": card}).version
    for user in (users[seat], users[1 - seat]):
        undo(user, game_id, version)
    rows = list(event_store.stream(game_id, event_store.ALL))
    secrets = dict(Secret.objects.filter(game_id=game_id).values_list("deal", "secret"))
    assert list(replay.faults(rows, secrets)) == []
    _asked, agreed = (row for row in rows if row.type == "undo_wanted")
    told = list(replay.faults(forged(game_id, rows, agreed.version, data={**agreed.data, "agrees": False}), secrets))
    assert len(told) == 1 and "action_undone" in told[0]


def test_a_request_that_cannot_be_read_is_malformed() -> None:
    users, game_id = playing("ann", "ben")
    client = Client(headers={"Authorization": f"Bearer {create_token(users[0])}"})
    good = {"action_id": str(uuid4()), "version": 1, "agrees": True}
    for wrong in ({"version": 0}, {"version": True}, {"agrees": 1}, {"more": 1}):
        answer = client.post(f"/api/games/{game_id}/undo", good | wrong, content_type="application/json")
        assert answer.json()["code"] == "malformed"
    answer = client.post(f"/api/games/{game_id}/undo", good, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_undo")
