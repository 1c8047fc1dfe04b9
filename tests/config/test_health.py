"""What an operator's probe is told of the site: `/healthz`, `/readyz`."""

import time
from typing import Any
from uuid import uuid4

import httpx
import pytest
from celery import shared_task
from celery.schedules import crontab
from django.db import OperationalError, connection
from django.test import Client

from config import health, heartbeat
from tests.harness.product import Product


@pytest.fixture
def schedule(settings: Any) -> str:
    """A schedule of one task, which nobody has ever sent; its name."""
    name = f"tests.{uuid4().hex}"
    settings.CELERY_BEAT_SCHEDULE = {"tick": {"task": name, "schedule": 2.0}}
    return name


def readiness(client: Client) -> tuple[int, dict[str, Any]]:
    """The status and the body of an answer."""
    answer = client.get("/readyz")
    return answer.status_code, answer.json()


def test_a_process_that_lives_says_so_without_asking_the_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert answer["Cache-Control"] == "no-store"


def test_the_whole_product_is_ready_once_beat_and_a_worker_have_done_a_round(product: Product) -> None:
    end = time.monotonic() + 240
    while (answer := httpx.get(product.url + "/readyz", timeout=60)).status_code != 200:
        assert time.monotonic() < end, answer.text
        time.sleep(0.2)
    body = answer.json()
    assert body["ready"] is True
    assert set(body["checks"]) == {"database", "clock", "migrations", "broker", "beat", "worker"}
    assert all(check == {"ok": True} for check in body["checks"].values())


@pytest.mark.django_db
def test_silence_of_beat_is_told_with_the_task_that_is_missing(client: Client, schedule: str) -> None:
    status, body = readiness(client)
    assert (status, body["ready"]) == (503, False)
    assert body["checks"]["beat"] == {"ok": False, "why": f"{schedule} has not been sent for 30 s"}
    assert body["checks"]["worker"] == {"ok": False, "why": f"{schedule} has not been done for 30 s"}
    assert body["checks"]["database"] == {"ok": True}


@pytest.mark.django_db
def test_beat_that_sends_while_no_worker_works_is_not_ready(client: Client, schedule: str) -> None:
    heartbeat.leave("beat", schedule)
    status, body = readiness(client)
    assert (status, body["checks"]["beat"], body["checks"]["worker"]["ok"]) == (503, {"ok": True}, False)
    heartbeat.leave("worker", schedule)
    assert readiness(client)[0] == 200


@pytest.mark.usefixtures("servers")
def test_a_task_that_fails_is_no_sign_of_life(settings: Any) -> None:
    name = f"tests.{uuid4().hex}"
    settings.CELERY_BEAT_SCHEDULE = {"tick": {"task": name, "schedule": 2.0}}

    @shared_task(name=name)
    def fails(how: str = "") -> None:
        if how:
            raise ValueError(how)

    fails.apply(("badly",))
    assert heartbeat.missing("worker") == [(name, 30)]
    fails.apply()
    assert heartbeat.missing("worker") == []


def test_a_task_of_a_slow_schedule_may_be_silent_for_longer(settings: Any) -> None:
    settings.CELERY_BEAT_SCHEDULE = {
        "quick": {"task": "quick", "schedule": 2.0},
        "slow": {"task": "slow", "schedule": 30.0},
    }
    assert heartbeat.limits() == {"quick": 30, "slow": 120}


@pytest.mark.django_db
@pytest.mark.parametrize("seconds", [-0.8, 0.8])
def test_a_clock_that_differs_from_the_database_s_is_told(
    client: Client, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    now = time.time
    monkeypatch.setattr(health.time, "time", lambda: now() + seconds)
    _, body = readiness(client)
    assert not body["checks"]["clock"]["ok"]
    assert body["checks"]["clock"]["why"].startswith("this machine's clock and the database's are at least ")


@pytest.mark.django_db
def test_a_clock_that_differs_by_little_is_well(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time
    monkeypatch.setattr(health.time, "time", lambda: now() + 0.2)
    assert readiness(client)[1]["checks"]["clock"] == {"ok": True}


@pytest.mark.django_db
def test_a_migration_that_is_missing_is_named(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    status, body = readiness(client)
    assert status == 503
    assert body["checks"]["migrations"] == {"ok": False, "why": "not applied: sessions.0001_initial"}


@pytest.mark.django_db
def test_a_failing_check_tells_no_name_of_a_server_and_no_password(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise OperationalError('connection to server at "db.internal.example" failed: password=swordfish')

    monkeypatch.setattr(connection, "cursor", refuse)
    status, body = readiness(client)
    assert status == 503
    for name in ("database", "clock", "migrations"):
        assert body["checks"][name] == {"ok": False, "why": "it does not answer (OperationalError)"}
    assert "example" not in str(body) and "swordfish" not in str(body)
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_a_broker_that_is_away_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    away = "redis://127.0.0.1:1/0"  # nobody listens there
    way = health.current_app.connection_for_write
    monkeypatch.setattr(health.current_app, "connection_for_write", lambda: way(away))
    _, body = readiness(client)
    assert body["checks"]["broker"]["ok"] is False
    assert "127.0.0.1" not in str(body)


def test_the_probes_answer_no_other_method(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
    assert client.post("/readyz").status_code == 405


def test_what_is_done_at_a_time_of_day_is_not_missed_in_between(client: Client, schedule: str, settings: Any) -> None:
    nightly = {"task": "tests.nightly", "schedule": crontab(hour="4")}
    settings.CELERY_BEAT_SCHEDULE = settings.CELERY_BEAT_SCHEDULE | {"nightly": nightly}
    assert list(heartbeat.limits()) == [schedule]
    assert "nightly" not in str(readiness(client)[1])
