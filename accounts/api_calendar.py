"""The API of one's calendar: time zone, quiet hours, vacations and their balance."""

from functools import partial
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import calendars, preferences
from accounts.api import PRIVATE, person, read
from accounts.models import User, Vacation
from accounts.serializers import Body
from config.kernel.errors import ProblemError
from config.kernel.schema import problems

READING = problems("unauthenticated", "not_allowed")
WRITING = READING | problems("unsupported_media_type")


class Quiet(Body):
    """Quiet hours, in one's own time zone; where they end before they begin, on the next day."""

    def get_fields(self) -> dict[str, Any]:
        """The fields: `from` is a word of the language."""
        at = partial(serializers.TimeField, format="%H:%M", input_formats=["%H:%M"])
        return {"from": at(), "to": at()}


class NewVacation(Body):
    """From when until when, in seconds; one that has begun begins now."""

    begins = serializers.DateTimeField()
    ends = serializers.DateTimeField()


class KnownVacation(serializers.Serializer[Any]):
    """A vacation."""

    id = serializers.IntegerField()
    begins = serializers.DateTimeField()
    ends = serializers.DateTimeField()


class Balance(serializers.Serializer[Any]):
    """A year's vacation now, in seconds: granted, passed, entered for later, and what can still be entered."""

    year = serializers.IntegerField()
    granted_seconds = serializers.IntegerField()
    used_seconds = serializers.IntegerField()
    planned_seconds = serializers.IntegerField()
    left_seconds = serializers.IntegerField()


class Calendar(serializers.Serializer[Any]):
    """One's calendar. `quiet`: null for those of each table."""

    zone = serializers.CharField()
    quiet = Quiet(allow_null=True)
    vacations = KnownVacation(many=True)
    balances = Balance(many=True)


class ChosenCalendar(Body):
    """What of a calendar can be chosen as it is; vacations are entered one by one."""

    zone = serializers.ChoiceField(choices=preferences.zones(), required=False)
    quiet = Quiet(allow_null=True, required=False)

    def validate_quiet(self, told: dict[str, Any] | None) -> dict[str, Any] | None:
        """They do not last all day."""
        if told is not None and told["from"] == told["to"]:
            raise serializers.ValidationError("Quiet hours that cover the whole day.")
        return told


def body(user: User) -> dict[str, Any]:
    """The body of `GET /api/calendar`."""
    now, kept = timezone.now(), preferences.of(user)
    quiet = {"from": kept.quiet_from, "to": kept.quiet_to} if kept.quiet_from and kept.quiet_to else None
    return {
        "zone": kept.time_zone or "UTC",
        "quiet": quiet and {name: f"{at:%H:%M}" for name, at in quiet.items()},
        "vacations": KnownVacation(Vacation.objects.filter(user=user, ends__gt=now).order_by("begins"), many=True).data,
        "balances": [
            {
                "year": one.year,
                "granted_seconds": int(one.granted.total_seconds()),
                "used_seconds": int(one.used.total_seconds()),
                "planned_seconds": int(one.planned.total_seconds()),
                "left_seconds": int(one.left.total_seconds()),
            }
            for one in calendars.years(user, now)
        ],
    }


class CalendarView(APIView):
    """`/api/calendar`"""

    @extend_schema(responses={200: Calendar, **READING})
    def get(self, request: Request) -> Response:
        """When you do not play, and how much vacation is left."""
        return Response(body(person(request)), headers=PRIVATE)

    @extend_schema(request=ChosenCalendar, responses={200: Calendar, **WRITING, **problems("rate_limited")})
    def patch(self, request: Request) -> Response:
        """Choose your time zone or quiet hours. It counts from your next turn at each table."""
        user, asked = person(request), read(ChosenCalendar, request)
        if "zone" in asked:
            preferences.choose(user, time_zone=asked["zone"])
        if "quiet" in asked:
            quiet = asked["quiet"] or {"from": None, "to": None}
            calendars.choose_quiet(user, quiet["from"], quiet["to"])
        return Response(body(user), headers=PRIVATE)


class VacationsView(APIView):
    """`/api/calendar/vacations`"""

    @extend_schema(
        request=NewVacation,
        responses={201: Calendar, **WRITING, **problems("vacation_overlaps", "vacation_used_up", "rate_limited")},
    )
    def post(self, request: Request) -> Response:
        """Enter a vacation. Your clocks rest in it from your next turn on, at tables that grant it."""
        user, asked = person(request), read(NewVacation, request)
        calendars.enter(user, asked["begins"], asked["ends"])
        return Response(body(user), status=status.HTTP_201_CREATED, headers=PRIVATE)


class VacationView(APIView):
    """`/api/calendar/vacations/{id}`"""

    @extend_schema(responses={200: Calendar, **READING, **problems("not_found", "rate_limited")})
    def delete(self, request: Request, vacation_id: int) -> Response:
        """End a vacation now, or take back one that has not begun. At tables less of it counts at once."""
        user = person(request)
        if not calendars.end(user, vacation_id):
            raise ProblemError("not_found")
        return Response(body(user), headers=PRIVATE)
