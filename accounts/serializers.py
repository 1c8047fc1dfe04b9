"""The wire shapes of people."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts.models import User


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


class Credentials(Body):
    """Name and password."""

    username = serializers.CharField(max_length=200)
    password = serializers.CharField(max_length=200, trim_whitespace=False)


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
