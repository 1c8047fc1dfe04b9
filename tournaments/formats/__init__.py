"""The formats of events, a module each. All answer `propose(field, history, round, rules, seed, wishes)` with a
`Pairing`; `FORMATS` has them by the name that stands in an event's rules. A further format is one more module here, its
defaults in `tournaments.defaults`, and one line below."""

from typing import Final, cast

from tournaments.formats import rotation, round_robin, swiss, tables
from tournaments.formats.pairing import (
    NO_WISHES,
    Format,
    Pairing,
    PairingFailed,
    Reason,
    Rest,
    TableProposal,
    Wishes,
    plain,
)

__all__ = [
    "FORMATS",
    "NO_WISHES",
    "Format",
    "Pairing",
    "PairingFailed",
    "Reason",
    "Rest",
    "TableProposal",
    "Wishes",
    "plain",
]

FORMATS: Final[dict[str, Format]] = {
    "round_robin": cast(Format, round_robin),
    "swiss": cast(Format, swiss),
    "rotation": cast(Format, rotation),
    "tables": cast(Format, tables),
}
