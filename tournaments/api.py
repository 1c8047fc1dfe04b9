"""The API of events. Each view reads, calls and answers; nothing else."""

from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clubs import selectors as clubs
from accounts.clubs.api import CURSOR, READING, ClubsView, answer, cursor, flag, person, read, viewer
from accounts.clubs.serializers import page
from config.kernel.schema import problems
from games import requests, words
from games.clock import Refused
from tournaments import (
    asking,
    beginnings,
    decisions,
    drafting,
    event_store,
    listing,
    schema,
    selectors,
    serializers,
    services,
)

WRITING = READING | problems(
    "fixed_schedule",
    "unsupported_media_type",
    "not_now",
    "too_late",
    "already_entered",
    "event_full",
    "own_table",
    "roster_full",
    "second_officer",
    "results_missing",
    "not_paired",
    "not_acknowledged",
    "rate_limited",
)
DRAFTING = WRITING | problems("ruleset_unknown", "clock_contradiction")


class EventsRoute(ClubsView):
    """A route about events: a refusal of the engine gets its sentences."""

    def handle_exception(self, exc: Exception) -> Response:
        """All that is wrong with rules and clocks, in words."""
        return super().handle_exception(words.explained(exc) if isinstance(exc, Refused) else exc)


def _event(request: Request, id_: UUID, new: bool = False) -> Response:
    user = viewer(request)
    return answer(serializers.event(selectors.look(user, id_), user), new)


def _narrow(request: Request) -> Q:
    """What the address asks for of a list. Raises ProblemError, ValidationError."""
    told: dict[str, Any] = {name: str(value) for name, value in request.query_params.items() if value}
    told["status"] = [one for one in told.get("status", "").split(",") if one]
    told["mine"] = flag(request, "mine")
    asked = asking.Wanted(data={name: told[name] for name in map(str, asking.Wanted().fields) if name in told})
    asked.is_valid(raise_exception=True)
    read = dict(asked.validated_data)
    span = {"since": read.pop("from", None), "until": read.pop("to", None)}
    wanted = listing.Wanted(**read, **span)
    return listing.narrowed(wanted, person(request) if wanted.mine else viewer(request))


NARROWING = [
    OpenApiParameter("status", OpenApiTypes.STR, description="Only events of these statuses, with commas between."),
    OpenApiParameter("format", OpenApiTypes.STR, description="Only events of this format."),
    OpenApiParameter("from", OpenApiTypes.DATETIME, description="Only events that begin then or later."),
    OpenApiParameter("to", OpenApiTypes.DATETIME, description="Only events that begin before."),
    OpenApiParameter("mine", OpenApiTypes.BOOL, description="Only events in which you are."),
    OpenApiParameter("external_id", OpenApiTypes.STR, description="Only the event that your own system calls so."),
    CURSOR,
]


class EventListView(EventsRoute):
    """`/api/tournaments`"""

    @extend_schema(
        operation_id="tournaments_list",
        parameters=NARROWING,
        responses={200: schema.EventList, **problems("unauthenticated")},
    )
    def get(self, request: Request) -> Response:
        """The events of all your clubs, the newest first."""
        found = selectors.of_person(person(request), cursor(request), _narrow(request))
        return answer(page(found, "tournaments", serializers.in_list))


class ClubEventsView(EventsRoute):
    """`/api/clubs/{id}/tournaments`"""

    @extend_schema(parameters=NARROWING, responses={200: schema.EventList, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """The events of a club, the newest first."""
        found = clubs.look(viewer(request), selectors.SEES, id=club_id)
        told = selectors.of_club(found, cursor(request), _narrow(request))
        return answer(page(told, "tournaments", serializers.in_list))

    @extend_schema(request=asking.NewEvent, responses={201: schema.EventBody, 200: schema.EventBody, **DRAFTING})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Draft an event: nobody but the club's organizers sees it before it is published."""
        asked, now = read(asking.NewEvent, request), timezone.now()
        external_id, template = asked.pop("external_id", None), asked.pop("template", None)
        if template is not None:
            found = clubs.look(person(request), services.RUNS, id=club_id)
            asked = drafting.over(beginnings.rules_of(viewer(request), found, template, now), asked)
        id_, new = services.draft(person(request), club_id, asked, now, external_id)
        return _event(request, id_, new)


class EventView(EventsRoute):
    """`/api/tournaments/{id}`"""

    @extend_schema(responses={200: schema.EventBody, **READING})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """An event: its rules, entries, rounds, tables, standings, and your part in it."""
        return _event(request, tournament_id)

    @extend_schema(request=asking.EventRules, responses={200: schema.EventBody, **DRAFTING})
    def put(self, request: Request, tournament_id: UUID) -> Response:
        """Other rules, while it is a draft."""
        asked = read(asking.EventRules, request)
        services.change(person(request), tournament_id, asked, timezone.now())
        return _event(request, tournament_id)

    @extend_schema(request=asking.RulesChange, responses={200: schema.EventBody, **DRAFTING})
    def patch(self, request: Request, tournament_id: UUID) -> Response:
        """Some of the rules otherwise, while it is a draft; the rest stays."""
        asked = read(asking.RulesChange, request)
        services.amend(person(request), tournament_id, asked, timezone.now())
        return _event(request, tournament_id)


class PublishView(EventsRoute):
    """`/api/tournaments/{id}/publish`"""

    @extend_schema(request=None, responses={200: schema.EventBody, **WRITING})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Tell the club. The rules stand from now on, and members may enter."""
        services.publish(person(request), tournament_id, timezone.now())
        return _event(request, tournament_id)


class EntriesView(EventsRoute):
    """`/api/tournaments/{id}/entries`"""

    @extend_schema(
        request=asking.NewEntry,
        responses={201: schema.EventBody, 200: schema.EventBody, **WRITING, **problems("no_such_member")},
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Enter, with those who play with you, who are asked; or `alone`, looking for others. With the `external_id` of
        an entry of yours: that one, and 200."""
        asked = read(asking.NewEntry, request)
        user, external_id = person(request), asked.get("external_id")
        new = services.enter(user, tournament_id, asked["partners"], timezone.now(), external_id, asked["alone"])
        return _event(request, tournament_id, new)


class AskView(EventsRoute):
    """`/api/tournaments/{id}/entries/{entry}/ask`"""

    @extend_schema(request=asking.OtherEntry, responses={200: schema.EventBody, **WRITING})
    def post(self, request: Request, tournament_id: UUID, entry: int) -> Response:
        """Want to play with another entry that looks for others too; you do once both have asked."""
        asked = read(asking.OtherEntry, request)
        services.ask_to_join(person(request), tournament_id, str(entry), asked["other"], timezone.now())
        return _event(request, tournament_id)


class AcceptView(EventsRoute):
    """`/api/tournaments/{id}/entries/{entry}/accept`"""

    @extend_schema(request=None, responses={200: schema.EventBody, **WRITING})
    def post(self, request: Request, tournament_id: UUID, entry: int) -> Response:
        """Say yes to an entry that names you."""
        services.accept(person(request), tournament_id, str(entry), timezone.now())
        return _event(request, tournament_id)


class CheckInView(EventsRoute):
    """`/api/tournaments/{id}/entries/{entry}/check-in`"""

    @extend_schema(request=None, responses={200: schema.EventBody, **WRITING})
    def post(self, request: Request, tournament_id: UUID, entry: int) -> Response:
        """Say that you are there, where the event asks for it."""
        services.check_in(person(request), tournament_id, str(entry), timezone.now())
        return _event(request, tournament_id)


class WithdrawView(EventsRoute):
    """`/api/tournaments/{id}/entries/{entry}/withdraw`"""

    @extend_schema(request=asking.Withdrawal, responses={200: schema.EventBody, **WRITING})
    def post(self, request: Request, tournament_id: UUID, entry: int) -> Response:
        """Take an entry of yours out, or say no to one; as who runs the event another's, with a reason."""
        asked = read(asking.Withdrawal, request)
        services.withdraw(person(request), tournament_id, str(entry), timezone.now(), asked.get("reason", ""))
        return _event(request, tournament_id)


class ProtestsView(EventsRoute):
    """`/api/tournaments/{id}/protests`"""

    @extend_schema(request=asking.NewProtest, responses={201: schema.EventBody, **WRITING})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Say that a result is wrong: nothing is final before somebody has answered."""
        asked = read(asking.NewProtest, request)
        services.protest(person(request), tournament_id, asked["reason"], timezone.now())
        return _event(request, tournament_id, True)


class ScoresView(EventsRoute):
    """`/api/tournaments/{id}/tables/{round}/{table}/scores`"""

    @extend_schema(request=asking.Scores, responses={200: schema.EventBody, **WRITING})
    def post(self, request: Request, tournament_id: UUID, round: int, table: int) -> Response:
        """Write down what was scored at your table with real cards; it counts once every side has written the same."""
        scores = read(asking.Scores, request)["scores"]
        services.enter_scores(person(request), tournament_id, round, table, scores, timezone.now())
        return _event(request, tournament_id)


class DecisionsView(EventsRoute):
    """`/api/tournaments/{id}/decisions`"""

    @extend_schema(request=decisions.Decision, responses={200: schema.EventBody, **WRITING})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """What somebody decides who leads the event, with a reason; or an objection to a correction."""
        asked = read(decisions.Decision, request)
        decisions.decide(person(request), tournament_id, asked, timezone.now())
        return _event(request, tournament_id)


class RowsView(EventsRoute):
    """`/api/tournaments/{id}/rows`"""

    @extend_schema(
        parameters=[OpenApiParameter("since", OpenApiTypes.INT, description="Only rows after this version.")],
        responses={200: schema.RowList, **READING},
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """The stream of the event: whatever happened, by whom, and why."""
        since = requests.version_text(request.query_params.get("since"))
        seen = selectors.look(viewer(request), tournament_id)
        found = selectors.rows(seen, since, event_store.PAGE)
        more = bool(found) and found[-1].version < seen.version
        return answer({"rows": serializers.rows(seen, found), "next": found[-1].version if more else None})
