"""What is wrong with a ruleset, in sentences a person can read: one for each fault that the engine finds."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.ruleset import BOUNDS, LEAST_STOCK, Flag, Number, Numbers, PerKind
from games.rulebook.parameters import PARAMETERS

CONTRADICTIONS: dict[str, Any] = {
    "books_to_go_out": gettext_lazy("Wild books are demanded, but there are no wild melds."),
}
"""A parameter that contradicts another one, and why."""


def sentence(fault: Mapping[str, Any]) -> str:
    """Why a parameter cannot stand; the fault as a refusal's data tells it."""
    parameter = fault["parameter"]
    match fault["code"]:
        case "ruleset_contradiction":
            return str(CONTRADICTIONS[parameter])
        case "ruleset_too_few_cards":
            return _too_few_cards(fault)
        case "ruleset_out_of_range":
            return _out_of_range(parameter)
    if parameter == "base":
        return _("There is no ruleset of this name.")
    return _("There is no such parameter.")


def explained(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a refusal with each fault's sentence for its reason."""
    told = [{**fault, "reason": sentence(fault)} for fault in data["faults"]]
    return {**data, "reason": told[0]["reason"], "faults": told}


def named(fault: Mapping[str, Any]) -> str:
    """The sentence with the parameter it belongs to before it: by its name, and as programs write it."""
    known = PARAMETERS.get(fault["parameter"])
    name = f"{known.label} ({fault['parameter']})" if known else fault["parameter"]
    return _("%(parameter)s: %(sentence)s") % {"parameter": name, "sentence": sentence(fault)}


def _too_few_cards(fault: Mapping[str, Any]) -> str:
    short = fault["stock"] < 0
    told = {"n": abs(fault["stock"]), "players": fault["players"], "least": LEAST_STOCK}
    if short:
        return (
            ngettext(
                "%(n)s card is missing to deal to %(players)s players, and %(least)s must be left in the stock.",
                "%(n)s cards are missing to deal to %(players)s players, and %(least)s must be left in the stock.",
                told["n"],
            )
            % told
        )
    return (
        ngettext(
            "After dealing to %(players)s players %(n)s card would be left in the stock; at least %(least)s are"
            " needed.",
            "After dealing to %(players)s players %(n)s cards would be left in the stock; at least %(least)s are"
            " needed.",
            told["n"],
        )
        % told
    )


def _out_of_range(parameter: str) -> str:
    bound = BOUNDS[parameter]
    words = PARAMETERS[parameter].words.values()
    if isinstance(bound, Flag):
        return _("Say yes or no.")
    if isinstance(bound, Number) and words:
        told = {"low": bound.low, "high": bound.high, "words": ", ".join(map(str, words))}
        return _("A whole number from %(low)s to %(high)s is needed, or: %(words)s.") % told
    if isinstance(bound, Number):
        return _("A whole number from %(low)s to %(high)s is needed.") % bound._asdict()
    if isinstance(bound, Numbers):
        sentence = _("A list of %(shortest)s to %(longest)s whole numbers from %(low)s to %(high)s is needed.")
        return sentence % bound._asdict()
    if isinstance(bound, PerKind):
        return _("A whole number from %(low)s to %(high)s is needed for each kind of book.") % bound._asdict()
    return _("Choose one of these: %(words)s.") % {"words": ", ".join(map(str, words))}
