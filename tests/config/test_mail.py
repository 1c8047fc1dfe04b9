"""Does mail go out, and who is told if it does not."""

import socket
import threading
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage, get_connection
from django.core.management import CommandError, call_command
from django.test import Client

from config import mail

pytestmark = pytest.mark.usefixtures("servers")

SMTP = "django.core.mail.backends.smtp.EmailBackend"
FILES = "django.core.mail.backends.filebased.EmailBackend"


class MailServer:
    """A server that speaks as much SMTP as is needed, and answers a command otherwise if told to."""

    def __init__(self) -> None:
        self.answers: dict[str, str] = {}
        self.mails: list[str] = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            with connection, connection.makefile("rw", newline="") as talk:
                self._talk(talk)

    def _talk(self, talk: Any) -> None:
        def say(line: str) -> None:
            talk.write(line + "\r\n")
            talk.flush()

        say("220 here")
        for line in talk:
            command = line.split()[0].upper()
            if command in self.answers:
                say(self.answers[command])
            elif command == "EHLO":
                say("250-here\r\n250 AUTH PLAIN")
            elif command == "DATA":
                say("354 go on")
                self.mails.append("".join(iter(talk.readline, ".\r\n")))
                say("250 taken")
            else:
                say("221 bye" if command == "QUIT" else "250 well")


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    """A mail server, to which the site hands its mail."""
    running = MailServer()
    settings.EMAIL_BACKEND, settings.MAIL_TRANSPORT, settings.MAIL_IS_SENT = "config.mail.Backend", SMTP, True
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", running.port
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "", ""
    yield running
    running.listening.close()


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    cache.delete(mail.FAILURE)
    yield
    cache.delete(mail.FAILURE)


def send_test_mail() -> str:
    """What the command says."""
    said = StringIO()
    call_command("sendtestmail", "anna@example.org", stdout=said)
    return said.getvalue()


def test_a_test_mail_is_handed_over_and_the_operator_is_told(server: MailServer) -> None:
    assert send_test_mail().startswith("A mail to anna@example.org from Fairdeal <fairdeal@localhost> was handed over.")
    (sent,) = server.mails
    assert "To: anna@example.org" in sent and "Mail from this site reaches you." in sent


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"RCPT": "550 who is that"}, "the mail server does not accept the recipient (550)"),
        ({"MAIL": "553 not from you"}, "the mail server does not accept the sender, DEFAULT_FROM_EMAIL (553)"),
        ({"DATA": "554 spam"}, "the mail server refuses (554)"),
    ],
)
def test_a_refusal_is_told_in_plain_words(server: MailServer, answers: dict[str, str], why: str) -> None:
    server.answers = answers
    with pytest.raises(CommandError) as said:
        send_test_mail()
    assert str(said.value) == f"The mail to anna@example.org was not sent: {why}."


def test_a_wrong_password_is_told_and_not_repeated(server: MailServer, settings: Any) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "me", "swordfish"
    server.answers = {"AUTH": "535 go away"}
    with pytest.raises(CommandError) as said:
        send_test_mail()
    assert str(said.value).endswith("the mail server does not accept the user and password (535).")
    assert "swordfish" not in str(said.value) + mail.warning()


def test_a_server_that_is_not_there_is_told(server: MailServer, settings: Any) -> None:
    settings.EMAIL_PORT = 1  # nobody listens there
    with pytest.raises(CommandError, match="cannot be reached, or the mail not be written \\(Connection refused\\)"):
        send_test_mail()


@pytest.mark.django_db
def test_a_failure_is_a_warning_in_readyz_until_mail_goes_out_again(server: MailServer, client: Client) -> None:
    assert client.get("/readyz").json()["warnings"] == []
    server.answers = {"RCPT": "550 who is that"}
    message = EmailMessage("Your turn", "…", to=["anna@example.org"])
    with pytest.raises(OSError, match="550"):
        message.send()
    (warning,) = client.get("/readyz").json()["warnings"]
    assert warning.startswith("The last mail, at 20")
    assert warning.endswith(" UTC, could not be sent: the mail server does not accept the recipient (550).")
    assert "anna" not in warning
    server.answers = {}
    message.send()
    assert client.get("/readyz").json()["warnings"] == []


def test_a_failure_that_the_sender_does_not_want_to_hear_of_is_remembered_all_the_same(server: MailServer) -> None:
    server.answers = {"RCPT": "550 who is that"}
    assert EmailMessage("x", "y", to=["anna@example.org"]).send(fail_silently=True) == 0
    assert "550" in mail.warning()


def test_several_mails_go_through_one_connection(server: MailServer) -> None:
    with get_connection() as connection:
        for n in range(3):
            EmailMessage(f"{n}", "y", to=["anna@example.org"], connection=connection).send()
    assert len(server.mails) == 3


def test_without_a_mail_server_mail_lies_in_the_data_folder_and_the_operator_is_told(
    settings: Any, tmp_path: Path
) -> None:
    settings.EMAIL_BACKEND, settings.MAIL_TRANSPORT, settings.MAIL_IS_SENT = "config.mail.Backend", FILES, False
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    assert send_test_mail() == (
        f"No EMAIL_URL is set: the mail to anna@example.org lies in {settings.EMAIL_FILE_PATH}.\n"
    )
    (kept,) = (tmp_path / "mail").iterdir()
    assert "To: anna@example.org" in kept.read_text()
    assert mail.warning() == "No EMAIL_URL is set: nobody gets mail, it is kept in files."


def test_a_site_with_a_name_of_its_own_and_no_mail_is_warned_by_check(settings: Any) -> None:
    settings.MAIL_IS_SENT, settings.SITE_URL = False, "https://cards.example.org"
    assert [found.id for found in mail.check_mail()] == ["fairdeal.W001"]
    settings.SITE_URL = ""
    assert mail.check_mail() == []
