"""The API of how games are stopped. Each view reads, calls and answers; nothing else."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from config.kernel.schema import problems
from games import endings, requests, schema
from games.api import GAME_ID, WRITING, TableView, person, receipt


class ResignView(TableView):
    """`/api/games/{id}/resign`"""

    @extend_schema(
        parameters=[GAME_ID],
        request=schema.Pause,
        responses={200: schema.Receipt, **WRITING, **problems("not_started", "game_over", "rate_limited")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Want your team to give the game up, agree to it, or not. When all of the team agree it is over, for good."""
        asked = requests.pause(request.data)
        user_id, known_id = person(request), requests.game_id(game_id)
        done = endings.resign(user_id, known_id, asked, self.received_at)
        return receipt(done)


class FreezeView(TableView):
    """`/api/games/{id}/freeze`"""

    @extend_schema(
        parameters=[GAME_ID],
        request=schema.Freeze,
        responses={200: schema.Receipt, **WRITING, **problems("not_started", "frozen", "game_over")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """As an officer of the table's club who does not sit there: let it rest, and say why to all."""
        asked = requests.freeze(request.data)
        user_id, known_id = person(request), requests.game_id(game_id)
        done = endings.freeze(user_id, known_id, asked, self.received_at)
        return receipt(done)


class UnfreezeView(TableView):
    """`/api/games/{id}/unfreeze`"""

    @extend_schema(
        parameters=[GAME_ID],
        request=schema.Resume,
        responses={200: schema.Receipt, **WRITING, **problems("not_paused", "put_off", "game_over")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """As an officer: let a frozen table go on."""
        action_id = requests.resume(request.data)
        user_id, known_id = person(request), requests.game_id(game_id)
        done = endings.unfreeze(user_id, known_id, action_id, self.received_at)
        return receipt(done)
