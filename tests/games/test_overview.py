"""The lists of the home page: what is in them, and what they cost."""

from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import overview
from games.models import Game
from tests.games.playing import act, new_table, people, play, play_out, seen, table_of
from tests.games.positions import BOOKS, ON_THE_FOOT, put

pytestmark = pytest.mark.django_db


def test_a_question_is_told_to_those_who_are_asked() -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users)
    put(
        game_id,
        {
            "turn": {"seat": 0, "phase": "play"},
            "seats": [{"hand": "4H", **ON_THE_FOOT}, {}, ON_THE_FOOT, {}],
            "teams": [{"melds": BOOKS}, {}],
        },
        {"base": "classic", "minimums": [50]},
    )
    act(users[0], game_id, {"do": "ask"})
    (line,) = overview.lists(users[2].id).my_turn
    assert (line.asked, line.to_act) == (True, "cora")
    assert overview.lists(users[0].id).running[0].asked


def test_a_state_of_an_older_make_is_listed_like_any_other() -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    play(users, game_id, 9)
    before = overview.lists(users[0].id)
    Game.objects.update(state={"nothing": "we know"}, state_version=0)
    assert overview.lists(users[0].id) == before


def test_each_table_is_in_the_list_where_it_belongs() -> None:
    ann, ben, cora = people("ann", "ben", "cora")
    playing = table_of([ann, ben], clock={"turn_seconds": 300})
    asked = new_table(ann, ["me", "user:ben"])
    free = new_table(cora, ["me", "bot:random", "open"])
    over = table_of([ann, ben], ruleset={"base": "classic", "minimums": [50]})
    play_out([ann, ben], over)

    def ids(lines: list[overview.Line]) -> list[UUID]:
        return [line.id for line in lines]

    turn = seen(playing).state.to_act[0]
    first, second = (overview.lists([ann, ben][seat].id) for seat in (turn, 1 - turn))
    assert (ids(first.my_turn), ids(second.running)) == ([playing], [playing])
    of_ben = first if turn == 1 else second
    assert (ids(of_ben.invitations), ids(of_ben.open), ids(of_ben.finished)) == ([asked], [free], [over])
    visitor = overview.lists(None)
    assert (ids(visitor.open), ids(visitor.to_watch), visitor.my_turn) == ([free], [playing], [])
    line = visitor.open[0]
    assert (line.seats, line.open_seats, line.shape) == (("cora", "Bot 2", "open seat"), 1, "3 players, each alone")
    assert first.my_turn[0].deadline is not None
    assert [name for name, _ in of_ben.finished[0].totals] == ["us", "them"]


def home(user: User | None) -> list[str]:
    """The statements of the home page, when it is looked at again: the first visit of a day is noted."""
    browser = Client()
    if user:
        browser.force_login(user, backend="accounts.backends.PasswordBackend")
    browser.get("/")
    with CaptureQueriesContext(connection) as captured:
        assert browser.get("/").status_code == 200
    return [query["sql"] for query in captured.captured_queries]


def test_home_costs_as_many_statements_for_a_dozen_tables_as_for_two() -> None:
    ann, ben = people("ann", "ben")

    def open_two() -> None:
        table_of([ann, ben])
        new_table(ann, ["me", "open"])

    open_two()
    before = [len(home(user)) for user in (None, ben)]
    for _ in range(5):
        open_two()
    assert [len(home(user)) for user in (None, ben)] == before
    assert max(before) <= 13  # who it is and what they like: 3; tables: 5; names; news of clubs: 2; reports; notices
