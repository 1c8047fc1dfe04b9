"""The version that a client has seen: what makes an action stale, and what does not."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from accounts.models import User
from engine.errors import Refused
from games import requests, services
from tests.games.playing import act, people, seen, table_of, turn_of
from tests.games.positions import THREE_PARTNERS, put

pytestmark = pytest.mark.django_db


def send_nonce(user: User, game_id: UUID) -> None:
    body = {"action_id": str(uuid4()), "deal": 2, "nonce": "0f" * 32}
    services.add_nonce(user.id, game_id, requests.nonce(body), datetime.now(UTC))


def test_of_two_actions_at_one_version_the_second_is_stale() -> None:
    """V63, V64: another id on an old version."""
    users = people("ann", "ben")
    game_id = table_of(users)
    seat, version = turn_of(game_id), seen(game_id).version
    act(users[seat], game_id, {"do": "draw"}, version)
    with pytest.raises(Refused, match="stale_version") as refused:
        act(users[seat], game_id, {"do": "draw"}, version)
    assert refused.value.data == {"version": seen(game_id).version}


def test_an_event_of_the_table_alone_makes_no_action_stale() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    seat, version = turn_of(game_id), seen(game_id).version
    send_nonce(users[0], game_id)
    assert seen(game_id).version == version + 1
    act(users[seat], game_id, {"do": "draw"}, version)


def test_the_last_row_of_the_action_before_must_have_been_seen() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    seat, version = turn_of(game_id), seen(game_id).version
    with pytest.raises(Refused, match="stale_version"):
        act(users[seat], game_id, {"do": "draw"}, version - 1)


def six() -> tuple[list[User], UUID]:
    users = people("ann", "ben", "cora", "dan", "eli", "fay")
    game_id = table_of(users, teams=2)
    put(game_id, THREE_PARTNERS)
    return users, game_id


def test_an_answer_is_not_stale_because_another_partner_answered_first() -> None:
    users, game_id = six()
    act(users[0], game_id, {"do": "ask"})
    version = seen(game_id).version
    act(users[2], game_id, {"do": "answer", "yes": True}, version)
    act(users[4], game_id, {"do": "answer", "yes": True}, version)
    act(users[0], game_id, {"do": "discard", "card": "4H"})


def test_an_answer_meant_for_an_earlier_question_is_stale() -> None:
    users, game_id = six()
    before = seen(game_id).version
    act(users[0], game_id, {"do": "ask"})
    with pytest.raises(Refused, match="stale_version"):
        act(users[2], game_id, {"do": "answer", "yes": True}, before)


def test_an_answer_to_a_question_that_is_closed_is_stale() -> None:
    users, game_id = six()
    act(users[0], game_id, {"do": "ask"})
    version = seen(game_id).version
    act(users[2], game_id, {"do": "answer", "yes": False}, version)
    with pytest.raises(Refused, match="stale_version"):
        act(users[4], game_id, {"do": "answer", "yes": True}, version)
