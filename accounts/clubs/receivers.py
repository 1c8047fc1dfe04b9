"""What clubs do when a person goes: nobody is left as a member without a name, and no club without an owner."""

from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext as _

from accounts.clubs import log, services
from accounts.clubs.models import Announcement, Club, Membership
from accounts.models import User
from accounts.signals import exporting, forgetting
from config.kernel.errors import ProblemError


@receiver(forgetting)
def leave_clubs(user: User, **_more: Any) -> None:
    """Leave them all; a club that nobody else belongs to is closed.

    All are locked first, in the order that all share: of two who are forgotten at once, and belong to the same clubs,
    the second waits for the first. Raises ProblemError `last_owner` while others depend on this one owner.
    """
    own = Membership.objects.filter(user=user, club__closed_at=None).exclude(state=Membership.State.BANNED)
    clubs = Club.objects.select_for_update().filter(id__in=own.values("club")).order_by("id")
    list(clubs.values_list("id"))
    for one in own.select_related("club").order_by("club_id"):
        others = Membership.objects.filter(club=one.club, state=Membership.State.MEMBER).exclude(user=user)
        if one.state == Membership.State.MEMBER and not others.exists():
            services.close_club(user, one.club_id)
            continue
        if one.state == Membership.State.ASKED:  # taken back, also from a club that is hidden since
            one.delete()
            log.write(one.club, user.id, "withdrew", user.id)
            continue
        try:
            services.leave(user, one.club_id)
        except ProblemError as refused:
            if refused.code != "last_owner":
                raise
            sentence = _("You are the only owner of %(club)s: hand the club over first, or close it.")
            raise ProblemError("last_owner", detail=sentence % {"club": one.club.name}) from refused
    Announcement.objects.filter(author=user).update(author=None)
    Membership.objects.filter(user=user, state=Membership.State.BANNED).delete()  # nobody is left to keep out


@receiver(exporting)
def own_clubs(user: User, **_more: Any) -> dict[str, Any]:
    """What clubs keep of a person, and what they have told clubs."""
    own = Membership.objects.filter(user=user).exclude(state=Membership.State.BANNED).order_by("since")
    told = Announcement.objects.filter(author=user).order_by("created_at")
    return {
        "clubs": list(own.values("club__name", "state", "role", "since", "listed", "stands_in", "notices")),
        "announcements": list(told.values("club__name", "title", "text", "created_at")),
    }
