"""Who may see a table, and which seat is whose. The seat comes from who is asking, never from what is asked."""

from uuid import UUID

from games import table
from games.table import Holder, Table


def may_see(one: Table, creator: UUID | None, user_id: UUID | None) -> bool:
    """Whether this person (None: nobody known) may know that the table exists."""
    if one.visibility == table.PUBLIC:
        return True
    if user_id is None:
        return False
    holder = person(user_id)
    return user_id == creator or one.seat_of(holder) is not None or one.invited_to(holder) is not None


def person(user_id: UUID) -> Holder:
    """A person as the holder of a seat."""
    return Holder("user", str(user_id))


def seat_of(one: Table, user_id: UUID | None) -> int | None:
    """The seat of a person at a table; None for a spectator."""
    return None if user_id is None else one.seat_of(person(user_id))
