"""Events and refusals as sentences."""

from typing import Any

import pytest
from django.test import Client

from accounts.services import create_token
from games import serializers, words
from tests.games.corpus import read, stored
from tests.games.playing import act, people, table_of
from tests.games.positions import put


@pytest.mark.pure
@pytest.mark.parametrize(
    ("code", "data", "sentence"),
    [
        ("below_minimum", {"laid": 45, "needed": 50}, "Laid 45, 50 are needed."),
        ("not_your_turn", {"turn": 2}, "It is the turn of seat 2."),
        ("card_not_held", {"cards": "KH 9D"}, "Not in the hand: KH 9D."),
        ("too_many_wilds", {"meld": "K1"}, "There are too many wild cards in the meld K1."),
        ("too_many_wilds", {}, "There are too many wild cards in the meld."),
        ("game_over", {}, "The game is over."),
    ],
)
def test_a_refusal_is_a_sentence_with_what_a_person_needs(code: str, data: dict[str, Any], sentence: str) -> None:
    assert words.refusal(code, data) == sentence


@pytest.mark.pure
@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"type": "drew", "data": {"cards": "KH 9D"}}, "ann draws KH 9D."),
        ({"type": "drew", "data": {}, "hidden": {"cards": 2}}, "ann draws 2 cards."),
        ({"type": "drew", "data": {}, "hidden": {"cards": 1}}, "ann draws 1 card."),
        (
            {
                "type": "melded",
                "data": {
                    "value": 50,
                    "melds": [
                        {"name": "K1", "cards": "KH KD KS", "new": True},
                        {"name": "Q1", "cards": "QH", "new": False},
                    ],
                },
            },
            "ann melds for 50; new K1: KH KD KS; on Q1: QH.",
        ),
        ({"type": "left", "data": {"holder": {"kind": "user", "name": "100%s"}}}, "100%s leaves the table."),
        ({"type": "upcard_turned", "data": {"buried": ""}}, "The pile starts empty."),
        ({"type": "deal_ended", "data": {"how": "stock_exhausted"}}, "The stock is exhausted; the deal is over."),
    ],
)
def test_an_event_is_a_sentence(told: dict[str, Any], sentence: str) -> None:
    assert words.event(told, "ann") == sentence


@pytest.mark.pure
@pytest.mark.parametrize("opened", [0, 2**31])
def test_every_event_of_whole_games_can_be_said_open_or_hidden(opened: int) -> None:
    for path in stored():
        for row in read(path)[1]:
            said = words.event(serializers.event(row, serializers.Audience(None, opened), {}), "ann")
            assert said.endswith(".") and "%(" not in said


@pytest.mark.django_db
def test_a_first_meld_that_is_worth_too_little_is_told_what_was_laid_and_what_is_needed() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    put(game_id, {"turn": {"seat": 0, "phase": "play"}, "seats": [{"hand": "4H 4D 4S KD"}, {}], "teams": [{}, {}]})
    with pytest.raises(Exception, match="below_minimum"):
        act(users[0], game_id, {"do": "meld", "melds": [{"cards": "4H 4D 4S"}]})
    client = Client(headers={"Authorization": f"Bearer {create_token(users[0])}"})
    version = client.get(f"/api/games/{game_id}").json()["version"]
    body = {
        "action_id": "00000000-0000-4000-8000-000000000001",
        "expected_version": version,
        "action": {"do": "meld", "melds": [{"cards": "4H 4D 4S"}]},
    }
    problem = client.post(f"/api/games/{game_id}/actions", body, "application/json").json()
    assert problem["code"] == "below_minimum"
    assert problem["data"] == {"laid": 15, "needed": 50}
    assert problem["detail"] == "Laid 15, 50 are needed."
