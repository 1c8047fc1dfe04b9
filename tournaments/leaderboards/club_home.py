"""What ratings have to show on a club's home. The page is the club's (accounts), which knows nothing of ratings."""

from typing import Any

from django.dispatch import receiver

from accounts.clubs.permissions import Standing
from accounts.clubs.signals import home_shown
from tournaments.leaderboards import boards, counting

ON_HOME = 5


@receiver(home_shown)
def best(found: Standing, **_: Any) -> dict[str, Any] | None:
    """Who plays best in the club, and the way to the whole board."""
    if not found.may(boards.SEES) or found.membership is None:
        return None
    board = boards.of_club(found, counting.POOLS[0], found.membership.user)
    return {"template": "leaderboards/_on_home.html", "lines": board.rows[:ON_HOME], "club": found.club}
