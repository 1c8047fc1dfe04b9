"""kill -9 of a web process or a worker between any two steps: all of an action is there or nothing, and it goes on."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from engine.commands import to_dict
from engine.default import default_action
from games import audit, due, requests, services, tasks
from games.models import Event, Game, Receipt
from tests.games.playing import people, seen

pytestmark = pytest.mark.django_db(transaction=True)

KILLED = -signal.SIGKILL
A_WHILE_AGO = timedelta(hours=1)


class Mortal:
    """The process of `tests/games/dying.py`."""

    def __init__(self) -> None:
        database = str(connection.settings_dict["NAME"])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.games.dying", database],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        )

    def dies(self, step: int, **job: Any) -> bool:
        """Do the job and die before this step. False: it was done before that."""
        assert self._process.stdin and self._process.stdout
        print(json.dumps({"step": step, **job}), file=self._process.stdin, flush=True)
        code = int(self._process.stdout.readline())
        assert code in (0, KILLED), f"the job failed: exit code {code}"
        return code == KILLED

    def end(self) -> None:
        """No more jobs."""
        assert self._process.stdin
        self._process.stdin.close()
        assert self._process.wait(30) == 0


@pytest.fixture
def mortal() -> Iterator[Mortal]:
    """A process that may be killed."""
    running = Mortal()
    yield running
    running.end()


def a_table(*seats: str) -> tuple[UUID, UUID]:
    """A table with a clock of a minute, at which the first to act has been late for an hour; and its maker."""
    maker = people(f"m{uuid4().hex[:8]}")[0]
    asked = requests.game(
        {"ruleset": "classic", "players": len(seats), "seats": list(seats), "clock": {"turn_seconds": 60}}
    )
    return services.create_game(maker.id, asked, datetime.now(UTC) - A_WHILE_AGO)[0], maker.id


def a_turn_of(kind: str) -> tuple[UUID, UUID]:
    """A table of a person and a bot where one of this kind is to act, and its maker."""
    while True:
        game_id, maker = a_table("me", "bot:random")
        state = seen(game_id).state
        if state.table.is_bot(state.to_act[0]) == (kind == "bot"):
            return game_id, maker


def actions_of(game_id: UUID, since: int) -> list[str]:
    """What was done after this version."""
    rows = Event.objects.filter(game_id=game_id, version__gt=since).order_by("version")
    return [row.type for row in rows]


def is_sound(game_id: UUID) -> None:
    """Chain, promises, fold == state; and each receipt has its rows, each action's rows their receipt."""
    assert audit.verify(game_id) == []
    acted = set(Event.objects.filter(game_id=game_id).values_list("actor_id", "action_id"))
    assert acted == set(Receipt.objects.filter(game_id=game_id).values_list("actor", "action_id"))


def is_one_turn(done: list[str]) -> None:
    """It began once and ended once."""
    begun = [kind for kind in done if kind in ("drew", "pile_taken")]
    assert (begun, done.count("discarded")) == (done[:1], 1)


def test_a_person_whose_server_dies_anywhere_in_an_action_sends_it_again_and_it_is_done_once(mortal: Mortal) -> None:
    step, before_and_after = 0, set()
    died = True
    while died:
        step += 1
        game_id, maker = a_turn_of("user")
        was = seen(game_id)
        seat = was.state.to_act[0]
        body = {
            "action_id": str(uuid4()),
            "expected_version": was.version,
            "action": to_dict(default_action(was.state.game, seat)),
        }
        at = datetime.now(UTC)
        died = mortal.dies(step, do="act", user=str(maker), game=str(game_id), body=body, at=at.isoformat())
        is_sound(game_id)
        before_and_after.add(done := seen(game_id).version > was.version)
        assert done or died
        receipt = services.act(maker, game_id, requests.action(body), at)
        assert actions_of(game_id, was.version) in (["drew"], ["drew", "red_threes_laid"])
        assert receipt.version == seen(game_id).version
        is_sound(game_id)
    assert before_and_after == {False, True} and step > 8


@pytest.mark.parametrize("kind", ["user", "bot"])
def test_a_sweep_that_dies_anywhere_leaves_its_tables_to_the_next_one(mortal: Mortal, kind: str) -> None:
    step, died, ways = 0, True, set()
    while died:
        step += 1
        game_id, _ = a_turn_of(kind)
        was = seen(game_id)
        died = mortal.dies(step, do="sweep")
        is_sound(game_id)
        ways.add(tuple(actions_of(game_id, was.version)))
        Game.objects.filter(swept_at__isnull=False).update(swept_at=datetime.now(UTC) - due.AGAIN)
        tasks.sweep()
        is_one_turn(actions_of(game_id, was.version))
        assert seen(game_id).state.to_act != was.state.to_act
        is_sound(game_id)
        Game.objects.filter(id=game_id).update(deadline=None, bot_due=None)  # not for the next sweep
    assert ways >= {(), ("drew",)}


def test_a_worker_that_dies_anywhere_in_a_bots_turn_leaves_it_to_the_next_one(mortal: Mortal) -> None:
    step, died, ways = 0, True, set()
    while died:
        step += 1
        game_id, _ = a_turn_of("bot")
        was = seen(game_id)
        died = mortal.dies(step, do="bots", game=str(game_id))
        is_sound(game_id)
        ways.add(tuple(actions_of(game_id, was.version)))
        tasks.play_bots(str(game_id))
        is_one_turn(actions_of(game_id, was.version))
        is_sound(game_id)
    half_done = {way for way in ways if way and "discarded" not in way}
    assert () in ways and half_done
