"""A house's own rules: by the API and by the form."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from accounts.services import create_token
from engine.presets import PRESETS, build
from engine.ruleset import BOUNDS
from games.house_rules import field_names, ruleset_of
from games.models import Event, Game
from games.rulebook.parameters import PARAMETERS
from tests.games.playing import people
from tests.games.test_rulebook import page_of, values

pytestmark = pytest.mark.django_db


def create(ruleset: Any) -> Any:
    """A table of these rules, asked for by the API."""
    client = Client(headers={"Authorization": f"Bearer {create_token(people('ann')[0])}"})
    return client.post("/api/games", {"ruleset": ruleset}, "application/json")


def test_all_that_is_wrong_with_a_ruleset_is_said_at_once_each_with_its_parameter() -> None:
    house = {
        "base": "classic",
        "draw": 9,
        "wild_melds": False,
        "packs": 2,
        "minimums": [],
        "cheating": True,
        "last_discard": "maybe",
    }
    answer = create(house)
    assert (answer.status_code, answer.json()["code"]) == (422, "ruleset_out_of_range")
    told = answer.json()["data"]
    assert told["parameter"] == "draw"
    assert {(fault["parameter"], fault["code"]) for fault in told["faults"]} == {
        ("draw", "ruleset_out_of_range"),
        ("minimums", "ruleset_out_of_range"),
        ("last_discard", "ruleset_out_of_range"),
        ("cheating", "ruleset_unknown"),
        ("books_to_go_out", "ruleset_contradiction"),
        ("packs", "ruleset_too_few_cards"),
    }
    for fault in told["faults"]:
        assert fault["reason"] in answer.json()["detail"]


def test_a_value_out_of_its_range_is_not_blamed_for_a_contradiction_too() -> None:
    answer = create({"base": "favourite", "books_to_go_out": 3, "packs": "many"})
    assert [fault["parameter"] for fault in answer.json()["data"]["faults"]] == ["books_to_go_out", "packs"]


# --- The form ---


def member() -> Client:
    client = Client()
    client.force_login(people("ann")[0])
    return client


def entered(parameter: str, value: Any) -> dict[str, str]:
    """What a person enters in the form to mean this value."""
    if isinstance(value, dict):
        return {f"house_{parameter}_{kind}": str(number) for kind, number in value.items()}
    if isinstance(value, bool):
        return {f"house_{parameter}": "yes" if value else "no"}
    return {f"house_{parameter}": ", ".join(map(str, value)) if isinstance(value, list) else str(value)}


def post(client: Client, **more: str) -> Any:
    return client.post("/tables/new", {"ruleset": "classic", "layout": "4-2", **more})


def fault_of(page: str, parameter: str) -> str:
    found = re.search(f'id="fault-{parameter}"[^>]*>([^<]*)<', page)
    return found.group(1) if found else "no such line"


def test_every_parameter_has_a_control_its_sentence_and_what_each_preset_says() -> None:
    page = page_of(member().get("/tables/new"))
    for name in BOUNDS:
        assert str(PARAMETERS[name].sentence) in page
        for field in field_names(name):
            assert len(re.findall(f'name="{field}"', page)) == 1
    assert "Classic, Pagat: 13; Favourite, Bicycle: 11." in page
    assert "In all of them: two cards of its rank." in page


@pytest.mark.pure
@pytest.mark.parametrize("base", PRESETS)
@pytest.mark.parametrize("name", BOUNDS)
def test_what_is_entered_is_what_the_api_takes(name: str, base: str) -> None:
    for value in values(name):
        assert ruleset_of(base, entered(name, value)) == {"base": base, name: value}
    assert ruleset_of(base, dict.fromkeys(field_names(name), "  ")) == base


@pytest.mark.pure
def test_of_three_numbers_those_left_alone_are_the_preset_s() -> None:
    changed = {"clean": 2, "dirty": 5, "wild": 1}
    assert ruleset_of("classic", {"house_books_to_go_out_dirty": "5"}) == {
        "base": "classic",
        "books_to_go_out": changed,
    }


def test_a_table_opened_with_house_rules_is_played_by_them() -> None:
    rules = (
        entered("draw", 4)
        | entered("minimums", [30, 60])
        | entered("ask_partner", False)
        | entered("packs", "players+1")
    )
    answer = post(member(), **rules)
    assert answer.status_code == 302
    ruleset = Event.objects.get(type="created").data["ruleset"]
    expected = build({"base": "classic", "draw": 4, "minimums": [30, 60], "ask_partner": False, "packs": "players+1"})
    assert ruleset == expected.to_dict()
    assert Game.objects.get().ruleset_name == "custom"


def test_with_the_house_rules_left_alone_it_is_the_preset() -> None:
    post(member(), ruleset="bicycle", **entered("max_wilds", 3))
    assert Game.objects.get().ruleset_name == "bicycle"


def test_all_contradictions_stand_beside_their_parameters_and_nothing_entered_is_lost() -> None:
    rules = {
        **entered("wild_melds", False),
        "house_draw": "9",
        "house_grab_bonus": "lots",
        "house_minimums": "50, ninety",
        "house_packs": "2",
        "house_book_bonus_dirty": "-1",
        "seat_2": "invite",
        "clock_turn_seconds": "10",
        "clock_turn_seconds_unit": "min",
    }
    answer = post(member(), **rules)
    page = page_of(answer)
    assert (answer.status_code, Game.objects.count()) == (422, 0)
    assert fault_of(page, "books_to_go_out") == "Wild books are demanded, but there are no wild melds."
    assert fault_of(page, "draw") == "A whole number from 1 to 5 is needed."
    assert fault_of(page, "grab_bonus") == "A whole number from 0 to 1000 is needed."
    assert fault_of(page, "minimums") == "A list of 1 to 8 whole numbers from 0 to 300 is needed."
    assert fault_of(page, "book_bonus") == "A whole number from 0 to 5000 is needed for each kind of book."
    assert "After dealing to 4 players 3 cards would be left" in fault_of(page, "packs")
    assert {name for name in BOUNDS if fault_of(page, name)} == {
        *("books_to_go_out", "draw", "grab_bonus", "minimums", "book_bonus", "packs")
    }
    assert "Whom do you invite?" in page, "what is wrong elsewhere is said in the same breath"
    for text in ("lots", "50, ninety", "-1", "10"):
        assert f'value="{html.escape(text)}"' in page
    for chosen in ("no", "2", "invite", "min"):
        assert f'<option value="{chosen}" selected>' in page
    assert '<details class="house" id="house" open>' in page


def test_a_number_that_the_list_does_not_offer_is_refused_and_not_taken_for_left_alone() -> None:
    page = page_of(post(member(), house_draw="9"))
    assert fault_of(page, "draw") == "A whole number from 1 to 5 is needed."


def test_the_check_says_the_same_before_the_table_is_opened() -> None:
    client = member()
    rules = {**entered("wild_melds", False), **entered("packs", 2)}
    told = client.post("/tables/new/check", {"ruleset": "classic", "layout": "4-2", **rules}).json()["faults"]
    page = page_of(post(client, **rules))
    assert told == {name: fault_of(page, name) for name in ("packs", "books_to_go_out")}
    assert client.post("/tables/new/check", {"ruleset": "favourite", **entered("wild_melds", False)}).json() == {
        "faults": {}
    }
    assert Game.objects.count() == 0


def test_too_few_cards_depends_on_who_plays() -> None:
    client = member()
    rules = {"ruleset": "classic", **entered("packs", 3)}
    checked = [
        client.post("/tables/new/check", {**rules, "layout": layout}).json()["faults"] for layout in ("4-2", "7-7")
    ]
    assert [list(faults) for faults in checked] == [[], ["packs"]]


def test_house_rules_can_be_read_before_anybody_sits_down() -> None:
    client = member()
    page = page_of(client.post("/rules/house", {"ruleset": "classic", "layout": "4-2", **entered("draw", 5)}))
    assert "draw 5 cards from the stock" in page
    assert "4 players, 2 teams of 2" in page
    answer = client.post("/rules/house", {"ruleset": "classic", **entered("wild_melds", False)})
    assert (answer.status_code, fault_of(page_of(answer), "books_to_go_out")) == (
        422,
        "Wild books are demanded, but there are no wild melds.",
    )


def test_nobody_unknown_opens_checks_or_reads_house_rules() -> None:
    for path in ("/tables/new", "/tables/new/check", "/rules/house"):
        answer = Client().post(path, {"ruleset": "classic"})
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/login")


@pytest.mark.pure
def test_a_longer_number_than_any_is_left_for_the_engine_to_refuse() -> None:
    assert ruleset_of("classic", {"house_draw": "9" * 5000}) == {"base": "classic", "draw": "9" * 5000}
