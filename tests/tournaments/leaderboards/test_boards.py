"""Who stands on a leaderboard, for whom, and what the pages and the API of ratings tell of it."""

import json
import re
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts import leaving
from accounts.clubs import services as clubs
from accounts.models import User
from accounts.services import create_token
from games.models import Game
from tests.accounts.clubs.cast import Cast
from tests.tournaments.leaderboards.counted import facts
from tournaments.defaults import best_of, event_points
from tournaments.leaderboards import counting, services
from tournaments.leaderboards.chart import BOTTOM, HEIGHT, TOP, chart
from tournaments.leaderboards.models import Fact, Placing, Rating
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    """A club whose owner, organizer, arbiter, member, target and a stranger have played, most in the club."""
    cast = Cast()
    people = [cast[who].id for who in ("owner", "organizer", "arbiter", "member")]
    facts(range(1, 10), [*people, cast.target.id], club=cast.club.id)
    facts(range(10, 20), [*people[:3], cast["stranger"].id], seed=2)
    counting.count()
    return cast


def get(cast: Cast, who: str, path: str) -> Any:
    answer = cast.program(who).get(path)
    assert answer.status_code == 200, answer.content
    return answer.json()


def names(board: Any) -> set[str]:
    return {row["name"] for row in board["rows"]}


def test_a_club_s_board_names_its_listed_members_and_nobody_who_is_banned_or_gone(cast: Cast) -> None:
    path = f"/api/clubs/{cast.club.id}/leaderboard"
    assert names(get(cast, "owner", path)) == {"owner", "organizer", "arbiter", "member", "target"}
    clubs.choose(cast["member"], cast.club.id, listed=False)
    assert "member" not in names(get(cast, "owner", path)), "who does not want to be listed is"
    assert "member" in names(get(cast, "member", path)), "one does not see oneself"
    clubs.ban(cast["owner"], cast.club.id, cast["organizer"].id)
    leaving.forget(cast.target)
    kept = Rating.objects.count()
    assert names(get(cast, "owner", path)) == {"owner", "arbiter"}
    assert Rating.objects.filter(person=cast.target.id).exists() and kept == 6, "numbers went with a name"
    page = cast.browser("arbiter").get(f"/clubs/{cast.club.slug}/leaderboard").content.decode()
    assert "target" not in page and "a former player" in page


def test_everybody_sees_who_has_chosen_it_and_never_a_guest_or_who_is_gone(cast: Cast) -> None:
    path = "/api/leaderboard"
    assert names(get(cast, "anonymous", path)) == set(), "somebody is shown who was not asked"
    for who in ("owner", "stranger", "arbiter"):
        answer = cast.program(who).patch("/api/ratings/me", {"listed": True}, content_type="application/json")
        assert answer.json() == {"listed": True}
    told = get(cast, "anonymous", path)
    assert names(told) == {"owner", "stranger", "arbiter"}
    values = [row["rating"] for row in told["rows"]]
    assert values == sorted(values, reverse=True) and all(row["provisional"] for row in told["rows"])
    assert get(cast, "anonymous", f"/api/people/{cast['owner'].id}/ratings")["ratings"][0]["pool"] == "pairs4"
    User.objects.filter(id=cast["arbiter"].id).update(is_guest=True)
    leaving.forget(cast["stranger"])
    assert names(get(cast, "anonymous", path)) == {"owner"}
    services.list_me(cast["owner"], False)
    assert names(get(cast, "anonymous", path)) == set()
    assert Client().get(f"/people/{cast['owner'].id}/ratings").status_code == 404


def test_few_games_are_too_few_for_a_board_and_equal_ratings_share_a_rank(cast: Cast) -> None:
    path = f"/api/clubs/{cast.club.id}/leaderboard"
    Rating.objects.filter(person=cast["member"].id).update(games=2)
    Rating.objects.exclude(person=cast["owner"].id).update(shown=900)
    Rating.objects.filter(person=cast["owner"].id).update(shown=950)
    rows = get(cast, "owner", path)["rows"]
    assert [(row["rank"], row["name"] == "owner") for row in rows] == [(1, True), (2, False), (2, False), (2, False)]
    assert "member" not in {row["name"] for row in rows}


def test_margins_are_the_mean_of_net_points_in_the_club_s_games_from_eight_games_on(cast: Cast) -> None:
    everybody = [cast[who].id for who in ("owner", "organizer", "arbiter", "member")]
    facts(range(30, 40), everybody, seed=5, club=cast.club.id)
    told = get(cast, "owner", f"/api/clubs/{cast.club.id}/margins")
    for row in told["rows"]:
        nets = []
        for fact in Fact.objects.filter(club=cast.club.id):
            side = next((n for n, side in enumerate(fact.sides) if row["person"] in side), None)
            if side is not None:
                nets.append(fact.totals[side] - fact.totals[1 - side])
        assert len(nets) == row["games"] >= 8 and abs(sum(nets) / len(nets) - row["net"]) <= 0.5
    assert len(told["rows"]) >= 4 and "target" not in names(told), "eight games are needed"
    page = cast.browser("owner").get(f"/clubs/{cast.club.slug}/leaderboard?by=margin").content.decode()
    assert "Net points a game" in page


def test_pairs_that_play_together_stand_there_with_the_mean_of_what_both_are_rated(cast: Cast) -> None:
    everybody = [cast[who].id for who in ("owner", "organizer", "arbiter", "member")]
    facts(range(30, 50), everybody, seed=5, club=cast.club.id)
    counting.count()
    facts(range(50, 90), [*everybody, cast["guest"].id], seed=5, club=cast.club.id)
    told = get(cast, "owner", f"/api/clubs/{cast.club.id}/pairs")["rows"]
    assert told and all("guest" not in row["names"] for row in told), "who is not counted yet has a rating"
    counting.count()
    rows = get(cast, "owner", f"/api/clubs/{cast.club.id}/pairs")["rows"]
    assert rows
    for row in rows:
        sides = [set(side) for fact in Fact.objects.filter(club=cast.club.id) for side in fact.sides]
        assert sides.count(set(row["people"])) == row["games"] >= 3
        alone = [Rating.objects.get(person=one).shown for one in row["people"]]
        assert abs(sum(alone) / 2 - row["rating"]) <= 1
    clubs.choose(cast["member"], cast.club.id, listed=False)
    shown = cast.browser("owner").get(f"/clubs/{cast.club.slug}/leaderboard?by=pairs").content.decode()
    assert "Joint rating" in shown
    assert all("member" not in row["names"] for row in get(cast, "owner", f"/api/clubs/{cast.club.id}/pairs")["rows"])


def ended(cast: Cast, day: int, places: dict[str, int]) -> UUID:
    """An event of the club that began on this day of December and is final."""
    at = datetime(2026, 12, day, 19, 0, tzinfo=cast.club.zone)
    one = Tournament.objects.create(club=cast.club.id, name=f"Cup {day}", status="final", starts_at=at, created_at=at)
    for who, rank in places.items():
        Placing.objects.create(
            tournament=one.id,
            person=cast[who].id,
            club=cast.club.id,
            starts_at=at,
            rank=rank,
            points=event_points(rank),
        )
    return one.id


def test_a_season_adds_up_the_best_of_two_in_three_events_that_began_on_its_days(cast: Cast) -> None:
    assert [event_points(rank) for rank in (1, 2, 3, 4, 5, 6, 14, 15, 99)] == [100, 80, 65, 55, 50, 45, 5, 5, 5]
    assert [event_points(1, 2), event_points(1, 3), event_points(3, 2), event_points(14, 9)] == [90, 82, 60, 5]
    assert [best_of(n) for n in (0, 1, 2, 3, 4, 9)] == [0, 1, 2, 2, 3, 6]
    ended(cast, 1, {"owner": 1, "member": 2})
    ended(cast, 8, {"owner": 3, "member": 1})
    third = ended(cast, 15, {"owner": 2, "member": 2, "arbiter": 1})
    ended(cast, 31, {"arbiter": 1})
    body = {"name": "Winter", "begins": "2026-12-01", "ends": "2026-12-15", "external_id": "winter"}
    path = f"/api/clubs/{cast.club.id}/seasons"
    made = [cast.program("organizer").post(path, body, content_type="application/json") for _ in range(2)]
    assert [one.status_code for one in made] == [201, 200]
    told = get(cast, "member", f"{path}/{made[0].json()['id']}")
    assert (told["events"], told["counting"]) == (3, 2)
    assert {row["name"]: (row["rank"], row["points"]) for row in told["rows"]} == {
        "member": (1, 180),
        "owner": (1, 180),
        "arbiter": (3, 100),
    }
    third_of_owner = next(row for row in told["rows"] if row["name"] == "owner")["events"][-1]
    assert third_of_owner == {"event": str(third), "name": "Cup 15", "rank": 2, "points": 80, "counts": True}
    page = cast.browser("member").get(f"/clubs/{cast.club.slug}/seasons/{made[0].json()['id']}").content.decode()
    assert "(65)" in page, "what does not count is not marked"


def test_a_person_s_page_draws_the_history_and_tells_its_numbers_beside(cast: Cast) -> None:
    page = cast.browser("owner").get(f"/people/{cast['owner'].id}/ratings").content.decode()
    svg = re.search(r"<svg class=\"chart\".*?</svg>", page, re.DOTALL)
    assert svg and "<title" in svg.group() and "<desc" in svg.group()
    told = get(cast, "owner", f"/api/people/{cast['owner'].id}/ratings")
    history = told["ratings"][0]["history"]
    points = re.search(r"points=\"([^\"]+)\"", svg.group())
    assert points and len(points.group(1).split()) == len(history) == told["ratings"][0]["games"]
    rows = re.findall(r"<td>([\d,]+)</td></tr>", page)
    assert [int(one.replace(",", "")) for one in rows[: len(history)]] == [one["rating"] for one in reversed(history)]
    assert [one["after"] for one in told["games"]] == [one["rating"] for one in reversed(history)][:10]
    assert told["games"][0]["rated"] and told["games"][0]["reason"] is None
    told = get(cast, "arbiter", f"/api/people/{cast['owner'].id}/ratings")
    assert told["games"] == [], "games of tables are told that they may not see"


def test_why_a_game_does_not_count_stands_with_it_in_the_lists_of_all_who_played_it(cast: Cast) -> None:
    """V09, V10: as they find it on the page and in the API."""
    Fact.objects.filter(number=19).update(why="one_deal")
    whose = Fact.objects.get(number=19).sides[0][0]
    user = User.objects.get(id=whose)
    answer = Client(headers={"Authorization": f"Bearer {create_token(user)}"}).get(f"/api/people/{whose}/ratings")
    one = next(game for game in answer.json()["games"] if game["number"] == 19)
    assert (one["rated"], one["reason"]) == (False, "one_deal") and "one deal only" in one["reason_text"]
    client = Client()
    client.force_login(user, backend="accounts.backends.PasswordBackend")
    assert "it had one deal only" in client.get(f"/people/{whose}/ratings").content.decode()


@pytest.mark.pure
def test_a_chart_stays_in_its_frame_whatever_the_values() -> None:
    assert chart([]) is None and chart([1000]) is None
    for values in ([1000, 1000], [1, 5000, 3], list(range(900, 1100)), [-200, -190]):
        drawn = chart(values)
        assert drawn is not None and 2 <= len(drawn.marks) <= 12
        heights = [float(point.split(",")[1]) for point in drawn.line.split()]
        assert all(TOP <= one <= HEIGHT - BOTTOM for one in heights) and len(heights) == len(values)


def test_what_is_known_of_how_somebody_plays_is_in_what_they_take_along(cast: Cast) -> None:
    told = json.loads(json.dumps(leaving.export(cast["owner"]), default=str))
    assert told["ratings"][0]["pool"] == "pairs4" and len(told["rated_games"]) == told["ratings"][0]["games"]


@pytest.mark.parametrize(
    "path", ["/api/leaderboard?pool=chess", "/api/leaderboard?cursor=x", "/api/leaderboard?cursor=²"]
)
def test_a_board_that_there_is_not_is_said_to_be_malformed(path: str) -> None:
    assert Client().get(path).status_code == 400


def test_a_season_that_ends_before_it_begins_is_refused_beside_its_field(cast: Cast) -> None:
    told = {"name": "Winter", "begins": date(2026, 12, 2), "ends": date(2026, 12, 1), "key": str(uuid4())}
    answer = cast.browser("owner").post(f"/clubs/{cast.club.slug}/seasons/new", told)
    assert answer.status_code == 422 and "It ends before it begins." in answer.content.decode()


def test_a_season_that_goes_on_for_ever_is_refused(cast: Cast) -> None:
    told = {"name": "Winter", "begins": "2026-12-02", "ends": "9999-12-31"}
    answer = cast.program("owner").post(f"/api/clubs/{cast.club.id}/seasons", told, content_type="application/json")
    assert answer.status_code == 400 and list(answer.json()["data"]["fields"]) == ["ends"]
    answer = cast.browser("owner").post(f"/clubs/{cast.club.slug}/seasons/new", told | {"key": str(uuid4())})
    assert answer.status_code == 422 and "2000 to 2200 is needed" in answer.content.decode()


def test_a_table_that_shall_count_is_made_on_the_page_too_and_its_actions_are_not_taken_back(cast: Cast) -> None:
    told = {"ruleset": "classic", "layout": "2-2", "seat_2": "open", "rated": "on", "undo": "on"}
    answer = cast.browser("owner").post("/tables/new", told)
    assert answer.status_code == 302
    game = Game.objects.get(id=answer.headers["Location"].rpartition("/")[2])
    assert game.rated and not game.state["table"]["undo"]
