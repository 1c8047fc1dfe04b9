"""Whom somebody does not want to meet: blocking, taking it back, and what apps above ask of it.

The other is told nothing: where a block stands in the way, the refusal is the plain `not_allowed`. It is no tool of
moderation: who leads a club sees what was reported, whoever blocks whom.
"""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Block, User
from accounts.selectors import user_by_name
from accounts.services import refused
from config.kernel import rates

MOST = 500
"""So many people may somebody block."""


def block(user: User, username: str) -> Block:
    """Block the person of this name. Again: nothing changes.

    Raises ProblemError `malformed` for a name that nobody has and for one's own, or `rate_limited`.
    """
    rates.slowly(rates.spend("blocks by person", str(user.id)))
    other = None if "\x00" in username else user_by_name(username)
    if other is None:
        raise refused({"username": [_("There is nobody of this name.")]})
    if other.id == user.id:
        raise refused({"username": [_("This is you.")]})
    if of(user).count() >= MOST:
        raise refused({"username": [_("You have blocked as many people as one can.")]})
    return Block.objects.get_or_create(owner=user, blocked=other)[0]


def unblock(user: User, person_id: UUID) -> bool:
    """Take a block back; whether there was one."""
    done, _rows = Block.objects.filter(owner=user, blocked_id=person_id).delete()
    return bool(done)


def of(user: User) -> QuerySet[Block]:
    """Whom this person blocks, by name."""
    return Block.objects.filter(owner=user).select_related("blocked").order_by("blocked__username")


def stands(other: UUID, *owners: UUID) -> bool:
    """Whether one of the owners blocks that other person."""
    return Block.objects.filter(owner__in=owners, blocked=other).exists()


def between(one: UUID, other: UUID) -> bool:
    """Whether one of two people blocks the other."""
    return Block.objects.filter(Q(owner=one, blocked=other) | Q(owner=other, blocked=one)).exists()


def among(people: Iterable[UUID]) -> frozenset[frozenset[str]]:
    """Which two of these people do not want to meet, as text."""
    every = list(people)
    pairs = Block.objects.filter(owner__in=every, blocked__in=every).values_list("owner_id", "blocked_id")
    return frozenset(frozenset((str(one), str(other))) for one, other in pairs)


def apart_from(person_id: UUID) -> set[UUID]:
    """Everybody whom this person blocks or who blocks them: neither reads what the other writes."""
    pairs = Block.objects.filter(Q(owner=person_id) | Q(blocked=person_id)).values_list("owner_id", "blocked_id")
    return {one for pair in pairs for one in pair} - {person_id}


def forget(user: User) -> None:
    """Take somebody out of everybody's blocks, with their own."""
    Block.objects.filter(Q(owner=user) | Q(blocked=user)).delete()
