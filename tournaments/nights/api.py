"""The API of club nights. Each view reads, calls and answers; nothing else."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clubs import selectors as clubs
from accounts.clubs.api import CURSOR, READING, answer, cursor, person, read, viewer
from accounts.clubs.serializers import page
from tournaments.api import DRAFTING, WRITING, EventsRoute
from tournaments.nights import asking, schema, selectors, serializers, services
from tournaments.services import RUNS


def _series(request: Request, id_: UUID, new: bool = False) -> Response:
    return answer(serializers.series(selectors.look(viewer(request), id_), timezone.now()), new)


class ClubSeriesView(EventsRoute):
    """`/api/clubs/{id}/series`"""

    @extend_schema(parameters=[CURSOR], responses={200: schema.SeriesList, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """The series of a club, the newest first, for who runs its events."""
        found = clubs.look(viewer(request), RUNS, id=club_id)
        return answer(page(selectors.of_club(found, cursor(request)), "series", serializers.in_list))

    @extend_schema(request=asking.NewSeries, responses={201: schema.SeriesBody, 200: schema.SeriesBody, **DRAFTING})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Make a series: its nights become events 60 days ahead, by themselves."""
        asked = read(asking.NewSeries, request)
        external_id = asked.pop("external_id", None)
        id_, new = services.make(person(request), club_id, asked, timezone.now(), external_id)
        return _series(request, id_, new)


class SeriesView(EventsRoute):
    """`/api/series/{id}`"""

    @extend_schema(responses={200: schema.SeriesBody, **READING})
    def get(self, request: Request, series_id: UUID) -> Response:
        """A series, its rules, and the nights to come."""
        return _series(request, series_id)


class SeriesChangesView(EventsRoute):
    """`/api/series/{id}/changes`"""

    @extend_schema(request=asking.NightChange, responses={200: schema.SeriesBody, **WRITING})
    def post(self, request: Request, series_id: UUID) -> Response:
        """Move or skip one night, or end the series."""
        asked, now = read(asking.NightChange, request), timezone.now()
        services.act(person(request), series_id, asked, now)
        return _series(request, series_id)


class SeriesLaterView(EventsRoute):
    """`/api/series/{id}/later`"""

    @extend_schema(request=asking.LaterNights, responses={201: schema.SeriesBody, **DRAFTING})
    def post(self, request: Request, series_id: UUID) -> Response:
        """This night and all later ones otherwise: the series ends with the night before, and another is answered."""
        asked = read(asking.LaterNights, request)
        day, reason = asked.pop("day"), asked.pop("reason", "")
        return _series(
            request, services.change_from(person(request), series_id, day, asked, reason, timezone.now()), True
        )


class SeriesRowsView(EventsRoute):
    """`/api/series/{id}/rows`"""

    @extend_schema(responses={200: schema.SeriesRows, **READING})
    def get(self, request: Request, series_id: UUID) -> Response:
        """Whatever was done to the series, by whom, chained."""
        return answer({"rows": serializers.rows(selectors.look(viewer(request), series_id))})
