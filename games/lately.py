"""What was done last at several tables, in a sentence for one of the players: what the start page tells beside each."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.db.models.functions import JSONObject
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as lazy

from engine.cards import from_text
from games.faces import NAMES
from games.models import Event
from games.rows import DECISIONS

UNDONE = "action_undone"
LAST = Subquery(
    Event.objects.filter(game=OuterRef("pk"), type__in=DECISIONS | {UNDONE})
    .order_by("-version")
    .values(told=JSONObject(type="type", kind="actor_kind", actor="actor_id", seat="seat", data="data"))[:1]
)
"""The last decision at a table, or that it was taken back, as everybody saw it and by whom: an annotation for a search
of tables; no hidden part is read."""

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
FOR_THEM: dict[str, Any] = {
    "system": lazy("Time ran out, so the server played. %(sentence)s"),
    "plan": lazy("Decided beforehand. %(sentence)s"),
    "officer": lazy("An officer of the club played. %(sentence)s"),
}
"""Where it was not done by who sits there."""


def sentence(last: Mapping[str, Any], seats: Sequence[str], reader: UUID | None) -> str:
    """What was done last (LAST); `seats`: what they are called, `reader`: who is told."""
    kind, data = last["type"], last["data"]
    if kind == UNDONE:
        return gettext("The last action was taken back.")
    told: dict[str, Any] = {"name": seats[last["seat"]], "n": 0}
    if kind == "discarded":
        told["card"] = NAMES[data["card"]]
    if kind == "pile_taken":
        told["n"] = len(from_text(data["cards"]))
    if kind == "melded":
        told |= {"n": data["value"], "value": number_format(data["value"], force_grouping=True)}
    mine = (last["kind"], last["actor"]) == ("user", str(reader))
    said = str((MINE if mine else OTHERS)[kind] % told)
    return str(FOR_THEM[last["kind"]] % {"sentence": said}) if last["kind"] in FOR_THEM else said
