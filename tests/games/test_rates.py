"""How often is too often: setting up tables, taking and leaving seats."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.services import create_token
from games.models import Game
from tests.games.playing import new_table, people, table_of
from tests.games.test_tables import code, create, seat

pytestmark = pytest.mark.django_db


def test_a_person_sets_up_only_so_many_tables(settings: Any) -> None:
    settings.RATES = {"tables by person": (2, 10**9)}
    ann, ben = people("ann", "ben")
    answers = [create(ann, seats=["me", *["open"] * 3]) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert (code(answers[2]), int(answers[2].headers["Retry-After"]) > 0) == ((429, "rate_limited"), True)
    assert create(ben).status_code == 201
    assert Game.objects.count() == 3


def test_a_person_takes_and_leaves_seats_only_so_often(settings: Any) -> None:
    settings.RATES = settings.RATES | {"seats by person": (2, 10**9)}
    ann, ben = people("ann", "ben")
    game_id = new_table(ann, ["me", "open", "open"])
    assert [seat(ben, game_id, 1, how).status_code for how in ("post", "delete", "post")] == [200, 200, 429]


def test_a_person_asks_for_pauses_and_goes_on_only_so_often(settings: Any) -> None:
    settings.RATES = settings.RATES | {"pauses by person": (2, 10**9)}
    users = people("ann", "ben")
    game_id, headers = table_of(users), {"Authorization": f"Bearer {create_token(users[0])}"}

    def ask(what: str, **more: Any) -> int:
        body = {"action_id": str(uuid4()), **more}
        answer = Client(headers=headers).post(f"/api/games/{game_id}/{what}", body, "application/json")
        return answer.status_code

    assert [ask("pause", agrees=agrees) for agrees in (True, False, True)] == [200, 200, 429]
    assert ask("resume") == 429
