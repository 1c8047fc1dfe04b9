"""The log of a club's changes: each is written in the transaction of what it tells, by the service that does it."""

from typing import Any
from uuid import UUID

from accounts.clubs.models import Change, Club


def write(club: Club, actor: UUID, act: str, person: UUID | None = None, **data: Any) -> None:
    """Who did what to whom. `data` is plain and holds no free text, which would outlive its deletion."""
    Change.objects.create(club=club, actor=actor, act=act, person=person, data=data)
