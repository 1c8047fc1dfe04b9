"""What tables show on a club's home: who plays and whose turn it is, where seats are free, how games ended."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import overview, services
from tests.accounts.clubs.cast import Cast
from tests.games.playing import new_table, play_out, seen, turn_of

pytestmark = pytest.mark.django_db
ONE_DEAL = {"base": "classic", "minimums": [50]}


def home(cast: Cast, who: str) -> str:
    page: str = cast.browser(who).get(f"/clubs/{cast.club.slug}").content.decode()
    return page


def two_of(cast: Cast, **more: Any) -> Any:
    """The owner and the member play at a table of the club."""
    seats = ["me", "user:owner"]
    game_id = new_table(cast["member"], seats, **{"visibility": "private", "club": str(cast.club.id), **more})
    services.sit(cast["owner"].id, game_id, 1, datetime.now(UTC))
    return game_id


def test_a_club_without_tables_says_so_in_words_and_offers_to_open_one_to_whom_it_may() -> None:
    cast = Cast()
    page = home(cast, "member")
    assert "Nobody in the club is playing right now." in page
    assert "No game of the club is over yet." in page
    assert f"/tables/new?club={cast.club.id}" in page
    assert "/tables/new?club=" not in home(cast, "guest")


def test_whose_turn_it_is_is_told_to_the_club_and_to_whoever_is_to_play_that_it_is_theirs() -> None:
    cast = Cast()
    game_id = two_of(cast)
    playing = ("member", "owner")[turn_of(game_id)]
    assert f"To play: {playing}" in home(cast, "guest")
    mine = overview.of_club(cast.club.id, cast[playing].id).playing
    assert [(line.my_turn, line.to_act) for line in mine] == [(True, playing)]


def test_a_table_with_a_free_seat_can_be_joined_from_there_and_one_that_is_full_of_invitations_cannot() -> None:
    cast = Cast()
    open_, asked = (
        new_table(cast["member"], ["me", other, "bot:random", "bot:random"], club=str(cast.club.id))
        for other in ("open", "user:owner")
    )
    waiting = overview.of_club(cast.club.id, cast["guest"].id).waiting
    assert [(line.id, line.open_seats) for line in waiting] == [(open_, 1), (asked, 0)]
    page = home(cast, "guest")
    assert (page.count(">Join<"), page.count("1 free seat")) == (1, 1)


def test_a_game_that_is_over_stands_there_with_totals_winners_and_when() -> None:
    cast = Cast()
    game_id = two_of(cast, ruleset=ONE_DEAL)
    play_out([cast["member"], cast["owner"]], game_id)
    found = overview.of_club(cast.club.id, cast["guest"].id)
    assert (found.playing, found.waiting) == ([], [])
    (result,) = found.results
    state = seen(game_id).state
    assert result.when == state.marks.at
    assert {name for name, _, won in result.teams if won} == {
        ("member", "owner")[team] for team in state.game.winners or ()
    }
    page = home(cast, "guest")
    for name, total, _won in result.teams:
        assert f"<span>{name}" in page and f"<b>{total}</b>" in page


def test_tables_of_other_clubs_and_of_none_do_not_stand_there() -> None:
    cast = Cast()
    new_table(cast["member"], ["me", "open"])
    other = overview.of_club(cast.club.id, cast["member"].id)
    assert (other.playing, other.waiting) == ([], [])


@pytest.mark.parametrize("who", ["stranger", "anonymous"])
def test_whoever_does_not_belong_sees_no_tables_there(who: str) -> None:
    cast = Cast()
    new_table(cast["member"], ["me", "open"], club=str(cast.club.id))
    page = home(cast, who)
    assert cast.club.name in page and "Tables now" not in page and "Results" not in page


def test_twenty_tables_cost_the_page_as_many_statements_as_one() -> None:
    cast = Cast()
    counts = []
    for tables in (1, 20):
        for _ in range(tables):
            new_table(cast["member"], ["me", "open"], club=str(cast.club.id))
        with CaptureQueriesContext(connection) as captured:
            overview.of_club(cast.club.id, cast["guest"].id)
        counts.append(len(captured))
    assert counts[0] == counts[1]
