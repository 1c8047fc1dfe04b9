"""The wire shapes of clubs: what is read, checked, and what is told."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts import preferences
from accounts.clubs import codes, lists, selectors
from accounts.clubs.models import (
    Announcement,
    Change,
    Chat,
    Invitation,
    InvitationList,
    Joining,
    Kind,
    Membership,
    Notices,
    Role,
)
from accounts.clubs.permissions import Standing
from accounts.clubs.selectors import Page
from accounts.selectors import people_by_id
from accounts.serializers import Body

ONE_LINE = RegexValidator(r"\A[^\x00-\x1f\x7f\u2028\u2029]*\Z", _("One line only, please."))
LONGEST_ABOUT = 2000
LONGEST_ANNOUNCEMENT = 5000
LONGEST_LIST = 60_000
MOST_DAYS = 366
MOST_USES = 1000
INVITED_AS = [Role.MEMBER, Role.GUEST]


class ExternalId(serializers.CharField):
    """The caller's own name of what is made: the same again is the same thing."""

    def __init__(self, **more: Any) -> None:
        super().__init__(required=False, max_length=100, validators=[ONE_LINE], **more)


class ClubFields(Body):
    """What is chosen of a club."""

    name = serializers.CharField(max_length=60, validators=[ONE_LINE])
    joining = serializers.ChoiceField(choices=Joining.values)
    chat = serializers.ChoiceField(choices=Chat.values, required=False)
    about = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_ABOUT)
    language = serializers.ChoiceField(choices=[code for code, _name in settings.LANGUAGES], required=False)
    time_zone = serializers.CharField(required=False, allow_blank=True, max_length=64)

    def validate_time_zone(self, value: str) -> str:
        """A name that the house knows."""
        if value and value not in preferences.zones():
            raise serializers.ValidationError(_("There is no such time zone."))
        return value


class NewClub(ClubFields):
    """A club to be founded."""

    external_id = ExternalId()


class ClubChange(ClubFields):
    """What is to be otherwise of a club."""

    name = serializers.CharField(required=False, max_length=60, validators=[ONE_LINE])
    joining = serializers.ChoiceField(choices=Joining.values, required=False)


class Own(Body):
    """What a member chooses for themselves."""

    listed = serializers.BooleanField(required=False)
    stands_in = serializers.BooleanField(required=False)
    notices = serializers.ChoiceField(choices=Notices.values, required=False)


class NewRole(Body):
    """What somebody is to be."""

    role = serializers.ChoiceField(choices=Role.values)


class Person(Body):
    """A person by their id."""

    user_id = serializers.UUIDField()


class NewInvitation(Body):
    """A way into the club. `uses` is for a link (none: as many as like), `email` for a mail."""

    kind = serializers.ChoiceField(choices=Kind.values)
    role = serializers.ChoiceField(choices=INVITED_AS, required=False)
    days = serializers.IntegerField(min_value=1, max_value=MOST_DAYS, required=False)
    uses = serializers.IntegerField(min_value=1, max_value=MOST_USES, required=False)
    email = serializers.EmailField(required=False, max_length=254)
    external_id = ExternalId()

    def validate(self, attrs: Any) -> Any:
        """Each field with its kind."""
        if (attrs["kind"] == Kind.MAIL) != ("email" in attrs):
            raise serializers.ValidationError({"email": [_("A mail has an address, and nothing else has one.")]})
        if attrs["kind"] != Kind.LINK and "uses" in attrs:
            raise serializers.ValidationError({"uses": [_("Only a link lets in more than one person.")]})
        return attrs


class ListText(Body):
    """A list of addresses: one a line, or the text of a CSV file."""

    text = serializers.CharField(max_length=LONGEST_LIST)
    role = serializers.ChoiceField(choices=INVITED_AS, required=False)
    days = serializers.IntegerField(min_value=1, max_value=MOST_DAYS, required=False)
    external_id = ExternalId()


class NewAnnouncement(Body):
    """What the club is told."""

    title = serializers.CharField(max_length=120, validators=[ONE_LINE])
    text = serializers.CharField(max_length=LONGEST_ANNOUNCEMENT)
    external_id = ExternalId()


class Code(Body):
    """The code of an invitation, however it is typed."""

    code = serializers.CharField(max_length=64)


# --- What is told -------------------------------------------------------------------------------------------------


def club(found: Standing) -> dict[str, Any]:
    """A club as somebody finds it; `mine` is what they are in it."""
    one, own = found.club, found.membership
    told: dict[str, Any] = {
        "id": str(one.id),
        "slug": one.slug,
        "name": one.name,
        "about": one.about,
        "joining": one.joining,
        "chat": one.chat,
        "language": one.language or None,
        "time_zone": one.time_zone or None,
        "members": selectors.size(one),
        "stand_ins": selectors.ready(one),
        "mine": None if own is None else membership_of_mine(own),
    }
    return told


def club_in_list(one: Any) -> dict[str, Any]:
    """A club in a list of clubs."""
    return {"id": str(one.id), "slug": one.slug, "name": one.name, "joining": one.joining, "members": one.size}


def membership_of_mine(own: Membership) -> dict[str, Any]:
    """What somebody is in a club, and has chosen there."""
    asked = own.state == Membership.State.ASKED
    return {
        "state": own.state,
        "role": None if asked else own.role,
        "listed": own.listed,
        "stands_in": own.stands_in,
        "notices": own.notices,
    }


def person(one: Membership) -> dict[str, Any]:
    """Somebody of a club, or somebody who asks to be, or is kept out."""
    return {
        "user_id": str(one.user_id),
        "username": one.user.username,
        "role": one.role,
        "since": one.since,
        "listed": one.listed,
    }


def invitation(one: Invitation) -> dict[str, Any]:
    """An invitation, with its code as long as it counts."""
    return {
        "id": str(one.id),
        "kind": one.kind,
        "role": one.role,
        "code": codes.code_of(one.id, one.kind) if one.counts else None,
        "email": one.email or None,
        "uses_left": one.uses_left,
        "expires_at": one.expires_at,
        "withdrawn_at": one.withdrawn_at,
        "created_at": one.created_at,
    }


def judged(lines: Iterable[lists.Line]) -> dict[str, Any]:
    """What a list would do, line by line."""
    return {"lines": [{"line": one.number, "text": one.text, "verdict": one.verdict} for one in lines]}


def invitation_list(one: InvitationList) -> dict[str, Any]:
    """A list that was sent off, and how far it has come."""
    return {"id": str(one.id), "created_at": one.created_at, **selectors.progress(one)}


def announcement(one: Announcement) -> dict[str, Any]:
    """What was announced."""
    return {
        "id": str(one.id),
        "title": one.title,
        "text": one.text,
        "author": one.author.username if one.author else None,
        "created_at": one.created_at,
    }


def changes(rows: list[Change]) -> list[dict[str, Any]]:
    """Lines of the log, with the names that people have now."""
    known = people_by_id({str(one) for row in rows for one in (row.actor, row.person) if one})

    def name(one: UUID | None) -> str | None:
        found = known.get(str(one))
        return found.name if found else None

    return [
        {
            "id": row.pk,
            "at": row.at,
            "actor": name(row.actor),
            "act": row.act,
            "person": name(row.person),
            "data": row.data,
        }
        for row in rows
    ]


def page(found: Page, name: str, tell: Any) -> dict[str, Any]:
    """A page of a list."""
    return {name: [tell(one) for one in found.rows], "next": found.next}
