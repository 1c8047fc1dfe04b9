"""What one action costs: counted, never timed."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from engine import commands, legal
from games import push, services
from games.models import Event
from tests.accounts.clubs.cast import Cast
from tests.games.playing import act, new_table, people, play, seen, step, table_of
from tests.games.positions import BOOKS, ON_THE_FOOT, put

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 8


class Spy:
    """Everything that is said to Redis through the kept connection."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.said: list[tuple[Any, ...]] = []
        really = push._publisher.execute_command

        def noted(*args: Any, **options: Any) -> Any:
            self.said.append(args)
            return really(*args, **options)

        monkeypatch.setattr(push._publisher, "execute_command", noted)


def cost(users: list[User], game_id: UUID, spy: Spy) -> int:
    """The statements of the next action, which says one number on one channel."""
    now = seen(game_id)
    seat = now.state.to_act[0]
    action = legal.actions(now.state.game, seat)[0]
    return counted(game_id, spy, lambda: act(users[seat], game_id, action, now.version))


def counted(game_id: UUID, spy: Spy, do: Callable[[], object]) -> int:
    """The statements of what is done, in one transaction, which says one number on one channel."""
    spy.said.clear()
    with CaptureQueriesContext(connection) as captured:
        do()
    said = [query["sql"] for query in captured.captured_queries]
    assert (said[0], said[-1], said.count("BEGIN"), said.count("COMMIT")) == ("BEGIN", "COMMIT", 1, 1)
    assert spy.said == [("PUBLISH", f"fairdeal:game:{game_id}", seen(game_id).version)]
    return len(said) - 2


def test_an_action_costs_the_same_few_statements_at_the_start_and_after_a_thousand_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users, ruleset={"base": "classic", "minimums": [50] * 8})
    spy = Spy(monkeypatch)
    early = [cost(users, game_id, spy) for _ in range(10)]
    while seen(game_id).version < 1000:
        play(users, game_id, 100, seed=seen(game_id).version)
    late = [cost(users, game_id, spy) for _ in range(10)]
    assert max(early) <= MOST
    assert set(late) <= set(early)


def last_discard(game_id: UUID) -> None:
    put(
        game_id,
        {
            "turn": {"seat": 0, "phase": "play"},
            "seats": [{"hand": "4H", **ON_THE_FOOT}, {}],
            "teams": [{"melds": BOOKS}, {}],
        },
        {"base": "classic", "minimums": [50]},
    )


def test_the_action_that_ends_the_game_costs_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    users = people("ann", "ben")
    game_id = table_of(users, ruleset={"base": "classic", "minimums": [50]})
    last_discard(game_id)
    assert cost(users, game_id, Spy(monkeypatch)) <= MOST
    assert seen(game_id).state.status == "finished"
    assert Event.objects.filter(game_id=game_id, type="game_ended").exists()


def test_the_action_that_ends_a_deal_and_begins_the_next_costs_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    put(
        game_id,
        {
            "turn": {"seat": 0, "phase": "play"},
            "seats": [{"hand": "4H", **ON_THE_FOOT}, {}],
            "teams": [{"melds": BOOKS}, {}],
        },
    )
    assert cost(users, game_id, Spy(monkeypatch)) <= MOST
    assert seen(game_id).state.deals_begun == 2


@pytest.mark.parametrize("clock", ["none", "brisk"])
@pytest.mark.parametrize("dealing", ["dealt", "grab"])
def test_sitting_down_on_the_last_seat_which_starts_the_game_costs_no_more(
    monkeypatch: pytest.MonkeyPatch, dealing: str, clock: str
) -> None:
    users = people("ann", "ben", "cora", "dan")
    others = [f"user:{user.username}" for user in users[1:]]
    game_id = new_table(users[0], ["me", *others], ruleset={"base": "classic", "dealing": dealing}, clock=clock)
    spy = Spy(monkeypatch)
    for seat in (1, 2, 3):
        do = partial(services.sit, users[seat].id, game_id, seat, datetime.now(UTC))
        assert counted(game_id, spy, do) <= MOST
    assert seen(game_id).state.deals_begun == 1


@pytest.mark.parametrize("clock", ["none", "brisk"])
def test_sitting_down_on_the_last_seat_of_a_table_of_a_club_costs_no_more(
    monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    cast = Cast()
    spy = Spy(monkeypatch)
    for visibility in ("private", "public"):
        club = {"visibility": visibility, "club": str(cast.club.id)}
        game_id = new_table(cast["member"], ["me", "open"], clock=clock, **club)
        do = partial(services.sit, cast["guest"].id, game_id, 1, datetime.now(UTC))
        assert counted(game_id, spy, do) <= MOST
    assert seen(game_id).state.deals_begun == 1


def test_a_refused_action_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    users = people("ann", "ben")
    game_id = table_of(users)
    spy = Spy(monkeypatch)
    seat = seen(game_id).state.to_act[0]
    with pytest.raises(Exception, match="wrong_phase"):
        act(users[seat], game_id, {"do": "discard", "card": "JK"})
    assert spy.said == []


def test_a_write_that_is_rolled_back_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """V61."""
    users = people("ann", "ben")
    game_id = table_of(users)
    spy, before = Spy(monkeypatch), seen(game_id).version

    def fail(*args: Any, **more: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("games.kept.save", fail)
    with pytest.raises(RuntimeError):
        act(users[seen(game_id).state.to_act[0]], game_id, {"do": "draw"})
    assert (spy.said, seen(game_id).version) == ([], before)


def test_an_action_is_announced_only_when_it_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """V61. Another connection, asked at the very moment of the announcement, finds the version that is announced."""
    users = people("ann", "ben")
    game_id = table_of(users)
    found = []
    settings, wanted = connection.get_connection_params(), ("dbname", "user", "host", "port", "password")
    database = connection.Database

    def look(channel: object, version: int) -> None:
        with database.connect(**{key: settings[key] for key in wanted if key in settings}) as other:
            row = other.execute("SELECT version FROM games_game WHERE id = %s", [game_id]).fetchone()
            found.append((version, row[0]))

    monkeypatch.setattr(push._publisher, "publish", look)
    step_by(users, game_id)
    assert len(found) == 1 and found[0][0] == found[0][1]


def step_by(users: list[User], game_id: UUID) -> None:
    now = seen(game_id)
    seat = now.state.to_act[0]
    act(users[seat], game_id, commands.to_dict(legal.commands(now.state.game, seat)[0]), now.version)


def test_no_word_of_a_view_goes_to_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    users = people("ann", "ben", "cora", "dan")
    game_id = table_of(users)
    spy = Spy(monkeypatch)
    chance = Random(3)
    for _ in range(60):
        step(users, game_id, chance)
    assert len(spy.said) == 60
    for said in spy.said:
        command, channel, version = said
        assert (command, channel) == ("PUBLISH", f"fairdeal:game:{game_id}")
        assert isinstance(version, int)
