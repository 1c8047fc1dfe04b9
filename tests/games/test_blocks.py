"""Blocked people and tables: no invitation, no seat at the other's table, and no word why."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from accounts import blocks
from accounts.models import User
from engine.errors import Refused
from games import services
from games.forms import INVITE
from tests.games.playing import new_table, people, seen

pytestmark = pytest.mark.django_db

NOW = datetime.now(UTC)
OPEN = ["me", "open", "bot:random", "bot:random"]


@pytest.fixture
def cast() -> tuple[User, User]:
    ann, ben = people("ann", "ben")
    blocks.block(ann, "ben")
    return ann, ben


def refusal(do: Any) -> str:
    with pytest.raises(Refused) as refused:
        do()
    assert refused.value.data in ({}, {"seat": 1}), "it says no more than any other such refusal"
    return refused.value.code


def test_who_is_blocked_cannot_ask_who_blocks_them_to_a_table(cast: tuple[User, User]) -> None:
    ann, ben = cast
    assert refusal(lambda: new_table(ben, ["me", "user:ann", "open", "open"])) == "not_allowed"
    blocks.unblock(ann, ben.id)
    assert new_table(ben, ["me", "user:ann", "open", "open"])


def test_nor_is_asked_by_them(cast: tuple[User, User]) -> None:
    assert refusal(lambda: new_table(cast[0], ["me", "user:ben", "open", "open"])) == "not_allowed"


def test_who_is_blocked_does_not_sit_down_at_the_other_s_table(cast: tuple[User, User]) -> None:
    ann, ben = cast
    game_id = new_table(ann, OPEN)
    assert refusal(lambda: services.sit(ben.id, game_id, 1, NOW)) == "not_allowed"
    assert seen(game_id).state.table.seats[1].holder is None
    blocks.unblock(ann, ben.id)
    services.sit(ben.id, game_id, 1, NOW)
    assert seen(game_id).state.status == "playing"


def test_an_invitation_from_before_counts_no_more_and_can_be_declined(cast: tuple[User, User]) -> None:
    ann, ben = cast
    blocks.unblock(ann, ben.id)
    game_id = new_table(ann, ["me", "user:ben", "bot:random", "bot:random"])
    blocks.block(ann, "ben")
    assert refusal(lambda: services.sit(ben.id, game_id, 1, NOW)) == "not_allowed"
    services.leave(ben.id, game_id, 1, NOW)


def test_a_private_table_stays_unknown_to_whom_its_maker_blocks(cast: tuple[User, User]) -> None:
    ann, ben = cast
    game_id = new_table(ann, ["me", "user:cora", "open", "open"] if people("cora") else [], visibility="private")
    assert refusal(lambda: services.sit(ben.id, game_id, 2, NOW)) == "unknown_game"


def test_who_blocks_may_sit_down_with_the_other_all_the_same(cast: tuple[User, User]) -> None:
    ann, ben = cast
    game_id = new_table(ben, OPEN)
    services.sit(ann.id, game_id, 1, NOW)
    assert seen(game_id).state.status == "playing"


def test_the_form_for_a_new_table_says_it_may_not_be(cast: tuple[User, User]) -> None:
    client = Client()
    client.force_login(cast[1], "accounts.backends.PasswordBackend")
    body = {"ruleset": "classic", "layout": "4-2", "seat_2": INVITE, "name_2": "ann", "seat_3": "bot", "seat_4": "bot"}
    page = client.post("/tables/new", body)
    assert page.status_code == 422 and "You may not do this." in page.content.decode()
