"""What the database itself refuses, and what two people at once cannot bring about."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection

from accounts.clubs import invitations, services
from accounts.clubs.models import Change, Club, Invitation, Membership
from accounts.models import User
from config.kernel.errors import ProblemError
from tests.accounts.clubs.cast import Cast, owners, role_of

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What comes of acts that are begun together; a refusal is its code."""
    gate, told = threading.Barrier(len(acts)), [None] * len(acts)

    def run(number: int, act: Callable[[], Any]) -> None:
        gate.wait()
        try:
            told[number] = act()
        except ProblemError as refused:
            told[number] = refused.code
        except IntegrityError:
            told[number] = "refused by the database"
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return told


def two_owners() -> tuple[Cast, User, User]:
    cast = Cast()
    cast.put(second := User.objects.create_user("second"), "owner")
    return cast, cast["owner"], second


def test_of_two_owners_who_leave_at_once_one_stays() -> None:
    cast, first, second = two_owners()
    told = at_once(lambda: services.leave(first, cast.club.id), lambda: services.leave(second, cast.club.id))
    assert sorted(map(str, told)) == ["None", "last_owner"]
    assert owners(cast.club) == 1


@pytest.mark.parametrize("how", ["delete", "demote", "ban"])
def test_the_database_keeps_an_owner_whoever_writes(how: str) -> None:
    cast = Cast()
    own = Membership.objects.filter(club=cast.club, role="owner")
    change = {"demote": {"role": "member"}, "ban": {"state": "banned", "role": "member"}}
    with pytest.raises(IntegrityError, match="without an owner"):
        own.delete() if how == "delete" else own.update(**change[how])
    assert owners(cast.club) == 1


def test_the_database_keeps_an_owner_also_when_two_write_past_the_services_at_once() -> None:
    cast, first, second = two_owners()

    def gone(user: User) -> Callable[[], Any]:
        return lambda: Membership.objects.filter(club=cast.club, user=user).delete()[0]

    told = at_once(gone(first), gone(second))
    assert sorted(map(str, told)) == ["1", "refused by the database"]
    assert owners(cast.club) == 1


def test_a_person_who_is_the_last_owner_of_a_club_cannot_be_deleted_from_under_it() -> None:
    cast = Cast()
    with pytest.raises(IntegrityError, match="without an owner"):
        cast["owner"].delete()
    cast["member"].delete()
    assert Change.objects.filter(club=cast.club).exists()


def test_no_club_is_made_without_an_owner() -> None:
    with pytest.raises(IntegrityError, match="without an owner"):
        Club.objects.create(name="Nobody's", slug="nobodys", joining="open", creator=User.objects.create_user("a").id)


@pytest.mark.parametrize(
    "sql", ["UPDATE clubs_change SET act = ''", "DELETE FROM clubs_change", "TRUNCATE clubs_change"]
)
def test_the_log_of_a_club_is_never_changed(sql: str) -> None:
    cast = Cast()
    with connection.cursor() as cursor, pytest.raises(IntegrityError, match="append-only"):
        cursor.execute(sql)
    assert Change.objects.filter(club=cast.club, act="created").count() == 1


def test_a_card_lets_in_one_of_two_who_come_at_once() -> None:
    cast = Cast()
    card, _ = invitations.invite(cast["owner"], cast.club.id, kind="card", base="")
    code = invitations.codes.code_of(card.id, card.kind)
    come = [User.objects.create_user(name) for name in ("ann", "ben")]
    told = at_once(*(lambda user=user: invitations.accept(user, code, "").role for user in come))
    assert sorted(told) == ["member", "not_found"]
    assert Invitation.objects.get().uses_left == 0
    assert sorted(str(role_of(cast.club, user)) for user in come) == ["None", "member"]


def test_one_club_comes_of_two_requests_of_the_same_external_id_at_once() -> None:
    user = User.objects.create_user("ann")
    make = lambda: services.create_club(user, name="Hill", joining="open", external_id="1")[1]  # noqa: E731
    assert sorted(at_once(make, make)) == [False, True]
    assert Club.objects.count() == 1


def test_who_joins_twice_at_once_is_in_once() -> None:
    cast = Cast()
    join = lambda: services.join(cast["stranger"], cast.club.id).role  # noqa: E731
    assert at_once(join, join) == ["member", "member"]
    assert Change.objects.filter(act="joined").count() == 1
