"""An event from its announcement to its final standings, by real services, with nobody who helps."""

from datetime import timedelta
from threading import Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, connections, transaction

from accounts import calendars
from accounts.clubs.models import Membership, Role
from accounts.clubs.services import close_club, leave
from accounts.leaving import forget
from accounts.models import User
from accounts.notices.kinds import lines
from accounts.notices.models import Notice
from config.kernel.errors import ProblemError
from engine import default
from games import requests, setting_up
from games import selectors as games
from games import services as table_services
from games.clock import Refused
from games.models import Downtime, Event, Game, WebSign
from games.models import Seat as Chair
from tests.tournaments.playing import BEFORE, START, Evening, end_game, end_games, open_notices
from tournaments import (
    audit,
    calendar,
    command_handler,
    commands,
    event_store,
    facts,
    selectors,
    serializers,
    services,
    state,
    sweeping,
    tables,
)
from tournaments.models import Participant, Seat, Table, Text, Tournament

pytestmark = pytest.mark.django_db


def test_an_event_runs_by_itself_from_the_announcement_to_the_final_standings() -> None:
    evening = Evening(4)
    assert evening.at(START - timedelta(minutes=15)).round.status == state.PUBLISHED
    assert evening.at(START - timedelta(seconds=1)).round.status == state.PUBLISHED
    for number in (1, 2, 3):
        now = evening.at(START + timedelta(minutes=10 * number))
        assert (now.round.number, now.round.status, len(now.round.tables)) == (number, state.PLAYING, 2)
        evening.play_out(number)
    now = evening.at(START + timedelta(hours=1))
    assert now.status == state.PROVISIONAL
    rows = facts.standing(now).rows
    assert sorted(row.entry for row in rows) == ["1", "2", "3", "4"]
    assert sum(row.values[0].value for row in rows) == 2 * 6
    assert evening.at(now.until).status == state.FINAL
    assert evening.seen.state.standing == facts.standing(evening.seen.state).hash


def test_an_event_in_which_nobody_ever_plays_ends_by_itself_round_by_round() -> None:
    """Section 5, row 25."""
    evening = Evening(3)
    now = START
    waited: dict[UUID, int] = {}
    for _ in range(40):
        event = evening.at(now)
        on = Table.objects.filter(tournament=evening.id, over=False)
        waited |= {table.game: waited_for(table.game) for table in on}
        if event.status == state.FINAL:
            break
        due = calendar.due(event)
        assert due is not None
        now = max(due[0], now)
    assert evening.seen.state.status == state.FINAL
    tables = [table for one in evening.seen.state.rounds for table in one.tables]
    assert [table.losers for table in tables] == [(waited[UUID(str(table.game))],) for table in tables]
    assert set(Game.objects.values_list("status", flat=True)) == {"forfeited"}, "a game goes on that nobody waits for"


def waited_for(game: UUID) -> int:
    """The side that is to act in a game."""
    begun = games.look_as_the_house(game).state.game
    return begun.team_of(default.to_act(begun)[0])


def test_who_is_asked_to_play_and_whose_round_begins_is_told_once_and_as_long_as_it_lasts() -> None:
    evening = Evening(2, format="swiss", rounds=1, least_entries=2)
    (ann, ben), other = evening.pairs[0], evening.member("carla")
    services.enter(other, evening.id, [evening.member("david").username], BEFORE)
    assert open_notices() == {("david", "event_asked")}
    evening.at(START)
    evening.at(START)
    out = {("carla", "event_out"), ("david", "event_out")}  # who was asked said nothing
    assert open_notices() == {(user.username, "event_round") for pair in evening.pairs for user in pair} | out
    told = lines(list(Notice.objects.filter(user=ann, over_at=None)))
    assert [line.title for line in told.values()] == ["Round 1 of Tuesday pairs has begun"]
    end_games(evening.id, (100, 50))
    evening.at(START + timedelta(minutes=1))
    assert open_notices() == out
    evening.at(START + timedelta(days=2))
    assert (ben.username, "event_over") in open_notices()


def test_time_in_which_the_site_was_down_is_given_back_to_the_round_once() -> None:
    evening = Evening(2, format="swiss", rounds=1, least_entries=2)
    evening.at(START)
    before = evening.round.times
    for number, (begins, ends) in enumerate([(-1, 1), (0, 2), (3, 3.5)], start=1):  # the first two overlap
        span = {"begins": START + timedelta(hours=begins), "ends": START + timedelta(hours=ends)}
        Downtime.objects.create(number=number, told=span["ends"], how="declared", hash="", **span)
    evening.at(before.soft_at)
    lost = timedelta(hours=2.5)
    assert (evening.round.status, evening.round.times.hard_at) == (state.PLAYING, before.hard_at + lost)
    evening.at(before.hard_at + lost)
    assert evening.round.status == state.CLOSED


def test_time_in_which_the_site_was_down_while_the_event_paused_is_given_back_once() -> None:
    evening = Evening(2, format="swiss", rounds=1, least_entries=2)
    evening.at(START)
    hard_at = evening.round.times.hard_at
    pause, end = START + timedelta(minutes=30), START + timedelta(minutes=90)
    services.lead(evening.organizer, evening.id, commands.Pause("A power cut."), pause)
    services.lead(evening.organizer, evening.id, commands.Resume(), end)
    for number, begins in enumerate((START + timedelta(minutes=20), pause + timedelta(minutes=20)), start=1):
        ends = begins + timedelta(minutes=20)  # the first is down for ten minutes before the pause
        Downtime.objects.create(number=number, begins=begins, ends=ends, told=ends, how="declared", hash="")
    evening.at(evening.round.times.soft_at)
    assert evening.round.times.hard_at == hard_at + timedelta(minutes=60 + 10)


def test_a_game_that_ended_in_time_counts_even_if_the_deadline_is_seen_first() -> None:
    evening = Evening(2, format="swiss", rounds=1, least_entries=2)
    evening.at(START)
    (table,) = Table.objects.filter(tournament=evening.id)
    end_game(table.game, (700, 200))
    sweeping.advance(evening.id, evening.round.times.hard_at)  # no results were taken before
    assert evening.round.tables[0].totals == (700, 200)
    end = evening.seen.version
    sweeping.take_results()
    assert evening.seen.version == end, "a result is told once"


def test_what_has_ended_counts_though_somebody_goes_before_it_was_told() -> None:
    """Section 5, row 4."""
    evening = Evening(4, format="swiss", rounds=1)
    evening.at(START)
    for table in Table.objects.filter(tournament=evening.id):
        end_game(table.game, (700, 200))
    loser = evening.round.tables[0].sides[1][0]
    first = next(entry for entry in evening.seen.state.entries if entry.id == loser).persons[0]
    leave(User.objects.get(id=first), evening.club.id)
    assert [table.totals for table in evening.round.tables] == [(700, 200), (700, 200)]
    assert evening.seen.state.status == state.PROVISIONAL


def test_points_that_are_taken_from_a_pair_are_missing_in_the_standings_and_the_event_goes_on() -> None:
    evening = Evening(4, format="swiss", rounds=3)
    evening.at(START)
    late = evening.member("late")
    services.enter(late, evening.id, [evening.member("later").username], START)
    services.decide(evening.organizer, evening.id, commands.Penalize("1", "Too loud.", vp=150), START)
    with pytest.raises(ProblemError, match="not_now"):  # whoever has not joined has no points to lose
        services.decide(evening.organizer, evening.id, commands.Penalize("5", "Too loud.", vp=150), START)
    end_games(evening.id, (500, 500))
    now = evening.at(START + timedelta(minutes=30))
    assert {row.entry: row.values[1].value for row in facts.standing(now).rows} == {
        "1": 850,
        "2": 1000,
        "3": 1000,
        "4": 1000,
    }
    assert now.failures == 0 and (now.round.number if now.round else 0) == 2


def test_whoever_is_forgotten_or_leaves_the_club_is_withdrawn_at_once() -> None:
    """Section 5, row 11."""
    evening = Evening(4, format="swiss", rounds=2)
    evening.at(START)
    forget(evening.pairs[0][0])
    leave(evening.pairs[1][1], evening.club.id)
    gone = {entry.id: entry.withdrawn for entry in evening.seen.state.entries if entry.withdrawn}
    assert gone == {"1": "left_the_club", "2": "left_the_club"}
    forfeits = [table for table in evening.round.tables if table.status == state.FORFEITED]
    assert {entry for table in forfeits for entry in table.entries} >= {"1", "2"}


def test_who_has_played_at_a_table_for_another_decides_nothing_about_it() -> None:
    evening = Evening(2, format="swiss", rounds=1, least_entries=2)
    evening.at(START)
    (table,) = Table.objects.filter(tournament=evening.id)
    assert tables.sat_at(evening.seen.state, 1, str(evening.organizer.id)) == frozenset()
    last = Event.objects.filter(game=table.game).order_by("-version")[0]
    sat = {"actor_kind": "user", "actor_id": str(evening.organizer.id), "action_id": None}
    told = {"type": "seated", "schema": 1, "at": last.at, "data": {}, "hash": "", "previous": last.hash}
    Event.objects.create(game_id=table.game, version=last.version + 1, **sat, **told)
    services.decide(evening.organizer, evening.id, commands.Rule(1, 1, "They told me.", (0,)), START)
    assert not evening.round.tables[0].over, "the only officer's word alone counts at their own table"
    Membership.objects.filter(user=evening.member("second")).update(role=Role.ARBITER)
    with pytest.raises(ProblemError, match="own_table"):
        services.decide(evening.organizer, evening.id, commands.Rule(1, 1, "They told me.", (1,)), START)


@pytest.mark.django_db(transaction=True)
def test_whoever_leaves_the_club_while_another_enters_with_them_is_in_no_event() -> None:
    evening = Evening(2)
    first, second = evening.member("carla"), evening.member("david")
    refused: list[str] = []

    def enter() -> None:
        try:
            services.enter(first, evening.id, [second.username], BEFORE)
        except ProblemError as problem:
            refused.append(problem.code)
        finally:
            connections.close_all()

    entering = Thread(target=enter)
    with transaction.atomic():
        leave(second, evening.club.id)
        entering.start()
        entering.join(1)  # it waits for who leaves
    entering.join()
    assert evening.seen.state.entry_of(str(second.id)) is None and refused == ["no_such_member"]


def test_whoever_is_asked_late_is_told_so_and_what_is_asked_of_a_pairing_is_the_officers_until_it_is_told() -> None:
    evening = Evening(4, format="swiss", rounds=2, publish_minutes=30, early=False)
    before = START - timedelta(minutes=15)
    evening.at(before)
    services.enter(evening.member("carla"), evening.id, [evening.member("david").username], before)
    assert open_notices() == {("david", "event_asked")}
    (told,) = lines(list(Notice.objects.filter(user__username="david"))).values()
    assert "It has begun" in told.text
    services.lead(evening.organizer, evening.id, commands.Wish("part", ("1", "2"), "A family."), before)

    def wishes(user: User) -> list[str]:
        seen = selectors.look(user, evening.id)
        return [row["reason"] for row in serializers.rows(seen, selectors.rows(seen)) if row["type"] == "wished"]

    assert (wishes(evening.organizer), wishes(evening.pairs[3][0])) == (["A family."], [])
    evening.at(START + timedelta(hours=1))
    assert evening.round.status == state.PLAYING
    assert wishes(evening.pairs[3][0]) == ["A family."]
    assert evening.seen.state.entries[-1].withdrawn == "not_accepted" and ("david", "event_asked") not in open_notices()


def test_who_has_a_table_of_a_round_sits_down_at_no_other_of_it() -> None:
    """Section 5, row 1."""
    evening = Evening(4)
    evening.at(START)
    first, second = Table.objects.filter(tournament=evening.id).order_by("number")
    chair = Chair.objects.get(game=first.game, seat=0)
    player, stranger, other = User.objects.get(id=chair.holder), evening.member("david"), evening.member("emma")
    Membership.objects.filter(user__in=(player, stranger, other)).update(stands_in=True)
    offer = requests.WantRequest(uuid4(), True, True)
    table_services.want_substitute(evening.organizer.id, second.game, 0, offer, START)

    def sits(user: User) -> str:
        try:
            table_services.sit(user.id, second.game, 0, START)
        except Refused as refused:
            return refused.code
        return "sits"

    assert sits(player) == "not_allowed"
    Chair.objects.filter(pk=chair.pk).update(holder=str(stranger.id))  # who stands in at the first table
    assert (sits(stranger), sits(other)) == ("not_allowed", "sits")


def test_with_its_club_an_event_ends_and_no_game_of_it_goes_on() -> None:
    evening = Evening(4)
    evening.at(START)
    close_club(evening.organizer, evening.club.id)
    assert evening.seen.state.status == state.CANCELLED
    assert not Game.objects.filter(status="playing").exists()
    end = list(event_store.stream(evening.id, event_store.ALL))[-1]
    assert (end.type, end.data["cause"], end.actor_kind) == ("cancelled", "club_closed", "system")


def test_the_stream_is_whole_cannot_be_changed_and_rebuilds_what_stands() -> None:
    evening = Evening(4)
    evening.at(START)
    services.decide(evening.organizer, evening.id, commands.Rule(1, 1, "They told me.", (0,)), START)
    end_games(evening.id, (10, 900))
    evening.at(START + timedelta(minutes=5))
    assert audit.verify(evening.id) == []
    kept = Tournament.objects.get(id=evening.id)
    command_handler.rebuild(evening.id)
    again = Tournament.objects.get(id=evening.id)
    assert (again.state, again.last_hash, again.due_at) == (kept.state, kept.last_hash, kept.due_at)
    assert audit.verify(evening.id) == []
    round_ = {"tournament": evening.id, "round": 1}
    for kind, found, forged in (
        (Table, round_ | {"number": 1}, {"over": False}),
        (Seat, round_ | {"person": evening.pairs[0][0].id}, {"number": 99}),
        (Participant, {"tournament": evening.id, "person": evening.pairs[0][0].id}, {"agreed": False}),
        (Tournament, {"id": evening.id}, {"starts_at": BEFORE}),
    ):
        with transaction.atomic():
            assert kind.objects.filter(**found).update(**forged) == 1
            assert len(audit.verify(evening.id)) == 1
            with pytest.raises(SystemExit):
                call_command("rebuild_events", evening.id, "--compare")
            assert len(audit.verify(evening.id)) == 1, "who only looks changes nothing"
            call_command("rebuild_events", evening.id)
            assert audit.verify(evening.id) == []
            transaction.set_rollback(True)
    for change in (
        "UPDATE tournaments_event SET data = '{}'",
        "DELETE FROM tournaments_event",
        "TRUNCATE tournaments_event CASCADE",
    ):
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what is deferred would be in the way of a TRUNCATE
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)
    Text.objects.update(text="Something else.")
    assert audit.verify(evening.id) != []


def test_a_worker_that_dies_while_it_makes_tables_leaves_none_behind_and_the_next_one_makes_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(8)
    evening.at(START - timedelta(minutes=15))
    made = iter(range(100))
    begin = setting_up.begin

    def dies(*args: Any) -> None:
        if next(made) == 2:
            raise SystemExit("killed")
        begin(*args)

    monkeypatch.setattr(setting_up, "begin", dies)
    with pytest.raises(SystemExit, match="killed"):
        sweeping.advance(evening.id, START)
    assert evening.round.status == state.PLAYING and Game.objects.count() == 0
    sweeping.advance(evening.id, START)
    assert Game.objects.count() == 4 and all(table.status == state.ON for table in evening.round.tables)


def test_a_table_that_cannot_be_made_keeps_neither_the_others_waiting_nor_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(4, format="swiss", rounds=1)
    make = setting_up.event_table
    made = iter(range(1000))

    def fails(*args: Any) -> None:
        make(*args)
        if next(made) == 0 or Game.objects.count() > 1:
            raise OSError("no")

    monkeypatch.setattr(setting_up, "event_table", fails)
    evening.at(START)
    assert sorted(table.status for table in evening.round.tables) == [state.ON, state.WAITING]
    assert Game.objects.count() == 1
    end_games(evening.id, (700, 200))
    assert evening.at(START + timedelta(minutes=1)).status == state.RUNNING
    assert evening.at(evening.round.times.hard_at).status == state.PROVISIONAL


def test_no_deadline_passes_while_nobody_could_act_and_none_is_missed_then() -> None:
    evening = Evening(2, format="swiss", rounds=1, least_entries=2)
    evening.at(START)
    hard_at = evening.round.times.hard_at
    sign = WebSign.objects.create(id=1, at=START + timedelta(minutes=1))
    assert evening.at(hard_at).round.status == state.PLAYING
    sign.at = hard_at
    sign.save()
    now = evening.at(hard_at)
    assert now.status == state.PROVISIONAL and now.until is not None
    assert evening.at(now.until).status == state.PROVISIONAL, "nobody could protest"
    sign.at = now.until
    sign.save()
    assert evening.at(now.until).status == state.FINAL


def test_a_vacation_moves_no_end_of_a_round_though_the_clock_of_its_tables_rests_in_it() -> None:
    """V06. Section 5, row 26: what the clock grants is in the event's rules, which all see before they enter."""
    evening = Evening(2, format="swiss", rounds=1, least_entries=2, clock={"turn_seconds": 3600, "vacation": True})
    assert evening.seen.state.rules["clock"]["vacation"] is True
    for user in evening.pairs[0] + evening.pairs[1]:
        calendars.enter(user, START + timedelta(minutes=30), START + timedelta(days=5), at=START - timedelta(hours=1))
    evening.at(START)
    game = games.look_as_the_house(Table.objects.get(tournament=evening.id).game)
    assert game.state.deadline is not None and game.state.deadline > START + timedelta(days=5), "the clock rests"
    assert evening.at(evening.round.times.hard_at).round.status == state.CLOSED
