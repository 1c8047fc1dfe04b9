"""The first game with its guide: a real table, whose deal is known and has in it what there is to learn."""

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from engine import legal
from engine.bots import choose
from games import audit, due, event_store, selectors, serializers
from games.models import Game
from tests.games.playing import act, seen

pytestmark = pytest.mark.django_db


def test_a_visitor_learns_by_playing_and_meets_wilds_pile_foot_and_a_book_before_going_out() -> None:
    """Who does what the hints say goes through all of it; the log proves like any other that nothing was changed."""
    browser = Client()
    page = browser.post("/tables/first-game", follow=True)
    assert page.context["boot"]["guide"]["rules"] == "/rules/classic"
    game = Game.objects.get()
    learner = User.objects.get()
    assert (learner.is_guest, game.visibility, game.rated, game.clock) == (True, "private", False, "none")
    chance, turns = Random(4), 0
    while not seen(game.id).state.over:
        state = seen(game.id).state
        (seat,) = state.to_act
        turns += seat == 0 and state.game.playing.phase == "draw"
        if seat == 1:
            due.play_bots(game.id, 60.0)
        else:
            view = serializers.view(state, 0, {})
            act(learner, game.id, choose("careful", view, legal.actions(state.game, 0), chance))
    rows = event_store.read(game.id, 0, 10_000)
    mine = {row.type for row in rows if row.seat == 0}
    assert mine >= {"drew", "melded", "pile_taken", "foot_taken", "discarded"}
    (ended,) = [row for row in rows if row.type == "deal_ended"]
    assert (ended.seat, ended.data["how"], turns < 16) == (0, "went_out", True)
    melds = [meld["cards"].split() for row in rows if row.seat == 0 for meld in row.data.get("melds", ())]
    assert any(card[0] == "2" or card == "JK" for cards in melds for card in cards)
    assert audit.verify(game.id) == []


def test_it_is_the_same_deal_for_everybody_and_no_other_table_has_the_guide() -> None:
    first, second = Client(), Client()
    pages = [one.post("/tables/first-game", follow=True).context["boot"] for one in (first, second)]
    hands = [boot["view"]["seats"][0]["hand"] for boot in pages]
    assert hands[0] == hands[1]
    assert pages[0]["id"] != pages[1]["id"]
    assert second.get(f"/tables/{pages[0]['id']}").status_code == 404, "a first game is nobody else's to see"
    other = first.post("/tables/play-now", follow=True).context["boot"]
    assert other["guide"] is None
    assert selectors.look(Game.objects.order_by("-created_at")[0].id, None).seat is None
