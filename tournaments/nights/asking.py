"""What is asked of club nights, read and checked: the same shapes for the API and the pages."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.clubs.serializers import ExternalId
from accounts.serializers import Body
from tournaments.asking import LONGEST_REASON, EventRules, WallTime, within

MOST_DAYS_BEFORE = 60


class NightRules(EventRules):
    """What is chosen of a series: all that is of an event, where `starts` is the first night's, and which days."""

    rule = serializers.CharField(max_length=100, help_text="Days as RFC 5545 has them: FREQ=WEEKLY;BYDAY=TH.")
    ends = serializers.DateField(
        required=False, allow_null=True, validators=[within], help_text="The first day on which there is none any more."
    )
    publish_days = serializers.IntegerField(
        min_value=0,
        max_value=MOST_DAYS_BEFORE,
        required=False,
        allow_null=True,
        help_text="So many days before it a night is published by itself; null: it stays a draft.",
    )


class NewSeries(NightRules):
    """A series to be made."""

    external_id = ExternalId()


class LaterNights(NightRules):
    """This night and all later ones otherwise; what is not told stays."""

    day = serializers.DateField(validators=[within])
    reason = serializers.CharField(max_length=LONGEST_REASON, required=False, allow_blank=True)

    def get_fields(self) -> Any:
        """The same, none of it needed but the day."""
        fields = super().get_fields()
        for name, field in fields.items():
            field.required = name == "day"
        return fields


class NightChange(Body):
    """Of one night: `move` it to `starts`, or `skip` it. Of the series: `end` it, so that `day` has none any more."""

    do = serializers.ChoiceField(choices=["move", "skip", "end"])
    day = serializers.DateField(validators=[within])
    starts = WallTime(required=False)
    reason = serializers.CharField(
        max_length=LONGEST_REASON,
        required=False,
        allow_blank=True,
        help_text="Needed where the night is published; who has entered reads it.",
    )

    def validate(self, attrs: Any) -> Any:
        """Whoever moves says where to."""
        if attrs["do"] == "move" and "starts" not in attrs:
            raise serializers.ValidationError({"starts": [_("This is needed.")]})
        return attrs
