"""What tests about people share: mail that is sent at once, and the links in it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.mail import EmailMessage

from accounts import mails


@pytest.fixture
def post_office(settings: Any, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch) -> list[EmailMessage]:
    """The site sends mail, and the worker is quick: what was sent."""
    settings.MAIL_IS_SENT = True
    settings.SITE_URL = "https://cards.example.org"
    monkeypatch.setattr(mails.send, "delay", mails.send)
    return mailoutbox


@pytest.fixture
def link(post_office: list[EmailMessage]) -> Callable[[], str]:
    """The path of the link in the last mail."""

    def found() -> str:
        match = re.search(r"https://cards\.example\.org(/\S+)", str(post_office[-1].body))
        assert match, post_office[-1].body
        return match[1]

    return found
