"""What an event keeps back from those who play, and not from those who lead it."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.playing import START, Evening, end_game, end_games
from tournaments import state
from tournaments.models import Table

pytestmark = pytest.mark.django_db


def told(evening: Evening, user: User, path: str = "") -> Any:
    """What the API tells somebody."""
    browser = Client()
    browser.force_login(user, backend="accounts.backends.PasswordBackend")
    answer = browser.get(f"/api/tournaments/{evening.id}{path}")
    assert answer.status_code == 200
    return json.loads(answer.content)


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
    for table in Table.objects.filter(tournament=evening.id):
        end_game(table.game, (700, 200))
    evening.at(START + timedelta(minutes=1))
    assert evening.seen.state.rounds[0].status == state.CLOSED
    assert len(numbers(player)[0]) == 2 and pairings(player) == 1
