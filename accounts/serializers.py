"""The wire shapes of people."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts.models import Block, User
from accounts.scopes import ALL


class Body(serializers.Serializer[Any]):
    """What is sent; a field that it does not have is refused, like everywhere in the API."""

    def to_internal_value(self, data: Any) -> Any:
        """The checked fields."""
        strange = sorted(set(data) - set(self.fields)) if isinstance(data, dict) else ()
        if strange:
            raise serializers.ValidationError(
                {name[:100]: [_("There is no such field here.")] for name in strange[:10]}
            )
        return super().to_internal_value(data)


class Register(Body):
    """A new person."""

    username = serializers.CharField(max_length=30)
    password = serializers.CharField(max_length=200, trim_whitespace=False)
    email = serializers.EmailField(required=False, allow_blank=True, max_length=254)


class AskedToken(Body):
    """What a token is to be: its name, what it is good for (everything, unless said), until when."""

    name = serializers.CharField(max_length=60, required=False, allow_blank=True)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=ALL), required=False, allow_empty=False, max_length=len(ALL)
    )
    expires_at = serializers.DateTimeField(required=False, allow_null=True)


class Credentials(AskedToken):
    """Name and password, and what the token is to be."""

    username = serializers.CharField(max_length=200)
    password = serializers.CharField(max_length=200, trim_whitespace=False)


class KnownToken(serializers.Serializer[Any]):
    """A token as its owner sees it later: not the token itself."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)


class KnownTokens(serializers.Serializer[Any]):
    """One's tokens, the newest first."""

    tokens = KnownToken(many=True)


class MadeToken(KnownToken):
    """A token that was just made, told once."""

    token = serializers.CharField()


class NewToken(serializers.Serializer[Any]):
    """A token, told once."""

    token = serializers.CharField()


class Me(serializers.Serializer[Any]):
    """Who is asking."""

    id = serializers.UUIDField()
    username = serializers.CharField()


def me(user: User) -> dict[str, str]:
    """The body of `GET /api/me`."""
    return {"id": str(user.id), "username": user.username}


class NewBlock(Body):
    """Whom to block, by name."""

    username = serializers.CharField(max_length=30)


class Blocked(serializers.Serializer[Any]):
    """Somebody whom you block."""

    user_id = serializers.UUIDField()
    username = serializers.CharField()
    since = serializers.DateTimeField()


class Blocks(serializers.Serializer[Any]):
    """All of them, by name."""

    blocks = Blocked(many=True)


def blocked(one: Block) -> dict[str, Any]:
    """A block, as its owner is told of it."""
    return {"user_id": str(one.blocked_id), "username": one.blocked.username, "since": one.since}
