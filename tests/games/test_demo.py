"""The demo: made where nobody but this machine can come in, at rest while nobody watches."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games import demo, push, tasks
from games.models import Event, Game
from tests.games.playing import seen
from tests.games.waiting import bots_waited, done_since

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("woken")]


def test_the_demo_is_made_once_however_often_it_is_asked_for() -> None:
    for _ in range(3):
        call_command("demo")
    game = Game.objects.get()
    assert (game.demo, game.status, game.visibility) == (True, "playing", "public")
    assert User.objects.filter(is_demo=True).count() == len(demo.ACCOUNTS)


def test_there_is_no_demo_where_others_can_come_in(settings: Any) -> None:
    settings.DEMO_ALLOWED = False
    with pytest.raises(CommandError):
        call_command("demo")
    assert not Game.objects.exists() and not User.objects.exists()


def test_demo_bots_rest_while_nobody_watches_and_play_one_action_at_a_time(
    monkeypatch: pytest.MonkeyPatch, woken: list[UUID]
) -> None:
    game_id = demo.prepare()
    version = seen(game_id).version
    bots_waited(game_id, 60)
    woken.clear()
    tasks.sweep()
    assert woken == []
    tasks.play_bots(str(game_id))
    assert done_since(game_id, version) == []
    monkeypatch.setattr(push, "watched", lambda game_id: True)
    tasks.sweep()
    assert woken == [game_id]
    tasks.play_bots(str(game_id))
    assert Event.objects.filter(game_id=game_id, version__gt=version).values("action_id").distinct().count() == 1
    last = Event.objects.filter(game_id=game_id).latest("version")
    assert Game.objects.get(id=game_id).bot_due == last.at + timedelta(seconds=2)


def test_a_demo_that_is_over_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "watched", lambda game_id: True)
    monkeypatch.setitem(demo.TABLE, "ruleset", {"base": "classic", "minimums": [50]})
    game_id = demo.prepare()
    for _ in range(3000):
        if not seen(game_id).state.to_act:
            break
        bots_waited(game_id, 10)
        tasks.play_bots(str(game_id))
    assert seen(game_id).state.status == "finished"
    assert Game.objects.filter(demo=True, status="playing").count() == 1
