"""A house's own rules: by the API and by the form."""

from typing import Any

import pytest
from django.test import Client

from accounts.services import create_token
from tests.games.playing import people

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
