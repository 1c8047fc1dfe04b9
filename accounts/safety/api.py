"""The API of reports. Each view reads, calls and answers; nothing else. Reporting at a table is the tables' own."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clubs.api import CURSOR, READING, ClubsView, answer, cursor, flag, person, read, viewer
from accounts.clubs.selectors import look
from accounts.clubs.serializers import page
from accounts.safety import schema, selectors, serializers, services
from config.kernel.rates import address_of
from config.kernel.schema import problems

DECIDING = READING | problems("unsupported_media_type", "already_decided")


class ClubReportsView(ClubsView):
    """`/api/clubs/{id}/reports`"""

    @extend_schema(
        parameters=[OpenApiParameter("waiting", OpenApiTypes.BOOL, description="Only what is to be decided."), CURSOR],
        responses={200: schema.Reports, **READING},
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """What was reported in the club, the newest first; nothing about yourself."""
        only_waiting = flag(request, "waiting")
        found = look(viewer(request), "see reports", id=club_id)
        return answer(page(selectors.of_club(found, only_waiting, cursor(request)), "reports", serializers.for_desk))

    @extend_schema(
        request=serializers.NewReport,
        responses={
            201: schema.ReportMade,
            200: schema.ReportMade,
            **READING,
            **problems("unsupported_media_type", "rate_limited"),
        },
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Report an announcement, or a person of the club, to its officers."""
        asked = read(serializers.NewReport, request)
        which = {name: asked.pop(name, None) for name in ("announcement", "person")}
        told = services.Told(**asked)
        made, new = services.report_in_club(person(request), club_id, told, address_of(request), **which)
        return answer(serializers.made(made, selectors.names_of_clubs(person(request)).get(club_id)), new)


class ClubReportView(ClubsView):
    """`/api/clubs/{id}/reports/{report_id}`"""

    @extend_schema(responses={200: schema.ReportBody, **READING})
    def get(self, request: Request, club_id: UUID, report_id: UUID) -> Response:
        """A report with its evidence."""
        found = look(viewer(request), "see reports", id=club_id)
        return answer(serializers.for_desk(selectors.one_of_club(found, report_id)))


class DecisionView(ClubsView):
    """`/api/clubs/{id}/reports/{report_id}/decision`"""

    @extend_schema(request=serializers.NewDecision, responses={200: schema.ReportBody, **DECIDING})
    def post(self, request: Request, club_id: UUID, report_id: UUID) -> Response:
        """Decide a report in which you have no part. The person is told the outcome and the reason."""
        asked = read(serializers.NewDecision, request)
        return answer(serializers.for_desk(services.decide(person(request), club_id, report_id, **asked)))


class ClosingView(ClubsView):
    """`/api/clubs/{id}/reports/{report_id}/closing`"""

    @extend_schema(request=serializers.NewClosing, responses={200: schema.ReportBody, **DECIDING})
    def post(self, request: Request, club_id: UUID, report_id: UUID) -> Response:
        """Decide an appeal against another officer's decision: it stands, or it is lifted."""
        asked = read(serializers.NewClosing, request)
        return answer(serializers.for_desk(services.decide_appeal(person(request), club_id, report_id, **asked)))


class MyReportsView(ClubsView):
    """`/api/reports`"""

    @extend_schema(responses={200: schema.MyReports, **problems("unauthenticated", "not_allowed")})
    def get(self, request: Request) -> Response:
        """What you have reported, and what was decided about you."""
        user = person(request)
        names, most = selectors.names_of_clubs(user), selectors.MOST_OF_ONES_OWN
        return answer(
            {
                "made": [serializers.made(one, names.get(one.club_id)) for one in selectors.made_by(user)[:most]],
                "about_me": [serializers.about_me(one, names.get(one.club_id)) for one in selectors.about(user)[:most]],
            }
        )


class AppealView(ClubsView):
    """`/api/reports/{report_id}/appeal`"""

    @extend_schema(
        request=serializers.NewAppeal,
        responses={200: schema.DecisionAboutMe, **READING, **problems("unsupported_media_type", "already_appealed")},
    )
    def post(self, request: Request, report_id: UUID) -> Response:
        """Appeal, once, against what was decided about you: somebody else looks at it."""
        asked = read(serializers.NewAppeal, request)
        one = services.appeal(person(request), report_id, **asked)
        return answer(serializers.about_me(one, selectors.names_of_clubs(person(request)).get(one.club_id)))
