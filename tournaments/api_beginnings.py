"""The API of templates: what a club's events may begin from."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clubs import selectors as clubs
from accounts.clubs.api import READING, answer, nothing, person, read, viewer
from accounts.clubs.serializers import ONE_LINE
from accounts.serializers import Body
from config.kernel.schema import problems
from tournaments import beginnings
from tournaments.api import EventsRoute
from tournaments.models import Template
from tournaments.selectors import RUNS

KEEPING = READING | problems("unsupported_media_type", "rate_limited")


class NewTemplate(Body):
    """What was chosen for an event, to be kept under a name. What was kept under it before is replaced."""

    name = serializers.CharField(max_length=120, validators=[ONE_LINE])
    event = serializers.UUIDField()


class TemplateBody(serializers.Serializer[Any]):
    """A template: `id` is what `template` of a new event takes. `own`: the club has kept it; else it is the house's."""

    id = serializers.CharField()
    name = serializers.CharField()
    own = serializers.BooleanField()


class TemplateList(serializers.Serializer[Any]):
    """All templates of a club."""

    templates = TemplateBody(many=True)


def _told(one: Template) -> dict[str, Any]:
    return {"id": str(one.id), "name": one.name, "own": True}


class TemplatesView(EventsRoute):
    """`/api/clubs/{id}/event-templates`"""

    @extend_schema(responses={200: TemplateList, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """From what an event may begin: the club's own templates, then the house's."""
        found = clubs.look(viewer(request), RUNS, id=club_id)
        own = [_told(one) for one in beginnings.kept(found)]
        house = [{"id": key, "name": str(title), "own": False} for key, (title, _chosen) in beginnings.HOUSE.items()]
        return answer({"templates": own + house})

    @extend_schema(request=NewTemplate, responses={200: TemplateBody, **KEEPING})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Keep what was chosen for an event of the club."""
        asked = read(NewTemplate, request)
        found = clubs.look(person(request), RUNS, id=club_id)
        made = beginnings.keep(person(request), found, asked["event"], asked["name"], timezone.now())
        return answer(_told(made))


class TemplateView(EventsRoute):
    """`/api/clubs/{id}/event-templates/{template}`"""

    @extend_schema(responses={204: None, **READING})
    def delete(self, request: Request, club_id: UUID, template_id: UUID) -> Response:
        """Keep a template no more. Events that began from it stay as they are."""
        beginnings.forget(clubs.look(person(request), RUNS, id=club_id), template_id)
        return nothing()
