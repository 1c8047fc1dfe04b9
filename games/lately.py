"""What was done last at several tables, in a sentence for one of the players: what the start page tells beside each."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import OuterRef, Subquery
from django.db.models.functions import JSONObject
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext_lazy

from engine.cards import from_text
from games.faces import NAMES
from games.models import Event
from games.rows import DECISIONS

LAST = Subquery(
    Event.objects.filter(game=OuterRef("pk"), type__in=DECISIONS)
    .order_by("-version")
    .values(told=JSONObject(type="type", seat="seat", data="data"))[:1]
)
"""The last decision at a table, as everybody saw it: an annotation for a search of tables; no hidden part is read."""


MINE: dict[str, Any] = {
    "grabbed": lazy("You grabbed your cards."),
    "drew": lazy("You drew and stopped there."),
    "pile_taken": lazy("You took the pile and stopped there."),
    "melded": lazy("You laid cards and stopped there."),
    "discarded": lazy("You discarded: %(card)s."),
    "asked": lazy("You asked to go out."),
    "answered": lazy("You have answered."),
    "passed": lazy("You passed."),
}
OTHERS: dict[str, Any] = {
    "grabbed": lazy("%(name)s grabbed cards."),
    "drew": lazy("%(name)s drew."),
    "pile_taken": ngettext_lazy(
        "%(name)s took %(n)s card from the pile.", "%(name)s took %(n)s cards from the pile.", "n"
    ),
    "melded": ngettext_lazy(
        "%(name)s laid cards for %(value)s point.", "%(name)s laid cards for %(value)s points.", "n"
    ),
    "discarded": lazy("%(name)s discarded: %(card)s."),
    "asked": lazy("%(name)s asked to go out."),
    "answered": lazy("%(name)s has answered."),
    "passed": lazy("%(name)s passed."),
}


def sentence(last: Mapping[str, Any], seats: Sequence[str], mine: int | None) -> str:
    """What was done last (LAST); `seats`: what they are called, `mine`: that of who reads it."""
    kind, seat, data = last["type"], last["seat"], last["data"]
    told: dict[str, Any] = {"name": seats[seat], "n": 0}
    if kind == "discarded":
        told["card"] = NAMES[data["card"]]
    if kind == "pile_taken":
        told["n"] = len(from_text(data["cards"]))
    if kind == "melded":
        told |= {"n": data["value"], "value": number_format(data["value"], force_grouping=True)}
    return str((MINE if seat == mine else OTHERS)[kind] % told)
