"""The API of people: register, get a token, who am I."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import services
from accounts.models import User
from accounts.serializers import Credentials, Me, NewToken, Register, me
from config.kernel.rates import address_of
from config.kernel.schema import problems


def _read(kind: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The request's body, checked."""
    body = kind(data=request.data)
    body.is_valid(raise_exception=True)
    checked: dict[str, Any] = body.validated_data
    return checked


class Stranger(APIView):
    """A route for who has no account or token yet: credentials that come along are not looked at."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class RegisterView(Stranger):
    """`POST /api/register`"""

    @extend_schema(request=Register, responses={201: Me, **problems("unsupported_media_type", "rate_limited")}, auth=[])
    def post(self, request: Request) -> Response:
        """Make an account."""
        user = services.register(**_read(Register, request), address=address_of(request))
        return Response(me(user), status=status.HTTP_201_CREATED)


class TokenView(Stranger):
    """`POST /api/token`"""

    @extend_schema(
        request=Credentials,
        responses={200: NewToken, **problems("unauthenticated", "unsupported_media_type", "rate_limited")},
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Get a token, sent from then on as `Authorization: Bearer …`. It is told once."""
        token = services.token_for(**_read(Credentials, request), address=address_of(request))
        return Response({"token": token}, headers={"Cache-Control": "no-store"})


class MeView(APIView):
    """`GET /api/me`"""

    @extend_schema(responses={200: Me, **problems("unauthenticated")})
    def get(self, request: Request) -> Response:
        """Who the credentials belong to."""
        user = request.user
        if not isinstance(user, User):
            raise NotAuthenticated
        return Response(me(user), headers={"Cache-Control": "private, no-store"})
