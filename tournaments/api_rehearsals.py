"""The API of rehearsals."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clubs.api import READING, answer, nothing, person, read, viewer
from accounts.serializers import Body
from config.kernel.errors import ProblemError
from tournaments import rehearsal_report, rehearsing, selectors, state
from tournaments.api import WRITING, EventsRoute
from tournaments.selectors import RUNS


class NewRehearsal(Body):
    """With how many entries an event is rehearsed; if not told, with as many as have entered or are needed."""

    entries = serializers.IntegerField(min_value=rehearsing.FEWEST, max_value=rehearsing.MOST, required=False)


class RehearsedRound(serializers.Serializer[Any]):
    """A round of a rehearsal: how many tables it had, how many of them did not end in time or had no game, how many
    entries rested, how many met again, and how long it took."""

    number = serializers.IntegerField()
    tables = serializers.IntegerField()
    late = serializers.IntegerField()
    not_made = serializers.IntegerField()
    rests = serializers.IntegerField()
    rematches = serializers.IntegerField()
    minutes = serializers.IntegerField(allow_null=True)


class RehearsalWarning(serializers.Serializer[Any]):
    """Something that would have gone wrong."""

    code = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        """The fields; `data` is added here, since a serializer has an attribute of that name."""
        return super().get_fields() | {"data": serializers.DictField()}


class RehearsedPlace(serializers.Serializer[Any]):
    """Where bots came in."""

    entry = serializers.CharField()
    rank = serializers.IntegerField()


class RehearsalBody(serializers.Serializer[Any]):
    """What the last rehearsal has shown so far: `minutes_of_people` is what people would take for a round. A rehearsal
    that is `cancelled` is discarded."""

    id = serializers.UUIDField()
    event = serializers.UUIDField()
    status = serializers.ChoiceField(choices=state.STATUSES)
    entries = serializers.IntegerField()
    all_rounds = serializers.IntegerField(allow_null=True)
    rounds = RehearsedRound(many=True)
    turns_of_a_deal = serializers.IntegerField(allow_null=True)
    minutes_of_people = serializers.IntegerField(allow_null=True)
    warnings = RehearsalWarning(many=True)
    standings = RehearsedPlace(many=True)


class RehearsalView(EventsRoute):
    """`/api/tournaments/{id}/rehearsal`"""

    @extend_schema(responses={200: RehearsalBody, **READING})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """What the last rehearsal of an event has shown, also after it was discarded."""
        return self._report(request, tournament_id)

    @extend_schema(request=NewRehearsal, responses={201: RehearsalBody, **WRITING})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Run the event with bots, within the hour. Nobody but officers sees it."""
        asked = read(NewRehearsal, request)
        rehearsing.begin(person(request), tournament_id, asked.get("entries"), timezone.now())
        return self._report(request, tournament_id, True)

    @extend_schema(responses={204: None, **WRITING})
    def delete(self, request: Request, tournament_id: UUID) -> Response:
        """Be done with it: its games end, and nobody finds it any more."""
        rehearsing.discard(person(request), tournament_id, timezone.now())
        return nothing()

    def _report(self, request: Request, id_: UUID, new: bool = False) -> Response:
        seen = selectors.look(viewer(request), id_, RUNS)
        found = rehearsing.latest(id_)
        if found is None:
            raise ProblemError("not_found")
        return answer(rehearsal_report.plain(rehearsal_report.report(found, seen.state)), new)
