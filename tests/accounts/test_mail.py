"""What is done by mail: signing up and in, a new password, confirming and changing an address."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core import signing
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts import links
from accounts.backends import PasswordBackend
from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough secret 7"
OTHER = "another long secret 8"
Link = Callable[[], str]
Mails = list[EmailMessage]


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", PASSWORD, email="ann@example.org", email_confirmed_at=timezone.now())


def signed_in(browser: Client) -> str | None:
    answer = browser.get("/api/me")
    return answer.json()["username"] if answer.status_code == 200 else None


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user, "accounts.backends.PasswordBackend")
    return browser


def words(answer: Any) -> str:
    return str(answer.content.decode())


def test_who_signs_up_with_an_address_confirms_it_by_the_button_behind_the_mailed_link(
    post_office: Mails, link: Link
) -> None:
    browser = Client()
    browser.post("/signup", {"username": "ann", "password": PASSWORD, "email": "ann@example.org"})
    assert signed_in(browser) == "ann"
    assert post_office[-1].to == ["ann@example.org"] and "Hello ann" in post_office[-1].body
    assert "Yes, this is my address" in words(browser.get(link()))
    assert User.objects.get().email_confirmed_at is None  # programs that check mail open links
    assert "confirmed" in words(browser.post(link(), follow=True))
    assert User.objects.get().email_confirmed_at is not None


def test_who_signs_up_without_a_password_is_in_by_the_mailed_link_and_not_before(
    link: Link, post_office: Mails
) -> None:
    browser = Client()
    page = browser.post("/signup", {"username": "ann", "email": "ann@example.org", "password": ""})
    assert "Look into your mail" in words(page) and signed_in(browser) is None
    browser.post(link())
    assert signed_in(browser) == "ann" and User.objects.get().email_confirmed_at is not None


@pytest.mark.parametrize("sent", [True, False])
def test_a_password_or_an_address_is_needed_and_an_address_is_enough_only_where_mail_is_sent(
    sent: bool, post_office: Mails, settings: Any
) -> None:
    settings.MAIL_IS_SENT = sent
    assert Client().post("/signup", {"username": "ann", "password": "", "email": ""}).status_code == 422
    answer = Client().post("/signup", {"username": "ann", "password": "", "email": "ann@example.org"})
    assert (answer.status_code == 200, User.objects.exists()) == (sent, sent)


def test_a_member_without_an_address_signs_up_with_a_name_and_a_password(post_office: Mails) -> None:
    browser = Client()
    browser.post("/signup", {"username": "olga", "password": PASSWORD})
    assert signed_in(browser) == "olga" and post_office == []


def test_registering_by_program_mails_the_link_too(post_office: Mails, link: Link) -> None:
    body = {"username": "ann", "password": PASSWORD, "email": "ann@example.org"}
    Client().post("/api/register", body, "application/json")
    Client().post(link())
    assert User.objects.get().email_confirmed_at is not None


def test_a_mailed_link_signs_in_without_a_password_and_once(ann: User, link: Link) -> None:
    browser = Client()
    browser.post("/login/mail", {"email": "Ann@Example.org"})
    browser.get(link())
    assert signed_in(browser) is None
    browser.post(link())
    assert signed_in(browser) == "ann"
    again = Client()
    assert again.post(link()).status_code == 410
    assert signed_in(again) is None


def test_a_forgotten_password_is_replaced_by_mail_and_all_sessions_end(ann: User, link: Link) -> None:
    elsewhere = browser_of(ann)
    browser = Client()
    browser.post("/login/forgotten", {"email": "ann@example.org"})
    refused = browser.post(link(), {"password": "short"})
    assert refused.status_code == 422 and "too short" in words(refused)
    browser.post(link(), {"password": OTHER})
    assert (signed_in(browser), signed_in(elsewhere)) == ("ann", None)
    assert User.objects.get().check_password(OTHER)
    assert Client().post(link(), {"password": PASSWORD}).status_code == 410


@pytest.mark.parametrize("page", ["/login/mail", "/login/forgotten"])
def test_nobody_learns_from_a_page_whether_an_address_is_known(ann: User, page: str, post_office: Mails) -> None:
    known, unknown = (Client().post(page, {"email": f"{name}@example.org"}) for name in ("ann", "nobody"))
    assert words(known) == words(unknown) and known.status_code == unknown.status_code
    assert [mail.to for mail in post_office] == [["ann@example.org"]]


def test_signing_up_with_an_address_that_another_has_looks_like_any_other(ann: User, post_office: Mails) -> None:
    answers = [
        Client().post("/signup", {"username": name, "password": "", "email": f"{address}@example.org"})
        for name, address in (("ben", "ann"), ("cora", "cora"))
    ]
    assert words(answers[0]) == words(answers[1])


def test_an_address_that_was_never_confirmed_opens_no_account_that_has_a_password(post_office: Mails) -> None:
    User.objects.create_user("ann", PASSWORD, email="mistyped@example.org")
    Client().post("/login/mail", {"email": "mistyped@example.org"})
    assert post_office == []


def test_an_address_that_two_share_gets_a_mail_for_each(ann: User, post_office: Mails) -> None:
    User.objects.create_user("otto", PASSWORD, email="ann@example.org", email_confirmed_at=timezone.now())
    Client().post("/login/mail", {"email": "ann@example.org"})
    assert sorted(mail.body.split(",")[0] for mail in post_office) == ["Hello ann", "Hello otto"]


def test_a_confirmed_address_stands_for_the_name_at_the_log_in_and_another_does_not(ann: User) -> None:
    User.objects.create_user("ben", PASSWORD, email="ben@example.org")
    for address, name in (("ANN@example.org", "ann"), ("ben@example.org", None)):
        browser = Client()
        browser.post("/login", {"username": address, "password": PASSWORD})
        assert signed_in(browser) == name


def test_a_new_address_counts_when_its_link_is_followed_and_the_old_one_is_told(
    ann: User, post_office: Mails, link: Link
) -> None:
    browser = browser_of(ann)
    browser.post("/account/email", {"email": "new@example.org", "old": PASSWORD})
    assert (User.objects.get().email, post_office[-1].to) == ("ann@example.org", ["new@example.org"])
    browser.post(link())
    assert User.objects.get().email == "new@example.org"
    assert post_office[-1].to == ["ann@example.org"] and "another address" in post_office[-1].body


def test_changing_address_or_password_asks_for_the_password(ann: User, post_office: Mails) -> None:
    browser = browser_of(ann)
    for page, asked in (("email", {"email": "new@example.org"}), ("password", {"password": OTHER})):
        refused = browser.post(f"/account/{page}", {**asked, "old": "wrong"})
        assert refused.status_code == 422 and "not your password" in words(refused)
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD) and not ann.new_email and post_office == []


def test_who_has_no_password_keeps_an_address(post_office: Mails) -> None:
    user = User.objects.create_user("ann", None, email="ann@example.org")
    assert browser_of(user).post("/account/email", {"email": ""}).status_code == 422
    assert User.objects.get().email == "ann@example.org"


def test_an_address_can_be_forgotten(ann: User, post_office: Mails) -> None:
    browser_of(ann).post("/account/email", {"email": "", "old": PASSWORD})
    assert (User.objects.get().email, User.objects.get().email_confirmed_at) == ("", None)


@pytest.mark.parametrize("kind", list(links.PURPOSES))
def test_a_link_of_one_kind_is_none_of_another_and_a_changed_one_is_none_at_all(ann: User, kind: str) -> None:
    text = links.make(kind, ann)
    assert links.follow(kind, text) == ann
    others = [other for other in links.PURPOSES if other != kind]
    assert [links.follow(other, text) for other in others] == [None] * 3
    assert links.follow(kind, text[:-1]) is links.follow(kind, "x") is None
    assert links.follow(kind, signing.dumps([str(uuid4()), "x"], salt=f"accounts.links.{kind}")) is None


def test_a_link_runs_out_and_ends_with_a_ban(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    text = links.make(links.SIGN_IN, ann)
    monkeypatch.setitem(links.PURPOSES, links.SIGN_IN, links.PURPOSES[links.SIGN_IN]._replace(seconds=-1))
    assert links.follow(links.SIGN_IN, text) is None
    text = links.make(links.CONFIRM, ann)
    User.objects.update(is_active=False)
    assert links.follow(links.CONFIRM, text) is None


def test_a_mailed_address_of_a_kind_that_there_is_not_is_a_link_that_does_nothing() -> None:
    assert Client().get("/mailed/nothing/x").status_code == 410


def test_nobody_s_mailbox_is_flooded(ann: User, post_office: Mails, settings: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(cache, "key_prefix", str(uuid4()))
    settings.RATES = settings.RATES | {"mails by person": (2, 10**9)}
    pages = [Client().post("/login/mail", {"email": "ann@example.org"}) for _ in range(4)]
    assert len(post_office) == 2 and len({words(page) for page in pages}) == 1


def test_who_asks_for_mail_too_often_is_told_so(ann: User, post_office: Mails, settings: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(cache, "key_prefix", str(uuid4()))
    settings.RATES = settings.RATES | {"mails by address": (1, 10**9)}
    browser = Client(REMOTE_ADDR="203.0.113.5")
    assert [browser.post("/login/mail", {"email": "a@example.org"}).status_code for _ in range(2)] == [200, 429]


def test_a_site_that_sends_no_mail_says_so_instead_of_promising_a_link(ann: User, settings: Any) -> None:
    settings.MAIL_IS_SENT = False
    assert "sends no mail" in words(Client().get("/login/mail"))
    assert "/login/mail" not in words(Client().get("/login"))


def test_strangers_who_name_an_address_keep_no_mail_from_its_owner(ann: User, post_office: Mails) -> None:
    for n in range(12):
        Client().post(
            "/api/register", {"username": f"bad{n}", "password": PASSWORD, "email": ann.email}, "application/json"
        )
    post_office.clear()
    User.objects.filter(id=ann.id).update(seen_on=timezone.now().date())  # the row is the newest of all
    Client().post("/login/mail", {"email": ann.email})
    assert ["Hello ann" in mail.body for mail in post_office] == [True]


@pytest.mark.parametrize("name", ["ann@example.org", "nobody@example.org"])
def test_a_wrong_password_costs_the_same_whether_the_address_is_known_or_not(
    ann: User, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = []
    monkeypatch.setattr(User, "check_password", lambda user, password: bool(hashed.append("checked")))
    monkeypatch.setattr(User, "set_password", lambda user, password: hashed.append("set"))
    PasswordBackend().authenticate(None, username=name, password="wrong")
    assert len(hashed) == 1
