"""The API of tables. Each view reads, calls and answers; nothing else."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from config.kernel.errors import ProblemError
from config.kernel.schema import problems
from engine.errors import Refused
from games import hints, requests, schema, selectors, serializers, services, visits, words
from games.selectors import Seen

PRIVATE = "private, no-store"

GAME_ID = OpenApiParameter("game_id", OpenApiTypes.UUID, OpenApiParameter.PATH)
SINCE = OpenApiParameter("since", OpenApiTypes.INT, description="Only what came after this version.")
READING = problems("unauthenticated", "not_allowed", "unknown_game")
WRITING = problems(
    "unauthenticated", "not_allowed", "not_seated", "unknown_game", "stale_version", "unsupported_media_type"
)
SITTING = WRITING | problems("game_over", "rate_limited", "kept_for_reserve")


class TableView(APIView):
    """A route about tables. Credentials are looked at after what the view reads: `malformed` comes first."""

    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Note when the request was read: that is when an action was received."""
        self.received_at: datetime = getattr(request, "scope", {}).get("received_at") or datetime.now(UTC)
        super().initial(request, *args, **kwargs)

    def perform_authentication(self, request: Request) -> None:
        """Not yet."""

    def handle_exception(self, exc: Exception) -> Response:
        """A refusal of the engine or the table gets its sentence."""
        return super().handle_exception(words.explained(exc) if isinstance(exc, Refused) else exc)


def viewer(request: Request) -> UUID | None:
    """Who looks; None: nobody known. Raises AuthenticationFailed for credentials that do not count."""
    return request.user.id if isinstance(request.user, User) else None


def person(request: Request) -> UUID:
    """Who acts. Raises ProblemError `unauthenticated`."""
    known = viewer(request)
    if known is None:
        raise ProblemError("unauthenticated")
    return known


def _unchanged(request: Request, tag: str) -> bool:
    known = [one.strip().removeprefix("W/") for one in request.headers.get("If-None-Match", "").split(",")]
    return tag in known or "*" in known


def _answer(request: Request, seen: Seen, tell: Any) -> Response:
    """What `tell()` gives, for this viewer alone; nothing but 304 if the viewer has it."""
    tag = serializers.etag(seen.version, seen.seat, request.accepted_renderer.format, len(seen.state.outages))
    headers = {"ETag": tag, "Cache-Control": PRIVATE, "Vary": "Accept, Authorization, Cookie"}
    if request.method in ("GET", "HEAD") and _unchanged(request, tag):
        return Response(status=status.HTTP_304_NOT_MODIFIED, headers=headers)
    return Response(tell(), headers=headers)


def receipt(done: services.Receipt) -> Response:
    """That it was done, and the version at which it stands."""
    return Response(serializers.receipt(*done), headers={"Cache-Control": PRIVATE})


class GamesView(TableView):
    """`/api/games`"""

    @extend_schema(
        operation_id="games_list",
        parameters=[
            OpenApiParameter("status", OpenApiTypes.STR, description="Only tables of this status."),
            OpenApiParameter("mine", OpenApiTypes.BOOL, description="Only tables where you have a part."),
            OpenApiParameter("club", OpenApiTypes.UUID, description="Only tables of this club of yours."),
            OpenApiParameter("looking", OpenApiTypes.BOOL, description="Only tables with a seat for you to stand in."),
            OpenApiParameter("cursor", OpenApiTypes.STR, description="`next` of the page before."),
        ],
        responses={200: schema.Games, **problems("unauthenticated", "not_allowed", "not_found")},
    )
    def get(self, request: Request) -> Response:
        """Tables, the newest first."""
        query = request.query_params
        mine = requests.flag_text(query.get("mine"), "mine")
        looking = requests.flag_text(query.get("looking"), "looking")
        user_id = person(request) if mine or looking else viewer(request)
        club = requests.uuid(query["club"], "club") if "club" in query else None
        told = selectors.games(user_id, query.get("status") or None, mine, query.get("cursor"), club, looking=looking)
        return Response(told, headers={"Cache-Control": PRIVATE})

    @extend_schema(
        request=schema.NewGame,
        responses={
            201: schema.GameBody,
            200: schema.GameBody,
            **problems(
                "unauthenticated",
                "not_allowed",
                "not_found",
                "ruleset_unknown",
                "clock_contradiction",
                "already_seated",
                "unsupported_media_type",
                "rate_limited",
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """Set up a table. With the `external_id` of an earlier one of yours (or of the club): that one, and 200."""
        asked = requests.game(request.data)
        user_id = person(request)
        game_id, new = services.create_game(user_id, asked, self.received_at)
        answer = _answer(request, seen := selectors.look(game_id, user_id), lambda: selectors.body(seen))
        answer.status_code = status.HTTP_201_CREATED if new else status.HTTP_200_OK
        return answer


class GameView(TableView):
    """`/api/games/{id}`"""

    @extend_schema(parameters=[GAME_ID], responses={200: schema.GameBody, 304: None, **READING})
    def get(self, request: Request, game_id: str) -> Response:
        """A table as you may see it."""
        user_id = viewer(request)
        seen = selectors.look(requests.game_id(game_id), user_id)
        return _answer(request, seen, lambda: selectors.body(seen))


class ClockView(TableView):
    """`/api/games/{id}/clock`"""

    @extend_schema(parameters=[GAME_ID], responses={200: schema.Clock, **READING})
    def get(self, request: Request, game_id: str) -> Response:
        """What time each seat has now, when it is due, and why: `since` and all items together are the deadline."""
        user_id = viewer(request)
        told = selectors.clock(selectors.look(requests.game_id(game_id), user_id), self.received_at)
        return Response(told, headers={"Cache-Control": PRIVATE})


class SeatView(TableView):
    """`/api/games/{id}/seats/{n}`"""

    PARAMETERS = [GAME_ID, OpenApiParameter("seat", OpenApiTypes.INT, OpenApiParameter.PATH)]

    @extend_schema(parameters=PARAMETERS, request=None, responses={200: schema.GameBody, **SITTING})
    def post(self, request: Request, game_id: str, seat: str) -> Response:
        """Sit down, accept an invitation, or stand in. The game starts with the last seat."""
        return self._do(services.sit, request, game_id, seat)

    @extend_schema(parameters=PARAMETERS, request=None, responses={200: schema.GameBody, **SITTING})
    def delete(self, request: Request, game_id: str, seat: str) -> Response:
        """Leave before the start, decline, or take back the invitation to a table that you made."""
        return self._do(services.leave, request, game_id, seat)

    def _do(self, service: Any, request: Request, game_id: str, seat: str) -> Response:
        user_id, known_id = person(request), requests.game_id(game_id)
        service(user_id, known_id, requests.seat_text(seat), self.received_at)
        seen = selectors.look_after(known_id, user_id)
        return _answer(request, seen, lambda: selectors.body(seen))


class SubstituteView(TableView):
    """`/api/games/{id}/seats/{n}/substitute`"""

    @extend_schema(
        parameters=SeatView.PARAMETERS,
        request=schema.Want,
        responses={
            200: schema.Receipt,
            **WRITING,
            **problems("not_started", "already_offered", "game_over", "rate_limited"),
        },
    )
    def post(self, request: Request, game_id: str, seat: str) -> Response:
        """Look for a substitute, or no longer: for yourself, an absent partner, or as an officer for anybody."""
        asked = requests.want(request.data)
        user_id, known_id = person(request), requests.game_id(game_id)
        number = requests.seat_text(seat)
        return receipt(services.want_substitute(user_id, known_id, number, asked, self.received_at))


class ActionsView(TableView):
    """`/api/games/{id}/actions`"""

    DRY_RUN = OpenApiParameter("dry_run", OpenApiTypes.BOOL, description="Only say whether it would be accepted.")

    @extend_schema(
        parameters=[GAME_ID, DRY_RUN],
        request=schema.Action,
        responses={200: schema.Receipt, **WRITING, **problems("not_your_turn")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Act, or as an officer for a member. The same id and action again get the same receipt."""
        dry_run = requests.flag_text(request.query_params.get("dry_run"), "dry_run")
        asked = requests.action(request.data, dry_run)
        user_id, known_id = person(request), requests.game_id(game_id)
        if dry_run:
            told: Mapping[str, Any] = services.dry_run(user_id, known_id, asked, self.received_at)
        else:
            told = serializers.receipt(*services.act(user_id, known_id, asked, self.received_at))
        return Response(told, headers={"Cache-Control": PRIVATE})


class HintView(TableView):
    """`/api/games/{id}/hint`"""

    @extend_schema(
        parameters=[GAME_ID],
        responses={
            200: schema.Hint,
            **READING,
            **problems("not_seated", "not_started", "not_your_turn"),
        },
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What a sound player would do in your seat's place, and why. Not at rated tables."""
        user_id = person(request)
        told = hints.hint(selectors.look(requests.game_id(game_id), user_id))
        return Response(told, headers={"Cache-Control": PRIVATE})


class NoncesView(TableView):
    """`/api/games/{id}/nonces`"""

    @extend_schema(
        parameters=[GAME_ID],
        request=schema.Nonce,
        responses={200: schema.Receipt, **WRITING, **problems("rate_limited")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Stir your own chance into the shuffle of a deal to come."""
        asked = requests.nonce(request.data)
        user_id, known_id = person(request), requests.game_id(game_id)
        return receipt(services.add_nonce(user_id, known_id, asked, self.received_at))


class PauseView(TableView):
    """`/api/games/{id}/pause`"""

    @extend_schema(
        parameters=[GAME_ID],
        request=schema.Pause,
        responses={200: schema.Receipt, **WRITING, **problems("not_started", "game_over", "rate_limited")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Want a pause, agree to one, or not. It begins when all people at the table want it."""
        asked = requests.pause(request.data)
        user_id, known_id = person(request), requests.game_id(game_id)
        return receipt(services.pause(user_id, known_id, asked, self.received_at))


class UndoView(TableView):
    """`/api/games/{id}/undo`"""

    @extend_schema(
        parameters=[GAME_ID],
        request=schema.Undo,
        responses={200: schema.Receipt, **WRITING, **problems("nothing_to_undo", "game_over", "rate_limited")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Want your last action taken back, agree to it, or not. It is when all people at the table agree."""
        asked = requests.undo(request.data)
        user_id, known_id = person(request), requests.game_id(game_id)
        return receipt(services.undo(user_id, known_id, asked, self.received_at))


class ResumeView(TableView):
    """`/api/games/{id}/resume`"""

    @extend_schema(
        parameters=[GAME_ID],
        request=schema.Resume,
        responses={200: schema.Receipt, **WRITING, **problems("not_paused", "game_over", "rate_limited")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Go on after a pause: any player may, and everybody has the time that was left."""
        action_id = requests.resume(request.data)
        user_id, known_id = person(request), requests.game_id(game_id)
        return receipt(services.resume(user_id, known_id, action_id, self.received_at))


class SeenView(TableView):
    """`/api/games/{id}/seen`"""

    @extend_schema(parameters=[GAME_ID], responses={200: schema.Visit, **READING, **problems("not_seated")})
    def get(self, request: Request, game_id: str) -> Response:
        """Up to which version you have seen a table where you sit: what came after it is `events?since=` that."""
        told = visits.own_last(person(request), requests.game_id(game_id))
        return Response(serializers.visit(*told), headers={"Cache-Control": PRIVATE})

    @extend_schema(
        parameters=[GAME_ID],
        request=schema.Shown,
        responses={200: schema.Visit, **WRITING, **problems("version_ahead")},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Say that you have been shown this version. Asking for a table says nothing of the kind."""
        version = requests.seen(request.data)
        user_id, known_id = person(request), requests.game_id(game_id)
        visits.seen(user_id, known_id, version, self.received_at)
        told = visits.last(user_id, known_id)
        return Response(serializers.visit(*told), headers={"Cache-Control": PRIVATE})


class LinesRenderer(BaseRenderer):
    """That lines can be asked for; they are written by the view, and a refusal stays one object."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """A refusal."""
        return serializers.line(data).encode() if data else b""


class EventsView(TableView):
    """`/api/games/{id}/events`"""

    renderer_classes = (JSONRenderer, LinesRenderer)

    @extend_schema(
        parameters=[GAME_ID, SINCE],
        responses={
            (200, "application/json"): schema.Events,
            (200, "application/x-ndjson"): OpenApiTypes.STR,
            304: None,
            **READING,
        },
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """The log after `since`: at most 500 events a page, or all of them as lines of `application/x-ndjson`."""
        since = requests.version_text(request.query_params.get("since"))
        user_id = viewer(request)
        seen = selectors.look(requests.game_id(game_id), user_id)
        if isinstance(request.accepted_renderer, LinesRenderer):
            answer = _answer(request, seen, lambda: selectors.all_events(seen, since))
            if answer.status_code != status.HTTP_200_OK:
                return answer
            # Not by the renderer: of a log without new lines it would take the Content-Type away.
            lines = b"".join(serializers.line(told).encode() + b"\n" for told in answer.data)
            return HttpResponse(lines, headers={**answer.headers, "Content-Type": LinesRenderer.media_type})
        return _answer(request, seen, lambda: selectors.events_page(seen, since))
