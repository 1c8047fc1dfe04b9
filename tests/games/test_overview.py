"""The lists of the home page: what is in them, and what they cost."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import due, lately, lobby, overview, requests, services
from games.models import Game
from tests.games.playing import act, new_table, people, play, play_out, seen, table_of
from tests.games.positions import BOOKS, ON_THE_FOOT, put
from tests.games.waiting import TURN, overdue_by

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
    assert (line.asked, line.to_act, line.asker) == (True, "cora", "ann")
    assert overview.lists(users[0].id).running[0].asked
    browser = Client()
    browser.force_login(users[2], backend="accounts.backends.PasswordBackend")
    page = browser.get("/").content.decode()
    assert "ann asks: may I go out?" in page
    path, said = f"/tables/{game_id}/answer", {"version": line.version, "yes": "1"}
    visitor = Client().post(path, said)  # whose session has ended meanwhile
    assert visitor.headers["Location"] == f"/login?next={path}"
    assert browser.get(path).headers["Location"] == f"/tables/{game_id}", "and a link answers nothing"
    assert overview.lists(users[2].id).my_turn[0].asked
    for _twice in range(2):  # an impatient finger
        assert "You said yes." in browser.post(path, said, follow=True).content.decode()
    assert overview.lists(users[0].id).my_turn[0].last == "cora has answered."
    late = browser.post(path, {"version": line.version, "yes": "0"}, follow=True).content.decode()
    assert "the game has moved on" in late.lower(), "another answer to a question that is closed is refused in words"


def test_who_plays_next_reads_what_was_done_last_and_a_question_comes_before_what_is_due_sooner() -> None:
    ann, ben = people("ann", "ben")
    game_id = table_of([ann, ben])
    first = [ann, ben][seen(game_id).state.to_act[0]]
    act(first, game_id, {"do": "draw"})
    assert overview.lists(first.id).my_turn[0].last == "You drew and stopped there."
    (theirs,) = overview.lists(({ann, ben} - {first}).pop().id).running
    assert theirs.last == f"{first.username} drew."
    (line,) = overview.lists(first.id).my_turn
    now = datetime.now(UTC)
    asked = line._replace(asked=True, deadline=now + timedelta(days=1))
    lines = [line, line._replace(deadline=now + timedelta(minutes=5)), asked]
    assert sorted(lines, key=overview.urgency) == [asked, lines[1], line]


def test_who_reads_what_was_done_last_is_told_that_it_was_taken_back_and_that_another_played_for_a_seat() -> None:
    """A time-out is nobody's own doing, nor is what an officer does for a member or what a plan does."""
    ann, ben = people("ann", "ben")
    game_id = table_of([ann, ben], clock={"turn_seconds": TURN})

    def last() -> list[str]:
        told = [overview.lists(one.id) for one in (ann, ben)]
        return [(one.my_turn + one.running)[0].last for one in told]

    hands = [{"hand": "KH 4H", "foot": "9C 9D"}, {"hand": "7C 8C", "foot": "9H 9S"}]
    put(game_id, {"turn": {"seat": 0, "phase": "play"}, "seats": hands, "teams": [{}, {}], "stock": "6C 6D 6H 6S"})
    version = act(ann, game_id, {"do": "discard", "card": "4H"}).version
    assert last() == ["You discarded: 4 of hearts.", "ann discarded: 4 of hearts."]
    for one in (ann, ben):
        asked = requests.undo({"action_id": str(uuid4()), "version": version, "agrees": True})
        services.undo(one.id, game_id, asked, datetime.now(UTC))
    assert last() == ["The last action was taken back."] * 2
    overdue_by(game_id, 5)
    assert due.play_overdue(game_id, 0.0) == 1
    mine, theirs = last()
    assert mine == theirs and mine.startswith("Time ran out, so the server played. ann discarded: ")
    said = {"type": "passed", "data": {}, "seat": 0, "actor": str(ann.id)}
    told = [lately.sentence({**said, "kind": kind}, ["ann", "ben"], ann.id) for kind in ("user", "plan", "officer")]
    assert told == ["You passed.", "Decided beforehand. ann passed.", "An officer of the club played. ann passed."]


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


def test_the_lobby_shows_what_is_looked_for() -> None:
    ann = people("ann")[0]
    slow = new_table(ann, ["me", "open"], ruleset="favourite", clock="daily")
    live = new_table(ann, ["me", "open", "open", "bot:random"], clock="live")
    plain = new_table(ann, ["me", "open", "open"], ruleset={"base": "classic", "minimums": [50]})
    playing = new_table(ann, ["me", "bot:careful"])

    def found(**asked: str) -> set[UUID]:
        lists = overview.lists(None, lobby.wanted(asked, overview.RULES))
        return {line.id for line in (*lists.open, *lists.to_watch)}

    assert found() == found(rules="nobody's", pace="yesterday", free="-1") == {slow, live, plain, playing}
    assert (found(rules="favourite"), found(rules="custom")) == ({slow}, {plain})
    assert (found(pace="live"), found(pace="slow"), found(pace="none")) == ({live}, {slow}, {plain, playing})
    assert (found(free="1"), found(free="2"), found(free="3")) == ({slow, live, plain}, {live, plain}, set())
    page = Client().get("/?rules=bicycle&pace=slow").content.decode()
    assert "No table is like that right now." in page
    assert '<option value="bicycle" selected>' in page


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
