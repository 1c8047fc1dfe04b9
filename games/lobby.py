"""What somebody looks for in the lobby: rules, pace, free seats."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext_lazy as lazy

from games.clock.settings import HOUR
from games.models import Game
from games.serializers import OWN_RULES

NO_CLOCK = Q(clock="none")
LIVE = ~NO_CLOCK & Q(clock__turn_seconds__lt=HOUR)
PACES: dict[str, tuple[Any, Q]] = {
    "none": (lazy("No clock"), NO_CLOCK),
    "live": (lazy("Live: minutes for a turn"), LIVE),
    "slow": (lazy("Slow: hours or days for a turn"), ~NO_CLOCK & ~LIVE),
}
"""How fast a table plays: in words, and as a search."""
FREE = {"1": lazy("One or more"), "2": lazy("Two or more"), "3": lazy("Three or more")}
"""How many seats are to be free."""


class Wanted(NamedTuple):
    """What is looked for; an empty word: anything."""

    rules: str = ""
    pace: str = ""
    free: str = ""

    @property
    def any(self) -> bool:
        """Whether anything is looked for at all."""
        return any(self)

    def tables(self, games: QuerySet[Game]) -> QuerySet[Game]:
        """Those of these tables whose rules and pace are wanted."""
        if self.rules:
            games = games.filter(ruleset_name=self.rules)
        return games.filter(PACES[self.pace][1]) if self.pace else games

    def seats(self, games: QuerySet[Game]) -> QuerySet[Game]:
        """Those of these tables, open ones, at which enough seats are free."""
        if not self.free:
            return games
        return games.alias(taken=Count("seat_rows")).filter(players__gte=F("taken") + int(self.free))


ANYTHING = Wanted()


def wanted(asked: Mapping[str, str], rulesets: Mapping[str, Any]) -> Wanted:
    """What an address asks for; what there is no such thing of counts as anything."""
    rules, pace, free = (asked.get(name, "") for name in Wanted._fields)
    known = rules in rulesets or rules == OWN_RULES
    return Wanted(rules if known else "", pace if pace in PACES else "", free if free in FREE else "")
