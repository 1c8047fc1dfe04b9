"""Inviting a whole list: what each line will do, the work, the report; and mails that go out once."""

import csv
from datetime import timedelta
from io import StringIO
from smtplib import SMTPRecipientsRefused, SMTPSenderRefused, SMTPServerDisconnected
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from accounts.clubs import letters, lists, tasks
from accounts.clubs.models import Change, Invitation, InvitationList, Letter
from tests.accounts.clubs.cast import Cast, role_of, send

pytestmark = pytest.mark.django_db

PASTED = """Anna Berg, anna@example.org
"Ben Holm" <ben@example.org>;
cora@example.org\tCora
ANNA@example.org
member@example.org
banned@example.org
nobody
open@example.org

dan@example,org
"""


@pytest.fixture(autouse=True)
def _mail(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site sends mail, and no worker of another site is told."""
    settings.MAIL_IS_SENT = True
    monkeypatch.setattr(letters.current_app, "send_task", lambda *args, **more: None)


def path(cast: Cast, more: str = "") -> str:
    return f"/api/clubs/{cast.club.id}/invitation-lists{more}"


def started(cast: Cast, text: str, **more: Any) -> InvitationList:
    made, _ = lists.start(cast["organizer"], cast.club.id, text=text, base="https://cards.example.org", **more)
    return made


def work() -> None:
    while letters.send_piece():
        pass


def test_a_dry_run_says_of_every_line_what_it_will_do_and_does_nothing() -> None:
    cast = Cast()
    started(cast, "open@example.org")
    told = send(cast.program("organizer"), "POST", path(cast, "?dry_run=1"), {"text": PASTED})
    assert [(one["line"], one["verdict"]) for one in told.json()["lines"]] == [
        (1, "invited"),
        (2, "invited"),
        (3, "invited"),
        (4, "twice"),
        (5, "member"),
        (6, "banned"),
        (7, "no_address"),
        (8, "open"),
        (10, "no_address"),
    ]
    assert (Invitation.objects.count(), Letter.objects.count()) == (1, 1)


def test_whoever_gets_the_mail_comes_in_by_its_link_once() -> None:
    cast = Cast()
    started(cast, "anna@example.org", role="guest")
    work()
    [sent] = mail.outbox
    assert sent.to == ["anna@example.org"] and "Tuesday Cards" in sent.subject
    link = next(word for word in sent.body.split() if word.startswith("https://cards.example.org/join/"))
    browser = cast.browser("stranger")
    browser.post(link.removeprefix("https://cards.example.org"))
    assert role_of(cast.club, cast["stranger"]) == "guest"
    assert cast.browser("anonymous").get(link.removeprefix("https://cards.example.org")).status_code == 404


def test_five_hundred_lines_are_taken_and_one_more_is_refused_with_a_sentence() -> None:
    cast = Cast()
    addresses = [f"n{number}@example.org" for number in range(501)]
    answer = send(cast.program("organizer"), "POST", path(cast), {"text": "\n".join(addresses)})
    assert answer.status_code == 400 and "501" in answer.json()["detail"] and "500" in answer.json()["detail"]
    assert not Letter.objects.exists()
    told = send(cast.program("organizer"), "POST", path(cast), {"text": "\n".join(addresses[:500])}).json()
    assert (told["lines"], told["letters"], told["done"]) == (500, 500, 0)
    letters.send_piece()
    told = send(cast.program("organizer"), "GET", path(cast, f"/{told['id']}")).json()
    assert told["done"] == told["sent"] == letters.PIECE
    work()
    told = send(cast.program("organizer"), "GET", path(cast, f"/{told['id']}")).json()
    assert told["sent"] == len(mail.outbox) == len({one.to[0] for one in mail.outbox}) == 500


def test_pressing_twice_sends_nobody_two_mails() -> None:
    cast = Cast()
    browser, key = cast.browser("organizer"), str(uuid4())
    asked = {"key": key, "text": PASTED, "role": "member", "days": 30, "start": "1"}
    pages = [browser.post(f"/clubs/{cast.club.slug}/invite/list", asked).headers["Location"] for _ in range(2)]
    assert pages[0] == pages[1]
    work()
    again = browser.post(f"/clubs/{cast.club.slug}/invite/list", asked | {"key": str(uuid4())})
    work()
    assert again.status_code == 302 and len(mail.outbox) == 4  # anna, ben, cora, open


def test_a_worker_that_is_killed_in_between_sends_nobody_two_mails(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = Cast()
    made = started(cast, "\n".join(f"n{number}@example.org" for number in range(5)))

    class Killed(BaseException):
        pass

    def note(letter: Letter, state: str) -> None:
        if len(mail.outbox) == 3:
            raise Killed
        Letter.objects.filter(pk=letter.pk).update(state=state)

    with monkeypatch.context() as during:
        during.setattr(letters, "_note", note)
        with pytest.raises(Killed):
            letters.send_piece()
    work()
    assert len(mail.outbox) == 3  # whoever else comes leaves what was claimed alone
    Letter.objects.filter(state="sending").update(changed_at=timezone.now() - timedelta(hours=1))
    work()
    assert len(mail.outbox) == 3
    told = send(cast.program("organizer"), "GET", path(cast, f"/{made.id}")).json()
    assert (told["done"], told["sent"], told["again"]) == (5, 2, 3)
    page = cast.browser("organizer").get(f"/clubs/{cast.club.slug}/invite/list/{made.id}").content.decode()
    assert page.count("interrupted: perhaps sent, perhaps not") == 3
    send(cast.program("organizer"), "POST", path(cast, f"/{made.id}"))  # a person decides
    work()
    assert len(mail.outbox) == 6


class Server(EmailBackend):
    """A mail server that takes some mails and not others."""

    def open(self) -> bool:
        if self.away:
            raise ConnectionRefusedError
        return True

    def send_messages(self, messages: Any) -> int:
        to = messages[0].to[0]
        if to.startswith("refused"):
            raise SMTPRecipientsRefused({to: (550, b"no such user")})
        if to.startswith("broken"):
            raise SMTPServerDisconnected("gone")
        if to.startswith("busy") and not self.closed:
            raise SMTPSenderRefused(421, b"too many mails at once", "fairdeal@example.org")
        if to.startswith("later") and not self.closed:
            raise SMTPRecipientsRefused({to: (421, b"closing down")})
        return super().send_messages(messages)

    def close(self) -> None:
        Server.closed = True

    away = closed = False


def test_the_report_says_of_every_line_what_became_of_it(settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    cast = Cast()
    made = started(cast, "anna@example.org\nrefused@example.org\nbroken@example.org\n=cmd()\nmember@example.org")
    work()
    answer = cast.browser("organizer").get(f"/clubs/{cast.club.slug}/invite/list/{made.id}?format=csv")
    assert answer.headers["Content-Type"].startswith("text/csv")
    rows = list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[1:] == [
        ["1", "anna@example.org", "sent"],
        ["2", "refused@example.org", "could not be sent"],
        ["3", "broken@example.org", "interrupted: perhaps sent, perhaps not"],
        ["4", "'=cmd()", "is not an e-mail address"],
        ["5", "member@example.org", "is a member already"],
    ]


def test_while_the_mail_server_is_away_all_wait_and_go_out_when_it_is_back(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    cast = Cast()
    started(cast, "anna@example.org\nben@example.org")
    monkeypatch.setattr(Server, "away", True)
    tasks.send_letters()
    assert set(Letter.objects.values_list("state", flat=True)) == {"waiting"}
    monkeypatch.setattr(Server, "away", False)
    tasks.send_letters()
    assert len(mail.outbox) == 2


def test_a_connection_that_breaks_leaves_in_doubt_the_one_mail_it_broke_at(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    cast = Cast()
    started(cast, "anna@example.org\nbroken@example.org\nben@example.org\ncora@example.org")

    def states() -> list[str]:
        return list(Letter.objects.order_by("id").values_list("state", flat=True))

    with monkeypatch.context() as while_away:
        while_away.setattr(Server, "close", lambda server: while_away.setattr(Server, "away", True))
        tasks.send_letters()
    assert states() == ["sent", "unclear", "waiting", "waiting"]
    tasks.send_letters()
    assert states() == ["sent", "unclear", "sent", "sent"]


@pytest.mark.parametrize("address", ["busy@example.org", "later@example.org"])
def test_a_mail_that_the_server_does_not_want_now_waits_and_goes_out_on_a_new_connection(
    settings: Any, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    monkeypatch.setattr(Server, "closed", False)
    started(Cast(), f"{address}\nanna@example.org")
    tasks.send_letters()
    assert list(Letter.objects.order_by("id").values_list("state", flat=True)) == ["waiting", "sent"]
    assert Server.closed
    tasks.send_letters()
    assert sorted(one.to[0] for one in mail.outbox) == ["anna@example.org", address]


def test_a_withdrawn_invitation_is_not_mailed_any_more() -> None:
    cast = Cast()
    started(cast, "anna@example.org")
    send(cast.program("owner"), "DELETE", f"/api/clubs/{cast.club.id}/invitations/{Invitation.objects.get().id}")
    work()
    assert mail.outbox == [] and Letter.objects.get().state == "dropped"


def test_where_no_mail_is_sent_a_list_is_refused_in_words_and_nothing_is_kept(settings: Any) -> None:
    settings.MAIL_IS_SENT = False
    cast = Cast()
    answer = send(cast.program("owner"), "POST", path(cast), {"text": "anna@example.org"})
    assert (answer.status_code, answer.json()["code"]) == (409, "mail_off")
    page = cast.browser("owner").get(f"/clubs/{cast.club.slug}/invite").content.decode()
    assert "This site sends no mail." in page
    assert not InvitationList.objects.exists()


def uploaded(cast: Cast, content: bytes) -> Any:
    """The answer to a file in the form."""
    file = SimpleUploadedFile("list.csv", content)
    asked = {"key": str(uuid4()), "text": "", "file": file, "role": "member", "days": 7}
    return cast.browser("owner").post(f"/clubs/{cast.club.slug}/invite/list", asked)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_read_however_a_spreadsheet_writes_it(encoding: str) -> None:
    cast = Cast()
    content = "Name;E-mail\r\nÄijä Öst;aija@example.org\r\n".encode(encoding)
    asked = {
        "key": str(uuid4()),
        "text": "",
        "file": SimpleUploadedFile("list.csv", content),
        "role": "member",
        "days": 7,
    }
    page = cast.browser("owner").post(f"/clubs/{cast.club.slug}/invite/list", asked).content.decode()
    assert "One person will be invited" in page and "Äijä Öst" in page


@pytest.mark.parametrize("content", [b"\x00\x01\x02" * 9, b"x" * 70_000])
def test_a_file_that_is_no_list_is_refused_beside_its_field(content: bytes) -> None:
    cast = Cast()
    asked = {
        "key": str(uuid4()),
        "text": "",
        "file": SimpleUploadedFile("list.xls", content),
        "role": "member",
        "days": 7,
    }
    answer = cast.browser("owner").post(f"/clubs/{cast.club.slug}/invite/list", asked)
    assert answer.status_code == 422 and "errorlist" in answer.content.decode()


# --- Announcements ------------------------------------------------------------------------------------------------


def announced(cast: Cast, **fields: Any) -> Any:
    body = {"title": "Sunday", "text": "We play at five.", **fields}
    return send(cast.program("organizer"), "POST", f"/api/clubs/{cast.club.id}/announcements", body)


def test_an_announcement_reaches_each_member_as_they_have_chosen() -> None:
    cast = Cast()
    for who, notices in {"member": "mail", "guest": "mail", "arbiter": "off", "organizer": "mail"}.items():
        send(cast.program(who), "PATCH", f"/api/clubs/{cast.club.id}/me", {"notices": notices})
    cast["guest"].email_confirmed_at = None
    cast["guest"].save()
    assert announced(cast).status_code == 201
    work()
    assert [one.to for one in mail.outbox] == [["member@example.org"]]  # guest: not shown to be theirs; its author: not
    assert f"/clubs/{cast.club.slug}/me" in mail.outbox[0].extra_headers["List-Unsubscribe"]
    for who, seen in {"member": True, "owner": True, "arbiter": False, "stranger": False}.items():
        assert ("Sunday" in cast.browser(who).get("/").content.decode()) == seen, who
    for who in ("member", "arbiter", "guest"):
        assert "We play at five." in cast.browser(who).get(f"/clubs/{cast.club.slug}").content.decode()


def test_who_mutes_or_leaves_before_the_mail_goes_out_gets_none() -> None:
    cast = Cast()
    for who in ("member", "guest"):
        send(cast.program(who), "PATCH", f"/api/clubs/{cast.club.id}/me", {"notices": "mail"})
    announced(cast)
    send(cast.program("member"), "PATCH", f"/api/clubs/{cast.club.id}/me", {"notices": "off"})
    send(cast.program("guest"), "DELETE", f"/api/clubs/{cast.club.id}/me")
    work()
    assert mail.outbox == []


def test_an_announcement_that_did_not_get_through_is_sent_again_by_whoever_may_announce(settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    cast = Cast()
    for who, name in {"member": "broken", "guest": "anna"}.items():
        send(cast.program(who), "PATCH", f"/api/clubs/{cast.club.id}/me", {"notices": "mail"})
        cast[who].email = f"{name}@example.org"
        cast[who].save()
    told = announced(cast).json()["id"]
    work()
    browser, page = cast.browser("organizer"), f"/clubs/{cast.club.slug}/announcements"
    assert "One mail did not get through for certain." in browser.get(page).content.decode()
    assert "get through" not in cast.browser("member").get(page).content.decode()
    cast["member"].email = "member@example.org"
    cast["member"].save()
    assert browser.post(f"{page}/{told}/again").status_code == 302
    work()
    assert sorted(one.to[0] for one in mail.outbox) == ["anna@example.org", "member@example.org"]
    assert "get through" not in browser.get(page).content.decode()


def test_an_announcement_is_made_once_and_taken_down_without_a_trace_of_its_words() -> None:
    cast = Cast()
    told = [announced(cast, external_id="s") for _ in range(2)]
    assert [one.status_code for one in told] == [201, 200]
    where = f"/api/clubs/{cast.club.id}/announcements"
    assert send(cast.program("owner"), "DELETE", f"{where}/{told[0].json()['id']}").status_code == 204
    assert send(cast.program("member"), "GET", where).json()["announcements"] == []
    assert "five" not in str(list(Change.objects.values()))


def test_a_title_of_two_lines_is_refused() -> None:
    answer = announced(Cast(), title="Sunday\nBcc: all@example.org")
    assert (answer.status_code, list(answer.json()["data"]["fields"])) == (400, ["title"])


def test_an_address_longer_than_any_is_no_address() -> None:
    cast = Cast()
    long = f"{'a' * 60}@{'.'.join(['b' * 60] * 4)}.org"
    (line,) = lists.dry_run(cast["owner"], cast.club.id, long)
    assert line.email == ""
