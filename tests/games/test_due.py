"""What is due is done with nobody there: time-outs, bots, the demo."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from celery import current_app

from accounts.models import User
from games import command_handler, due, tasks
from games.models import Event, Game
from tests.games.playing import act, new_table, people, play, seen, table_of, turn_of
from tests.games.positions import THREE_PARTNERS, put
from tests.games.waiting import TURN, bots_waited, done_since, overdue_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]

BOTS = tasks.play_bots.name


# --- Time-outs ---


def test_the_deadline_is_an_allowance_after_the_turn_began_and_stands_in_the_view() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock={"turn_seconds": TURN})
    began = Event.objects.filter(game_id=game_id).latest("version").at
    assert Game.objects.get(id=game_id).deadline == began + timedelta(seconds=TURN)
    act(users[turn_of(game_id)], game_id, {"do": "draw"})
    assert Game.objects.get(id=game_id).deadline == began + timedelta(seconds=TURN)
    play(users, game_id, 1)
    while seen(game_id).state.game.playing.phase != "draw":
        play(users, game_id, 1)
    ended = Event.objects.filter(game_id=game_id).latest("version").at
    assert Game.objects.get(id=game_id).deadline == ended + timedelta(seconds=TURN)


def test_a_table_without_a_clock_has_no_deadline() -> None:
    game_id = table_of(people("ann", "ben"))
    assert Game.objects.get(id=game_id).deadline is None


def test_a_turn_that_is_not_played_in_time_plays_itself_until_it_has_passed_on() -> None:
    """V24: the log says that nobody chose this. V26: a second sweep finds nothing to do."""
    users = people("ann", "ben")
    game_id = table_of(users, clock={"turn_seconds": TURN})
    seat, version = turn_of(game_id), seen(game_id).version
    overdue_by(game_id, 5)
    tasks.sweep()
    assert done_since(game_id, version) == ["drew", "discarded"]
    rows = Event.objects.filter(game_id=game_id, version__gt=version)
    assert {(row.actor_kind, row.actor_id, row.seat) for row in rows} == {("system", "system", seat)}
    assert turn_of(game_id) == 1 - seat
    tasks.sweep()
    assert done_since(game_id, version) == ["drew", "discarded"]


def test_nothing_is_played_before_it_is_due_nor_within_the_grace() -> None:
    game_id = table_of(people("ann", "ben"), clock={"turn_seconds": TURN})
    version = seen(game_id).version
    for seconds in (-30, -0.5, 0.2):
        overdue_by(game_id, seconds)
        tasks.sweep()
    assert done_since(game_id, version) == []


def test_after_a_day_without_workers_what_was_due_is_done_once_in_the_order_of_the_deadlines() -> None:
    """V26: deadlines are rows, no message waits for them."""
    users = people("ann", "ben")
    games = [table_of(users, clock={"turn_seconds": TURN}) for _ in range(3)]
    for game_id, hours in zip(games, (22, 24, 23), strict=True):
        overdue_by(game_id, hours * 3600)
    latest = {game_id: seen(game_id).version for game_id in games}
    tasks.sweep()
    first = {game_id: Event.objects.get(game_id=game_id, version=latest[game_id] + 1).at for game_id in games}
    assert sorted(games, key=lambda game_id: first[game_id]) == [games[1], games[2], games[0]]
    assert all(done_since(game_id, latest[game_id])[:1] == ["drew"] for game_id in games)


def test_a_player_may_still_act_after_the_deadline_if_nobody_has_acted_yet() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock={"turn_seconds": TURN})
    overdue_by(game_id, 5)
    act(users[turn_of(game_id)], game_id, {"do": "draw"})


def test_partners_who_do_not_answer_in_time_say_no_and_the_asker_has_a_new_allowance() -> None:
    users = people("ann", "ben", "cora", "dan", "eli", "fay")
    game_id = table_of(users, teams=2, clock={"turn_seconds": TURN})
    put(game_id, THREE_PARTNERS)
    act(users[0], game_id, {"do": "ask"})
    asked = seen(game_id)
    assert asked.state.to_act == (2, 4)
    overdue_by(game_id, 5)
    tasks.sweep()
    answer = Event.objects.filter(game_id=game_id, type="answered").get()
    assert (answer.seat, answer.data, answer.actor_kind) == (2, {"yes": False}, "system")
    assert seen(game_id).state.to_act == (0,)
    deadline = Game.objects.get(id=game_id).deadline
    assert deadline is not None and deadline > datetime.now(UTC) + timedelta(seconds=TURN - 10)


def test_a_whole_game_can_be_left_to_time() -> None:
    game_id = table_of(
        people("ann", "ben"), clock={"turn_seconds": TURN}, ruleset={"base": "classic", "minimums": [50]}
    )
    for _ in range(2000):
        if not seen(game_id).state.to_act:
            break
        overdue_by(game_id, 5)
        tasks.sweep()
    assert seen(game_id).state.status == "finished"


def break_tables(games: list[UUID]) -> None:
    """Make these tables' states unreadable."""
    Game.objects.filter(id__in=games).update(state={})


@pytest.mark.meets_internal
def test_however_many_tables_fail_they_keep_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """V16, V18: what fails at every sweep goes to the end, and is tried again now and then."""
    monkeypatch.setattr(tasks, "LONG_ENOUGH", 0.0)  # each sweep takes up one lot of tables
    users = people("ann", "ben")
    *broken, sound = (table_of(users, clock={"turn_seconds": TURN}) for _ in range(3 * tasks.AT_ONCE + 1))
    version = seen(sound).version
    for number, game_id in enumerate(broken):
        overdue_by(game_id, 100 + number)
    overdue_by(sound, 5)
    break_tables(broken)
    sweeps = 0
    while not done_since(sound, version):
        assert sweeps < 4, "three lots fail, the fourth is this table"
        tasks.sweep()
        sweeps += 1
    overdue_by(sound, 5)
    Game.objects.filter(id__in=broken).update(swept_at=datetime.now(UTC) - due.AGAIN)
    version = seen(sound).version
    tasks.sweep()
    assert done_since(sound, version) != [], "what failed before comes after what did not, however late it is"


@pytest.mark.meets_internal
def test_a_table_that_failed_is_tried_again_after_a_while_and_not_before() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock={"turn_seconds": TURN})
    overdue_by(game_id, 5)
    sound, version = Game.objects.get(id=game_id).state, seen(game_id).version
    break_tables([game_id])
    tasks.sweep()
    Game.objects.filter(id=game_id).update(state=sound)
    tasks.sweep()
    assert done_since(game_id, version) == []
    Game.objects.filter(id=game_id).update(swept_at=datetime.now(UTC) - due.AGAIN)
    tasks.sweep()
    assert done_since(game_id, version) == ["drew", "discarded"]


def test_whoever_is_quicker_than_the_sweep_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A partner answers in the moment in which time answers for them: the rules refuse the later one."""
    users = people("ann", "ben", "cora", "dan", "eli", "fay")
    game_id = table_of(users, teams=2, clock={"turn_seconds": TURN})
    put(game_id, THREE_PARTNERS)
    act(users[0], game_id, {"do": "ask"})
    overdue_by(game_id, 5)
    really = command_handler.handle

    def handle(order: Any) -> Any:
        if order.actor.kind == "system":
            monkeypatch.undo()
            act(users[2], game_id, {"do": "answer", "yes": True})
        return really(order)

    monkeypatch.setattr(command_handler, "handle", handle)
    tasks.sweep()
    (answer,) = Event.objects.filter(game_id=game_id, type="answered")
    assert (answer.seat, answer.data, answer.actor_kind) == (2, {"yes": True}, "user")


# --- Bots ---


def bots_and(ann: User, **more: Any) -> UUID:
    return new_table(ann, ["me", "bot:random", "bot:random", "bot:random"], **more)


def to_bot(ann: User, game_id: UUID) -> None:
    """Play on until a bot is to act."""
    while turn_of(game_id) == 0:
        play([ann], game_id, 1, seed=seen(game_id).version)


def test_a_bot_s_turn_is_told_to_a_worker_and_due_a_second_and_a_half_after_the_turn_before(
    woken: list[UUID], django_capture_on_commit_callbacks: Any
) -> None:
    ann = people("ann")[0]
    with django_capture_on_commit_callbacks(execute=True):
        game_id = bots_and(ann)
        to_bot(ann, game_id)
    assert woken == [game_id]
    last = Event.objects.filter(game_id=game_id).latest("version")
    assert Game.objects.get(id=game_id).bot_due == last.at + timedelta(seconds=1.5)


def test_a_bot_plays_its_whole_turn_through_the_same_path_and_only_when_it_is_due() -> None:
    ann = people("ann")[0]
    game_id = bots_and(ann)
    to_bot(ann, game_id)
    seat, version = turn_of(game_id), seen(game_id).version
    tasks.play_bots(str(game_id))
    assert done_since(game_id, version) == []
    bots_waited(game_id, 0)
    tasks.play_bots(str(game_id))
    rows = Event.objects.filter(game_id=game_id, version__gt=version, seat=seat)
    assert {(row.actor_kind, row.actor_id) for row in rows} == {("bot", "random")}
    assert rows.filter(type="discarded").count() == 1
    assert turn_of(game_id) == (seat + 1) % 4
    tasks.play_bots(str(game_id))
    assert turn_of(game_id) == (seat + 1) % 4, "the next turn has its own second and a half"


def test_a_bot_whose_task_was_lost_is_found_by_the_sweep(woken: list[UUID]) -> None:
    ann = people("ann")[0]
    game_id = bots_and(ann)
    to_bot(ann, game_id)
    woken.clear()
    bots_waited(game_id, tasks.FOUND_AGAIN - 1)
    tasks.sweep()
    assert woken == []
    bots_waited(game_id, tasks.FOUND_AGAIN + 1)
    tasks.sweep()
    tasks.sweep()
    assert woken == [game_id], "it is told to a worker, once in a while"
    bots_waited(game_id, tasks.FOUND_AGAIN + 1)
    tasks.sweep()
    assert woken == [game_id, game_id]


def chooses_badly(*_: Any) -> dict[str, Any]:
    raise RuntimeError("no idea")


def chooses_what_is_refused(*_: Any) -> dict[str, Any]:
    return {"do": "discard", "card": "3H"}


@pytest.mark.meets_internal
@pytest.mark.parametrize("choose", [chooses_badly, chooses_what_is_refused])
def test_a_bot_that_fails_stops_no_table(choose: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = people("ann")[0]
    game_id = bots_and(ann)
    to_bot(ann, game_id)
    version = seen(game_id).version
    bots_waited(game_id, 0)
    monkeypatch.setattr(due, "choose", choose)
    tasks.play_bots(str(game_id))
    assert "discarded" in done_since(game_id, version), "its default actions are done instead"


def test_nobody_plays_for_a_person_but_time() -> None:
    ann = people("ann")[0]
    game_id = bots_and(ann)
    while turn_of(game_id) != 0:
        bots_waited(game_id, 10)
        tasks.play_bots(str(game_id))
    version = seen(game_id).version
    assert Game.objects.get(id=game_id).bot_due is None
    for _ in range(3):
        tasks.sweep()
        tasks.play_bots(str(game_id))
    assert done_since(game_id, version) == []


@pytest.mark.parametrize("name", ["random", "careful", "sharp"])
def test_whoever_sets_up_a_table_may_seat_any_bot_and_it_plays(name: str) -> None:
    ann = people("ann")[0]
    game_id = new_table(ann, ["me", *[f"bot:{name}"] * 3], ruleset="favourite")
    to_bot(ann, game_id)
    version, seat = seen(game_id).version, turn_of(game_id)
    bots_waited(game_id, 0)
    tasks.play_bots(str(game_id))
    assert "discarded" in done_since(game_id, version)
    assert turn_of(game_id) == (seat + 1) % 4


def test_a_table_of_bots_plays_to_its_end_though_every_task_is_lost_but_the_sweep_s(woken: list[UUID]) -> None:
    ann = people("ann")[0]
    game_id = new_table(ann, ["bot:random"] * 2, ruleset={"base": "classic", "minimums": [50]})
    for _ in range(2000):
        if not seen(game_id).state.to_act:
            break
        bots_waited(game_id, 10)
        woken.clear()
        tasks.sweep()
        for told in tuple(woken):
            tasks.play_bots(str(told))
    assert seen(game_id).state.status == "finished"


def test_the_sweep_itself_plays_nothing_but_what_is_overdue(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many bots wait to be found again: no deadline waits for one of them."""
    ann, ben = people("ann", "ben")
    with_bots, late = bots_and(ann), table_of([ann, ben], clock={"turn_seconds": TURN})
    to_bot(ann, with_bots)
    bots_waited(with_bots, 60)
    overdue_by(late, 5)
    before = {game_id: seen(game_id).version for game_id in (with_bots, late)}
    monkeypatch.setattr(due, "choose", None)
    tasks.sweep()
    assert done_since(late, before[late]) == ["drew", "discarded"]
    assert seen(with_bots).version == before[with_bots]


def test_no_queue_of_bots_is_read_by_the_worker_of_the_sweep() -> None:
    queues = {task: current_app.amqp.router.route({}, task)["queue"].name for task in (tasks.sweep.name, BOTS)}
    assert queues == {tasks.sweep.name: "sweeps", BOTS: "celery"}


def test_what_a_bot_is_given_is_its_own_seat_s_view(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = people("ann")[0]
    game_id = bots_and(ann)
    to_bot(ann, game_id)
    seat, given = turn_of(game_id), []
    really = due.choose

    def choose(name: str, view: dict[str, Any], legal: Any, chance: Any) -> Any:
        given.append(view)
        return really(name, view, legal, chance)

    monkeypatch.setattr(due, "choose", choose)
    bots_waited(game_id, 0)
    tasks.play_bots(str(game_id))
    assert given
    for view in given:
        assert [n for n, one in enumerate(view["seats"]) if "hand" in one] == [seat]
        assert not any("foot" in one for one in view["seats"]) and "stock" not in view


def test_a_task_for_a_table_that_is_not_there_does_nothing() -> None:
    tasks.play_bots("00000000-0000-4000-8000-000000000001")
