"""Pausing by consent of all people at a table, and going on."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from accounts.models import User
from engine.errors import Refused
from games import command_handler, due, event_store, projector, requests, services, table, tasks
from games.audit import verify
from games.models import Event, Game
from games.orders import Order
from games.overview import lists
from tests.games.playing import act, new_table, people, play, seen, table_of, turn_of
from tests.games.positions import BOOKS, ON_THE_FOOT, put
from tests.games.waiting import TURN, overdue_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]

ONE_DEAL = {"base": "classic", "minimums": [50]}
BANKED = {"turn_seconds": TURN, "bank_seconds": 60}


def pause(user: User, game_id: UUID, agrees: bool = True, at: datetime | None = None, **more: Any) -> None:
    asked = requests.pause({"action_id": str(more.get("action_id", uuid4())), "agrees": agrees})
    services.pause(user.id, game_id, asked, at or datetime.now(UTC))


def resume(user: User, game_id: UUID, at: datetime | None = None) -> None:
    services.resume(user.id, game_id, uuid4(), at or datetime.now(UTC))


def told(game_id: UUID) -> list[str]:
    kinds = ("pause_wanted", "paused", "resumed")
    return [row.type for row in Event.objects.filter(game_id=game_id, type__in=kinds).order_by("version")]


def test_a_table_is_paused_when_all_people_at_it_want_it_and_goes_on_when_one_does() -> None:
    """V11: who wanted it, that it began, and who went on are in the log."""
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users, clock=BANKED)
    for user in users[:3]:
        pause(user, game_id)
        assert seen(game_id).state.status == "playing"
    pause(users[3], game_id)
    state = seen(game_id).state
    assert (state.status, state.to_act, state.deadline) == ("paused", (), None)
    assert Game.objects.get(id=game_id).status == "paused"
    resume(users[1], game_id)
    assert seen(game_id).state.status == "playing"
    assert told(game_id) == [*["pause_wanted"] * 4, "paused", "resumed"]
    assert verify(game_id) == []


def test_a_no_ends_the_consent_of_all() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock=BANKED)
    pause(users[0], game_id)
    pause(users[1], game_id, agrees=False)
    assert seen(game_id).state.table.consents == ()
    pause(users[1], game_id)
    assert seen(game_id).state.status == "playing", "what was wanted before is not remembered"


def test_pause_and_resume_leave_exactly_the_time_that_was_left() -> None:
    """V01, at a table: nothing is added, nothing is lost, however long it lasts."""
    users = people("ann", "ben")
    game_id = table_of(users, clock=BANKED)
    before = seen(game_id).state.deadline
    began = seen(game_id).state.marks.at
    assert before is not None
    for user in users:
        pause(user, game_id, at=began + timedelta(seconds=40))
    resume(users[0], game_id, at=began + timedelta(seconds=40, days=9))
    assert Game.objects.get(id=game_id).deadline == before + timedelta(days=9)
    folded = projector.fold(event_store.stream(game_id, event_store.ALL))
    assert folded is not None and projector.encode(folded) == Game.objects.get(id=game_id).state


def test_nothing_is_overdue_and_nobody_plays_while_a_table_is_paused() -> None:
    """V04: an action in a pause is refused, so none can count otherwise than one after it."""
    users = people("ann", "ben")
    game_id = table_of(users, clock=BANKED)
    overdue_by(game_id, 0)
    for user in users:
        pause(user, game_id)
    version = seen(game_id).version
    tasks.sweep()
    assert due.play_overdue(game_id, 0.0) == 0
    with pytest.raises(Refused, match="paused"):
        act(users[turn_of_paused(game_id)], game_id, {"do": "draw"})
    assert seen(game_id).version == version


def turn_of_paused(game_id: UUID) -> int:
    (seat,) = seen(game_id).state.deciding
    return seat


def test_a_bot_rests_in_a_pause_and_plays_on_after_it() -> None:
    ann = people("ann")[0]
    game_id = new_table(ann, ["me", "bot:random"], clock=BANKED)
    while turn_of(game_id) == 0:
        play([ann], game_id, 1, seed=seen(game_id).version)
    pause(ann, game_id)
    assert seen(game_id).state.status == "paused", "bots agree to everything"
    assert Game.objects.get(id=game_id).bot_due is None
    resume(ann, game_id)
    assert Game.objects.get(id=game_id).bot_due is not None


@pytest.mark.parametrize(
    ("do", "code"),
    [
        (lambda users, game_id: pause(users[0], game_id), "already_agreed"),
        (lambda users, game_id: resume(users[0], game_id), "not_paused"),
        (lambda users, game_id: pause(User.objects.create_user("eve"), game_id), "not_seated"),
    ],
)
def test_what_cannot_be_is_refused(do: Any, code: str) -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    pause(users[0], game_id)
    with pytest.raises(Refused, match=code):
        do(users, game_id)
    with pytest.raises(Refused, match="not_started"):
        pause(users[0], new_table(users[0], ["me", "open"]))


def test_a_game_that_is_over_is_neither_paused_nor_written_to_any_more() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock=BANKED | {"turn_seconds": 86_400, "vacation": True}, ruleset=ONE_DEAL)
    put(
        game_id,
        {
            "turn": {"seat": 0, "phase": "play"},
            "seats": [{"hand": "4H", **ON_THE_FOOT}, {}],
            "teams": [{"melds": BOOKS}, {}],
        },
        ONE_DEAL,
    )
    play(users, game_id, 1)
    over = seen(game_id)
    assert over.state.status == "finished"
    told_late = table.TellCalendar(0, {"zone": "UTC"})
    asked = [
        lambda: pause(users[0], game_id),
        lambda: pause(users[0], game_id, agrees=False),
        lambda: resume(users[0], game_id),
        lambda: command_handler.handle(
            Order(game_id, services.person(users[0].id), uuid4(), {}, told_late, datetime.now(UTC))
        ),
    ]
    for ask in asked:
        with pytest.raises(Refused, match="game_over"):
            ask()
    assert seen(game_id).version == over.version


def test_the_same_wish_sent_twice_is_one() -> None:
    users = people("ann", "ben")
    game_id, action_id = table_of(users), uuid4()
    for _ in range(2):
        pause(users[0], game_id, action_id=action_id)
    assert told(game_id) == ["pause_wanted"]


def test_a_paused_table_is_still_among_the_running_ones_at_home() -> None:
    users = people("ann", "ben")
    game_id = table_of(users, clock=BANKED)
    for user in users:
        pause(user, game_id)
    assert [line.id for line in lists(users[0].id).running] == [game_id]


def test_seats_that_are_not_people_s_need_not_agree() -> None:
    one = seen(new_table(people("ann")[0], ["me", "bot:random", "bot:random", "bot:random"])).state.table
    assert one.persons == {0}
    assert [event.type for event in table.decide(one, table.Pause(0, True), table.Context())][-1] == "paused"
