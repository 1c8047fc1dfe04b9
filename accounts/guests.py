"""Guests: people without an account, known by their session alone. Signing up keeps the row, and so its games."""

import secrets

from django.db import IntegrityError, transaction

from accounts.models import User
from config.kernel import rates

TRIES = 20
NUMBERS = 1_000_000


def make_guest(address: str) -> User:
    """A new guest, asked for from this address. Raises ProblemError `rate_limited`."""
    rates.slowly(rates.spend_by_address("guests by address", address))
    for _ in range(TRIES):
        try:
            with transaction.atomic():
                return User.objects.create_user(f"Guest-{secrets.randbelow(NUMBERS):06}", is_guest=True)
        except IntegrityError:
            continue
    raise RuntimeError("no name is left for a guest")
