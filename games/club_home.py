"""What tables have to show on a club's home. The page is the club's (accounts), which knows nothing of tables."""

from typing import Any

from django.dispatch import receiver

from accounts.clubs.permissions import Standing
from accounts.clubs.signals import home_shown
from games import overview


@receiver(home_shown)
def tables(found: Standing, **_: Any) -> dict[str, Any] | None:
    """The tables of the club, and what became of those that are over."""
    if not found.may("see tables") or found.membership is None:
        return None
    return {
        "template": "games/_club_tables.html",
        "tables": overview.of_club(found.club.id, found.membership.user_id),
        "club": found.club,
        "may_make": found.may("make a table"),
    }
