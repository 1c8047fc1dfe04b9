"""What events have to show on a club's home. The page is the club's (accounts), which knows nothing of events."""

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from accounts.clubs.permissions import Standing
from accounts.clubs.signals import home_shown
from tournaments import documents, selectors
from tournaments.services import ENTERS, RUNS, SEES


@receiver(home_shown)
def events(found: Standing, **_: Any) -> dict[str, Any] | None:
    """The events of the club that come or are on, and the last ones."""
    if not found.may(SEES):
        return None
    shown = list(selectors.on_home(found))
    if not shown and not found.may(RUNS):
        return None
    return {"template": "tournaments/_on_home.html", "events": shown, "club": found.club, "may_run": found.may(RUNS)}


@receiver(home_shown)
def next_evening(found: Standing, **_: Any) -> dict[str, Any] | None:
    """What begins next: what who looks is in it, or how they say that they come."""
    known = selectors.next_evening(found, timezone.now()) if found.may(SEES) else None
    if known is None:
        return None
    one, t = known
    me = str(found.membership.user_id) if found.membership else ""
    persons, own = documents.persons(t.rules), t.entry_of(me)
    part = {"template": "tournaments/_next_evening.html", "first": True, "next": one, "own": own}
    asked = own is not None and me not in own.agreed
    enters = own is None and found.may(ENTERS)
    at_once = enters and (persons == 1 or t.rules.get("join_alone", True))  # else who enters alone may be left out
    return part | {"asked": asked, "enters": enters, "at_once": at_once, "partners": persons - 1}
