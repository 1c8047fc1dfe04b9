"""What happens in an event: the rows of its stream. Pure.

Types are never renamed. `texts` are what people wrote (reasons): a row holds their digests, the words lie apart, where
they can be erased.
"""

from typing import Any, NamedTuple


class Event(NamedTuple):
    """One thing that happened."""

    type: str
    data: dict[str, Any]
    texts: dict[str, str] = {}


TYPES = (
    "created",
    "rules_changed",
    "published",
    "entered",
    "accepted",
    "asked_to_join",
    "put_together",
    "joined",
    "checked_in",
    "reserve_named",
    "reserve_agreed",
    "reserve_gone",
    "reserve_seated",
    "withdrawn",
    "entries_closed",
    "postponed",
    "moved",
    "seeded",
    "round_proposed",
    "proposal_dropped",
    "pairing_failed",
    "pairing_retried",
    "wished",
    "rest_asked",
    "substituted",
    "repaired",
    "looked_for",
    "search_ended",
    "round_published",
    "round_opened",
    "table_made",
    "real_cards",
    "score_entered",
    "scores_differ",
    "result",
    "grace_began",
    "extended",
    "table_extended",
    "adjournment_asked",
    "adjournment_refused",
    "adjourned",
    "adjournment_ended",
    "lifted",
    "delayed",
    "cut_short",
    "ruled",
    "penalized",
    "correction_issued",
    "objected",
    "correction_dropped",
    "corrected",
    "round_closed",
    "completed",
    "protested",
    "answered",
    "finalized",
    "paused",
    "resumed",
    "cancelled",
)

SCHEMAS = dict.fromkeys(TYPES, 1)
"""The version of each type's shape; stored rows of an older one are lifted when they are read."""
