"""Private by default: what a new account, a new club and a new table show to whom nothing was shown on purpose."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.clubs import announcements, services
from accounts.clubs.forms import ClubForm
from accounts.clubs.models import Joining
from accounts.models import User
from games import chats, requests
from games.services import sit
from tests.accounts.clubs.cast import Cast
from tests.games.playing import new_table, people, seen

pytestmark = pytest.mark.django_db

ADDRESS = "ann.secret@example.org"


@pytest.fixture
def ann() -> User:
    """Somebody who has changed nothing of what a new account has."""
    return User.objects.create_user("ann", email=ADDRESS, email_confirmed_at=timezone.now(), last_login=timezone.now())


def browser(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user, "accounts.backends.PasswordBackend")
    return client


def test_of_a_person_others_at_a_table_see_the_name_and_neither_address_nor_when_they_were_here(ann: User) -> None:
    (ben,) = people("ben")
    game_id = new_table(ann, ["me", "open", "bot:random", "bot:random"])
    sit(ben.id, game_id, 1, datetime.now(UTC))
    paths = ("/", f"/tables/{game_id}", "/api/games", f"/api/games/{game_id}", f"/api/games/{game_id}/events")
    pages = [browser(user).get(path).content.decode() for path in paths for user in (ben, None)]
    assert any("ann" in page for page in pages)
    secrets = (ADDRESS, "ann.secret", "last_login", "seen_on", "online", str(ann.id))
    assert [word for word in secrets for page in pages if word in page] == []


def test_who_belongs_to_no_club_stands_in_no_list_of_people(ann: User) -> None:
    (ben,) = people("ben")
    paths = ("/", "/clubs", "/api/clubs", "/api/games", "/api/blocks", "/api/reports")
    assert not any("ann" in browser(ben).get(path).content.decode() for path in paths)


def test_a_new_club_lets_nobody_in_by_itself_and_shows_strangers_neither_people_nor_news(ann: User) -> None:
    chosen = ClubForm().fields["joining"].initial
    assert chosen == Joining.REQUEST
    club, _ = services.create_club(ann, name="Harbour Cards", joining=chosen)
    announcements.announce(ann, club.id, title="Sunday", text="At five.", base="")
    (ben,) = people("ben")
    for user in (ben, None):
        pages = [browser(user).get(path).content.decode() for path in (f"/clubs/{club.slug}", f"/api/clubs/{club.id}")]
        assert all("Harbour Cards" in page for page in pages)
        assert not any(word in page for word in ("ann", "Sunday", "At five.") for page in pages)
        for what in ("members", "announcements"):
            assert browser(user).get(f"/api/clubs/{club.id}/{what}").status_code in (401, 403)
    assert services.join(ben, club.id).role == "stranger", "an officer lets them in"


def test_a_table_of_a_club_is_the_club_s_unless_somebody_says_otherwise() -> None:
    cast = Cast()
    game_id = new_table(cast["member"], ["me", "open", "bot:random", "bot:random"], club=str(cast.club.id))
    told = {
        who: browser(cast.people.get(who)).get(f"/api/games/{game_id}").status_code
        for who in ("arbiter", "stranger", "anonymous")
    }
    assert told == {"arbiter": 200, "stranger": 404, "anonymous": 404}
    page = browser(cast["member"]).get(f"/tables/new?club={cast.club.id}").content.decode()
    assert "checked" in page[page.index('name="private"') :][:80]


def test_what_is_said_at_a_public_table_is_read_at_the_table_alone(ann: User) -> None:
    ben, cora = people("ben", "cora")
    game_id = new_table(ann, ["me", "open", "bot:random", "open"])
    assert seen(game_id).state.table.visibility == "public"
    sit(ben.id, game_id, 1, datetime.now(UTC))
    asked = requests.chat({"message_id": "6f5d2f0e-5d0b-4d0c-9a25-0d4c0c1f5a11", "text": "A secret word"})
    chats.say(ann, game_id, asked, datetime.now(UTC), "")

    def reads(user: User | None) -> Any:
        paths = (f"/api/games/{game_id}/chat", f"/api/games/{game_id}", f"/tables/{game_id}", "/", "/api/games")
        return [path for path in paths if "A secret word" in browser(user).get(path).content.decode()]

    assert [reads(user) for user in (ben, cora, None)] == [[f"/api/games/{game_id}/chat"], [], []]
