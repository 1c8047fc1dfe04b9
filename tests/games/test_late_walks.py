"""Whole games in virtual time at tables with lists of all kinds: absent people, late people, people who come back."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from accounts.models import User
from engine import legal
from games import due, permissions, requests, services, tasks
from games.audit import verify
from games.models import Event
from tests.games.playing import people, seen, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]

ONE_DEAL = {"base": "classic", "minimums": [50]}
HOUR = 3600
EXTEND = {"do": "extend", "seconds": HOUR}
DEFAULT, SUBSTITUTE = {"do": "default"}, {"do": "substitute", "returns": True}
BOT, FOR_GOOD, FORFEIT = {"do": "bot", "returns": True}, {"do": "bot"}, {"do": "forfeit"}


class Time:
    """What the sweeps take for the time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime.now(UTC)
        monkeypatch.setattr(due, "database_time", lambda: self.now)

    def sweep(self, game_id: UUID) -> int:
        return due.play_overdue(game_id, tasks.GRACE) + due.play_bots(game_id, early=0)


def late_table(users: Any, steps: list[dict[str, Any]]) -> UUID:
    clock = {"turn_seconds": 2 * HOUR, "bank_seconds": HOUR, "vacation": True, "late": steps}
    return table_of(users, clock=clock, ruleset=ONE_DEAL)


@pytest.mark.parametrize(
    "steps", [[EXTEND], [SUBSTITUTE], [EXTEND, BOT, DEFAULT], [DEFAULT, FOR_GOOD], [DEFAULT, EXTEND, FORFEIT]]
)
def test_whatever_the_list_says_a_table_where_nobody_comes_goes_on_to_its_end(
    steps: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time(monkeypatch)
    game_id = late_table(people("ann", "ben"), steps)
    for _ in range(600):
        state = seen(game_id).state
        if state.over:
            break
        before = (seen(game_id).version, state.deadline)
        following = [at for at in (state.deadline, state.bot_due(False)) if at is not None]
        assert following, "a table that runs waits for something that will come"
        time.now = max(time.now, min(following)) + timedelta(seconds=tasks.GRACE)
        time.sweep(game_id)
        assert (seen(game_id).version, seen(game_id).state.deadline) != before, "each time something happens"
    assert seen(game_id).state.status == ("forfeited" if FORFEIT in steps else "finished")
    assert verify(game_id) == []


@pytest.mark.parametrize("seed", range(4))
def test_of_any_history_the_log_gives_the_state_and_only_who_was_late_is_counted(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V23: a time-out is never on a seat whose time was not over."""
    chance, time = Random(seed), Time(monkeypatch)
    users = people("ann", "ben", "cora")
    steps = chance.sample([EXTEND, DEFAULT, SUBSTITUTE, BOT, EXTEND], 3) + chance.sample([BOT, DEFAULT, FORFEIT], 1)
    game_id = late_table(users, steps)
    for _ in range(90):
        time.now += timedelta(minutes=chance.choice((1, 5, 60, 300)))
        before = seen(game_id)
        late = {seat for seat, at in before.state.deadlines().items() if at <= time.now}
        if before.state.over:
            break
        what = chance.choice(("play", "play", "play", "sweep", "back"))
        if what == "sweep":
            time.sweep(game_id)
        elif what == "back":
            come_back(users, game_id, time.now)
        else:
            play(users, game_id, chance, time.now)
        news = Event.objects.filter(game_id=game_id, version__gt=before.version, type="overdue")
        assert {row.seat for row in news} <= late
    assert verify(game_id) == []


def play(users: list[User], game_id: UUID, chance: Random, at: datetime) -> None:
    """Whoever is to act and is a person does something."""
    now = seen(game_id)
    for seat in now.state.to_act:
        if now.state.table.is_bot(seat):
            continue
        action = chance.choice(legal.actions(now.state.game, seat))
        body = {"action_id": str(uuid4()), "expected_version": now.version, "action": action}
        services.act(users[seat].id, game_id, requests.action(body), at)
        return


def come_back(users: list[User], game_id: UUID, at: datetime) -> None:
    """Whoever is played for wants the seat back, and says so once."""
    one = seen(game_id).state.table
    for user in users:
        seat = one.played_for(permissions.person(user.id))
        away = None if seat is None else one.seats[seat].away
        if seat is not None and away is not None and away.returns and not away.wanted:
            services.sit(user.id, game_id, seat, at)
