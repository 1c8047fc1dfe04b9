"""Setting up a table: who sits where, who is asked, who may see it, when it starts."""

import base64
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import create_token
from games.models import Event, Game, Seat
from tests.games.playing import new_table, people, seen, table_of

pytestmark = pytest.mark.django_db


def client(user: User | None = None) -> Client:
    return Client(headers={"Authorization": f"Bearer {create_token(user)}"} if user else {})


def create(user: User | None, **body: Any) -> Any:
    return client(user).post("/api/games", {"ruleset": "classic", **body}, "application/json")


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def types() -> list[str]:
    return list(Event.objects.order_by("version").values_list("type", flat=True))


# --- Creating ---


def test_a_table_with_open_seats_waits_and_tells_who_sits_where() -> None:
    people("bob")
    ann = people("ann")[0]
    answer = create(ann, players=4, teams=2, seats=["me", "bot:random", "open", "user:bob"])
    assert answer.status_code == 201
    told = answer.json()
    assert set(told) == {"id", "version", "view", "legal"}
    assert (told["version"], told["legal"]) == (4, {"actions": []})
    view = told["view"]
    assert (view["status"], view["seat"], view["deadline"]) == ("waiting", 0, None)
    assert view["seats"] == [
        {"player": {"kind": "user", "name": "ann"}},
        {"player": {"kind": "bot", "name": "random"}},
        {},
        {"player": {"kind": "user", "name": "bob", "invited": True}},
    ]
    assert "deal" not in view and "turn" not in view and len(view["commitments"]) == 4
    assert view["ruleset"]["packs"] == 5 and view["scores"] == [] and view["totals"] == [0, 0]
    assert types() == ["created", "seated", "seated", "invited"]


def test_a_table_with_all_seats_taken_starts_at_once() -> None:
    ann = people("ann")[0]
    told = create(ann, seats=["me", "bot:random", "bot:random", "bot:random"]).json()
    assert told["view"]["status"] == "playing"
    assert told["view"]["deal"] == 1
    assert len(told["view"]["seats"][0]["hand"].split()) == 13
    assert types()[4:7] == ["seated", "started", "deal_started"]


def test_a_table_of_bots_alone_starts_and_its_maker_watches() -> None:
    ann = people("ann")[0]
    told = create(ann, seats=["bot:random"] * 4).json()
    assert (told["view"]["status"], told["view"]["seat"]) == ("playing", None)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"ruleset": "poker"}, (422, "ruleset_unknown")),
        ({"ruleset": {"base": "classic", "cheating": True}}, (422, "ruleset_unknown")),
        ({"ruleset": {"base": "classic", "draw": 9}}, (422, "ruleset_out_of_range")),
        (
            {"ruleset": {"base": "favourite", "books_to_go_out": {"clean": 1, "dirty": 1, "wild": 1}}},
            (422, "ruleset_contradiction"),
        ),
        (
            {"ruleset": {"base": "classic", "packs": 2}, "players": 6, "seats": ["me", *["open"] * 5]},
            (422, "ruleset_too_few_cards"),
        ),
        ({"ruleset": 5}, (400, "malformed")),
        ({"ruleset": None}, (400, "malformed")),
        ({"players": 8}, (400, "malformed")),
        ({"players": "4"}, (400, "malformed")),
        ({"players": True}, (400, "malformed")),
        ({"players": 4, "teams": 3}, (400, "malformed")),
        ({"seats": ["me"]}, (400, "malformed")),
        ({"seats": "me"}, (400, "malformed")),
        ({"seats": ["me", "me", "open", "open"]}, (409, "already_seated")),
        ({"seats": ["me", "user:ann", "open", "open"]}, (409, "already_seated")),
        ({"seats": ["me", "user:nobody", "open", "open"]}, (400, "malformed")),
        ({"seats": ["me", "bot:clever", "open", "open"]}, (400, "malformed")),
        ({"seats": ["me", "user:", "open", {}]}, (400, "malformed")),
        ({"visibility": "secret"}, (400, "malformed")),
        ({"rated": "no"}, (400, "malformed")),
        ({"clock": "fast"}, (400, "malformed")),
        ({"clock": {"turn_seconds": 0}}, (400, "malformed")),
        ({"clock": {"turn_seconds": 1.5}}, (400, "malformed")),
        ({"clock": {"turn_seconds": 60, "bonus": 3}}, (400, "malformed")),
        ({"external_id": ""}, (400, "malformed")),
        ({"secret": "00" * 32}, (400, "malformed")),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_leaves_nothing(body: dict[str, Any], expected: tuple[int, str]) -> None:
    ann = people("ann")[0]
    answer = create(ann, **body)
    assert code(answer) == expected
    if expected[1].startswith("ruleset"):
        assert {"parameter", "reason"} <= set(answer.json()["data"])
        assert answer.json()["data"]["reason"] in answer.json()["detail"]
    assert (Game.objects.count(), Event.objects.count()) == (0, 0)


def test_an_open_seat_at_a_private_table_is_its_maker_s_to_take() -> None:
    ann = people("ann")[0]
    told = create(ann, visibility="private", seats=["bot:random", "open", "bot:random", "bot:random"]).json()
    assert told["view"]["status"] == "waiting"
    assert seat(ann, told["id"], 1).json()["view"]["status"] == "playing"


def test_nobody_sets_up_a_table_without_an_account() -> None:
    assert code(create(None)) == (401, "unauthenticated")
    assert code(create(None, ruleset="poker")) == (401, "unauthenticated")
    assert code(create(None, players=9)) == (400, "malformed")


def test_the_same_external_id_by_the_same_person_is_the_same_table() -> None:
    ann, ben = people("ann", "ben")
    first, again, other = create(ann, external_id="x-1"), create(ann, external_id="x-1"), create(ben, external_id="x-1")
    assert [answer.status_code for answer in (first, again, other)] == [201, 200, 201]
    assert first.json() == again.json()
    assert first.json()["id"] != other.json()["id"]
    assert Game.objects.count() == 2


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_every_number_of_players_has_a_usual_layout(players: int) -> None:
    ann = people("ann")[0]
    rules = {"base": "classic", "packs": "players+1"}
    answer = create(ann, ruleset=rules, players=players, seats=["me", *["bot:random"] * (players - 1)])
    assert answer.status_code == 201
    assert answer.json()["view"]["status"] == "playing"


# --- Seats ---


def seat(user: User, game_id: object, number: object, method: str = "post") -> Any:
    return getattr(client(user), method)(f"/api/games/{game_id}/seats/{number}")


def test_the_game_starts_when_the_last_seat_is_taken() -> None:
    ann, ben, cora = people("ann", "ben", "cora")
    game_id = new_table(ann, ["me", "open", "open"])
    assert seat(ben, game_id, 2).json()["view"]["status"] == "waiting"
    last = seat(cora, game_id, 1)
    assert (last.status_code, last.json()["view"]["status"], last.json()["view"]["seat"]) == (200, "playing", 1)


def test_an_invitation_is_taken_by_the_invited_alone_and_only_then_counts() -> None:
    ann, ben, cora = people("ann", "ben", "cora")
    game_id = new_table(ann, ["me", "user:BEN"])
    assert code(seat(cora, game_id, 1)) == (403, "not_allowed")
    assert seen(game_id).state.status == "waiting"
    accepted = seat(ben, game_id, 1).json()["view"]
    assert accepted["seats"][1]["player"] == {"kind": "user", "name": "ben"}
    assert accepted["status"] == "playing"


def test_the_invited_may_act_only_after_accepting() -> None:
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "user:ben"])
    body = {"action_id": str(uuid4()), "expected_version": 3, "action": {"do": "draw"}}
    answer = client(ben).post(f"/api/games/{game_id}/actions", body, "application/json")
    assert code(answer) == (403, "not_seated")


def test_nobody_holds_two_seats() -> None:
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "open", "open"])
    assert code(seat(ann, game_id, 1)) == (409, "already_seated")
    assert seat(ben, game_id, 1).status_code == 200
    assert code(seat(ben, game_id, 2)) == (409, "already_seated")
    assert code(seat(ben, game_id, 0)) == (409, "already_seated")


def test_who_sits_down_again_where_they_sit_is_told_how_things_stand_and_nothing_is_written() -> None:
    ann, ben, cora = people("ann", "ben", "cora")
    game_id = new_table(ann, ["me", "open", "user:cora"])
    for user, number, status in ((ben, 1, "waiting"), (cora, 2, "playing")):
        first, rows = seat(user, game_id, number), Event.objects.count()
        again = seat(user, game_id, number)
        assert (again.status_code, again.json()) == (200, first.json())
        assert (again.json()["view"]["status"], Event.objects.count()) == (status, rows)
    assert code(seat(ben, game_id, 2)) == (409, "already_seated")


def test_who_is_invited_may_sit_elsewhere_and_the_invitation_lapses() -> None:
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "user:ben", "open"])
    view = seat(ben, game_id, 2).json()["view"]
    assert (view["seat"], view["seats"][1], view["status"]) == (2, {}, "waiting")
    assert Seat.objects.filter(game_id=game_id, holder=str(ben.id)).count() == 1


def test_before_the_start_a_seat_may_be_left_and_taken_again() -> None:
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "open", "open"])
    seat(ben, game_id, 1)
    left = seat(ben, game_id, 1, "delete")
    assert (left.status_code, left.json()["view"]["seats"][1], left.json()["view"]["seat"]) == (200, {}, None)
    assert code(seat(ben, game_id, 1, "delete")) == (403, "not_allowed")
    assert seat(ben, game_id, 2).status_code == 200


def test_an_invitation_may_be_declined() -> None:
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "user:ben"], visibility="private")
    declined = seat(ben, game_id, 1, "delete")
    assert (declined.status_code, declined.json()["view"]["seats"][1], declined.json()["legal"]) == (
        200,
        {},
        {"actions": []},
    )
    assert code(client(ben).get(f"/api/games/{game_id}")) == (404, "unknown_game")


def test_after_the_start_nobody_leaves_and_nobody_sits_down() -> None:
    ann, ben, cora = people("ann", "ben", "cora")
    game_id = table_of([ann, ben])
    assert code(seat(ben, game_id, 1, "delete")) == (403, "not_allowed")
    assert code(seat(cora, game_id, 1)) == (409, "already_seated")


def test_nobody_takes_another_s_seat_away() -> None:
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "open", "open"])
    assert code(seat(ben, game_id, 0, "delete")) == (403, "not_allowed")


@pytest.mark.parametrize("number", ["3", "-1", "x", "999999999999", "1.0", "٣"])
def test_a_seat_that_is_not_there_is_not_found(number: str) -> None:
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "open", "open"])
    assert code(seat(ben, game_id, number)) == (404, "not_found")


def test_sitting_down_needs_an_account_and_a_table_that_one_may_see() -> None:
    ann, ben = people("ann", "ben")
    people("cora")
    game_id = new_table(ann, ["me", "user:cora"], visibility="private")
    assert code(client().post(f"/api/games/{game_id}/seats/1")) == (401, "unauthenticated")
    assert code(seat(ben, game_id, 1)) == (404, "unknown_game")


# --- Looking and listing ---


def test_a_private_table_is_seen_by_its_maker_its_seats_and_who_is_invited() -> None:
    ann, ben, cora, dan, eve = people("ann", "ben", "cora", "dan", "eve")
    game_id = new_table(ann, ["open", "user:ben", "user:cora"], visibility="private")
    seat(ben, game_id, 1)
    path = f"/api/games/{game_id}"
    assert [client(user).get(path).status_code for user in (ann, ben, cora, dan, None)] == [200, 200, 200, 404, 404]
    listed = [client(user).get("/api/games").json()["games"] for user in (ann, ben, cora, eve, None)]
    assert [[game["id"] for game in games] for games in listed] == [[str(game_id)]] * 3 + [[], []]


def test_a_list_tells_the_newest_first_a_page_at_a_time() -> None:
    ann = people("ann")[0]
    games = [str(new_table(ann, ["me", "open"])) for _ in range(60)]
    first = client().get("/api/games").json()
    second = client().get("/api/games", {"cursor": first["next"]}).json()
    assert [game["id"] for game in first["games"] + second["games"]] == games[::-1]
    assert (len(first["games"]), second["next"]) == (50, None)


def test_a_list_can_be_of_one_status_or_of_one_s_own() -> None:
    ann, ben = people("ann", "ben")
    waiting, playing = new_table(ann, ["me", "open"]), table_of([ann, ben])
    asked = new_table(ann, ["open", "user:ben"])

    def ids(user: User, **query: str) -> set[str]:
        return {game["id"] for game in client(user).get("/api/games", query).json()["games"]}

    assert ids(ben) == {str(waiting), str(playing), str(asked)}
    assert ids(ben, status="playing") == {str(playing)}
    assert ids(ben, mine="1") == {str(playing), str(asked)}
    assert ids(ben, mine="true", status="waiting") == {str(asked)}
    assert code(client().get("/api/games?mine=1")) == (401, "unauthenticated")
    for query in ("status=dancing", "mine=perhaps", "cursor=nonsense", "cursor=%00"):
        assert code(client(ben).get(f"/api/games?{query}")) == (400, "malformed")


@pytest.mark.parametrize(
    "forged",
    [
        "2026-01-01T00:00:00 00000000-0000-0000-0000-000000000000",  # of no zone
        "0001-01-01T00:00:00+23:00 00000000-0000-0000-0000-000000000000",  # before all time
        "2026-01-01T00:00:00+00:00 nobody",
        "2026-01-01T00:00:00+00:00",
        "\x00",
        "",
    ],
)
def test_a_forged_cursor_is_malformed(forged: str) -> None:
    new_table(people("ann")[0], ["me", "open"])
    cursor = base64.urlsafe_b64encode(forged.encode()).decode() or "===="
    assert code(client().get("/api/games", {"cursor": cursor})) == (400, "malformed")


def test_a_list_tells_of_each_table_what_wire_says() -> None:
    ann, _ = people("ann", "ben")
    game_id = new_table(ann, ["me", "bot:random", "open", "user:ben"], ruleset="favourite")
    new_table(ann, ["me", "open"], ruleset={"base": "classic", "draw": 3})
    own, listed = client().get("/api/games").json()["games"]
    assert listed == {
        "id": str(game_id),
        "version": 4,
        "status": "waiting",
        "players": 4,
        "teams": 2,
        "seats": [
            {"player": {"kind": "user", "name": "ann"}},
            {"player": {"kind": "bot", "name": "random"}},
            {},
            {"player": {"kind": "user", "name": "ben", "invited": True}},
        ],
        "ruleset_name": "favourite",
    }
    assert own["ruleset_name"] == "custom"


# --- Dry runs ---


def test_a_dry_run_says_what_an_action_is_worth_and_changes_nothing() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    turn, rows = seen(game_id).state.to_act[0], Event.objects.count()

    def dry_run(user: User, action: dict[str, Any], **more: Any) -> Any:
        body = {"action_id": str(uuid4()), "expected_version": seen(game_id).version, "action": action, **more}
        return client(user).post(f"/api/games/{game_id}/actions?dry_run=1", body, "application/json")

    assert dry_run(users[turn], {"do": "draw"}).json() == {"ok": True, "value": 0, "minimum": 50}
    assert code(dry_run(users[1 - turn], {"do": "draw"})) == (422, "not_your_turn")
    assert code(dry_run(users[turn], {"do": "draw"}, expected_version=1)) == (409, "stale_version")
    assert code(dry_run(users[turn], {"do": "draw"}, expected_version=9999)) == (409, "version_ahead")
    assert code(dry_run(users[turn], {"do": "draw"}, for_seat=1)) == (403, "not_allowed")
    assert Event.objects.count() == rows
