"""Time in which nobody could act: found or declared, written down once, given back to every open decision."""

import threading
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import create_token
from config import alive
from engine import legal
from games import downtime, event_store, outages, projector, requests, services, tasks
from games.audit import verify
from games.models import Downtime, Game, WebSign
from games.selectors import Seen
from games.serializers import clock_body
from tests.games.playing import act, people, play, seen, table_of, turn_of
from tests.games.positions import BOOKS, ON_THE_FOOT, put
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
    silent_for(timedelta(seconds=downtime.BEAT + 1))
    downtime.beat()
    assert not Downtime.objects.exists()
    tasks.sweep()
    assert done_since(game_id, version) == ["drew", "discarded"]


def test_a_time_out_waits_for_a_sign_that_one_could_have_acted_until_its_deadline() -> None:
    """V17."""
    game_id = table_of(people("ann", "ben"), clock={"turn_seconds": TURN})
    version = seen(game_id).version
    overdue_by(game_id, 2)
    silent_for(timedelta(seconds=3))
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


def test_a_restart_of_six_seconds_is_given_back() -> None:
    """A live clock may have fifteen: what is shorter than two signs is all that can be lost."""
    game_id = table_of(people("ann", "ben"), clock={"turn_seconds": TURN})
    began(game_id, timedelta(seconds=30))
    before = Game.objects.get(id=game_id).deadline
    silent_for(timedelta(seconds=6))
    downtime.beat()
    after = Game.objects.get(id=game_id).deadline
    assert before is not None and after is not None and after - before > timedelta(seconds=5.9)


def table_since(users: list[User], at: datetime, **more: Any) -> UUID:
    """A table with a bank that was made, and has begun, at this moment."""
    seats = ["me", *(f"user:{user.username}" for user in users[1:])]
    asked = requests.game({"ruleset": "classic", "players": len(users), "seats": seats, "clock": BANKED, **more})
    game_id, _ = services.create_game(users[0].id, asked, at)
    for seat, user in enumerate(users[1:], start=1):
        services.sit(user.id, game_id, seat, at)
    return game_id


def end_the_turn(users: list[User], game_id: UUID, at: datetime) -> int:
    """Whoever is to play plays their turn to its end by requests of this moment; their seat."""
    seat = turn_of(game_id)
    while turn_of(game_id) == seat:
        now = seen(game_id)
        body = {"action_id": str(uuid4()), "expected_version": now.version, "action": towards_the_end(now, seat)}
        services.act(users[seat].id, game_id, requests.action(body), at)
    return seat


def towards_the_end(now: Seen, seat: int) -> dict[str, Any]:
    """A discard, if one may be made."""
    actions = legal.actions(now.state.game, seat)
    return next((one for one in actions if one["do"] == "discard"), actions[0])


def test_who_acts_while_downtime_is_written_down_has_it_back_too() -> None:
    """Received before it was written down, decided after."""
    users = people("ann", "ben")
    began_at = datetime.now(UTC) - 10 * MINUTE
    game_id = table_since(users, began_at)
    downtime.record(began_at + MINUTE, began_at + 9.5 * MINUTE, downtime.DECLARED)
    seat = end_the_turn(users, game_id, began_at + 9.75 * MINUTE)
    assert seen(game_id).state.clock.seats[seat].bank > 30_000, "the clock has run for a minute and a half"
    assert verify(game_id) == []


def test_downtime_is_written_down_after_all_that_was_done_whatever_the_clocks_say() -> None:
    """A web process whose clock is ahead of the database's: state, log and record agree all the same."""
    users = people("ann", "ben")
    now = datetime.now(UTC)
    ahead = now + timedelta(seconds=30)
    game_id = table_since(users, now - 1.5 * MINUTE)
    end_the_turn(users, game_id, ahead)
    downtime.record(now - MINUTE, now, downtime.DECLARED)
    assert verify(game_id) == []


def test_so_it_is_after_what_was_done_at_tables_that_are_paused_or_over() -> None:
    users = people("ann", "ben")
    now = datetime.now(UTC)
    paused = table_since(users, now)
    for user in users:
        asked = requests.pause({"action_id": str(uuid4()), "agrees": True})
        services.pause(user.id, paused, asked, now + timedelta(seconds=30))
    first = downtime.record(now - MINUTE, now, downtime.DECLARED)
    assert first.told > seen(paused).state.marks.at
    ruleset = {"base": "classic", "minimums": [50]}
    over = table_since(users, now, ruleset=ruleset)
    last_card = {"turn": {"seat": 0, "phase": "play"}, "seats": [{"hand": "4H", **ON_THE_FOOT}, {}]}
    put(over, {**last_card, "teams": [{"melds": BOOKS}, {}]}, ruleset)
    action = {
        "action_id": str(uuid4()),
        "expected_version": seen(over).version,
        "action": towards_the_end(seen(over), 0),
    }
    services.act(users[0].id, over, requests.action(action), now + 2 * MINUTE)
    assert seen(over).state.status == "finished"
    assert downtime.record(now - MINUTE, now, downtime.DECLARED).told > seen(over).state.marks.at


def test_a_table_made_by_a_request_from_before_downtime_begins_after_it() -> None:
    ann = people("ann")[0]
    now = datetime.now(UTC)
    written = downtime.record(now - MINUTE, now, downtime.DECLARED)
    asked = requests.game({"ruleset": "classic", "players": 2, "seats": ["me", "bot:random"], "clock": BANKED})
    game_id, _ = services.create_game(ann.id, asked, now - 2 * MINUTE)
    assert verify(game_id) == []
    assert seen(game_id).state.marks.at == written.told


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
    asked = [query for query in captured.captured_queries if 'FROM "games_downtime"' in query["sql"]]
    assert len(asked) == 2, "the last record, and all of them, however many tables there are"


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


@pytest.mark.meets_internal
def test_nor_does_one_whose_log_the_database_cannot_give(monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement that fails undoes what came of its own table, not the record."""
    users = people("ann", "ben")
    broken, sound = sorted(table_of(users, clock=BANKED) for _ in range(2))
    for game_id in (broken, sound):
        began(game_id, 10 * MINUTE)
    before = Game.objects.get(id=sound).deadline
    Game.objects.filter(id=broken).update(state_version=0)

    def fails(*_: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")

    monkeypatch.setattr(event_store, "stream", fails)
    now = datetime.now(UTC)
    downtime.record(now - 9 * MINUTE, now - 8 * MINUTE, downtime.DECLARED)
    after = Game.objects.get(id=sound).deadline
    assert before is not None and after is not None and abs(after - before - MINUTE) < timedelta(milliseconds=2)
    assert Downtime.objects.count() == 1


def test_a_web_process_goes_on_saying_that_it_lives_whatever_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[int] = []

    class Server:
        started = True

        @property
        def should_exit(self) -> bool:
            return len(said) == 3

    def fails() -> None:
        said.append(len(said))
        raise OSError("away")

    monkeypatch.setattr(downtime, "beat", lambda: None)
    monkeypatch.setattr(downtime, "BEAT", 0.0)
    monkeypatch.setattr(alive, "connections", SimpleNamespace(close_all=fails))
    alive._say(cast(Any, Server()), threading.Event())
    assert said == [0, 1, 2]


def test_an_operator_is_warned_while_no_web_process_says_that_it_lives() -> None:
    silent_for(timedelta(seconds=30))
    assert "no deadline passes" not in str(Client().get("/readyz").json()["warnings"])
    silent_for(5 * MINUTE)
    assert "no deadline passes" in str(Client().get("/readyz").json()["warnings"])


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
