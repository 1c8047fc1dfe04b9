"""What happens at a table, in the words of the log, and who may see each part of it."""

from typing import Any, NamedTuple


class TableEvent(NamedTuple):
    """What happened at the table, in the words of wire.md."""

    type: str
    data: dict[str, Any]
    seat: int | None = None
    hidden: dict[str, Any] = {}


OWN = "own"
"""The mark of what the seat alone may see, for ever: not even the end of a deal opens it."""

AUDIENCE: dict[str, dict[str, str]] = {
    "created": dict.fromkeys(
        ("rules_version", "ruleset", "players", "teams", "visibility", "clock", "commitments", "club", "undo"), "public"
    ),
    "invited": {"holder": "public"},
    "seated": {"holder": "public"},
    "left": {"holder": "public"},
    "nonce_added": {"deal": "public", "nonce": "public"},
    "pause_wanted": {"agrees": "public"},
    "paused": {},
    "resumed": {},
    "frozen": {"reason": "public"},
    "unfrozen": {},
    "overdue": {"count": "public", "step": "public", "seconds": "public"},
    "resign_wanted": {"agrees": "public"},
    "forfeited": {"deal": "public", "secret": "public", "teams": "public", "because": "public"},
    "truncated": {"deal": "public", "secret": "public", "because": "public"},
    "return_wanted": {},
    "substitute_wanted": {"wanted": "public", "returns": "public", "asker": "public"},
    "substituted": {"holder": "public", "was": "public", "returns": "public"},
    "undo_wanted": {"version": "public", "agrees": "public"},
    "action_undone": {"versions": "public"},
    "calendar_told": {"calendar": OWN},
    "started": {},
}
"""Who may see each field of each of the table's events; what is not here is shown to nobody."""

SCHEMAS = dict.fromkeys(AUDIENCE, 1)
"""The version of each type's shape; stored rows of an older one are lifted when they are read."""
