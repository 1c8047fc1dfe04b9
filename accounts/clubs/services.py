"""Changing clubs and who belongs to them. Each locks the club's row, asks the matrix, and writes the club's log."""

from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.clubs import log, permissions, signals
from accounts.clubs.models import Club, Joining, Membership, Role
from accounts.clubs.permissions import Standing
from accounts.models import User
from config.kernel import rates
from config.kernel.errors import ProblemError

State = Membership.State
RESERVED = {"new"}
"""Words that stand in an address where a club's own would."""
MOST_ALIKE = 50
"""So many clubs may have names that make the same address."""


def slowly(scope: str, who: object) -> None:
    """Count it. Raises ProblemError `rate_limited`."""
    rates.slowly(rates.spend(scope, str(who)))


def enter(user: User, club_id: UUID, act: str) -> Standing:
    """Lock a club for a change, and check that this person may make it.

    Raises ProblemError `not_found` or `not_allowed`.
    """
    need_account(user)
    stay(user)
    club = Club.objects.select_for_update().filter(id=club_id, closed_at=None).first()
    if club is None:
        raise ProblemError("not_found")
    found = permissions.standing(club, membership_of(club, user.id))
    found.check(act)
    return found


def need_account(user: User) -> None:
    """Who plays without an account belongs to no club. Raises ProblemError `not_allowed`."""
    if user.is_guest:
        raise ProblemError("not_allowed", detail=_("Please sign up first; your games stay yours."))


def stay(user: User) -> None:
    """Until the transaction ends this person is not forgotten. Before the club's row, as forgetting locks them.

    Raises ProblemError `unauthenticated` for who is gone.
    """
    still = User.objects.select_for_update(no_key=True).filter(id=user.id, deleted_at=None)
    if still.values_list("id", flat=True).first() is None:
        raise ProblemError("unauthenticated")


def membership_of(club: Club, user_id: UUID) -> Membership | None:
    """What the club has written down of somebody."""
    return Membership.objects.filter(club=club, user_id=user_id).first()


# --- The club itself ----------------------------------------------------------------------------------------------


def create_club(
    user: User, *, name: str, joining: str, external_id: str | None = None, **more: str
) -> tuple[Club, bool]:
    """A new club, whose maker owns it. Returns it, and whether it is new: the same `external_id` is the same club.

    Raises ProblemError `malformed` for a name that is taken, or `rate_limited`.
    """
    need_account(user)
    slowly("clubs by person", user.id)
    club_id = uuid4()
    fields = {"id": club_id, "name": name, "joining": joining, "creator": user.id, "external_id": external_id, **more}
    with transaction.atomic():
        stay(user)
        for slug in _slugs(name):
            # Waits for a creation of the same that is under way, then finds it.
            Club.objects.bulk_create([Club(slug=slug, **fields)], ignore_conflicts=True)
            kept = Club.objects.filter(id=club_id).first()
            if kept:
                break
            if external_id and (earlier := Club.objects.filter(creator=user.id, external_id=external_id).first()):
                return _open(earlier), False
            _check_name(name)
        else:
            raise _name_taken()
        Membership.objects.create(club=kept, user=user, state=State.MEMBER, role=Role.OWNER)
        log.write(kept, user.id, "created")
    return kept, True


def _open(club: Club) -> Club:
    if club.closed_at is not None:
        raise ProblemError("not_found")
    return club


def _slugs(name: str) -> list[str]:
    plain = slugify(name, allow_unicode=True)[:60] or "club"
    every = [plain, *(f"{plain}-{number}" for number in range(2, MOST_ALIKE + 1))]
    return [one for one in every if one not in RESERVED]


def _check_name(name: str) -> None:
    if Club.objects.filter(name__iexact=name, closed_at=None).exists():
        raise _name_taken()


def _name_taken() -> ProblemError:
    sentence = _("A club of this name exists already.")
    return ProblemError("malformed", detail=sentence, fields={"name": [sentence]})


def change_club(user: User, club_id: UUID, **fields: str) -> Club:
    """Change name, words, ways in, language, time zone. Its address stays: printed cards hold it."""
    with transaction.atomic():
        club = enter(user, club_id, "change the club").club
        changed = {name: value for name, value in fields.items() if getattr(club, name) != value}
        if not changed:
            return club
        before = {name: getattr(club, name) for name in changed if name != "about"}
        for name, value in changed.items():
            setattr(club, name, value)
        try:
            with transaction.atomic():
                club.save(update_fields=list(changed))
        except IntegrityError as error:
            raise _name_taken() from error
        log.write(club, user.id, "changed", fields=sorted(changed), before=before)
        if changed.get("joining") == Joining.INVITATION:  # who asked finds the club no longer, to take it back
            for asked in Membership.objects.filter(club=club, state=State.ASKED):
                asked.delete()
                log.write(club, user.id, "declined", asked.user_id)
    return club


def close_club(user: User, club_id: UUID) -> None:
    """The end of a club: nobody finds it any more, its name is free, and its events end. Its log stays."""
    with transaction.atomic():
        club = enter(user, club_id, "close").club
        club.closed_at = timezone.now()
        club.save(update_fields=["closed_at"])
        log.write(club, user.id, "closed")
        signals.closed.send(sender=None, club=club)


# --- Coming and going ---------------------------------------------------------------------------------------------


def join(user: User, club_id: UUID) -> Standing:
    """Join an open club, ask to join one that lets in by request. Again: nothing changes."""
    slowly("joining by person", user.id)
    with transaction.atomic():
        found = enter(user, club_id, "join or ask to")
        if found.membership is None:
            state = State.MEMBER if found.club.joining == Joining.OPEN else State.ASKED
            made = Membership.objects.create(club=found.club, user=user, state=state)
            log.write(found.club, user.id, "joined" if state == State.MEMBER else "asked", user.id)
        elif found.membership.state == State.ASKED and found.club.joining == Joining.OPEN:
            made = become_member(found.club, found.membership)
            log.write(found.club, user.id, "joined", user.id)
        else:
            return found
    return permissions.standing(found.club, made)


def become_member(club: Club, membership: Membership, role: str = Role.MEMBER) -> Membership:
    """From somebody who asks to somebody who belongs; from guest to member."""
    if membership.state != State.MEMBER:
        membership.since = timezone.now()
    membership.state, membership.role = State.MEMBER, role
    membership.save(update_fields=["state", "role", "since"])
    return membership


def leave(user: User, club_id: UUID) -> None:
    """Leave, or take a request back. Raises ProblemError `last_owner`: hand over first, or close the club."""
    with transaction.atomic():
        found = enter(user, club_id, "leave")
        if found.membership is None:
            return
        asked = found.membership.state == State.ASKED
        _keep_an_owner(found.club, found.membership)
        found.membership.delete()
        log.write(found.club, user.id, "withdrew" if asked else "left", user.id)
        signals.gone.send(sender=None, user_id=user.id, club=found.club)


def _keep_an_owner(club: Club, leaving: Membership) -> None:
    if leaving.role != Role.OWNER:
        return
    others = Membership.objects.filter(club=club, state=State.MEMBER, role=Role.OWNER).exclude(id=leaving.id)
    if not others.exists():
        raise ProblemError("last_owner")


def choose(user: User, club_id: UUID, **fields: Any) -> Membership:
    """What a member chooses for themselves: to be listed, to stand in, how announcements come. No line of the log is
    made of it."""
    with transaction.atomic():
        found = enter(user, club_id, "choose for oneself")
        own = found.membership
        assert own is not None
        if fields.get("stands_in"):
            found.check("stand in")
        for name, value in fields.items():
            setattr(own, name, value)
        own.save(update_fields=list(fields))
    return own


def admit(user: User, club_id: UUID, person_id: UUID) -> None:
    """Let somebody in who has asked."""
    with transaction.atomic():
        found = enter(user, club_id, "answer requests")
        become_member(found.club, _other(found.club, person_id, State.ASKED))
        log.write(found.club, user.id, "admitted", person_id)


def decline(user: User, club_id: UUID, person_id: UUID) -> None:
    """Do not let somebody in; they may ask again."""
    with transaction.atomic():
        found = enter(user, club_id, "answer requests")
        _other(found.club, person_id, State.ASKED).delete()
        log.write(found.club, user.id, "declined", person_id)


def remove(user: User, club_id: UUID, person_id: UUID) -> None:
    """Take somebody out of the club; how they may come back is as for anybody."""
    with transaction.atomic():
        found = enter(user, club_id, "remove")
        other = _other(found.club, person_id, State.MEMBER)
        if not found.may_dismiss(other):
            raise ProblemError("not_allowed")
        other.delete()
        log.write(found.club, user.id, "removed", person_id, role=other.role)
        signals.gone.send(sender=None, user_id=person_id, club=found.club)


def ban(user: User, club_id: UUID, person_id: UUID, **why: Any) -> None:
    """Take somebody out, or keep a stranger out, so that they find the club no more. Again: nothing changes.

    `why` goes into the log, if a decision was made elsewhere.
    """
    with transaction.atomic():
        found = enter(user, club_id, "ban")
        if person_id == user.id:
            raise ProblemError("not_allowed")
        if not User.objects.filter(id=person_id, deleted_at=None).exists():
            raise ProblemError("not_found")
        other = membership_of(found.club, person_id) or Membership(club=found.club, user_id=person_id)
        if other.state == State.BANNED:
            return
        if not found.may_dismiss(other):
            raise ProblemError("not_allowed")
        other.state, other.role, other.since = State.BANNED, Role.MEMBER, timezone.now()
        other.stands_in = False
        other.save()
        log.write(found.club, user.id, "banned", person_id, **why)
        signals.gone.send(sender=None, user_id=person_id, club=found.club)


def unban(user: User, club_id: UUID, person_id: UUID) -> None:
    """Keep somebody out no longer; they are a stranger then."""
    with transaction.atomic():
        found = enter(user, club_id, "ban")
        _other(found.club, person_id, State.BANNED).delete()
        log.write(found.club, user.id, "unbanned", person_id)


def _other(club: Club, person_id: UUID, state: str) -> Membership:
    found = Membership.objects.filter(club=club, user_id=person_id, state=state).first()
    if found is None:
        raise ProblemError("not_found")
    return found


# --- Roles --------------------------------------------------------------------------------------------------------


def set_role(user: User, club_id: UUID, person_id: UUID, role: str) -> Membership:
    """Give somebody a role. Owners make owners and officers; anybody may give up a rank of their own.

    Raises ProblemError `last_owner` for an owner who would leave the club without one.
    """
    with transaction.atomic():
        found = enter(user, club_id, "choose for oneself" if person_id == user.id else "make member or guest")
        other = _other(found.club, person_id, State.MEMBER)
        before = other.role
        if role == before:
            return other
        if role not in found.roles_for(other):
            raise ProblemError("not_allowed")
        if person_id == user.id:
            _keep_an_owner(found.club, other)
        other.role = role
        other.save(update_fields=["role"])
        log.write(found.club, user.id, "role", person_id, before=before, role=role)
    return other


def hand_over(user: User, club_id: UUID, person_id: UUID) -> Membership:
    """Make a member the owner in one's own place, and be an organizer from then on."""
    with transaction.atomic():
        found = enter(user, club_id, "hand over")
        own, other = found.membership, _other(found.club, person_id, State.MEMBER)
        assert own is not None
        if other.role == Role.OWNER:
            raise ProblemError("not_allowed")
        other.role, own.role = Role.OWNER, Role.ORGANIZER
        other.save(update_fields=["role"])
        own.save(update_fields=["role"])
        log.write(found.club, user.id, "handed_over", person_id)
    return other
