"""Going: one's own data to take along, and being forgotten. The games' numbers stay, the person does not."""

import logging
from datetime import timedelta
from typing import Any

from axes.utils import reset
from django.contrib.auth.hashers import make_password
from django.db import OperationalError, transaction
from django.utils import timezone

from accounts import blocks, calendars
from accounts.models import Feed, Preference, Token, User, Vacation, same_name
from accounts.signals import exporting, forgetting
from config.kernel.errors import ProblemError

log = logging.getLogger(__name__)

GUESTS_ARE_KEPT = timedelta(days=30)
"""After so long without a visit a guest is forgotten."""
AT_ONCE = 500


def export(user: User) -> dict[str, Any]:
    """All that is kept of a person, by what it is: this app's part, and that of each app above."""
    told: dict[str, Any] = {
        "account": {
            "id": user.id,
            "username": user.username,
            "email": user.email,
            "email_confirmed_at": user.email_confirmed_at,
            "new_email": user.new_email,
            "is_program": user.is_program,
            "created_at": user.created_at,
            "last_login": user.last_login,
            "seen_on": user.seen_on,
        },
        "tokens": list(
            Token.objects.filter(user=user)
            .order_by("id")
            .values("name", "scopes", "created_at", "expires_at", "last_used_at")
        ),
    }
    told["vacations"] = list(Vacation.objects.filter(user=user).order_by("begins").values("begins", "ends"))
    told["calendar_feed"] = Feed.objects.filter(user=user).values("since").first()
    told["preferences"] = Preference.objects.filter(user=user).values().first()
    told["blocks"] = list(blocks.of(user).values("blocked__username", "since"))
    parts: list[tuple[Any, Any]] = exporting.send(sender=User, user=user)
    for _receiver, part in parts:
        told |= part
    return told


@transaction.atomic
def forget(user: User) -> None:
    """Empty the person's row, which stays for what refers to it. Raises ProblemError if an app above refuses."""
    user = User.objects.select_for_update().get(id=user.id)
    forgetting.send(sender=User, user=user)
    reset(username=same_name(user.username))
    user.tokens.all().delete()
    Feed.objects.filter(user=user).delete()
    blocks.forget(user)
    with calendars.changing(user):  # nobody waits at a table for a vacation of nobody's
        Preference.objects.filter(user=user).delete()
        Vacation.objects.filter(user=user).delete()
    user.username = f"former {user.id.hex[:20]}"  # with a space: nobody can have taken it
    user.email = user.new_email = ""
    user.email_confirmed_at = user.last_login = None
    user.password = make_password(None)
    user.is_active = user.is_program = False
    user.deleted_at = timezone.now()
    user.save()


def forget_guests() -> int:
    """Forget the guests who never came back; returns how many."""
    long_ago = timezone.now().date() - GUESTS_ARE_KEPT
    gone = User.objects.filter(is_guest=True, deleted_at__isnull=True, seen_on__lt=long_ago)
    done = 0
    for user in gone[:AT_ONCE]:
        try:
            with transaction.atomic():
                if gone.select_for_update().filter(id=user.id).first():  # not come back meanwhile
                    forget(user)
                    done += 1
        except (ProblemError, OperationalError) as error:  # the others are, and this one tomorrow
            log.warning("guest %s was not forgotten: %s", user.id, type(error).__name__)
    return done
