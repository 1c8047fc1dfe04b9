"""The suite swallows no exception that nobody foresaw: whoever logs one fails the test in which it came."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from config.kernel.problem import refusal_of
from engine.errors import Refused
from games import push, tasks
from tests.harness.strict import nothing_unforeseen

pytestmark = [pytest.mark.pure, pytest.mark.meets_internal]


def fails(*args: Any, **more: Any) -> Any:
    raise RuntimeError("nobody foresaw this")


def a_view_fails() -> None:
    refusal_of(RuntimeError("nobody foresaw this"), "GET /")


def a_sweep_fails() -> None:
    tasks._each([uuid4()], fails)


def telling_a_worker_fails() -> None:
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(push.current_app, "send_task", fails)
        push.wake_bots(uuid4(), 1.0)


@pytest.mark.parametrize("swallow", [a_view_fails, a_sweep_fails, telling_a_worker_fails])
def test_an_exception_that_the_product_logs_and_survives_fails_the_test(swallow: Any) -> None:
    with pytest.raises(AssertionError, match="unforeseen") as failed, nothing_unforeseen():
        swallow()
    assert str(failed.value.__cause__) == "nobody foresaw this"


def test_a_broker_that_is_away_and_a_table_that_is_gone_were_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(game_id: UUID) -> None:
        raise Refused("unknown_game")

    def away(*args: Any, **more: Any) -> None:
        raise ConnectionRefusedError("the broker is away")

    monkeypatch.setattr(push.current_app, "send_task", away)
    with nothing_unforeseen():
        tasks._each([uuid4()], gone)
        push.wake_bots(uuid4(), 1.0)
