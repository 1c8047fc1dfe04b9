"""What a table's clock may grant: one validator, the same in the database, in words, in the API, in a form."""

import json
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.services import create_token
from engine.errors import Refused
from games import clock, clock_words, services
from games.clock.settings import KEYS, PRESETS
from games.models import Event, Game
from tests.games.playing import act, new_table, people, seen, table_of, turn_of

DAY = 86_400


def stands(record: Any) -> bool:
    """Whether the one validator lets these settings through."""
    try:
        clock.check(record)
    except Refused:
        return False
    return True


def database_takes(record: Any) -> bool:
    """Whether the database would keep them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT games_clock_stands(%s::jsonb)", [json.dumps(record)])
        (taken,) = cursor.fetchone()
    return bool(taken)


IMPOSSIBLE = {
    "quiet hours of a live clock": ({"turn_seconds": 60, "quiet": {"from": "23:00", "to": "08:00"}}, {"quiet"}),
    "weekends of a live clock": ({"turn_seconds": 300, "weekends": True}, {"weekends"}),
    "vacation of a live clock": ({"turn_seconds": 15, "vacation": True}, {"vacation"}),
    "quiet hours all day": ({"turn_seconds": DAY, "quiet": {"from": "08:00", "to": "08:00"}}, {"quiet"}),
    "quiet hours but for five": ({"turn_seconds": DAY, "quiet": {"from": "08:00", "to": "03:00"}}, {"quiet"}),
    "neither live nor slow": ({"turn_seconds": 1000, "bank_seconds": 60}, {"turn_seconds"}),
    "more than a fortnight": ({"turn_seconds": 15 * DAY, "vacation": True}, {"turn_seconds"}),
    "an answer longer than a turn": ({"turn_seconds": 3600, "answer_seconds": 3601}, {"answer_seconds"}),
    "an increment without a cap": ({"turn_seconds": 60, "increment_seconds": 5}, {"increment_seconds"}),
    "a cap without an increment": ({"turn_seconds": 60, "bank_cap_seconds": 5}, {"bank_cap_seconds"}),
    "a bank above its cap": (
        {"turn_seconds": 60, "bank_seconds": 50, "increment_seconds": 5, "bank_cap_seconds": 49},
        {"bank_cap_seconds"},
    ),
    "a step after the end": ({"turn_seconds": 60, "late": [{"do": "forfeit"}, {"do": "default"}]}, {"late"}),
    "a step after a bot for good": ({"turn_seconds": DAY, "late": [{"do": "bot"}, {"do": "forfeit"}]}, {"late"}),
    "an extension of hours at a live table": (
        {"turn_seconds": 60, "late": [{"do": "extend", "seconds": 3600}]},
        {"late"},
    ),
    "a list for an allowance that is neither live nor slow": (
        {"turn_seconds": 1000, "late": [{"do": "default"}]},
        {"turn_seconds"},
    ),
    "everything at once": (
        {"turn_seconds": 60, "bank_seconds": DAY, "increment_seconds": 5, "weekends": True, "vacation": True},
        {"bank_seconds", "increment_seconds", "weekends", "vacation"},
    ),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
@pytest.mark.django_db
def test_what_cannot_stand_together_is_refused_with_all_its_faults_and_by_the_database_too(what: str) -> None:
    """V02: one validator for every path, and a constraint behind it."""
    record, parameters = IMPOSSIBLE[what]
    with pytest.raises(clock.ClockRefused) as refused:
        clock.check(record)
    assert {fault["parameter"] for fault in refused.value.data["faults"]} == parameters
    assert refused.value.code in ("clock_contradiction", "clock_out_of_range")
    game_id = new_table(people("ann")[0], ["me", "open"])
    with pytest.raises(IntegrityError, match="games_game_clock"), transaction.atomic():
        Game.objects.filter(id=game_id).update(clock=record)


@pytest.mark.django_db
def test_whether_a_clock_can_stand_is_asked_when_a_clock_is_written_and_of_no_action() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock="live")
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE OR REPLACE FUNCTION games_clock_stands(clock jsonb) RETURNS boolean IMMUTABLE LANGUAGE plpgsql"
            " AS $$ BEGIN RAISE EXCEPTION 'it is asked'; END $$"
        )
    act(users[turn_of(game_id)], game_id, {"do": "draw"})
    with pytest.raises(DatabaseError, match="it is asked"), transaction.atomic():
        Game.objects.filter(id=game_id).update(clock="none")


numbers = st.integers(0, 100) | st.sampled_from([300, 3600, 7200, DAY, 14 * DAY, 30 * DAY, 31 * DAY, 366 * DAY + 1])
clock_times = st.sampled_from(["00:00", "08:00", "23:00", "15:59", "16:01", "24:00", "8:00", "no"])
late_steps = st.fixed_dictionaries(
    {"do": st.sampled_from(["extend", "default", "bot", "substitute", "forfeit", "wait", 5])},
    optional={"seconds": numbers | st.just("60"), "returns": st.sampled_from([True, False, 1])},
) | st.sampled_from(
    [
        *({"do": "extend", "seconds": seconds} for seconds in (5, 4, 300, 301, 600, 599, 14 * DAY)),
        *({"do": "default"}, {"do": "bot", "returns": True}, {"do": "substitute"}, {"do": "forfeit"}, "default"),
    ]
)
values = {
    **dict.fromkeys(KEYS[:5], numbers | st.sampled_from([True, "60", 1.5])),
    "quiet": st.fixed_dictionaries({"from": clock_times, "to": clock_times}) | st.just(True),
    "weekends": st.sampled_from([True, 1]),
    "vacation": st.sampled_from([True, "yes"]),
    "late": st.lists(late_steps, max_size=3) | st.just([{"do": "default"}] * 11) | st.just({"do": "default"}),
    "more": st.just(1),
}
records = st.fixed_dictionaries(
    {"turn_seconds": st.sampled_from([10, 15, 60, 300, 301, 3599, 3600, DAY, 14 * DAY, 15 * DAY])},
    optional={name: values[name] for name in values if name != "turn_seconds"},
)


@pytest.mark.django_db
@given(records | st.fixed_dictionaries({}, optional=values) | st.sampled_from(["none", "live", None, [], 5]))
@settings(max_examples=300)
def test_the_database_takes_exactly_what_the_validator_lets_through(record: Any) -> None:
    """V02. It is asked for what would be kept: without what grants nothing, and what a name stands for."""
    if stands(record):
        assert database_takes(clock.check(record))
    else:
        assert not database_takes(record)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.django_db
def test_a_preset_stands_in_the_log_with_all_that_it_grants_and_without_its_name(name: str) -> None:
    game_id = table_of(people("ann", "ben"), clock=name)
    assert Event.objects.get(game_id=game_id, version=1).data["clock"] == PRESETS[name]
    assert Game.objects.get(id=game_id).clock == PRESETS[name]
    assert clock.name_of(PRESETS[name]) == name


def ask(user: Any, path: str, body: Any = None) -> Any:
    headers = {"Authorization": f"Bearer {create_token(user)}"}
    client = Client(headers=headers)
    return client.get(path) if body is None else client.post(path, json.dumps(body), content_type="application/json")


@pytest.mark.django_db
def test_the_whole_clock_is_in_the_api_and_in_words_before_anybody_joins() -> None:
    """V08, V13: every number that is enforced is told, and nothing else is enforced."""
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "open"], clock="daily")
    told = ask(ben, f"/api/games/{game_id}/clock").json()
    assert (told["settings"], told["preset"], told["status"]) == (PRESETS["daily"], "daily", "waiting")
    said = " ".join(told["says"])
    for part in ("1 day", "12 hours", "3 days", "2 hours", "vacation"):
        assert part in said
    client = Client()
    client.force_login(ben)
    assert clock_words.settings(PRESETS["daily"])[0] in client.get(f"/tables/{game_id}").content.decode()
    assert "A day for a turn" in client.get("/").content.decode()


@pytest.mark.django_db
def test_the_api_answers_impossible_clocks_with_every_fault_and_its_reason() -> None:
    (ann,) = people("ann")
    body = {"ruleset": "classic", "seats": ["me", "open", "open", "open"]}
    answer = ask(ann, "/api/games", {**body, "clock": IMPOSSIBLE["everything at once"][0]})
    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "clock_out_of_range")
    assert [fault["parameter"] for fault in told["data"]["faults"]] == [
        *("bank_seconds", "increment_seconds", "weekends", "vacation")
    ]
    assert told["data"]["parameter"] == "bank_seconds" and told["data"]["reason"] in told["detail"]
    assert not Game.objects.exists()


def post(**entered: Any) -> Any:
    client = Client()
    client.force_login(people("ann")[0])
    return client.post("/tables/new", {"ruleset": "classic", "layout": "4-2", **entered})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("entered", "record"),
    [
        ({}, "none"),
        ({"clock": "brisk"}, PRESETS["brisk"]),
        ({"clock_turn_seconds": "10", "clock_turn_seconds_unit": "min"}, {"turn_seconds": 600}),
        (
            {"clock": "daily", "clock_vacation": "no", "clock_turn_seconds": "2", "clock_turn_seconds_unit": "d"},
            {name: value for name, value in PRESETS["daily"].items() if name != "vacation"} | {"turn_seconds": 2 * DAY},
        ),
        (
            {"clock": "three_days", "clock_from": "22:30", "clock_to": "06:00"},
            PRESETS["three_days"] | {"quiet": {"from": "22:30", "to": "06:00"}},
        ),
    ],
)
def test_the_form_takes_a_preset_and_every_detail_by_itself(entered: dict[str, str], record: Any) -> None:
    assert post(**entered).status_code == 302
    assert Game.objects.get().clock == record


@pytest.mark.django_db
def test_the_form_says_beside_each_detail_what_cannot_stand_and_loses_nothing() -> None:
    answer = post(clock="live", clock_weekends="yes", clock_bank_seconds="3", clock_bank_seconds_unit="d")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "A clock of seconds and minutes does not rest at weekends." in page
    assert "From none to 1 hour is possible." in page
    assert 'id="clock-details" open' in page and 'value="live" checked' in page
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_services_refuse_an_impossible_clock_whoever_asks() -> None:
    """V02: there is no door beside the validator."""
    from games import requests

    asked = requests.game({"ruleset": "classic", "seats": ["bot:random"] * 4})
    with pytest.raises(clock.ClockRefused):
        services.create_game(
            people("ann")[0].id,
            asked._replace(clock={"turn_seconds": 60, "weekends": True}),
            seen(new_table(people("ben")[0], ["me", "open"])).state.marks.at,
        )
