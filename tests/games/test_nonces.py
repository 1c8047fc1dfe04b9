"""Nonces: a seat's own chance in the shuffle, in time or late."""

from typing import Any
from uuid import uuid4

import pytest

from accounts.models import User
from engine import shuffle
from engine.cards import packs
from games.models import Event, Secret
from tests.games.playing import new_table, people, play_out, table_of
from tests.games.test_tables import client, code, seat

pytestmark = pytest.mark.django_db


def nonce(user: User, game_id: object, **body: Any) -> Any:
    body = {"action_id": str(uuid4()), "deal": 1, "nonce": "ab" * 32, **body}
    return client(user).post(f"/api/games/{game_id}/nonces", body, "application/json")


def test_a_nonce_for_the_first_deal_counts_before_the_start_and_changes_the_shuffle() -> None:
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "open"])
    assert nonce(ann, game_id).status_code == 200
    row = Event.objects.get(game_id=game_id, type="nonce_added")
    assert (row.seat, row.data) == (0, {"deal": 1, "nonce": "ab" * 32})
    seat(ben, game_id, 1)
    assert code(nonce(ann, game_id)) == (409, "nonce_late")
    assert nonce(ann, game_id, deal=2).status_code == 200


def test_the_order_of_a_deal_follows_from_its_secret_and_all_nonces_that_came_in_time() -> None:
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "open"])
    nonce(ann, game_id, nonce="01" * 32)
    nonce(ann, game_id, nonce="02" * 32)
    seat(ben, game_id, 1)
    secret = Secret.objects.get(game_id=game_id, deal=1).secret
    dealt = str(Event.objects.get(game_id=game_id, type="deal_started").hidden["order"]["value"]).split()
    sent = [(0, row.version, row.data["nonce"]) for row in Event.objects.filter(type="nonce_added")]
    cards = packs(5, 2)
    assert len(sent) == 2
    assert list(shuffle.order(shuffle.deal_key(secret, sent), cards)) == dealt
    assert list(shuffle.order(shuffle.deal_key(secret, sent[:1]), cards)) != dealt
    assert list(shuffle.order(shuffle.deal_key(secret, []), cards)) != dealt


def test_a_nonce_for_a_deal_is_late_once_the_deal_before_has_ended() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, ruleset={"base": "classic", "minimums": [50, 90]})
    assert code(nonce(users[0], game_id, deal=1)) == (409, "nonce_late")
    assert nonce(users[0], game_id, deal=2).status_code == 200
    assert code(nonce(users[0], game_id, deal=3)) == (400, "malformed")
    play_out(users, game_id)
    assert code(nonce(users[0], game_id, deal=2)) == (409, "nonce_late")


def test_a_seat_sends_no_more_nonces_than_the_table_can_carry() -> None:
    ann = people("ann")[0]
    game_id = new_table(ann, ["me", "open"])
    answers = [nonce(ann, game_id).status_code for _ in range(17)]
    assert answers == [200] * 16 + [429]


def test_who_had_the_seat_before_has_used_up_nothing_of_its_holder_s_nonces() -> None:
    ann, eve, ben = people("ann", "eve", "ben")
    game_id = new_table(ann, ["me", "open", "open"])
    seat(eve, game_id, 1)
    assert [nonce(eve, game_id).status_code for _ in range(17)] == [200] * 16 + [429]
    seat(eve, game_id, 1, "delete")
    seat(ben, game_id, 1)
    assert [nonce(ben, game_id).status_code for _ in range(17)] == [200] * 16 + [429]


@pytest.mark.parametrize(
    "body", [{"nonce": "AB" * 32}, {"nonce": "ab"}, {"nonce": 5}, {"deal": 0}, {"deal": "1"}, {"x": 1}]
)
def test_a_nonce_that_is_none_is_malformed(body: dict[str, Any]) -> None:
    ann = people("ann")[0]
    game_id = new_table(ann, ["me", "open"])
    assert code(nonce(ann, game_id, **body)) == (400, "malformed")


def test_only_who_sits_sends_nonces() -> None:
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "open"])
    assert code(nonce(ben, game_id)) == (403, "not_seated")
