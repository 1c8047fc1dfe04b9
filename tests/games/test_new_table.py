"""The form for a new table: who sits down."""

import pytest
from django.test import Client

from games.models import Game
from tests.games.playing import people, seen

pytestmark = pytest.mark.django_db


def test_each_kind_of_bot_can_be_chosen_for_a_seat() -> None:
    client = Client()
    client.force_login(people("ann")[0])
    form = {"ruleset": "classic", "layout": "4-2", "seat_2": "bot", "seat_3": "sharp", "seat_4": "chance"}
    assert client.post("/tables/new", form).status_code == 302
    seats = seen(Game.objects.get().id).state.table.seats
    assert [seat.holder.id for seat in seats[1:] if seat.holder] == ["careful", "sharp", "random"]
