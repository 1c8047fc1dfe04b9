"""What an operator sees of the site from inside, and what not even they see."""

import re
from collections.abc import Iterator
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import Token, User
from accounts.services import create_token
from config import mail
from config.admin import site
from games.models import Event, Game, Secret
from tests.games.playing import people, play, table_of

pytestmark = pytest.mark.django_db

FACES = re.compile(r"\b(?:[AKQJT2-9][CDHS]|JK)\b")


@pytest.fixture
def users() -> list[User]:
    """Two people, of whom the first is an operator."""
    found = people("ann", "ben")
    call_command("operator", "ann", stdout=StringIO())
    return found


@pytest.fixture
def operator(client: Client, users: list[User]) -> Client:
    """The operator's browser."""
    client.force_login(users[0], "accounts.backends.PasswordBackend")
    return client


@pytest.fixture
def game_id(users: list[User]) -> UUID:
    """A game that goes on."""
    made = table_of(users)
    play(users, made, 20)
    return made


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    cache.delete(mail.FAILURE)
    yield
    cache.delete(mail.FAILURE)


def test_a_stranger_is_asked_to_sign_in_where_everybody_does(client: Client) -> None:
    answer = client.get("/admin/")
    assert (answer.status_code, answer["Location"]) == (302, "/admin/login/?next=/admin/")
    assert client.get(answer["Location"])["Location"].startswith("/login?next=/admin/login/")


def test_for_whoever_is_no_operator_there_is_nothing(client: Client, users: list[User], game_id: UUID) -> None:
    client.force_login(users[1], "accounts.backends.PasswordBackend")
    for path in ("/admin/", f"/admin/games/game/{game_id}/change/", "/admin/accounts/user/"):
        assert client.get(path, follow=True).status_code == 404, path


def test_an_operator_who_is_dismissed_sees_nothing_any_longer(operator: Client) -> None:
    assert operator.get("/admin/").status_code == 200
    said = StringIO()
    call_command("operator", "ANN", "--dismiss", stdout=said)
    assert said.getvalue() == "ann is no operator.\n"
    assert operator.get("/admin/", follow=True).status_code == 404


def test_nobody_is_made_an_operator_by_a_name_that_does_not_exist() -> None:
    with pytest.raises(CommandError, match="There is no account eve"):
        call_command("operator", "eve")


def test_an_operator_sees_a_table_and_the_rows_of_its_log_and_no_card(operator: Client, game_id: UUID) -> None:
    page = operator.get(f"/admin/games/game/{game_id}/change/").content.decode()
    rows = list(Event.objects.filter(game=game_id))
    assert len(rows) > 15
    for row in rows:
        assert row.hash in page and f"<td>{row.type}</td>" in page
    hidden = [sealed["salt"] for row in rows for sealed in (row.hidden or {}).values()]
    hidden += Secret.objects.filter(game=game_id).values_list("secret", flat=True)
    assert len(hidden) > 5 and not [secret for secret in hidden if secret in page]
    assert FACES.findall(re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)) == []


def test_an_operator_sees_people_without_passwords_and_tokens_without_what_they_are(
    operator: Client, users: list[User]
) -> None:
    users[1].set_password("swordfish")
    users[1].save()
    token = create_token(users[1])
    kept = Token.objects.get()
    pages = [f"/admin/accounts/user/{users[1].pk}/change/", f"/admin/accounts/token/{kept.pk}/change/"]
    for path in ("/admin/accounts/user/", "/admin/accounts/token/", *pages):
        answer = operator.get(path)
        page = answer.content.decode()
        assert answer.status_code == 200 and "ben" in page, path
        assert not [secret for secret in (users[1].password, token, kept.digest) if secret in page]


def test_no_hand_and_no_password_can_be_found_out_by_asking_which_rows_have_it(
    operator: Client, users: list[User], game_id: UUID
) -> None:
    assert operator.get("/admin/games/game/", {"status": "playing"}).status_code == 200
    create_token(users[1])
    for address in (
        "games/game/?state__game__deal__seats__0__hand__icontains=JK",
        "games/game/?last_hash__startswith=0",
        "accounts/user/?password__startswith=md5",
        "accounts/token/?digest__startswith=0",
    ):
        assert operator.get(f"/admin/{address}").status_code in (302, 400), address


def test_nothing_can_be_changed(operator: Client, users: list[User], game_id: UUID) -> None:
    for path in (f"games/game/{game_id}", f"accounts/user/{users[1].pk}"):
        for act in ("change", "delete"):
            assert operator.post(f"/admin/{path}/{act}/", {"post": "yes"}).status_code == 403, (path, act)
    for path in ("games/game", "accounts/user", "accounts/token"):
        assert operator.post(f"/admin/{path}/add/", {"username": "eve"}).status_code == 403
        operator.post(f"/admin/{path}/", {"action": "delete_selected", "_selected_action": [users[1].pk]})
    assert Game.objects.count() == 1 and User.objects.count() == 2
    assert operator.get("/admin/password_change/").status_code == 404


def test_what_is_shown_is_an_allow_list_that_names_no_secret() -> None:
    for model, shown in site._registry.items():
        assert shown.fields and shown.list_display, model
        forbidden = {"state", "hidden", "data", "password", "digest", "secret"}
        assert not forbidden & {*shown.fields, *shown.list_display}  # type: ignore[misc]
    assert {model.__name__ for model in site._registry} == {"Game", "Outcome", "User", "Token"}


def test_a_warning_stands_there_while_mail_fails(operator: Client, settings: Any) -> None:
    settings.MAIL_IS_SENT = True
    assert "could not be sent" not in operator.get("/admin/").content.decode()
    mail.remember(TimeoutError())
    assert "The last mail, at " in operator.get("/admin/").content.decode()
