"""The wire shapes of people."""

from typing import Any

from rest_framework import serializers

from accounts.models import User


class Register(serializers.Serializer[Any]):
    """A new person."""

    username = serializers.CharField(max_length=30)
    password = serializers.CharField(max_length=200, trim_whitespace=False)
    email = serializers.EmailField(required=False, allow_blank=True, max_length=254)


class Credentials(serializers.Serializer[Any]):
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
