"""How the OpenAPI schema describes what `serializers` tells. Nothing is checked by these."""

from typing import Any

from rest_framework import serializers


class ReportMade(serializers.Serializer[Any]):
    """A report of yours. What was decided is told to the person alone."""

    id = serializers.UUIDField()
    state = serializers.CharField(help_text="open or decided")
    club = serializers.CharField(allow_null=True, help_text="told to who belongs to it")
    kind = serializers.CharField(help_text="chat, announcement or person")
    cause = serializers.CharField()
    created_at = serializers.DateTimeField()
    person = serializers.CharField(allow_null=True)
    text = serializers.CharField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)


class Decided(serializers.Serializer[Any]):
    """What was decided, and of the appeal."""

    id = serializers.UUIDField()
    state = serializers.CharField(help_text="open, decided, appealed or closed")
    club = serializers.CharField(allow_null=True)
    kind = serializers.CharField(help_text="chat, announcement or person")
    cause = serializers.CharField()
    evidence = serializers.CharField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.CharField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    appealed_at = serializers.DateTimeField(allow_null=True)
    appeal = serializers.CharField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    upheld = serializers.BooleanField(allow_null=True)
    closing = serializers.CharField(allow_null=True)


class DecisionAboutMe(Decided):
    """A decision about you."""

    may_appeal = serializers.BooleanField()


class ReportBody(Decided):
    """A report for who decides. `by_the_house`: the site's operators decide it."""

    created_at = serializers.DateTimeField()
    reporter = serializers.CharField(allow_null=True)
    person = serializers.CharField(allow_null=True)
    person_id = serializers.UUIDField()
    text = serializers.CharField(allow_null=True)
    game = serializers.UUIDField(allow_null=True)
    game_version = serializers.IntegerField(allow_null=True)
    game_hash = serializers.CharField(allow_null=True)
    decided_by = serializers.CharField(allow_null=True)
    closed_by = serializers.CharField(allow_null=True)
    by_the_house = serializers.BooleanField()


class Reports(serializers.Serializer[Any]):
    """A page of a club's reports."""

    reports = ReportBody(many=True)
    next = serializers.CharField(allow_null=True)


class MyReports(serializers.Serializer[Any]):
    """What you have reported, and what was decided about you."""

    made = ReportMade(many=True)
    about_me = DecisionAboutMe(many=True)
