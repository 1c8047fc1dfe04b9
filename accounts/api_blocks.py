"""The API of blocks: whom you do not want to meet."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import blocks
from accounts.api import PRIVATE, person, read
from accounts.serializers import Blocked, Blocks, NewBlock, blocked
from config.kernel.errors import ProblemError
from config.kernel.schema import problems


class BlocksView(APIView):
    """`/api/blocks`"""

    @extend_schema(responses={200: Blocks, **problems("unauthenticated", "not_allowed")})
    def get(self, request: Request) -> Response:
        """Whom you block."""
        return Response({"blocks": [blocked(one) for one in blocks.of(person(request))]}, headers=PRIVATE)

    @extend_schema(
        request=NewBlock,
        responses={
            200: Blocked,
            **problems("unauthenticated", "not_allowed", "unsupported_media_type", "rate_limited"),
        },
    )
    def post(self, request: Request) -> Response:
        """Block somebody: they cannot ask you to a table or sit down at yours, and neither reads the other's chat."""
        asked = read(NewBlock, request)
        return Response(blocked(blocks.block(person(request), **asked)), headers=PRIVATE)


class BlockView(APIView):
    """`/api/blocks/{user_id}`"""

    @extend_schema(request=None, responses={204: None, **problems("unauthenticated", "not_allowed", "not_found")})
    def delete(self, request: Request, user_id: UUID) -> Response:
        """Take a block back."""
        if not blocks.unblock(person(request), user_id):
            raise ProblemError("not_found")
        return Response(status=status.HTTP_204_NO_CONTENT)
