"""What all ways out have in common: what can become of a message, and where its links lead."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto
from urllib.parse import quote

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from accounts import preferences
from accounts.models import User


class Sent(Enum):
    """What has become of a message."""

    YES = auto()  # it was taken; whether anybody reads it nobody knows
    NO = auto()  # it was refused, and would be again
    LATER = auto()  # not now, or perhaps it was
    UNREACHABLE = auto()  # nobody takes anything now: others need not be tried
    NOWHERE = auto()  # there is nobody left to send it to


@contextmanager
def in_their_words(user: User) -> Iterator[None]:
    """In a person's language and time zone."""
    preference = preferences.of(user)
    language = preference.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(preference.time_zone or "UTC"):
        yield


def link_to(page: str) -> str:
    """The whole address of a page, by way of signing in for who is not: that page offers a mailed link, too."""
    return f"{settings.SITE_ADDRESS}{reverse('login')}?next={quote(page, safe='')}"
