"""Who runs an event rehearses it with bots: within the hour, seen by officers alone, and discarded afterwards."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.notices.models import Notice
from config.kernel.errors import ProblemError
from games import due as games_due
from games.models import Event, Game
from tests.accounts.clubs.cast import Cast
from tests.tournaments.playing import BEFORE, CHOSEN, RULES, end_games
from tests.tournaments.test_beginnings import Program, starting
from tournaments import (
    audit,
    calendar,
    command_handler,
    commands,
    documents,
    rehearsal_report,
    rehearsing,
    selectors,
    services,
    state,
    sweeping,
)
from tournaments.models import Participant, Tournament

NOW = datetime.now(UTC)


def drafted(cast: Cast, **chosen: object) -> UUID:
    """A draft of the club's organizer."""
    return services.draft(cast["organizer"], cast.club.id, CHOSEN | chosen, BEFORE)[0]


def sweep(id_: UUID, at: datetime) -> state.Tournament:
    """What stands after a sweep."""
    sweeping.take_results()
    sweeping.advance(id_, at)
    return selectors.look_as_the_house(id_).state


def bots_play(id_: UUID) -> None:
    """The workers let bots play, however long that takes."""
    for game in Game.objects.filter(status="playing").values_list("id", flat=True):
        while games_due.play_bots(game, 1e9):
            pass


@pytest.mark.django_db
def test_an_event_is_rehearsed_by_bots_on_the_server_and_what_it_shows_is_told() -> None:
    cast = Cast()
    now = datetime.now(UTC)  # the bots play by it
    event = drafted(cast, format="swiss", rounds=2, least_entries=3, deals=2, round_minutes=10, period_minutes=20)
    id_ = rehearsing.begin(cast["organizer"], event, 3, now)
    sweep(id_, now)
    assert Game.objects.count() == 0, "its first round begins on a minute of its own"
    t = sweep(id_, now + timedelta(minutes=3))
    assert t.round is not None and t.round.status == state.PLAYING and len(t.round.rests) == 1
    bots_play(id_)
    t = sweep(id_, now + timedelta(minutes=8))
    assert (t.round.number if t.round else 0) == 2, "the next round begins as soon as the one before is over"
    end_games(id_, (500, 400))
    t = sweep(id_, now + timedelta(minutes=12))
    assert t.status == state.PROVISIONAL
    seen = selectors.look_as_the_house(id_)
    told = rehearsal_report.plain(rehearsal_report.report(seen, selectors.look_as_the_house(event).state))
    assert [(one["tables"], one["rests"], one["late"]) for one in told["rounds"]] == [(1, 1, 0), (1, 1, 0)]
    assert 30 < told["turns_of_a_deal"] < 300 and told["minutes_of_people"] > 20
    codes = {one["code"]: one["data"] for one in told["warnings"]}
    assert codes["rests"] == {"n": 2} and codes["too_short"]["given"] == 10
    assert len(told["standings"]) == 3
    assert {game.rated for game in Game.objects.all()} == {False}
    assert set(Event.objects.filter(type="discarded").values_list("actor_kind", flat=True)) == {"bot"}
    assert audit.verify(id_) == []
    kept = Tournament.objects.get(id=id_)
    command_handler.rebuild(id_)
    again = Tournament.objects.get(id=id_)
    assert (again.state, again.rehearses) == (kept.state, event)


@pytest.mark.django_db
def test_only_officers_find_a_rehearsal_and_nobody_is_told_of_it() -> None:
    cast = Cast()
    event = drafted(cast)
    services.publish(cast["organizer"], event, BEFORE)
    id_ = rehearsing.begin(cast["organizer"], event, 4, NOW)
    sweep(id_, NOW + timedelta(minutes=3))
    assert Game.objects.filter(status="playing").count() == 2 and not Game.objects.filter(club=cast.club.id).exists()
    game = Game.objects.values_list("id", flat=True)[0]
    for who, seen in (("owner", 200), ("arbiter", 200), ("member", 404), ("guest", 404)):
        browser = cast.browser(who)
        assert browser.get(f"/events/{id_}").status_code == seen, who
        assert browser.get(f"/api/tournaments/{id_}").status_code == seen, who
        assert browser.get(f"/api/games/{game}").status_code == 404, who
        for place in (f"/clubs/{cast.club.slug}", f"/clubs/{cast.club.slug}/events", "/api/tournaments"):
            assert "Rehearsal" not in browser.get(place).content.decode(), (who, place)
    assert "Bot 1" in cast.browser("organizer").get(f"/events/{id_}").content.decode()
    assert not Notice.objects.filter(about=id_).exists()
    assert selectors.look_as_the_house(id_).state.slots == (), "no calendar is told of it"
    with pytest.raises(ProblemError, match="not_allowed"):
        services.enter(cast["owner"], id_, [cast["arbiter"].username], NOW)
    assert not Participant.objects.filter(tournament=event).exists()


@pytest.mark.django_db
def test_a_rehearsal_is_discarded_by_who_runs_it_or_by_itself_a_day_after_its_last_round() -> None:
    cast = Cast()
    event = drafted(cast, format="swiss", rounds=1)
    at = f"/events/{event}/rehearsal"
    organizer = cast.browser("organizer")
    first = rehearsing.begin(cast["organizer"], event, 4, NOW)
    sweep(first, NOW + timedelta(minutes=3))
    with pytest.raises(ProblemError, match="not_now"):
        rehearsing.begin(cast["organizer"], event, 4, NOW)
    organizer.post(at, {"do": "discard"})
    assert not Game.objects.filter(status="playing").exists()
    assert organizer.get(f"/events/{first}").status_code == 404
    page = organizer.get(at).content.decode()
    assert "discarded" in page and "Rehearse it again" in page
    second = rehearsing.begin(cast["organizer"], event, 4, NOW)
    sweep(second, NOW + timedelta(minutes=3))
    end_games(second, (500, 400))
    now = sweep(second, NOW + timedelta(minutes=4))
    assert now.status == state.PROVISIONAL and now.until is not None
    assert "Bot 1 &amp; Bot 2" in organizer.get(at).content.decode()
    assert sweep(second, now.until - timedelta(minutes=1)).status == state.PROVISIONAL
    assert sweep(second, now.until).status == state.CANCELLED
    assert Tournament.objects.get(id=event).status == state.DRAFT, "the event itself knows nothing of it"


@pytest.mark.django_db
def test_who_rehearses_once_more_locks_the_event_and_what_was_played_in_the_order_that_all_locks_share() -> None:
    """Else it and whoever calls both off would wait for each other."""
    cast = Cast()
    event = drafted(cast, format="swiss", rounds=1)
    first = rehearsing.begin(cast["organizer"], event, 4, NOW)
    sweep(first, NOW + timedelta(minutes=3))
    end_games(first, (500, 400))
    assert sweep(first, NOW + timedelta(minutes=4)).status == state.PROVISIONAL
    with CaptureQueriesContext(connection) as asked:
        second = rehearsing.begin(cast["organizer"], event, 4, NOW)
    told = [one["sql"] for one in asked if 'FROM "tournaments_tournament"' in one["sql"] and "FOR UPDATE" in one["sql"]]
    assert {one for one in (event, first) if one.hex in told[0].replace("-", "")} == {event, first}
    assert 'ORDER BY "tournaments_tournament"."id" ASC' in told[0]
    statuses = {one: selectors.look_as_the_house(one).state.status for one in (first, second)}
    assert statuses == {first: state.CANCELLED, second: state.OPEN}


@pytest.mark.django_db
def test_a_program_rehearses_an_event_and_an_event_that_has_begun_is_rehearsed_no_more() -> None:
    cast = Cast()
    ours = Program(cast, "organizer")
    made = ours.send(
        "post", f"/api/clubs/{cast.club.id}/tournaments", 201, name="Cup", format="swiss", starts=starting(3)
    )
    at = f"/api/tournaments/{made['id']}/rehearsal"
    assert ours.browser.get(at).status_code == 404
    told = ours.send("post", at, 201, entries=5)
    assert (told["event"], told["entries"], told["status"]) == (made["id"], 5, "registration_open")
    assert ours.get(at) == told
    ours.send("post", at, 409)
    assert ours.browser.delete(at).status_code == 204 and ours.browser.delete(at).status_code == 404
    assert ours.get(at)["status"] == "cancelled"
    services.lead(cast["organizer"], UUID(made["id"]), commands.Cancel("Snow."), NOW)
    ours.send("post", at, 409)


@pytest.mark.pure
@pytest.mark.parametrize("entries", [2, 7, 32])
@pytest.mark.parametrize("kind", ["swiss", "round_robin"])
@pytest.mark.parametrize("deals", [1, 2, 4])
def test_whatever_the_event_all_rounds_of_its_rehearsal_are_over_within_the_hour(
    entries: int, kind: str, deals: int
) -> None:
    rules = RULES | {"pairing": RULES["pairing"] | {"format": kind}, "deals": deals}
    if kind == "round_robin" and entries > 24:
        entries = 24
    t = state.Tournament("club", rules)
    told = rehearsing.rules_of(UUID(int=1), t, entries, NOW)
    rounds = calendar.rounds(told, calendar.start_of(told), documents.rounds(told, entries))
    assert rounds[-1].hard_at - NOW <= timedelta(minutes=62)
    assert rounds[0].opens_at > NOW and told["deals"] <= deals


@pytest.mark.django_db
@pytest.mark.parametrize("chosen", [{"format": "rotation"}, {"format": "tables"}, {"format": "swiss", "persons": 3}])
def test_individuals_teams_and_tables_of_many_are_rehearsed_like_pairs(chosen: dict[str, object]) -> None:
    cast = Cast()
    event = drafted(cast, **chosen)
    id_ = rehearsing.begin(cast["organizer"], event, 6, NOW)
    now = sweep(id_, NOW + timedelta(minutes=3))
    assert now.round is not None and now.round.status == state.PLAYING
    assert all(table.status == state.ON for table in now.round.tables)
    assert Game.objects.filter(status="playing", bot_due__isnull=False).count() == len(now.round.tables) > 0
    assert cast.browser("organizer").get(f"/events/{id_}").status_code == 200
    assert cast.browser("organizer").get(f"/events/{event}/rehearsal").status_code == 200
