"""The log as it is hashed, so that anybody can check its chain without asking us: every row with its hash; of what the
viewer may not see only the digest, of what they may see also the value with its salt."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from config.kernel.event_store import digests
from games import event_store, serializers
from games.models import Reason
from games.rows import Row
from games.selectors import Seen
from games.serializers import Audience

Reasons = Mapping[str, tuple[str, str]]
"""Salt and text of the reasons that are not erased, by their digests."""


def page(seen: Seen, since: int) -> dict[str, Any]:
    """{"rows", "next"}: the rows after `since`, at most a page of them."""
    rows = event_store.read(seen.id, since, seen.version, event_store.PAGE)
    who = serializers.audience_of(seen.state, seen.seat)
    reasons = _reasons(seen.id) if any("reason" in row.data for row in rows) else {}
    last = rows[-1].version if rows else seen.version
    return {
        "rows": [_row(seen.id, row, who, reasons) for row in rows],
        "next": last if last < seen.version else None,
    }


def _row(game_id: UUID, row: Row, who: Audience, reasons: Reasons) -> dict[str, Any]:
    """What is hashed, by the names under which it is hashed; beside it `hash`, and what lies open of the rest.

    A field that this viewer may not see stays away: rather a row whose hash does not follow than one that tells.
    """
    hashed = {name: value for name, value in row.hashed(game_id).items() if value is not None}
    told: dict[str, Any] = hashed | {
        "data": {name: value for name, value in row.data.items() if serializers.may_see(row, name, who)},
        "hash": row.hash,
    }
    if row.hidden:
        told["hidden"] = digests(row.hidden)
        told["opened"] = {name: part for name, part in row.hidden.items() if serializers.may_see(row, name, who)}
    if (reason := reasons.get(row.data.get("reason", ""))) is not None:
        told["reason"] = dict(zip(("salt", "text"), reason, strict=True))
    return told


def _reasons(game_id: UUID) -> Reasons:
    found = Reason.objects.filter(game_id=game_id).exclude(text="").values_list("digest", "salt", "text")
    return {digest: (salt, text) for digest, salt, text in found}
