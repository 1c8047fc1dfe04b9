"""Playing again: the same people at a table like the one that is over, whoever asks first."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import User
from engine.errors import Refused
from games import rematch
from games.models import Game
from tests.games.playing import people, play, seen, table_of

pytestmark = pytest.mark.django_db
QUICK = {"base": "favourite", "minimums": [50], "packs": 2, "stock_out": "first_pass"}


def again(user: User, game_id: UUID) -> UUID:
    return rematch.again(user.id, game_id, datetime.now(UTC))


def test_who_asks_first_makes_the_table_and_who_asks_then_sits_down_there() -> None:
    users = people("ann", "ben", "cora")
    game_id = table_of(users[:2], ruleset=QUICK, clock={"turn_seconds": 600}, visibility="private")
    with pytest.raises(Refused, match="not_allowed"):
        again(users[0], game_id)
    play(users[:2], game_id, 10_000)
    with pytest.raises(Refused, match="unknown_game"):
        again(users[2], game_id)
    new = again(users[1], game_id)
    waiting = seen(new).state
    assert waiting.status == "waiting" and waiting.table.seats[0].invited
    assert again(users[1], game_id) == new, "asking twice is asking once"
    assert again(users[0], game_id) == new
    was, now = seen(game_id).state.table, seen(new).state.table
    assert seen(new).state.status == "playing"
    assert [seat.holder for seat in now.seats] == [seat.holder for seat in was.seats]
    assert (now.ruleset, now.clock, now.visibility) == (was.ruleset, was.clock, was.visibility)
    assert now.commitments != was.commitments


def test_the_page_goes_to_the_new_table_and_one_that_somebody_calls_so_is_none() -> None:
    users = people("ann", "ben")
    game_id = table_of(users[:2], ruleset=QUICK)
    play(users[:2], game_id, 10_000)
    trap = table_of([users[1], *people("fay")], external_id=f"again:{game_id}")
    browser = Client()
    browser.force_login(users[0])
    answer = browser.post(f"/tables/{game_id}/again")
    made = Game.objects.exclude(id__in=[game_id, trap]).get()
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/tables/{made.id}")
    assert again(users[1], game_id) == made.id, "nor is it for who made it"
