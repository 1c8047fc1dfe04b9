"""Time in which nobody could act: found or declared, written down once, given back to every open decision."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.services import create_token
from games import downtime, event_store, outages, projector, tasks
from games.audit import verify
from games.models import Downtime, Game, WebSign
from games.serializers import clock_body
from tests.games.playing import act, people, play, seen, table_of, turn_of
from tests.games.waiting import TURN, done_since, overdue_by, since_when
from tests.harness.database import triggers_off

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]

BANKED = {"turn_seconds": TURN, "bank_seconds": 60, "increment_seconds": 5, "bank_cap_seconds": 90}
MINUTE = timedelta(minutes=1)


def silent_for(length: timedelta) -> None:
    """No web process has said anything for so long."""
    WebSign.objects.update_or_create(id=1, defaults={"at": datetime.now(UTC) - length})


def began(game_id: UUID, ago: timedelta) -> None:
    """Let the open decision have begun so long ago."""
    game = Game.objects.get(id=game_id)
    since_when(game.state, datetime.now(UTC) - ago)
    Game.objects.filter(id=game_id).update(state=game.state, created_at=datetime.now(UTC) - ago)
    Game.objects.filter(id=game_id).update(deadline=seen(game_id).state.deadline)


def test_a_silence_of_all_web_processes_is_given_back_to_every_open_decision() -> None:
    """V17: found by whoever speaks first, before the sweep takes anybody's turn."""
    users = people("ann", "ben")
    short, banked = table_of(users, clock={"turn_seconds": TURN}), table_of(users, clock=BANKED)
    version = seen(short).version
    for game_id in (short, banked):
        began(game_id, timedelta(minutes=30, seconds=20))
    silent_for(30 * MINUTE)
    tasks.sweep()
    assert done_since(short, version) == [], "nobody's time is over while nobody could act"
    downtime.beat()
    tasks.sweep()
    assert done_since(short, version) == []
    (written,) = Downtime.objects.all()
    assert written.how == downtime.FOUND and abs(written.ends - written.begins - 30 * MINUTE) < timedelta(seconds=30)
    left = Game.objects.get(id=short).deadline
    assert left is not None
    assert timedelta(seconds=5) < left - datetime.now(UTC) < timedelta(seconds=TURN - 15)
    readings = clock_body(1, seen(short).state, None, datetime.now(UTC))["seats"]
    items = {item["kind"]: item["seconds"] for seat in readings for item in seat["items"]}
    assert abs(items["downtime"] - 1800) < 30, "and the table tells it"


def test_while_a_web_process_lives_nothing_is_credited_whatever_else_is_gone() -> None:
    """V18: without workers, beat or Redis players could act all the time; what was due is done late, and once."""
    game_id = table_of(people("ann", "ben"), clock={"turn_seconds": TURN})
    version = seen(game_id).version
    overdue_by(game_id, 3600)
    silent_for(timedelta(seconds=3))
    downtime.beat()
    assert not Downtime.objects.exists()
    tasks.sweep()
    assert done_since(game_id, version) == ["drew", "discarded"]


def test_a_time_out_waits_for_a_sign_that_one_could_have_acted_until_its_deadline() -> None:
    """V17."""
    game_id = table_of(people("ann", "ben"), clock={"turn_seconds": TURN})
    version = seen(game_id).version
    overdue_by(game_id, 5)
    silent_for(timedelta(seconds=8))
    tasks.sweep()
    assert done_since(game_id, version) == []
    downtime.beat()
    tasks.sweep()
    assert done_since(game_id, version) == ["drew", "discarded"]


def test_the_first_web_process_ever_has_missed_nothing() -> None:
    downtime.beat()
    downtime.beat()
    assert not Downtime.objects.exists() and downtime.last_sign() is not None


def test_banks_and_states_still_follow_from_the_logs_and_the_record() -> None:
    """The clock takes the record like a calendar: the stored state is what both logs give, before, in and after it."""
    users = people("ann", "ben")
    game_id = table_of(users, clock=BANKED)
    for seed in range(6):
        play(users, game_id, 7, seed)
        began_at = seen(game_id).state.marks.at
        downtime.record(began_at, began_at + timedelta(milliseconds=1 + seed), downtime.DECLARED)
        stored = Game.objects.get(id=game_id)
        folded = projector.fold(event_store.stream(game_id, event_store.ALL), outages=outages.known())
        assert folded is not None
        assert (projector.encode(folded), folded.deadline) == (stored.state, stored.deadline)
    assert verify(game_id) == []


def test_downtime_that_is_declared_twice_is_given_back_once() -> None:
    game_id = table_of(people("ann", "ben"), clock=BANKED)
    began(game_id, 50 * MINUTE)
    now = datetime.now(UTC)
    due = []
    for begins, ends in ((40, 20), (40, 20), (30, 10)):
        downtime.record(now - begins * MINUTE, now - ends * MINUTE, downtime.DECLARED)
        due.append(Game.objects.get(id=game_id).deadline)
    assert due[0] == due[1]
    assert due[2] == seen(game_id).state.deadline


def test_what_is_declared_afterwards_changes_nothing_that_was_decided() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock=BANKED)
    seat = turn_of(game_id)
    began(game_id, timedelta(seconds=100))
    while turn_of(game_id) == seat:
        play(users, game_id, 1, seed=seen(game_id).version)
    bank = seen(game_id).state.clock.seats[seat].bank
    now = datetime.now(UTC)
    downtime.record(now - 2 * MINUTE, now - MINUTE, downtime.DECLARED)
    act(users[turn_of(game_id)], game_id, {"do": "draw"})
    assert seen(game_id).state.clock.seats[seat].bank == bank


def test_all_deadlines_move_by_one_statement() -> None:
    users = people("ann", "ben")
    for _ in range(4):
        began(table_of(users, clock=BANKED), 10 * MINUTE)
    now = datetime.now(UTC)
    with CaptureQueriesContext(connection) as captured:
        downtime.record(now - 9 * MINUTE, now - 8 * MINUTE, downtime.DECLARED)
    moved = [query for query in captured.captured_queries if query["sql"].startswith("UPDATE games_game")]
    assert len(moved) == 1


@pytest.mark.meets_internal
def test_a_table_that_cannot_be_read_keeps_no_other_s_deadline_from_moving() -> None:
    users = people("ann", "ben")
    broken, sound = (table_of(users, clock=BANKED) for _ in range(2))
    for game_id in (broken, sound):
        began(game_id, 10 * MINUTE)
    before = Game.objects.get(id=sound).deadline
    Game.objects.filter(id=broken).update(state={})
    now = datetime.now(UTC)
    downtime.record(now - 9 * MINUTE, now - 8 * MINUTE, downtime.DECLARED)
    after = Game.objects.get(id=sound).deadline
    assert before is not None and after is not None and abs(after - before - MINUTE) < timedelta(milliseconds=2)


def test_the_record_is_append_only_and_chained(capsys: pytest.CaptureFixture[str]) -> None:
    now = datetime.now(UTC)
    for minutes in (30, 20):
        downtime.record(now - minutes * MINUTE, now - (minutes - 1) * MINUTE, downtime.DECLARED)
    assert list(outages.faults()) == []
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Downtime.objects.update(how="x")
    with triggers_off():
        Downtime.objects.filter(number=2).update(ends=now)
    with pytest.raises(SystemExit):
        call_command("verify_games", "--all")
    assert "the record of downtime: row 2" in capsys.readouterr().out


def test_an_operator_declares_downtime_and_reads_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    now = datetime.now(UTC)
    call_command("downtime", (now - 20 * MINUTE).isoformat(), (now - 10 * MINUTE).isoformat())
    call_command("downtime")
    assert "1: " in capsys.readouterr().out and Downtime.objects.get().how == downtime.DECLARED
    for wrong in (("2026-01-01T00:00:00", now.isoformat()), ("monday", "x"), (now.isoformat(),)):
        with pytest.raises(CommandError):
            call_command("downtime", *wrong)
    with pytest.raises(CommandError):
        call_command("downtime", now.isoformat(), (now + MINUTE).isoformat())
    assert Downtime.objects.count() == 1


def test_a_page_that_asks_whether_anything_has_changed_is_told_the_deadline_that_has_moved() -> None:
    """V15."""
    users = people("ann", "ben")
    game_id = table_of(users, clock=BANKED)
    began(game_id, 10 * MINUTE)
    browser = Client(headers={"Authorization": f"Bearer {create_token(users[0])}"})
    before = browser.get(f"/api/games/{game_id}")
    now = datetime.now(UTC)
    downtime.record(now - 9 * MINUTE, now - 8 * MINUTE, downtime.DECLARED)
    after = browser.get(f"/api/games/{game_id}", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200 and after.json()["version"] == before.json()["version"]
    assert after.json()["view"]["deadline"] > before.json()["view"]["deadline"]
