"""What an event keeps back from those who play, and not from those who lead it; and what they may do at its tables."""

import json
from datetime import timedelta
from importlib import import_module
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import endings, requests
from games import selectors as games
from games import services as tables
from games.clock import Refused
from games.models import Game
from tests.tournaments.playing import BEFORE, CHOSEN, START, Evening, end_game, end_games
from tournaments import services, state
from tournaments.leaderboards import reading
from tournaments.leaderboards.models import Fact
from tournaments.models import Table

pytestmark = pytest.mark.django_db

UPGRADE = "tournaments.migrations.0007_held_back"
NO_VACATIONS = {name: value for name, value in CHOSEN.items() if name != "clock"}


def told(evening: Evening, user: User, path: str = "") -> Any:
    """What the API tells somebody."""
    browser = Client()
    browser.force_login(user, backend="accounts.backends.PasswordBackend")
    answer = browser.get(f"/api/tournaments/{evening.id}{path}")
    assert answer.status_code == 200
    return json.loads(answer.content)


def results(evening: Evening, user: User) -> set[str]:
    """The games of the event's club that are over, as ratings tell somebody of them."""
    browser = Client()
    browser.force_login(user, backend="accounts.backends.PasswordBackend")
    reading.read()
    told = {one["game"] for one in browser.get(f"/api/clubs/{evening.club.id}/results").json()["results"]}
    assert told == {
        game
        for game in map(str, Fact.objects.values_list("game", flat=True))
        if browser.get(f"/api/games/{game}/rating").status_code == 200
    }, "the list says otherwise than the games"
    return told


def page(evening: Evening, user: User) -> str:
    """The event's page as somebody sees it."""
    browser = Client()
    browser.force_login(user, backend="accounts.backends.PasswordBackend")
    return browser.get(f"/events/{evening.id}").content.decode()


def test_standings_that_are_kept_back_are_told_when_all_is_played_and_to_officers_before() -> None:
    """V56."""
    evening = Evening(2, format="swiss", rounds=1, least_entries=2, hide_standings=True)
    evening.at(START)
    player = evening.pairs[0][0]
    assert told(evening, player)["standings"] is None and told(evening, player, "/standings")["standings"] is None
    assert told(evening, evening.organizer)["standings"]["rows"]
    assert "Who stands where is told when all is played" in page(evening, player)
    end_games(evening.id, (700, 200))
    evening.at(START + timedelta(minutes=1))
    assert len(told(evening, player)["standings"]["rows"]) == 2
    assert "told when all is played" not in page(evening, player)


def test_why_a_pairing_is_as_it_is_tells_nothing_of_standings_that_are_kept_back() -> None:
    """V56."""
    evening = Evening(5, format="swiss", rounds=2, least_entries=2, hide_standings=True)
    player = evening.pairs[0][0]
    evening.at(START)
    end_games(evening.id, (700, 200))
    now = evening.at(START + timedelta(minutes=1))
    assert [one.status for one in now.rounds] == [state.CLOSED, state.PLAYING]
    telling = ("same_score", "both stand", "stands at", "lowest", "byes before")

    def all_of_it(user: User) -> str:
        browser = Client()
        browser.force_login(user, backend="accounts.backends.PasswordBackend")
        at = f"/events/{evening.id}"
        paths = (
            f"/api/tournaments/{evening.id}",
            f"/api/tournaments/{evening.id}/rows",
            at,
            f"{at}/pairings.csv",
            f"{at}/log",
        )
        return " ".join(browser.get(path).content.decode() for path in paths)

    before = all_of_it(player)
    assert [word for word in telling if word in before] == []
    assert "by the standings, which are told when all is played" in before and "kept_back" in before
    assert all(word in all_of_it(evening.organizer) for word in ("same_score", "both stand at", "byes before"))
    end_games(evening.id, (700, 200))
    assert evening.at(START + timedelta(minutes=2)).status == state.PROVISIONAL
    assert all(word in all_of_it(player) for word in ("same_score", "both stand at", "byes before"))


def test_the_form_of_a_draft_shows_all_that_it_takes_and_keeps_what_was_chosen() -> None:
    """V56."""
    evening = Evening(2)
    draft, _made = services.draft(evening.organizer, evening.club.id, CHOSEN | {"own_pairings": True}, BEFORE)
    browser = Client()
    browser.force_login(evening.organizer, backend="accounts.backends.PasswordBackend")
    answer = browser.get(f"/events/{draft}/edit")
    assert answer.status_code == 200
    shown, form = answer.content.decode(), answer.context["form"]
    missing = [one.html_name for one in form.visible_fields() if f'name="{one.html_name}"' not in shown]
    assert missing == [], "what is not shown would be dropped when the form is sent"
    assert "checked" in str(form["own_pairings"]) and "checked" not in str(form["hide_standings"])


def test_players_are_told_their_own_table_alone_until_the_round_is_over() -> None:
    """V56."""
    evening = Evening(4, format="swiss", rounds=2, own_pairings=True)
    evening.at(START)
    one, other = evening.round.tables
    mine = evening.seen.state.entry(one.entries[0])
    assert mine is not None
    player = User.objects.get(id=mine.persons[0])

    def numbers(user: User) -> list[list[int]]:
        return [[table["number"] for table in each["tables"]] for each in told(evening, user)["rounds"]]

    def pairings(user: User) -> int:
        return sum(row["type"] == "round_proposed" for row in told(evening, user, "/rows")["rows"])

    assert (numbers(player), numbers(evening.organizer)) == ([[one.number]], [[1, 2]])
    assert (pairings(player), pairings(evening.organizer)) == (0, 1)
    strangers = evening.seen.state.entry(other.entries[0])
    assert strangers is not None

    def tables_in_rows(user: User) -> set[int]:
        return {row["data"]["table"] for row in told(evening, user, "/rows")["rows"] if "table" in row["data"]}

    assert (tables_in_rows(player), tables_in_rows(evening.organizer)) == ({one.number}, {1, 2})
    assert (other.game or "") not in json.dumps(told(evening, player, "/rows"))
    assert told(evening, player)["rounds"][0]["pairing"] == {}

    def found(user: User) -> set[str]:
        """The games that somebody finds: in every list, and one by one."""
        browser = Client()
        browser.force_login(user, backend="accounts.backends.PasswordBackend")
        club = f"/clubs/{evening.club.slug}"
        lists = ("/api/games", f"/api/games?club={evening.club.id}", "/lobby", club, f"{club}/events", "/")
        pages = " ".join(browser.get(path).content.decode() for path in lists)
        every = {str(each.game) for each in evening.round.tables}
        ways = ("/api/games/{}", "/api/games/{}/events", "/api/games/{}/clock", "/tables/{}")
        one_by_one = [{game for game in every if browser.get(way.format(game)).status_code == 200} for way in ways]
        listed = {game for game in every if game in browser.get("/api/games").content.decode()}
        assert one_by_one == [listed] * len(ways)
        assert {game for game in every if game in pages} <= listed
        return listed

    assert found(player) == {one.game}, "nor are the others found among the club's tables"
    assert found(evening.member("nobody")) == set()
    assert found(evening.organizer) == {one.game, other.game}
    end_game(UUID(other.game or ""), (700, 200))
    assert results(evening, player) == set()
    assert results(evening, User.objects.get(id=strangers.persons[0])) == {other.game}
    assert results(evening, evening.organizer) == {other.game}
    end_game(UUID(one.game or ""), (700, 200))
    evening.at(START + timedelta(minutes=1))
    assert results(evening, player) == {one.game, other.game}
    assert evening.seen.state.rounds[0].status == state.CLOSED
    assert len(numbers(player)[0]) == 2 and pairings(player) == 1 and 1 in tables_in_rows(player)


def test_the_games_of_a_round_that_was_on_before_games_were_held_back_are_so_after_the_upgrade() -> None:
    """V56."""
    evening, upgrade = Evening(4, format="swiss", rounds=2, own_pairings=True), import_module(UPGRADE)
    evening.at(START)
    end_games(evening.id, (700, 200))
    evening.at(START + timedelta(minutes=1))
    Game.objects.update(held_back=False)  # as what ran before has left it
    upgrade.hold_back(apps, None)
    over, on = ({str(table.game) for table in one.tables} for one in evening.seen.state.rounds)
    held = set(map(str, Game.objects.filter(held_back=True).values_list("id", flat=True)))
    assert held == on and not held & over


def test_before_a_vacation_is_entered_the_calendar_says_what_it_means_in_each_event() -> None:
    """V06."""
    granted = Evening(2, clock="three_days", pace="slow", deals=2, least_entries=2)
    player = granted.pairs[0][0]
    strict = services.draft(granted.organizer, granted.club.id, NO_VACATIONS | {"name": "Strict"}, BEFORE)[0]
    services.publish(granted.organizer, strict, BEFORE)
    services.enter(player, strict, [granted.pairs[0][1].username], BEFORE)
    granted.at(START)
    browser = Client()
    browser.force_login(player, backend="accounts.backends.PasswordBackend")
    page = browser.get(reverse("calendar")).content.decode()
    assert "Your clock rests while you are away; the deadlines of its rounds stay. Round 1 ends at the latest" in page
    assert "No vacation counts there: your clock goes on while you are away" in page


def players(evening: Evening) -> tuple[UUID, list[UUID]]:
    """The first table's game and who sits there, by seat."""
    game = Table.objects.get(tournament=evening.id, number=1).game
    seats = games.look_as_the_house(game).state.table.seats
    return game, [UUID(seat.holder.id) for seat in seats if seat.holder]


def test_where_an_event_says_so_nobody_at_its_tables_pauses_them() -> None:
    """V05."""
    evening = Evening(2, format="swiss", rounds=1, least_entries=2, pauses_off=True)
    evening.at(START)
    game, (first, *_others) = players(evening)
    with pytest.raises(Refused, match="pause_off"):
        tables.pause(first, game, requests.PauseRequest(uuid4(), True), START)
    browser = Client()
    browser.force_login(evening.pairs[0][0], backend="accounts.backends.PasswordBackend")
    assert "do not pause their tables" in browser.get(f"/events/{evening.id}").content.decode()


def test_an_event_says_before_one_enters_whether_a_vacation_counts_there() -> None:
    """V06. Section 5, row 26."""
    evening = Evening(2, clock="three_days", pace="slow", deals=2)
    assert "Who is on vacation is not timed; the deadlines of a round stay." in page(evening, evening.member("carla"))
    strict = services.draft(evening.organizer, evening.club.id, NO_VACATIONS, BEFORE)[0]
    browser = Client()
    browser.force_login(evening.organizer, backend="accounts.backends.PasswordBackend")
    assert "Nobody&#x27;s vacation counts here" in browser.get(f"/events/{strict}").content.decode()


def test_a_table_of_an_event_is_given_up_by_both_partners_only_and_the_others_win_it() -> None:
    """V103."""
    evening = Evening(2, format="swiss", rounds=1, least_entries=2)
    evening.at(START)
    game, (first, _second, partner, _fourth) = players(evening)
    endings.resign(first, game, requests.PauseRequest(uuid4(), True), START)
    evening.at(START + timedelta(minutes=1))
    assert not evening.round.tables[0].over, "one of a pair has given up for both"
    endings.resign(partner, game, requests.PauseRequest(uuid4(), True), START)
    now = evening.at(START + timedelta(minutes=2))
    assert (now.rounds[0].tables[0].status, now.rounds[0].tables[0].losers) == (state.FORFEITED, (0,))
    assert now.status == state.PROVISIONAL
