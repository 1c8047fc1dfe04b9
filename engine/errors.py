"""Refusals: a stable code and plain data, from which the shell makes a helpful sentence."""

from collections.abc import Sequence
from typing import Any, NamedTuple

REFUSALS = (
    "malformed",
    "game_over",
    "awaiting_answer",
    "not_your_turn",
    "wrong_phase",
    "stock_empty",
    "stock_not_empty",
    "pile_empty",
    "pile_blocked",
    "no_pair",
    "card_not_held",
    "unknown_meld",
    "top_not_melded",
    "meld_of_threes",
    "mixed_ranks",
    "no_wild_melds",
    "too_few_cards",
    "book_complete",
    "too_many_cards",
    "too_many_wilds",
    "rank_already_open",
    "one_meld_action",
    "below_minimum",
    "must_keep_two",
    "must_go_out",
    "already_asked",
    "nobody_to_ask",
    "not_in_foot",
    "partner_not_in_foot",
    "cannot_go_out",
)
"""Every reason to refuse an action, in the order in which they are looked for (scenarios README)."""


class Refused(Exception):
    """An action that the rules do not allow. Nothing has changed."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data = data

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.data.items())
        return f"{self.code} ({told})" if told else self.code


def told_back(text: str, most: int = 16) -> str:
    """The beginning of what was sent, fit to be written: half of a surrogate pair becomes a question mark."""
    return text[:most].encode("utf-8", "replace").decode("utf-8")


class Fault(NamedTuple):
    """One thing that is wrong with a ruleset: a stable code, the parameter it belongs to, why, and further data."""

    code: str
    parameter: str
    reason: str
    data: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"code": self.code, "parameter": self.parameter, "reason": self.reason, **self.data}


class RulesetRefused(Refused):
    """A ruleset that cannot stand. Code, parameter and reason are those of its first fault; `faults` has them all."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        first = faults[0].to_dict()
        super().__init__(first.pop("code"), **first, faults=[fault.to_dict() for fault in faults])
