"""Why two meet, or somebody rests, in plain words, with the names and numbers of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.words import Words, value

REASONS: Words = {
    "odd_field": gettext_lazy("their number is odd, and the schedule gives these their rest now"),
    "withdrawn": gettext_lazy("one side of this table has withdrawn"),
    "asked": gettext_lazy("they asked for it"),
    "told": gettext_lazy("they said so before, and have rested before"),
    "lowest_of_fewest_byes": gettext_lazy("the lowest of those who have had the fewest byes"),
    "locked": gettext_lazy("set by the director"),
    "by_hand": gettext_lazy("paired by hand by who runs the event"),
    "second_bye": gettext_lazy("not the first round without cards"),
    "kept_apart": gettext_lazy("they were to be kept apart"),
    "rematch": gettext_lazy("they have met before"),
    "halves_by_seed": gettext_lazy("first round: the upper half by seed meets the lower"),
    "same_score": gettext_lazy("both stand level"),
    "float": gettext_lazy("no opponent was left with the same score"),
    "repeat_float": gettext_lazy("the second time against another score"),
    "whist": gettext_lazy("by the schedule: each is the partner of everybody once, and meets everybody twice"),
    "fewest_repeats": gettext_lazy("nobody here has been with another before"),
    "by_standing": gettext_lazy("next to each other in the standings, and they have not met before"),
    "partners_again": gettext_lazy("two have been partners before"),
    "opponents_again": gettext_lazy("two have met before"),
    "lowest_of_fewest_sit_outs": gettext_lazy("the lowest of those who have sat out least"),
    "kept_back": gettext_lazy("by the standings, which are told when all is played"),
}
WITH_NUMBERS: Words = {
    "withdrawn": gettext_lazy("%(entry)s has withdrawn"),
    "lowest_of_fewest_byes": gettext_lazy(
        "the lowest of those who have had the fewest byes: rank %(rank)s, byes before: %(earlier)s"
    ),
    "rematch": gettext_lazy("they have met before (%(times)s): nobody else was left"),
    "partners_again": gettext_lazy("%(names)s have been partners before (%(times)s)"),
    "opponents_again": gettext_lazy("%(names)s have met before (%(times)s)"),
    "lowest_of_fewest_sit_outs": gettext_lazy(
        "the lowest of those who have sat out least: rank %(rank)s, rounds sat out before: %(earlier)s"
    ),
    "same_score": gettext_lazy("both stand at %(score)s"),
    "float": gettext_lazy(
        "no opponent was left with the same score: %(entry)s stands at %(score)s, the others at %(opponent_score)s"
    ),
}
"""Those of them whose data say more."""
SCORES = ("score", "opponent_score")


def told(reason: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """One reason."""
    data = dict(reason.get("data", {}))
    sentence = WITH_NUMBERS.get(reason["code"])
    if sentence is None or not data:
        return str(REASONS.get(reason["code"], reason["code"]))
    data |= {name: value("match_points", data[name]) for name in SCORES if name in data}
    data["entry"] = names.get(data.get("entry", ""), _("somebody"))
    data["names"] = ", ".join(names.get(id_, id_) for id_ in data.get("entries", ()))
    return str(sentence) % data


def all_told(reasons: Iterable[Mapping[str, Any]], names: Mapping[str, str]) -> tuple[str, ...]:
    """All reasons of a table or a rest."""
    return tuple(told(one, names) for one in reasons)
