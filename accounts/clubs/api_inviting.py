"""The API of invitations: making them, whole lists of them, and coming in by one."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clubs import invitations, lists, schema, selectors, serializers
from accounts.clubs.api import CURSOR, READING, WRITING, ClubsView, answer, cursor, flag, nothing, person, read, viewer
from accounts.pages import base_of
from config.kernel.rates import address_of
from config.kernel.schema import problems

SENDING = WRITING | problems("mail_off")


class InvitationsView(ClubsView):
    """`/api/clubs/{id}/invitations`"""

    @extend_schema(parameters=[CURSOR], responses={200: schema.Invitations, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """All invitations, the newest first."""
        found = selectors.look(viewer(request), "invite", id=club_id)
        page = selectors.invitations(found, cursor(request))
        return answer(serializers.page(page, "invitations", serializers.invitation))

    @extend_schema(
        request=serializers.NewInvitation,
        responses={201: schema.InvitationBody, 200: schema.InvitationBody, **SENDING},
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """A link, a join card's code, or a mail to one address. Whoever has the code may come in by `/join/CODE`."""
        asked = read(serializers.NewInvitation, request)
        made, new = invitations.invite(person(request), club_id, base=base_of(request), **asked)
        return answer(serializers.invitation(made), new)


class InvitationView(ClubsView):
    """`/api/clubs/{id}/invitations/{invitation_id}`"""

    @extend_schema(request=None, responses={204: None, **WRITING})
    def delete(self, request: Request, club_id: UUID, invitation_id: UUID) -> Response:
        """Let an invitation count no longer."""
        invitations.withdraw(person(request), club_id, invitation_id)
        return nothing()


class ListsView(ClubsView):
    """`/api/clubs/{id}/invitation-lists`"""

    DRY_RUN = OpenApiParameter("dry_run", OpenApiTypes.BOOL, description="Only say what each line would do.")

    @extend_schema(
        operation_id="clubs_list_start",
        parameters=[DRY_RUN],
        request=serializers.ListText,
        responses={201: schema.ListBody, 200: schema.ListOrJudged, **SENDING},
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Invite everybody of a list by mail; with `dry_run` only `{"lines": [{"line", "text", "verdict"}]}`."""
        dry_run = flag(request, "dry_run")
        asked = read(serializers.ListText, request)
        user = person(request)
        if dry_run:
            return answer(serializers.judged(lists.dry_run(user, club_id, asked["text"])))
        made, new = lists.start(user, club_id, base=base_of(request), **asked)
        return answer(serializers.invitation_list(made), new)


class ListView(ClubsView):
    """`/api/clubs/{id}/invitation-lists/{list_id}`"""

    @extend_schema(responses={200: schema.ListBody, **READING})
    def get(self, request: Request, club_id: UUID, list_id: UUID) -> Response:
        """How far a list has come."""
        found = selectors.look(viewer(request), "invite", id=club_id)
        return answer(serializers.invitation_list(selectors.invitation_list(found, list_id)))

    @extend_schema(operation_id="clubs_list_again", request=None, responses={200: schema.ListBody, **SENDING})
    def post(self, request: Request, club_id: UUID, list_id: UUID) -> Response:
        """Send once more what failed or was interrupted."""
        user = person(request)
        lists.send_again(user, club_id, list_id)
        found = selectors.look(user, "invite", id=club_id)
        return answer(serializers.invitation_list(selectors.invitation_list(found, list_id)))


class JoinView(ClubsView):
    """`/api/join`"""

    @extend_schema(
        request=serializers.Code,
        responses={
            200: schema.ClubBody,
            **problems("unauthenticated", "not_found", "unsupported_media_type", "rate_limited"),
        },
    )
    def post(self, request: Request) -> Response:
        """Come into a club by the code of an invitation."""
        asked = read(serializers.Code, request)
        found = invitations.accept(person(request), asked["code"], address_of(request))
        return answer(serializers.club(found))
