"""The part of an event's frozen rules that pairing and standings read."""

import dataclasses
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.codec import canon
from tournaments.defaults import BOUNDS, FORMATS, KEYS, PAIRS_ORDER, SCORING, TABLE_SIZES, TOTAL_FIRST


@dataclass(frozen=True, slots=True)
class Rules:
    """Made by `rules_of`, which fills in the defaults of the format. VP are ×100."""

    format: str = "swiss"
    rounds: int = 0
    cycles: int = 1
    table_sizes: tuple[int, ...] = (4,)  # entries at a table; the first is preferred, the others only if named here
    rematches: bool = False  # more rounds than there are others to meet, chosen with open eyes
    window: int = 60  # how far down the standings a partner or an opponent is looked for before all are
    order: tuple[str, ...] = PAIRS_ORDER
    total_first: bool = False
    blitz: int = SCORING["blitz"]
    bye_vp: int = SCORING["bye_vp"]
    half_bye_vp: int = SCORING["half_bye_vp"]
    late_half_vp: int = SCORING["late_half_vp"]
    forfeit_vp: int = SCORING["forfeit_vp"]

    @property
    def keys(self) -> tuple[str, ...]:
        """What the standings go by, first things first."""
        if not self.total_first:
            return self.order
        return (TOTAL_FIRST, *(key for key in self.order if key != TOTAL_FIRST))


_NAMES = {field.name for field in dataclasses.fields(Rules)}
_TYPES = {field.name: type(field.default) for field in dataclasses.fields(Rules)}


def rules_of(chosen: Mapping[str, Any]) -> Rules:
    """What an organizer has chosen (`format` at least), and the format's defaults for the rest. Raises ValueError for a
    format or an option that is not known, and for a value that is not of its option's kind or out of its bounds."""
    if chosen.get("format") not in FORMATS:
        raise ValueError(f"{chosen.get('format')!r} is no format")
    if unknown := sorted(set(chosen) - _NAMES):
        raise ValueError(f"no such option: {', '.join(unknown)}")
    merged = {name: value for name, value in FORMATS[chosen["format"]].items() if name in _NAMES} | dict(chosen)
    values: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in merged.items()}
    if wrong := sorted(name for name, value in values.items() if type(value) is not _TYPES[name]):
        raise ValueError(f"not of its kind: {', '.join(wrong)}")
    if beyond := sorted(name for name, (least, most) in BOUNDS.items() if not least <= values.get(name, least) <= most):
        raise ValueError(f"out of bounds: {', '.join(beyond)}")
    rules = Rules(**values)
    if not rules.order or len(set(rules.order)) < len(rules.order) or not set(rules.order) <= set(KEYS):
        raise ValueError("standings go by each key once at most, and by no other")
    if not rules.table_sizes or not set(rules.table_sizes) <= set(range(TABLE_SIZES[0], TABLE_SIZES[1] + 1)):
        raise ValueError("no such table")
    return rules


def plain(rules: Rules) -> dict[str, Any]:
    """The rules as plain JSON; `rules_of` reads it back."""
    return dataclasses.asdict(rules)


def rules_hash(rules: Rules) -> str:
    """SHA-256 of the canonical rules."""
    return hashlib.sha256(canon(plain(rules))).hexdigest()
