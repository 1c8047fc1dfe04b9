"""The API of what players decide beforehand: for whoever asks about themselves, and nobody else."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from config.kernel.schema import problems
from games import beforehand, requests, schema, selectors
from games.api import GAME_ID, PRIVATE, READING, WRITING, TableView, person

KIND = OpenApiParameter("kind", OpenApiTypes.STR, OpenApiParameter.PATH, enum=["answer", "pass"])


def _plans(request: Request, game_id: str) -> Response:
    user_id = person(request)
    told = beforehand.of(selectors.look(requests.game_id(game_id), user_id), user_id).body()
    return Response(told, headers={"Cache-Control": PRIVATE})


class PlansView(TableView):
    """`/api/games/{id}/plans`"""

    @extend_schema(parameters=[GAME_ID], responses={200: schema.Plans, **READING})
    def get(self, request: Request, game_id: str) -> Response:
        """What you have decided beforehand at this table, and what you can."""
        return _plans(request, game_id)


class PlanView(TableView):
    """`/api/games/{id}/plans/{kind}`"""

    @extend_schema(
        parameters=[GAME_ID, KIND],
        request=schema.NewPlan,
        responses={
            200: schema.Plans,
            **WRITING,
            **problems("not_found", "not_started", "game_over", "nothing_to_plan", "rate_limited"),
        },
    )
    def put(self, request: Request, game_id: str, kind: str) -> Response:
        """Decide beforehand: it acts by itself when the moment comes, and nobody is told of it before."""
        asked = requests.plan(kind, request.data)
        beforehand.decide(person(request), requests.game_id(game_id), asked)
        return _plans(request, game_id)

    @extend_schema(parameters=[GAME_ID, KIND], responses={200: schema.Plans, **READING, **problems("not_found")})
    def delete(self, request: Request, game_id: str, kind: str) -> Response:
        """Decide when it comes up after all."""
        beforehand.cancel(person(request), requests.game_id(game_id), requests.plan_kind(kind))
        return _plans(request, game_id)
