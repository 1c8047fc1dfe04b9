"""Invitations: links, join cards, single mails; and coming in by one."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from accounts.clubs import codes, letters, log, permissions
from accounts.clubs.models import Club, Invitation, Kind, Membership, Role
from accounts.clubs.permissions import Standing
from accounts.clubs.services import become_member, enter, membership_of, need_account, slowly, stay
from accounts.models import User
from config.kernel import rates
from config.kernel.errors import ProblemError

State = Membership.State
DAYS = 30
"""How long an invitation counts, unless another time is asked for."""


def invite(
    user: User, club_id: UUID, *, kind: str, base: str, external_id: str | None = None, **more: Any
) -> tuple[Invitation, bool]:
    """A new way into the club; one of kind `mail` is sent. Returns it, and whether it is new.

    Raises ProblemError `mail_off` for a mail where the site sends none.
    """
    with transaction.atomic():
        club = enter(user, club_id, "invite").club
        if external_id and (earlier := Invitation.objects.filter(club=club, external_id=external_id).first()):
            return earlier, False
        slowly("invitations by club", club.id)
        if kind == Kind.MAIL:
            letters.check_on()
        made = draw(club, user, kind=kind, external_id=external_id, **more)
        made.save(force_insert=True)
        if kind == Kind.MAIL:
            letters.write_invitations([made], base)
        log.write(club, user.id, "invited", kind=kind, invitation=str(made.id), role=made.role)
    return made, True


def draw(
    club: Club,
    user: User,
    *,
    kind: str,
    role: str = Role.MEMBER,
    days: int = DAYS,
    uses: int | None = None,
    email: str = "",
    external_id: str | None = None,
) -> Invitation:
    """An invitation with its code, not yet saved. Cards and mails let one person in, a link so many or all (None)."""
    made = uuid4()
    return Invitation(
        id=made,
        club=club,
        kind=kind,
        role=role,
        digest=codes.digest(codes.code_of(made, kind)),
        email=email,
        uses_left=uses if kind == Kind.LINK else 1,
        expires_at=timezone.now() + timedelta(days=days),
        creator=user.id,
        external_id=external_id,
    )


def withdraw(user: User, club_id: UUID, invitation_id: UUID) -> None:
    """Let an invitation count no longer. Again: nothing changes."""
    with transaction.atomic():
        club = enter(user, club_id, "invite").club
        found = Invitation.objects.filter(club=club, id=invitation_id).first()
        if found is None:
            raise ProblemError("not_found")
        if found.withdrawn_at is None:
            found.withdrawn_at = timezone.now()
            found.save(update_fields=["withdrawn_at"])
            log.write(club, user.id, "invitation_withdrawn", invitation=str(found.id))


def look(code: str, user: User | None, address: str) -> tuple[Invitation, Standing]:
    """What a code leads to, for who holds it. Raises ProblemError `not_found`, or `rate_limited` for too many tries.

    A code that does not count (any more) is told apart from a wrong one for nobody, and a ban is not got round.
    """
    rates.slowly(rates.spend_by_address("codes by address", address))
    found = Invitation.objects.select_related("club").filter(digest=codes.digest(code), club__closed_at=None).first()
    if found is None:
        raise ProblemError("not_found")
    own = membership_of(found.club, user.id) if user else None
    if own is not None and own.state == State.MEMBER:
        return found, permissions.standing(found.club, own)
    if not found.counts or (own is not None and own.state == State.BANNED):
        raise ProblemError("not_found")
    return found, permissions.standing(found.club, own)


def accept(user: User, code: str, address: str) -> Standing:
    """Come into a club by a code. Who belongs to it already uses nothing up; a guest may become a member by it."""
    need_account(user)
    seen, _ = look(code, user, address)
    with transaction.atomic():
        stay(user)
        club = Club.objects.select_for_update().get(id=seen.club_id)
        found = Invitation.objects.get(id=seen.id)  # as it stands now that nobody else is at it
        own = membership_of(club, user.id)
        belongs = own is not None and own.state == State.MEMBER
        raised = belongs and own is not None and (own.role, found.role) == (Role.GUEST, Role.MEMBER)
        if belongs and not (raised and found.counts):
            return permissions.standing(club, own)
        if club.closed_at is not None or not found.counts or (own is not None and own.state == State.BANNED):
            raise ProblemError("not_found")
        if own is None:
            own = Membership.objects.create(club=club, user=user, state=State.MEMBER, role=found.role)
        else:
            own = become_member(club, own, found.role)
        if found.uses_left is not None:
            found.uses_left -= 1
            found.save(update_fields=["uses_left"])
        log.write(club, user.id, "joined", user.id, invitation=str(found.id), role=found.role)
    return permissions.standing(club, own)
