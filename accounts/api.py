"""The API of people: register, tokens, who am I."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import addresses, selectors, services
from accounts.models import User
from accounts.pages import base_of
from accounts.scopes import ALL
from accounts.serializers import (
    AskedToken,
    Credentials,
    KnownToken,
    KnownTokens,
    MadeToken,
    Me,
    NewToken,
    Register,
    me,
)
from config.kernel.errors import ProblemError
from config.kernel.rates import address_of
from config.kernel.schema import problems

PRIVATE = {"Cache-Control": "private, no-store"}


def read(kind: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The request's body, checked."""
    body = kind(data=request.data)
    body.is_valid(raise_exception=True)
    checked: dict[str, Any] = body.validated_data
    return checked


def person(request: Request) -> User:
    """Whoever asks. Raises NotAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


class Stranger(APIView):
    """A route for who has no account or token yet: credentials that come along are not looked at."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class RegisterView(Stranger):
    """`POST /api/register`"""

    @extend_schema(request=Register, responses={201: Me, **problems("unsupported_media_type", "rate_limited")}, auth=[])
    def post(self, request: Request) -> Response:
        """Make an account."""
        user = services.register(**read(Register, request), address=address_of(request))
        addresses.ask_to_confirm(user, base_of(request))
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
        token = services.token_for(request._request, **read(Credentials, request))
        return Response({"token": token}, headers={"Cache-Control": "no-store"})


class TokensView(APIView):
    """`/api/tokens`"""

    @extend_schema(responses={200: KnownTokens, **problems("unauthenticated", "not_allowed")})
    def get(self, request: Request) -> Response:
        """Your tokens: their names, what they are good for, when they were last used."""
        tokens = KnownToken(selectors.tokens_of(person(request)), many=True).data
        return Response({"tokens": tokens}, headers=PRIVATE)

    @extend_schema(
        request=AskedToken,
        responses={201: MadeToken, **problems("unauthenticated", "not_allowed", "unsupported_media_type")},
    )
    def post(self, request: Request) -> Response:
        """Make a token, by session: it is told once. By password: `POST /api/token`."""
        asked = read(AskedToken, request)
        if person(request).is_guest:
            raise ProblemError("not_allowed")
        text, kept = services.new_token(
            person(request), asked.get("name", ""), asked.get("scopes", ALL), asked.get("expires_at")
        )
        return Response({**KnownToken(kept).data, "token": text}, status=status.HTTP_201_CREATED, headers=PRIVATE)


class TokenByIdView(APIView):
    """`/api/tokens/{id}`"""

    @extend_schema(responses={204: None, **problems("unauthenticated", "not_allowed", "not_found")})
    def delete(self, request: Request, token_id: int) -> Response:
        """Take a token back, by session."""
        if not services.revoke_token(person(request), token_id):
            raise ProblemError("not_found")
        return Response(status=status.HTTP_204_NO_CONTENT)


class MeView(APIView):
    """`GET /api/me`"""

    @extend_schema(responses={200: Me, **problems("unauthenticated", "not_allowed")})
    def get(self, request: Request) -> Response:
        """Who the credentials belong to."""
        return Response(me(person(request)), headers=PRIVATE)
