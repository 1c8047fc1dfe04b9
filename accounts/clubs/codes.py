"""The codes of invitations: short and easy to type on a card, long in a link.

A code is made from its invitation's id and the site's secret key, so that an officer can look at it again and a card
be printed again, and a worker can write it into a mail, while the database holds nothing that lets anybody in.
"""

import hmac
import re
from uuid import UUID

from django.conf import settings

from accounts.clubs.models import Kind

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No 0 and O, no 1, I and L."""
LENGTHS = {Kind.CARD: 8, Kind.LINK: 26, Kind.MAIL: 26}
"""31^8 codes of a card are out of reach at the rate at which they may be tried; 31^26 are so without it."""


def _keyed(use: str, what: str) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), f"clubs {use} {what}".encode(), "sha256")


def code_of(invitation_id: UUID, kind: str) -> str:
    """The code of an invitation."""
    number, code = int.from_bytes(_keyed("code", str(invitation_id)), "big"), ""
    for _ in range(LENGTHS[Kind(kind)]):
        number, digit = divmod(number, len(ALPHABET))
        code += ALPHABET[digit]
    return code


def digest(code: str) -> str:
    """What is kept of a code, however it is typed: in small letters, with hyphens or spaces."""
    return _keyed("digest", re.sub(r"[\s-]", "", code).upper()).hex()


def grouped(code: str) -> str:
    """A code as it is printed: in groups of four."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))
