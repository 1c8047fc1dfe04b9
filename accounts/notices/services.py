"""Choosing how one wants to be told."""

from collections.abc import Iterable

from django.db import transaction

from accounts.models import User
from accounts.notices import selectors, wishes
from accounts.notices.models import Reader
from accounts.notices.signals import ladder_changed
from config.kernel import rates


def choose(
    user: User,
    *,
    modes: dict[str, dict[str, str]] | None = None,
    ladder: Iterable[int] | None = None,
    digest_hour: int | None = None,
    no_mail: bool | None = None,
) -> Reader:
    """What somebody has chosen; what is None stays. Raises ProblemError `rate_limited`, ValueError for a ladder."""
    rates.slowly(rates.spend("notices by person", str(user.id)))
    kept = selectors.reader_of(user.id)
    before = list(kept.ladder)
    if modes is not None:
        kept.modes = {kind: {**kept.modes.get(kind, {}), **modes.get(kind, {})} for kind in {*kept.modes, *modes}}
    if ladder is not None:
        kept.ladder = wishes.checked_ladder(ladder)
    if digest_hour is not None:
        kept.digest_hour = digest_hour
    if no_mail is not None:
        kept.no_mail = no_mail
    with transaction.atomic():
        Reader.objects.update_or_create(
            user=user,
            defaults={field: getattr(kept, field) for field in ("modes", "ladder", "digest_hour", "no_mail")},
        )
        if kept.ladder != before:
            ladder_changed.send(sender=User, user=user)
    return kept
