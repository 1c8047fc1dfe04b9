"""What events have to show on a club's home. The page is the club's (accounts), which knows nothing of events."""

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from accounts.clubs.permissions import Standing
from accounts.clubs.signals import home_shown
from tournaments import selectors
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
    """What begins next, with a button to say that one comes."""
    known = selectors.next_evening(found, timezone.now()) if found.may(SEES) else None
    if known is None:
        return None
    one, comes = known
    part = {"template": "tournaments/_next_evening.html", "first": True}
    return part | {"next": one, "comes": comes, "may_enter": found.may(ENTERS)}
