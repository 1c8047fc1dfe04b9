"""The API of a table's chat, and of reporting what happens at a table."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.safety.schema import ReportMade
from accounts.safety.selectors import names_of_clubs
from accounts.safety.serializers import Telling, made
from accounts.safety.services import Told
from config.kernel.errors import ProblemError
from config.kernel.rates import address_of
from config.kernel.schema import problems
from games import chats, requests, schema
from games.api import GAME_ID, PRIVATE, READING, TableView

SINCE = OpenApiParameter("since", OpenApiTypes.INT, description="Only what came after this number.")
HEADERS = {"Cache-Control": PRIVATE}


def person(request: Request) -> User:
    """Who acts. Raises ProblemError `unauthenticated`."""
    if not isinstance(request.user, User):
        raise ProblemError("unauthenticated")
    return request.user


class ChatView(TableView):
    """`/api/games/{id}/chat`"""

    @extend_schema(parameters=[GAME_ID, SINCE], responses={200: schema.Chat, **READING, **problems("not_seated")})
    def get(self, request: Request, game_id: str) -> Response:
        """What was said at a table where you sit, and whether you can write now."""
        since = requests.number_text(request.query_params.get("since"), "since")
        return Response(chats.page(person(request), requests.game_id(game_id), since), headers=HEADERS)

    @extend_schema(
        parameters=[GAME_ID],
        request=schema.NewChatMessage,
        responses={
            200: schema.ChatMessage,
            **READING,
            **problems("not_seated", "chat_closed", "unsupported_media_type", "rate_limited"),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Say something to the others at your table. The same `message_id` and text again is the same message."""
        asked = requests.chat(request.data)
        user, known_id = person(request), requests.game_id(game_id)
        told = chats.say(user, known_id, asked, self.received_at, address_of(request))
        return Response(told, headers=HEADERS)


class ChatMessageView(TableView):
    """`/api/games/{id}/chat/{number}`"""

    PARAMETERS = [GAME_ID, OpenApiParameter("number", OpenApiTypes.INT, OpenApiParameter.PATH)]

    @extend_schema(
        parameters=PARAMETERS, request=None, responses={204: None, **READING, **problems("not_seated", "not_found")}
    )
    def delete(self, request: Request, game_id: str, number: str) -> Response:
        """Take a message of yours back: its text is erased."""
        wanted = requests.number_text(number, "number")
        chats.take_back(person(request), requests.game_id(game_id), wanted)
        return Response(status=status.HTTP_204_NO_CONTENT, headers=HEADERS)


class NewTableReport(Telling):
    """What is reported at a table: a message of its chat, or who sits on a seat."""

    message = serializers.IntegerField(required=False, min_value=1, max_value=2**62)
    seat = serializers.IntegerField(required=False, min_value=0, max_value=6)

    def validate(self, attrs: Any) -> Any:
        """One of the two."""
        if ("message" in attrs) == ("seat" in attrs):
            raise serializers.ValidationError({"seat": [_("Either a message or a seat.")]})
        return attrs


class TableReportsView(TableView):
    """`/api/games/{id}/reports`"""

    @extend_schema(
        parameters=[GAME_ID],
        request=NewTableReport,
        responses={
            201: ReportMade,
            200: ReportMade,
            **READING,
            **problems("not_found", "unsupported_media_type", "rate_limited"),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Report a message or a player: to the officers of the table's club, or to those who run the site."""
        body = NewTableReport(data=request.data)
        body.is_valid(raise_exception=True)
        asked: dict[str, Any] = dict(body.validated_data)
        which = {name: asked.pop(name, None) for name in ("message", "seat")}
        user, known_id = person(request), requests.game_id(game_id)
        one, new = chats.report(user, known_id, Told(**asked), address_of(request), **which)
        code = status.HTTP_201_CREATED if new else status.HTTP_200_OK
        return Response(made(one, names_of_clubs(user).get(one.club_id)), status=code, headers=HEADERS)
