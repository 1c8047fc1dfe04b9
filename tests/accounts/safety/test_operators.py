"""What the site's operators decide, and in which order all who decide lock."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.clubs.models import Role
from accounts.models import User
from accounts.safety import selectors, services
from config.models import Operator
from tests.accounts.clubs.cast import Cast, role_of
from tests.accounts.safety.reporting import decide, report

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return Cast()


@pytest.fixture
def operator() -> Client:
    user = User.objects.create_user("op")
    call_command("operator", "op")
    client = Client()
    client.force_login(user, "accounts.backends.PasswordBackend")
    return client


DECIDED = {"outcome": "chat_off", "days": "7", "text": "Be kind."}


def test_what_happened_in_no_club_is_the_operators_to_decide(cast: Cast, operator: Client) -> None:
    made = report(cast.asker, cast.target, None, game=uuid4(), game_version=17, game_hash="ab" * 32)
    assert "target" in operator.get("/site/reports").content.decode()
    assert "up to row 17" in operator.get(f"/site/reports/{made.id}").content.decode()
    assert operator.post(f"/site/reports/{made.id}", {**DECIDED, "outcome": "banned"}).status_code == 422
    assert operator.post(f"/site/reports/{made.id}", DECIDED).status_code == 302
    assert selectors.chat_off_until(cast.target.id, None)
    services.appeal(cast.target, made.id, "It was a joke.")
    closing = {"upheld": "no", "text": "It was."}
    second = Operator.objects.create(user=User.objects.create_user("second"))
    assert operator.post(f"/site/reports/{made.id}", closing).status_code == 404, "not who decided first"
    second.delete()
    assert operator.post(f"/site/reports/{made.id}", closing).status_code == 302, "unless there is nobody else"
    assert selectors.chat_off_until(cast.target.id, None) is None


def test_where_all_officers_have_a_part_in_it_the_operators_decide(cast: Cast, operator: Client) -> None:
    for who in ("organizer", "arbiter"):
        cast.people[who].memberships.update(role=Role.MEMBER)
    about_owner = report(cast.asker, cast["owner"], cast.club.id)
    about_target = decide(cast["owner"], report(cast.asker, cast.target, cast.club.id), "banned")
    services.appeal(cast.target, about_target.id, "It was a joke.")
    usual = report(cast.asker, cast["member"], cast.club.id)
    assert operator.get(f"/site/reports/{usual.id}").status_code == 404, "the club can"
    assert operator.post(f"/site/reports/{about_owner.id}", DECIDED).status_code == 302
    assert operator.post(f"/site/reports/{about_target.id}", {"upheld": "no", "text": "It was."}).status_code == 302
    assert role_of(cast.club, cast.target) is None and selectors.chat_off_until(cast["owner"].id, cast.club.id)


def test_the_only_operator_decides_what_they_have_reported_and_one_of_two_does_not(
    cast: Cast, operator: Client
) -> None:
    made = report(User.objects.get(username="op"), cast.target, None)
    second = Operator.objects.create(user=User.objects.create_user("second"))
    assert operator.get(f"/site/reports/{made.id}").status_code == 404
    second.delete()
    assert operator.post(f"/site/reports/{made.id}", DECIDED).status_code == 302


def test_an_operator_is_told_which_table_and_led_to_none_that_they_do_not_see(cast: Cast, operator: Client) -> None:
    made = report(cast.asker, cast.target, None, game=uuid4(), game_version=17, game_hash="ab" * 32)
    page = operator.get(f"/site/reports/{made.id}").content.decode()
    assert f"Table {made.game}" in page and f"/tables/{made.game}" not in page


def test_whoever_names_one_operator_is_told_that_two_are_better(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("op", "second"):
        User.objects.create_user(name)
        call_command("operator", name)
    assert capsys.readouterr().out.count("waits until there is a second one") == 1


def test_a_queue_of_many_asks_the_database_no_more_than_one_of_few(cast: Cast, operator: Client) -> None:
    def statements(get: Any) -> int:
        with CaptureQueriesContext(connection) as seen:
            assert get().status_code == 200
        return len(seen)

    queues = (
        lambda: operator.get("/site/reports"),
        lambda: cast.program("owner").get(f"/api/clubs/{cast.club.id}/reports"),
    )
    for where in (None, cast.club.id):
        report(cast.asker, cast.target, where)
    few = [statements(get) for _ in range(2) for get in queues][2:]  # who comes first on a day is noted besides
    for where in (None, cast.club.id) * 3:
        report(cast.asker, cast.target, where)
    assert [statements(get) for get in queues] == few


def test_an_operator_decides_nothing_about_themselves(cast: Cast, operator: Client) -> None:
    made = report(cast.asker, User.objects.get(username="op"), None)
    assert operator.get(f"/site/reports/{made.id}").status_code == 404
    assert operator.post(f"/site/reports/{made.id}", DECIDED).status_code == 404


def test_each_locks_the_club_before_the_report(cast: Cast, operator: Client) -> None:
    """Else an officer who decides and a person who appeals could wait for each other."""
    made = decide(cast["owner"], report(cast.asker, cast.target, cast.club.id))
    about_owner = report(cast.asker, cast["owner"], cast.club.id)
    for who in ("organizer", "arbiter"):
        cast.people[who].memberships.update(role=Role.MEMBER)

    in_order = ["clubs_club", "safety_report"]

    def locks(do: Any) -> list[str]:
        with CaptureQueriesContext(connection) as seen:
            do()
        locking = [re.findall(r'FROM "(\w+)"', one["sql"]) for one in seen if "FOR UPDATE" in one["sql"]]
        return [next(table for table in tables if table in in_order) for tables in locking if set(in_order) & {*tables}]

    assert locks(lambda: services.appeal(cast.target, made.id, "It was a joke.")) == in_order
    for one, told in ((about_owner, DECIDED), (made, {"upheld": "no", "text": "It was."})):
        assert locks(lambda one=one, told=told: operator.post(f"/site/reports/{one.id}", told)) == in_order
