"""HTTP: a game told again, and its log as it is hashed."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import proof, requests, schema, selectors, steps
from games.api import GAME_ID, PRIVATE, READING, SINCE, TableView, viewer


class ReplayView(TableView):
    """`/api/games/{id}/replay`"""

    EYES = OpenApiParameter(
        "eyes", OpenApiTypes.STR, description="`all` (all that you may see), `table` (as who looks on), or a seat."
    )

    @extend_schema(parameters=[GAME_ID, SINCE, EYES], responses={200: schema.Replay, **READING})
    def get(self, request: Request, game_id: str) -> Response:
        """What each action made of the table, a page of steps after `since`: of a deal that is over with all cards or
        through any seat's eyes, of the one that is on as far as you may see."""
        since = requests.version_text(request.query_params.get("since"))
        eyes = request.query_params.get("eyes")
        seen = selectors.look(requests.game_id(game_id), viewer(request))
        told = steps.page(seen, steps.read_eyes(eyes, seen.state.table.players), since)
        return Response(told, headers={"Cache-Control": PRIVATE})


class RowsView(TableView):
    """`/api/games/{id}/rows`"""

    @extend_schema(parameters=[GAME_ID, SINCE], responses={200: schema.Rows, **READING})
    def get(self, request: Request, game_id: str) -> Response:
        """The log's rows after `since` as they are hashed, at most 500 a page: whoever has them all can check the chain
        alone. Of what you may not see there is the digest that its hash is made of, and neither value nor salt."""
        since = requests.version_text(request.query_params.get("since"))
        seen = selectors.look(requests.game_id(game_id), viewer(request))
        return Response(proof.page(seen, since), headers={"Cache-Control": PRIVATE})
