"""Why two meet, or somebody rests, in plain words, with the names and numbers of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import words
from tournaments.words import Words, value

WITH_NUMBERS: Words = {
    "withdrawn": gettext_lazy("%(entry)s has withdrawn"),
    "lowest_of_fewest_byes": gettext_lazy(
        "the lowest of those who have had the fewest byes: rank %(rank)s, byes before: %(earlier)s"
    ),
    "rematch": gettext_lazy("they have met before (%(times)s): nobody else was left"),
    "same_score": gettext_lazy("both stand at %(score)s"),
    "float": gettext_lazy(
        "no opponent was left with the same score: %(entry)s stands at %(score)s, the others at %(opponent_score)s"
    ),
}
"""Those of `words.REASONS` whose data say more."""
SCORES = ("score", "opponent_score")


def told(reason: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """One reason."""
    data = dict(reason.get("data", {}))
    sentence = WITH_NUMBERS.get(reason["code"])
    if sentence is None or not data:
        return words.reason(reason)
    data |= {name: value("match_points", data[name]) for name in SCORES if name in data}
    data["entry"] = names.get(data.get("entry", ""), _("a pair"))
    return str(sentence) % data


def all_told(reasons: Iterable[Mapping[str, Any]], names: Mapping[str, str]) -> tuple[str, ...]:
    """All reasons of a table or a rest."""
    return tuple(told(one, names) for one in reasons)
