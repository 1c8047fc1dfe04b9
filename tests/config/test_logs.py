"""What a line of the log says, and what it keeps to itself."""

import json
import logging
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from accounts.services import create_token
from config import logs, tracing
from config.kernel.errors import ProblemError

pytestmark = pytest.mark.pure


def line(message: str, *args: Any, error: BaseException | None = None, **extra: Any) -> dict[str, Any]:
    """A line as a machine reads it."""
    record = logging.LogRecord("some.part", logging.ERROR, __file__, 1, message, args, None)
    record.exc_info = (type(error), error, error.__traceback__) if error else None
    record.__dict__.update(extra)
    text = logs.Json().format(record)
    assert "\n" not in text
    return dict(json.loads(text))


def raised(error: Exception) -> Exception:
    """The exception after it was raised."""
    try:
        raise error
    except type(error) as caught:
        return caught


def test_a_line_says_when_how_bad_where_and_what() -> None:
    told = line("the stock of %s is empty", "table 7")
    assert set(told) == {"time", "level", "logger", "message"}
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "some.part", "the stock of table 7 is empty")
    assert told["time"].endswith("Z") and len(told["time"]) == len("2026-01-01T00:00:00.000Z")


def test_a_line_names_the_request_and_the_game_that_it_belongs_to() -> None:
    game = str(uuid4())
    token = tracing._cause.set(tracing.Cause("word-of-mine", game))
    try:
        told = line("x")
        plain = logs.Plain().format(logging.makeLogRecord({"msg": "x", "levelname": "ERROR", "name": "n"}))
    finally:
        tracing._cause.reset(token)
    assert (told["request"], told["game"]) == ("word-of-mine", game)
    assert plain.endswith(f"ERROR n: x [request=word-of-mine game={game}]")


@pytest.mark.parametrize(
    "secret",
    [
        "KH",
        "JK",
        "2C",
        "192.0.2.17",
        "2001:db8:1:2:3:4:5:6",
        "2001:db8::17",
        "anna@example.org",
        "q8Zk2q8Zk2q8Zk2q8Zk2q8Zk2q8Zk2q8Zk2q8Zk2q8Zk",
        "d3b07384d113edec49eaa6238ad5ff00d3b07384d113edec49eaa6238ad5ff00",
    ],
)
def test_what_looks_like_a_card_a_token_or_an_address_is_blotted_out(secret: str) -> None:
    told = line("before %s, after", secret)
    assert told["message"] == "before ···, after"


def test_passwords_in_addresses_of_servers_are_blotted_out() -> None:
    assert "swordfish" not in line("cannot reach %s", "redis://me:swordfish@cache:6379/0")["message"]
    assert "swordfish" not in line("header Authorization: Bearer swordfish")["message"]


def test_ids_times_and_names_of_the_program_stay_readable() -> None:
    said = f"{uuid4()} at 12:34:56 games.tasks.sweep play_overdue_games_and_bots_in_order 55P03 took 3.2 s"
    assert line(said)["message"] == said


def test_an_exception_is_told_by_place_and_kind_without_its_words() -> None:
    error = raised(ValueError("no card KH in AS QD 7C"))
    told = line("it failed: %s", error, error=error)
    assert told["message"] == "it failed: ValueError"
    assert told["trace"].endswith("ValueError") and "in raised" in told["trace"]
    assert "QD" not in told["trace"]


def test_an_exception_that_came_of_another_tells_both() -> None:
    try:
        try:
            raise KeyError("a card")
        except KeyError as first:
            raise LookupError("a hand") from first
    except LookupError as caught:
        told = line("x", error=caught)
    first, _, second = told["trace"].partition("\nwhich came of\n")
    assert first.endswith("LookupError") and second.endswith("KeyError")


def test_words_that_name_parts_of_the_program_are_told() -> None:
    assert logs.describe(raised(AttributeError("'NoneType' object has no attribute 'deal'"))).endswith("'deal'")
    assert logs.describe(FileNotFoundError(2, "x", "/home/anna")) == "FileNotFoundError: No such file or directory"
    assert logs.describe(ProblemError("stale_version", version=3)) == "ProblemError: stale_version"


def test_celery_s_line_about_a_failed_task_does_not_tell_the_exception_s_words() -> None:
    error = raised(ValueError("KH QD"))
    context = {"name": "games.tasks.sweep", "id": str(uuid4()), "description": "raised unexpected", "exc": repr(error)}
    told = line("Task %(name)s[%(id)s] %(description)s: %(exc)s", context, error=error)
    assert told["message"] == f"Task games.tasks.sweep[{context['id']}] raised unexpected: ValueError"


def test_a_line_whose_words_do_not_fit_its_values_is_written_all_the_same() -> None:
    assert line("100 %", "x")["message"] == "100 %"


@pytest.mark.django_db
def test_a_row_that_the_database_refuses_is_named_by_its_table_and_rule_and_not_told() -> None:
    user = User.objects.create_user("anna")
    create_token(user)
    with pytest.raises(IntegrityError) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_token SET digest = NULL")
    assert str(user.pk) in str(caught.value)  # the database has told the whole row
    told = line("x", error=caught.value)
    assert "IntegrityError: 23502 accounts_token digest" in told["trace"]
    assert str(user.pk) not in json.dumps(told)


@pytest.mark.django_db
def test_a_lock_that_is_held_too_long_is_told_in_the_database_s_words() -> None:
    with pytest.raises(Exception, match="statement timeout") as caught, transaction.atomic(), connection.cursor() as c:
        c.execute("SET LOCAL statement_timeout = 20; SELECT pg_sleep(2)")
    assert logs.describe(caught.value) == "OperationalError: 57014 canceling statement due to statement timeout"


def test_a_code_in_an_address_is_not_written_with_it(rf: Any) -> None:
    request = rf.get("/games/secret-code")
    request.resolver_match = type("Match", (), {"route": "games/<game_id>"})()
    token = tracing._cause.set(tracing.Cause("w", path="/games/secret-code", request=request))
    try:
        assert line("Internal Server Error: %s", "/games/secret-code")["message"] == (
            "Internal Server Error: /games/<game_id>"
        )
    finally:
        tracing._cause.reset(token)
