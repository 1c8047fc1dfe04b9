"""The API of what an event comes to: who stands where, what holds it up, when it ends, how the next round would be."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clubs.api import READING, answer, viewer
from games import requests
from tournaments import blockers, dry_run, forecast, progress, schema, selectors, serializers, services
from tournaments.api import EventsRoute


class StandingsView(EventsRoute):
    """`/api/tournaments/{id}/standings`"""

    @extend_schema(
        parameters=[OpenApiParameter("after", OpenApiTypes.INT, description="After this round, and not the last.")],
        responses={200: schema.StandingsBody, **READING},
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Who stands where, each tie-break with its summands, and who met whom with what result."""
        seen = selectors.look(viewer(request), tournament_id)
        after = request.query_params.get("after")
        return answer(serializers.standings(seen, None if after is None else requests.version_text(after)))


class BlockersView(EventsRoute):
    """`/api/tournaments/{id}/blockers`"""

    @extend_schema(responses={200: schema.BlockerList, **READING})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """What holds the event up: table, seat, deadline. For officers."""
        seen = selectors.look(viewer(request), tournament_id, services.RULES)
        found = blockers.of(seen, progress.running(seen.state), timezone.now())
        return answer({"blockers": [blockers.plain(one) for one in found]})


class ForecastView(EventsRoute):
    """`/api/tournaments/{id}/forecast`"""

    @extend_schema(responses={200: schema.ForecastBody, **READING})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """When the round and the event end, as it goes and at the latest, and how sure that is."""
        seen = selectors.look(viewer(request), tournament_id)
        found = forecast.of(seen.state, progress.deals(seen.state), timezone.now())
        return answer({"forecast": None if found is None else serializers.forecast(found)})


class DryRunView(EventsRoute):
    """`/api/tournaments/{id}/dry-run`"""

    @extend_schema(responses={200: schema.DryRunBody, **READING})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """The next pairing, with its reasons: what is proposed, else as it would be now, of which nothing is stored.
        For officers."""
        seen = selectors.look(viewer(request), tournament_id, services.RULES)
        stand = progress.stand(progress.running(seen.state))
        return answer(serializers.dry_run(dry_run.of_next(seen.state, stand)))
