"""What a rehearsal has shown, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games import clock_words
from tournaments.words import Words

WARNINGS: Words = {
    "too_short": gettext_lazy("Rounds are too short: people would play for %(needed)s, and have %(given)s."),
    "too_few": gettext_lazy("With %(entries)s entries it would not begin: at least %(least)s are needed."),
    "fewer_rounds": gettext_lazy("So many cannot be paired for all rounds: %(rounds)s instead of %(declared)s."),
    "rests": gettext_lazy("Entries that had to rest in a round: %(n)s. With another number of entries fewer have to."),
    "rematches": gettext_lazy("Tables at which two met again: %(n)s. Fewer rounds or more entries avoid it."),
    "late": gettext_lazy("Tables that did not end in the rehearsal's own short time: %(n)s."),
    "not_made": gettext_lazy("Tables that could not be made: %(n)s."),
    "pairing_failed": gettext_lazy("Rounds that could not be paired at once: %(n)s."),
    "fewer_deals": gettext_lazy("To end within the hour matches had fewer deals here: %(deals)s instead of %(of)s."),
    "real_cards": gettext_lazy("Here bots played on the server; with real cards its sides write the score down."),
    "changed": gettext_lazy("The event's times or deals were changed since: rehearse it again."),
}
"""What a rehearsal has shown that would have gone wrong, or was otherwise in it."""


def warning(code: str, data: Mapping[str, Any]) -> str:
    """One of them."""
    spans = {name: clock_words.duration(data[name] * 60) for name in ("needed", "given") if name in data}
    return str(WARNINGS[code]) % {**data, **spans}
