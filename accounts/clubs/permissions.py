"""Who may do what in a club: one table. README.md shows it, every service asks it, a test tries each cell."""

from typing import NamedTuple

from accounts.clubs.models import Club, Joining, Membership, Role
from config.kernel.errors import ProblemError

STRANGER = "stranger"
"""Whoever does not belong to the club, known or not, as long as they may know of it."""

OWNERS = frozenset({Role.OWNER})
DESK = frozenset({Role.OWNER, Role.ORGANIZER})
OFFICERS = frozenset({Role.OWNER, Role.ORGANIZER, Role.ARBITER})
MEMBERS = OFFICERS | {Role.MEMBER}
BELONGING = MEMBERS | {Role.GUEST}
ANYBODY = BELONGING | {STRANGER}

MATRIX: dict[str, frozenset[str]] = {
    "see the club": ANYBODY,
    "join or ask to": ANYBODY,
    "leave": ANYBODY,
    "read announcements": BELONGING,
    "choose for oneself": BELONGING,
    "report an announcement": BELONGING,
    "see tables": BELONGING,
    "see events": BELONGING,
    "see the directory": MEMBERS,
    "report a person": MEMBERS,
    "make a table": MEMBERS,
    "stand in": MEMBERS,
    "enter an event": MEMBERS,
    "see who is not listed": OFFICERS,
    "see who stands in": OFFICERS,
    "see the log": OFFICERS,
    "act for a member": OFFICERS,
    "see reports": OFFICERS,
    "decide reports": OFFICERS,
    "decide appeals": OFFICERS,
    "rule in events": OFFICERS,
    "announce": DESK,
    "keep house rules": DESK,
    "run events": DESK,
    "change the club": DESK,
    "invite": DESK,
    "answer requests": DESK,
    "make member or guest": DESK,
    "remove": DESK,
    "ban": DESK,
    "appoint": OWNERS,
    "hand over": OWNERS,
    "close": OWNERS,
}
"""`leave` is anybody's since a request is withdrawn by it, and who does not belong has nothing to leave."""


class Standing(NamedTuple):
    """A club and what somebody is in it: a role, `stranger`, or None for who may not know that it exists."""

    club: Club
    membership: Membership | None
    role: str | None

    def may(self, act: str) -> bool:
        """Whether this is theirs to do."""
        return self.role in MATRIX[act]

    def check(self, act: str) -> None:
        """Raises ProblemError `not_found` where the club is hidden, `not_allowed` where it is not theirs to do."""
        if self.role is None:
            raise ProblemError("not_found")
        if not self.may(act):
            raise ProblemError("not_allowed")

    def may_dismiss(self, other: Membership) -> bool:
        """Whether another may be removed or banned: an officer is the owners' to dismiss, no owner is anybody's."""
        return other.role != Role.OWNER and self.may("appoint" if other.role in OFFICERS else "remove")

    def roles_for(self, other: Membership) -> list[str]:
        """What may be made of another: officers by owners. Of oneself: what one is, or less."""
        if self.membership is not None and other.pk == self.membership.pk:
            return Role.values[Role.values.index(other.role) :]
        if other.role == Role.OWNER or not self.may("make member or guest"):
            return []
        if not self.may("appoint"):
            return [] if other.role in OFFICERS else [Role.MEMBER, Role.GUEST]
        return [role for role in Role.values if role != Role.OWNER or self.may("hand over")]


def standing(club: Club, membership: Membership | None) -> Standing:
    """What somebody with this membership (None: none) is in the club. Who is banned finds it as hidden as can be."""
    State = Membership.State
    if membership is not None and membership.state == State.MEMBER:
        return Standing(club, membership, membership.role)
    banned = membership is not None and membership.state == State.BANNED
    hidden = banned or (club.joining == Joining.INVITATION)
    return Standing(club, membership, None if hidden else STRANGER)
