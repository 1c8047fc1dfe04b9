"""How the OpenAPI schema describes what is told of club nights. Nothing is checked by these."""

from typing import Any

from rest_framework import serializers


class NightBody(serializers.Serializer[Any]):
    """A night: when it begins, by the clocks of its place, and the event that it is."""

    day = serializers.DateField()
    starts = serializers.CharField()
    at = serializers.DateTimeField()
    offset_minutes = serializers.IntegerField()
    clocks = serializers.ChoiceField(
        choices=["", "gap", "fold"], help_text="gap: this time is not there on that day; fold: it comes twice."
    )
    event = serializers.UUIDField(allow_null=True)
    status = serializers.CharField()
    moved = serializers.BooleanField()
    called_off = serializers.BooleanField()


class SeriesInList(serializers.Serializer[Any]):
    """A series in a list."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    rule = serializers.CharField()
    starts = serializers.CharField()
    zone = serializers.CharField()
    ends = serializers.DateField(allow_null=True)
    publish_days = serializers.IntegerField(allow_null=True)
    follows = serializers.UUIDField(allow_null=True)


class SeriesList(serializers.Serializer[Any]):
    """A page of series."""

    series = SeriesInList(many=True)
    next = serializers.CharField(allow_null=True)


class SeriesBody(SeriesInList):
    """A series with its rules and the nights to come."""

    version = serializers.IntegerField()
    rules = serializers.JSONField()
    nights = NightBody(many=True)


class SeriesRow(serializers.Serializer[Any]):
    """A row of a series' stream."""

    version = serializers.IntegerField()
    type = serializers.CharField()
    at = serializers.DateTimeField()
    actor = serializers.JSONField()
    hash = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        """The fields; `data` is added here, since a serializer has an attribute of that name."""
        return super().get_fields() | {"data": serializers.DictField()}


class SeriesRows(serializers.Serializer[Any]):
    """The whole stream of a series."""

    rows = SeriesRow(many=True)
