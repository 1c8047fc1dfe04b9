"""The mail of a notice: what stands in it, where its links lead, and how it is ended."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import mails
from accounts.models import Preference, User
from accounts.notices import services
from accounts.notices.models import Delivery, Reader
from games import notices
from tests.games.playing import people, seen, table_of, turn_of
from tests.games.telling import later, post_is_kept, tell, with_mail

__all__ = ["post_is_kept"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("post_is_kept")]


def turn_mail(**more: Any) -> tuple[User, Any]:
    """Whose turn it is at a private table, and the mail that says so."""
    users = with_mail("ann", "ben")
    game_id = table_of(users, visibility="private", **more)
    notices.sweep(timezone.now())
    tell(later())
    (one,) = mail.outbox
    return users[turn_of(game_id)], one


def test_the_mail_ends_all_of_its_kind_by_one_click_without_cookies(client: Client) -> None:
    user, one = turn_mail()
    headers = one.message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = urlsplit(headers["List-Unsubscribe"].strip("<>")).path
    strict = Client(enforce_csrf_checks=True)
    assert strict.get(path).status_code == 200
    assert not Reader.objects.filter(no_mail=True).exists()  # programs that check mail open links
    assert strict.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Reader.objects.get(user=user).no_mail
    assert strict.get(path[:-3] + "xxx").status_code == 410
    client.force_login(user)
    form = client.get("/account/notices")
    assert form.context["form"].initial["no_mail"] is True


def test_what_waits_to_go_out_does_not_after_the_end_of_mails() -> None:
    users = with_mail("ann", "ben")
    table_of(users)
    notices.sweep(timezone.now())
    for user in users:
        services.choose(user, no_mail=True)
    tell(later())
    assert (mail.outbox, Delivery.objects.get().state) == ([], "dropped")


def test_the_link_leads_to_the_table_also_for_who_is_signed_out_and_signs_in_by_mail(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, one = turn_mail()
    link = re.search(r"http://127.0.0.1:8000(/login\?next=\S+)", one.body)
    assert link is not None
    by_mail = re.search(r'href="(/login/mail\?next=[^"]+)"', client.get(link[1]).content.decode())
    assert by_mail is not None
    monkeypatch.setattr(mails.send, "delay", mails.send)  # as a worker does
    mail.outbox = []
    client.post(by_mail[1], {"email": user.email})
    mailed = re.search(r"http://\S+?(/mailed/sign-in/\S+)", mail.outbox[0].body)
    assert mailed is not None
    arrived = client.post(mailed[1], follow=True)
    assert arrived.redirect_chain[-1][0].startswith("/tables/")
    assert arrived.status_code == 200 and arrived.context["boot"]["view"]["seat"] is not None


def test_a_mailed_link_leads_to_no_other_site(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    (ann,) = with_mail("ann")
    monkeypatch.setattr(mails.send, "delay", mails.send)
    client.post("/login/mail?next=https://elsewhere.example/x", {"email": ann.email})
    assert "elsewhere" not in mail.outbox[0].body
    path = urlsplit(re.search(r"http://\S+", mail.outbox[0].body)[0]).path  # type: ignore[index]
    assert client.post(f"{path}?next=//elsewhere.example/x").headers["Location"] == "/"


def test_times_are_of_the_readers_zone_and_no_card_is_in_any_notice() -> None:
    users = with_mail("ann", "ben")
    for user in users:
        Preference.objects.create(user=user, time_zone="Asia/Kolkata")
    game_id = table_of(users, visibility="private", clock={"turn_seconds": 3 * 86_400})
    tell(later(0))
    tell(later())
    body = mail.outbox[0].body
    assert "(Asia/Kolkata)" in body
    hands = [card for hand in seen(game_id).state.game.deal.seats for card in hand.hand]  # type: ignore[union-attr]
    assert hands and not any(re.search(rf"\b{card}\b", body) for card in map(str, hands))


def test_nothing_is_mailed_to_an_address_that_nobody_confirmed_and_a_digest_waits_for_its_hour() -> None:
    ann, ben = people("ann", "ben")
    for user in (ann, ben):
        user.email = f"{user.username}@example.org"
        user.save()
    table_of([ann, ben])
    tell(later())
    assert Delivery.objects.count() == 0
    cora, dan = with_mail("cora", "dan")
    for user in (cora, dan):
        services.choose(user, modes={"turn": {"mail": "digest"}}, digest_hour=(timezone.now().hour + 3) % 24)
    for _ in range(2):
        table_of([cora, dan])
    tell(later())
    tell(later(90))
    assert mail.outbox == []
    tell(timezone.now() + timedelta(hours=3))
    assert sum(one.subject.count("Your turn") for one in mail.outbox) == len({one.to[0] for one in mail.outbox}) > 0
    assert sum(one.body.count("Your turn") for one in mail.outbox) == 2
