"""The API of what one likes at the table."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import preferences
from accounts.api import PRIVATE, person, read
from accounts.models import Preference
from accounts.serializers import Body
from config.kernel.schema import problems


class Liked(serializers.Serializer[Any]):
    """What somebody likes at the table."""

    def get_fields(self) -> dict[str, Any]:
        """One for each that there is."""
        return {one.field: serializers.BooleanField() for one in preferences.AT_TABLE}


class Liking(Body):
    """What is to be switched on or off; the rest stays."""

    def get_fields(self) -> dict[str, Any]:
        """One for each that there is."""
        return {one.field: serializers.BooleanField(required=False) for one in preferences.AT_TABLE}


def body(kept: Preference) -> dict[str, bool]:
    """The body of `GET /api/preferences`."""
    return {one.field: getattr(kept, one.field) for one in preferences.AT_TABLE}


class PreferencesView(APIView):
    """`/api/preferences`"""

    @extend_schema(responses={200: Liked, **problems("unauthenticated", "not_allowed")})
    def get(self, request: Request) -> Response:
        """What you like at the table."""
        return Response(body(preferences.of(person(request))), headers=PRIVATE)

    @extend_schema(
        request=Liking,
        responses={200: Liked, **problems("unauthenticated", "not_allowed", "unsupported_media_type")},
    )
    def patch(self, request: Request) -> Response:
        """Switch something on or off, by session. It holds on all your devices."""
        user = person(request)
        return Response(body(preferences.at_table(user, **read(Liking, request))), headers=PRIVATE)
