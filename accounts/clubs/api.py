"""The API of clubs. Each view reads, calls and answers; nothing else. Invitations: `api_inviting`."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.clubs import announcements, permissions, schema, selectors, serializers, services
from accounts.clubs.permissions import Standing
from accounts.models import User
from accounts.pages import base_of
from accounts.serializers import Body
from config.kernel.errors import ProblemError
from config.kernel.schema import problems

HEADERS = {"Cache-Control": "private, no-store"}

CURSOR = OpenApiParameter("cursor", OpenApiTypes.STR, description="`next` of the page before.")
READING = problems("unauthenticated", "not_allowed", "not_found")
WRITING = READING | problems("unsupported_media_type", "last_owner", "rate_limited")


class ClubsView(APIView):
    """A route about clubs. Credentials are looked at after what the view reads: `malformed` comes first."""

    permission_classes = (AllowAny,)

    def perform_authentication(self, request: Request) -> None:
        """Not yet."""


def viewer(request: Request) -> User | None:
    """Who looks; None: nobody known. Raises AuthenticationFailed for credentials that do not count."""
    return request.user if isinstance(request.user, User) else None


def person(request: Request) -> User:
    """Who acts. Raises ProblemError `unauthenticated`."""
    known = viewer(request)
    if known is None:
        raise ProblemError("unauthenticated")
    return known


def read(kind: type[Body], request: Request) -> dict[str, Any]:
    """The request's body, checked."""
    body = kind(data=request.data)
    body.is_valid(raise_exception=True)
    checked: dict[str, Any] = body.validated_data
    return checked


def flag(request: Request, name: str) -> bool:
    """A yes or no of an address; nothing means no."""
    text = request.query_params.get(name, "")
    if text not in ("", "0", "1", "false", "true"):
        raise ProblemError("malformed", fields={name: []})
    return text in ("1", "true")


def cursor(request: Request) -> str | None:
    """Where a page begins."""
    return request.query_params.get("cursor") or None


def answer(told: Any, new: bool = False) -> Response:
    """What is told, for nobody's cache."""
    return Response(told, status=status.HTTP_201_CREATED if new else status.HTTP_200_OK, headers=HEADERS)


def nothing() -> Response:
    """It is done, and there is nothing to tell."""
    return Response(status=status.HTTP_204_NO_CONTENT, headers=HEADERS)


def _club(found: Standing, new: bool = False) -> Response:
    return answer(serializers.club(found), new)


class ClubListView(ClubsView):
    """`/api/clubs`"""

    @extend_schema(
        operation_id="clubs_list",
        parameters=[OpenApiParameter("mine", OpenApiTypes.BOOL, description="Only clubs you belong to."), CURSOR],
        responses={200: schema.Clubs, **problems("unauthenticated")},
    )
    def get(self, request: Request) -> Response:
        """Clubs that you may know of."""
        mine = flag(request, "mine")
        found = selectors.clubs(person(request) if mine else viewer(request), mine, cursor(request))
        return answer(serializers.page(found, "clubs", serializers.club_in_list))

    @extend_schema(
        request=serializers.NewClub,
        responses={
            201: schema.ClubBody,
            200: schema.ClubBody,
            **problems("unauthenticated", "not_found", "unsupported_media_type", "rate_limited"),
        },
    )
    def post(self, request: Request) -> Response:
        """Found a club; you own it. With the `external_id` of an earlier one of yours: that one, and 200."""
        asked = read(serializers.NewClub, request)
        user = person(request)
        made, new = services.create_club(user, **asked)
        return _club(permissions.standing(made, services.membership_of(made, user.id)), new)


class ClubView(ClubsView):
    """`/api/clubs/{id}`"""

    @extend_schema(responses={200: schema.ClubBody, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """A club as you may see it."""
        return _club(selectors.look(viewer(request), id=club_id))

    @extend_schema(request=serializers.ClubChange, responses={200: schema.ClubBody, **WRITING})
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Change what is said of the club, or how one gets in."""
        asked = read(serializers.ClubChange, request)
        user = person(request)
        services.change_club(user, club_id, **asked)
        return _club(selectors.look(user, id=club_id))

    @extend_schema(request=None, responses={204: None, **WRITING})
    def delete(self, request: Request, club_id: UUID) -> Response:
        """Close the club for good."""
        services.close_club(person(request), club_id)
        return nothing()


class MineView(ClubsView):
    """`/api/clubs/{id}/me`"""

    @extend_schema(request=None, responses={200: schema.ClubBody, **WRITING})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Join, or ask to join where an officer lets people in."""
        return _club(services.join(person(request), club_id))

    @extend_schema(request=serializers.Own, responses={200: schema.ClubBody, **WRITING})
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Choose whether you are listed and stand in for absent players, and how announcements reach you."""
        asked = read(serializers.Own, request)
        user = person(request)
        services.choose(user, club_id, **asked)
        return _club(selectors.look(user, id=club_id))

    @extend_schema(request=None, responses={204: None, **WRITING})
    def delete(self, request: Request, club_id: UUID) -> Response:
        """Leave the club, or take your request back."""
        services.leave(person(request), club_id)
        return nothing()


class MembersView(ClubsView):
    """`/api/clubs/{id}/members`"""

    @extend_schema(parameters=[CURSOR], responses={200: schema.ClubPeople, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """Who belongs to the club, as far as they are listed."""
        found = selectors.look(viewer(request), "see the directory", id=club_id)
        page = selectors.people_page(selectors.members(found), cursor(request))
        return answer(serializers.page(page, "people", serializers.person))


class StandInsView(ClubsView):
    """`/api/clubs/{id}/stand-ins`"""

    @extend_schema(parameters=[CURSOR], responses={200: schema.ClubPeople, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """Who is ready to take an absent player's seat at a table."""
        found = selectors.look(viewer(request), "see who stands in", id=club_id)
        page = selectors.people_page(selectors.stand_ins(found), cursor(request))
        return answer(serializers.page(page, "people", serializers.person))


class MemberView(ClubsView):
    """`/api/clubs/{id}/members/{user_id}`"""

    @extend_schema(request=serializers.NewRole, responses={200: schema.ClubPerson, **WRITING})
    def patch(self, request: Request, club_id: UUID, user_id: UUID) -> Response:
        """Give somebody a role, or give up a rank of your own."""
        asked = read(serializers.NewRole, request)
        return answer(serializers.person(services.set_role(person(request), club_id, user_id, **asked)))

    @extend_schema(request=None, responses={204: None, **WRITING})
    def delete(self, request: Request, club_id: UUID, user_id: UUID) -> Response:
        """Take somebody out of the club."""
        services.remove(person(request), club_id, user_id)
        return nothing()


class OwnerView(ClubsView):
    """`/api/clubs/{id}/owner`"""

    @extend_schema(request=serializers.Person, responses={200: schema.ClubPerson, **WRITING})
    def put(self, request: Request, club_id: UUID) -> Response:
        """Hand the club over: a member owns it in your place, and you are an organizer."""
        asked = read(serializers.Person, request)
        return answer(serializers.person(services.hand_over(person(request), club_id, asked["user_id"])))


class RequestsView(ClubsView):
    """`/api/clubs/{id}/requests`"""

    @extend_schema(parameters=[CURSOR], responses={200: schema.ClubPeople, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """Who asks to join."""
        found = selectors.look(viewer(request), "answer requests", id=club_id)
        page = selectors.people_page(selectors.requests(found), cursor(request))
        return answer(serializers.page(page, "people", serializers.person))


class RequestView(ClubsView):
    """`/api/clubs/{id}/requests/{user_id}`"""

    @extend_schema(request=None, responses={204: None, **WRITING})
    def post(self, request: Request, club_id: UUID, user_id: UUID) -> Response:
        """Let somebody in."""
        services.admit(person(request), club_id, user_id)
        return nothing()

    @extend_schema(request=None, responses={204: None, **WRITING})
    def delete(self, request: Request, club_id: UUID, user_id: UUID) -> Response:
        """Do not let somebody in; they may ask again."""
        services.decline(person(request), club_id, user_id)
        return nothing()


class BansView(ClubsView):
    """`/api/clubs/{id}/bans`"""

    @extend_schema(parameters=[CURSOR], responses={200: schema.ClubPeople, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """Who is kept out."""
        found = selectors.look(viewer(request), "ban", id=club_id)
        page = selectors.people_page(selectors.bans(found), cursor(request))
        return answer(serializers.page(page, "people", serializers.person))


class BanView(ClubsView):
    """`/api/clubs/{id}/bans/{user_id}`"""

    @extend_schema(request=None, responses={204: None, **WRITING})
    def put(self, request: Request, club_id: UUID, user_id: UUID) -> Response:
        """Keep somebody out: they do not find the club any more."""
        services.ban(person(request), club_id, user_id)
        return nothing()

    @extend_schema(request=None, responses={204: None, **WRITING})
    def delete(self, request: Request, club_id: UUID, user_id: UUID) -> Response:
        """Keep somebody out no longer."""
        services.unban(person(request), club_id, user_id)
        return nothing()


class AnnouncementsView(ClubsView):
    """`/api/clubs/{id}/announcements`"""

    @extend_schema(parameters=[CURSOR], responses={200: schema.Announcements, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """What was announced, the newest first."""
        found = selectors.look(viewer(request), "read announcements", id=club_id)
        page = selectors.announcements(found, cursor(request))
        return answer(serializers.page(page, "announcements", serializers.announcement))

    @extend_schema(
        request=serializers.NewAnnouncement,
        responses={201: schema.AnnouncementBody, 200: schema.AnnouncementBody, **WRITING},
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Tell the club something."""
        asked = read(serializers.NewAnnouncement, request)
        made, new = announcements.announce(person(request), club_id, base=base_of(request), **asked)
        return answer(serializers.announcement(made), new)


class AnnouncementView(ClubsView):
    """`/api/clubs/{id}/announcements/{announcement_id}`"""

    @extend_schema(
        operation_id="clubs_announcement_again",
        request=None,
        responses={204: None, **WRITING, **problems("mail_off")},
    )
    def post(self, request: Request, club_id: UUID, announcement_id: UUID) -> Response:
        """Mail once more what failed or was interrupted."""
        announcements.send_again(person(request), club_id, announcement_id)
        return nothing()

    @extend_schema(request=None, responses={204: None, **WRITING})
    def delete(self, request: Request, club_id: UUID, announcement_id: UUID) -> Response:
        """Take an announcement down."""
        announcements.take_down(person(request), club_id, announcement_id)
        return nothing()


class LogView(ClubsView):
    """`/api/clubs/{id}/log`"""

    @extend_schema(parameters=[CURSOR], responses={200: schema.Changes, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """Who changed what, the newest first."""
        found = selectors.look(viewer(request), "see the log", id=club_id)
        page = selectors.changes(found, cursor(request))
        return answer({"changes": serializers.changes(page.rows), "next": page.next})
