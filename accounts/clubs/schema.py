"""How the OpenAPI schema describes what `serializers` tells. Nothing is checked by these."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from accounts.clubs.lists import VERDICTS
from accounts.clubs.models import Chat, Joining, Kind, Membership, Notices, Role


class Mine(serializers.Serializer[Any]):
    """What you are in a club, and have chosen there."""

    state = serializers.ChoiceField(choices=[Membership.State.MEMBER, Membership.State.ASKED])
    role = serializers.ChoiceField(choices=Role.values, allow_null=True)
    listed = serializers.BooleanField()
    stands_in = serializers.BooleanField()
    notices = serializers.ChoiceField(choices=Notices.values)


class ClubBody(serializers.Serializer[Any]):
    """A club as you find it."""

    id = serializers.UUIDField()
    slug = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    joining = serializers.ChoiceField(choices=Joining.values)
    chat = serializers.ChoiceField(choices=Chat.values)
    language = serializers.CharField(allow_null=True)
    time_zone = serializers.CharField(allow_null=True)
    members = serializers.IntegerField()
    stand_ins = serializers.IntegerField()
    mine = Mine(allow_null=True)


class ClubInList(serializers.Serializer[Any]):
    """A club in a list."""

    id = serializers.UUIDField()
    slug = serializers.CharField()
    name = serializers.CharField()
    joining = serializers.ChoiceField(choices=Joining.values)
    members = serializers.IntegerField()


class Clubs(serializers.Serializer[Any]):
    """A page of clubs."""

    clubs = ClubInList(many=True)
    next = serializers.CharField(allow_null=True)


class ClubPerson(serializers.Serializer[Any]):
    """Somebody of a club."""

    user_id = serializers.UUIDField()
    username = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.values)
    since = serializers.DateTimeField()
    listed = serializers.BooleanField()


class ClubPeople(serializers.Serializer[Any]):
    """A page of people."""

    people = ClubPerson(many=True)
    next = serializers.CharField(allow_null=True)


class InvitationBody(serializers.Serializer[Any]):
    """An invitation; `code` as long as it counts, for `/join/CODE`."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=Kind.values)
    role = serializers.ChoiceField(choices=Role.values)
    code = serializers.CharField(allow_null=True)
    email = serializers.CharField(allow_null=True)
    uses_left = serializers.IntegerField(allow_null=True)
    expires_at = serializers.DateTimeField()
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()


class Invitations(serializers.Serializer[Any]):
    """A page of invitations."""

    invitations = InvitationBody(many=True)
    next = serializers.CharField(allow_null=True)


class JudgedLine(serializers.Serializer[Any]):
    """What a line of a list would do."""

    line = serializers.IntegerField()
    text = serializers.CharField()
    verdict = serializers.ChoiceField(choices=list(VERDICTS))


class Judged(serializers.Serializer[Any]):
    """What a list would do."""

    lines = JudgedLine(many=True)


class ListBody(serializers.Serializer[Any]):
    """How far a list has come: of `letters` so many are `done` with, `sent`, or to be sent `again`."""

    id = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    lines = serializers.IntegerField()
    letters = serializers.IntegerField()
    done = serializers.IntegerField()
    sent = serializers.IntegerField()
    again = serializers.IntegerField()


ListOrJudged = PolymorphicProxySerializer(
    "ListOrJudged", serializers=[ListBody, Judged], resource_type_field_name=None, many=False
)
"""What sending a list off is answered: the earlier one of the same `external_id`, or what a dry run says."""


class AnnouncementBody(serializers.Serializer[Any]):
    """What was announced."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    text = serializers.CharField()
    author = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()


class Announcements(serializers.Serializer[Any]):
    """A page of announcements."""

    announcements = AnnouncementBody(many=True)
    next = serializers.CharField(allow_null=True)


class ChangeBody(serializers.Serializer[Any]):
    """A line of a club's log; a person who is gone has no name."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField(allow_null=True)
    act = serializers.CharField()
    person = serializers.CharField(allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        """The fields; `data` is added here, since a serializer has an attribute of that name."""
        return super().get_fields() | {"data": serializers.DictField()}


class Changes(serializers.Serializer[Any]):
    """A page of the log."""

    changes = ChangeBody(many=True)
    next = serializers.CharField(allow_null=True)
