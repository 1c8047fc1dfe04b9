"""The API of a club's house rulesets. Each view reads, calls and answers; nothing else."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.clubs.api import READING, WRITING, ClubsView, answer, nothing, person, read, viewer
from accounts.clubs.serializers import ONE_LINE, ExternalId
from accounts.serializers import Body
from config.kernel.schema import problems
from engine.errors import Refused
from games import requests, rulesets, words
from games.models import ClubRuleset

RULES = 'A preset\'s name, or an object such as {"base": "classic", "draw": 1}.'
KEEPING = WRITING | problems("ruleset_unknown")


class RulesetField(serializers.JSONField):
    """A name or an object; what is in it is judged by the engine."""

    def to_internal_value(self, data: Any) -> Any:
        """As it is."""
        if not isinstance(data, str | dict):
            raise requests.malformed("A ruleset is a name or an object.", field="ruleset")
        return data


class ReplacedRuleset(Body):
    """Rules under a name."""

    name = serializers.CharField(max_length=60, validators=[ONE_LINE])
    ruleset = RulesetField(help_text=RULES)


class NewRuleset(ReplacedRuleset):
    """Rules to be kept under a name."""

    external_id = ExternalId()


class RulesetBody(serializers.Serializer[Any]):
    """Rules that a club keeps: `ruleset` is the complete record. Tables of the club take them by their name."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    ruleset = serializers.DictField()


class Rulesets(serializers.Serializer[Any]):
    """All rulesets of a club."""

    rulesets = RulesetBody(many=True)


def told(one: ClubRuleset) -> dict[str, Any]:
    """A house ruleset as it goes out."""
    return {"id": str(one.id), "name": one.name, "ruleset": one.ruleset}


class RulesetsRoute(ClubsView):
    """A route about house rulesets: a refusal of the engine gets its sentences."""

    def handle_exception(self, exc: Exception) -> Response:
        """All that is wrong with the rules, in words."""
        return super().handle_exception(words.explained(exc) if isinstance(exc, Refused) else exc)


class RulesetsView(RulesetsRoute):
    """`/api/clubs/{id}/rulesets`"""

    @extend_schema(responses={200: Rulesets, **READING})
    def get(self, request: Request, club_id: UUID) -> Response:
        """The rules that the club keeps, by name."""
        return answer({"rulesets": [told(one) for one in rulesets.of_club(viewer(request), club_id)]})

    @extend_schema(request=NewRuleset, responses={201: RulesetBody, 200: RulesetBody, **KEEPING})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Keep rules under a name."""
        asked = read(NewRuleset, request)
        made, new = rulesets.save(person(request), club_id, **asked)
        return answer(told(made), new)


class RulesetView(RulesetsRoute):
    """`/api/clubs/{id}/rulesets/{ruleset_id}`"""

    @extend_schema(responses={200: RulesetBody, **READING})
    def get(self, request: Request, club_id: UUID, ruleset_id: UUID) -> Response:
        """One of them."""
        return answer(told(rulesets.one_of(viewer(request), club_id, ruleset_id)))

    @extend_schema(request=ReplacedRuleset, responses={200: RulesetBody, **KEEPING})
    def put(self, request: Request, club_id: UUID, ruleset_id: UUID) -> Response:
        """Other rules, or another name, in its place. Tables that were made with it stay as they are."""
        asked = read(ReplacedRuleset, request)
        return answer(told(rulesets.replace(person(request), club_id, ruleset_id, **asked)))

    @extend_schema(request=None, responses={204: None, **WRITING})
    def delete(self, request: Request, club_id: UUID, ruleset_id: UUID) -> Response:
        """Keep it no longer."""
        rulesets.remove(person(request), club_id, ruleset_id)
        return nothing()
