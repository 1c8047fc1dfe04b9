"""What is asked of events, read and checked: the same shapes for the API and the pages."""

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts import preferences
from accounts.clubs.serializers import ONE_LINE, ExternalId
from accounts.serializers import Body
from games.api_rulesets import RULES, RulesetField
from tournaments import drafting, schedule, state, words
from tournaments.defaults import PACES, TABLE_SIZES
from tournaments.formats import FORMATS

LONGEST_ABOUT = 2000
LONGEST_REASON = 500
WEEK, MONTH = 7 * 24 * 60, 60 * 24 * 60
MOST_ROUNDS = 60
MOST_POINTS = 100_000
DEALS = (1, 2, 4)
OFFERED = sorted(FORMATS)


def within(day: date) -> None:
    """Refuse a day that no calendar here goes to."""
    if not schedule.FIRST <= day <= schedule.LAST:
        years = {"first": schedule.FIRST.year, "last": schedule.LAST.year}
        raise ValidationError(_("A day in the years %(first)s to %(last)s is needed.") % years)


class WallTime(serializers.CharField):
    """What clocks show where the event is, to the minute: 2026-12-01T19:00."""

    def to_internal_value(self, data: Any) -> Any:
        """As a time without a zone."""
        read = drafting.wall_time(super().to_internal_value(data))
        if read is None:
            raise serializers.ValidationError(_("A time such as 2026-12-01T19:00 is needed."))
        return read


class RoundTimes(Body):
    """When a round opens and when it is to be done, by the clocks of the event's place."""

    opens = WallTime()
    ends = WallTime(required=False, help_text="If not told: as long after as a round takes.")


class EventRules(Body):
    """What an organizer chooses; `pace` gives whatever else is not chosen. Times are minutes."""

    name = serializers.CharField(max_length=120, validators=[ONE_LINE])
    about = serializers.CharField(max_length=LONGEST_ABOUT, required=False, allow_blank=True)
    format = serializers.ChoiceField(choices=OFFERED)
    pace = serializers.ChoiceField(choices=list(PACES), required=False)
    starts = WallTime(help_text="Wall time in `zone`: 2026-12-01T19:00.")
    zone = serializers.CharField(max_length=64, required=False)
    rounds = serializers.IntegerField(min_value=0, max_value=MOST_ROUNDS, required=False)
    persons = serializers.IntegerField(min_value=1, max_value=3, required=False, help_text="So many play as one.")
    table_sizes = serializers.ListField(
        child=serializers.IntegerField(min_value=TABLE_SIZES[0], max_value=TABLE_SIZES[1]),
        min_length=1,
        max_length=2,
        required=False,
        help_text="Format tables: sides of a table; a second size is for what the first leaves over.",
    )
    rematches = serializers.BooleanField(
        required=False, help_text="Who has met meets again, rather than that there are fewer rounds."
    )
    deals = serializers.ChoiceField(choices=DEALS, required=False)
    ruleset = RulesetField(required=False, help_text=RULES)
    clock = serializers.JSONField(required=False, help_text="As for a table.")
    check_in = serializers.BooleanField(required=False)
    join_alone = serializers.BooleanField(
        required=False, help_text="Who looks for others when entering closes is put together, first come, first served."
    )
    early = serializers.BooleanField(required=False, help_text="A round begins as soon as the one before is over.")
    total_first = serializers.BooleanField(required=False)
    hide_standings = serializers.BooleanField(
        required=False, help_text="Who stands where is told when all is played; officers know before."
    )
    pauses_off = serializers.BooleanField(
        required=False,
        help_text="Those at a table cannot pause it together; where they can, no deadline waits for that.",
    )
    pause_hours = serializers.IntegerField(
        min_value=0,
        max_value=MONTH // 60,
        required=False,
        help_text="So long each side may pause its tables in all; 0: without a limit. Each pause is told.",
    )
    own_pairings = serializers.BooleanField(
        required=False,
        help_text="Of a round that is not over players are told their own table alone, also among the club's tables.",
    )
    real_cards = serializers.BooleanField(
        required=False, help_text="No game is made: the sides of a table write down what they scored."
    )
    score_by = serializers.ChoiceField(choices=list(words.SCORES), required=False)
    least_entries = serializers.IntegerField(min_value=2, max_value=1000, required=False)
    most_entries = serializers.IntegerField(min_value=2, max_value=1000, required=False)
    entering_ends_minutes = serializers.IntegerField(min_value=0, max_value=WEEK, required=False)
    round_minutes = serializers.IntegerField(min_value=5, max_value=MONTH, required=False)
    grace_minutes = serializers.IntegerField(min_value=0, max_value=WEEK, required=False)
    period_minutes = serializers.IntegerField(
        min_value=5, max_value=MONTH, required=False, help_text="From the beginning of a round to that of the next."
    )
    publish_minutes = serializers.IntegerField(min_value=0, max_value=WEEK, required=False)
    first_move_minutes = serializers.IntegerField(
        min_value=0,
        max_value=MONTH,
        required=False,
        help_text="After so long others may take the seat of who never came.",
    )
    reserve_minutes = serializers.IntegerField(
        min_value=0, max_value=WEEK, required=False, help_text="For so long; then who is waited for there forfeits."
    )
    protest_minutes = serializers.IntegerField(min_value=0, max_value=MONTH, required=False)
    round_times = serializers.ListField(
        child=RoundTimes(),
        required=False,
        max_length=MOST_ROUNDS,
        help_text="Own times of the rounds, in order; the first opens at `starts`, further ones follow by the period.",
    )

    def validate_zone(self, value: str) -> str:
        """A name that the house knows."""
        if value not in preferences.zones():
            raise serializers.ValidationError(_("There is no such time zone."))
        return value


class NewEvent(EventRules):
    """An event to be drafted; with a `template` the format, too, is chosen by it."""

    format = serializers.ChoiceField(choices=OFFERED, required=False)
    template = serializers.CharField(
        max_length=64,
        required=False,
        validators=[ONE_LINE],
        help_text="Of `event-templates`, or an earlier event's id.",
    )
    external_id = ExternalId()

    def validate(self, attrs: Any) -> Any:
        """A format, from wherever."""
        if not {"format", "template"} & set(attrs):
            raise serializers.ValidationError({"format": [_("This is needed.")]})
        return attrs


class RulesChange(EventRules):
    """What is to be otherwise in a draft."""

    name = serializers.CharField(max_length=120, validators=[ONE_LINE], required=False)
    format = serializers.ChoiceField(choices=OFFERED, required=False)
    starts = WallTime(required=False)


class Wanted(Body):
    """What an address asks for of a list of events."""

    status = serializers.ListField(child=serializers.ChoiceField(choices=state.STATUSES))
    format = serializers.CharField(required=False, max_length=32, validators=[ONE_LINE])
    to = serializers.DateTimeField(required=False)
    mine = serializers.BooleanField()
    external_id = ExternalId()

    def get_fields(self) -> dict[str, Any]:
        """The fields; `from` is a word of Python's."""
        return super().get_fields() | {"from": serializers.DateTimeField(required=False)}


class NewEntry(Body):
    """With whom one enters, by name; they are asked. `alone`: whoever is missing is looked for."""

    partners = serializers.ListField(child=serializers.CharField(max_length=30), max_length=2, default=list)
    alone = serializers.BooleanField(default=False)
    external_id = ExternalId()


class OtherEntry(Body):
    """The entry with which one wants to play."""

    other = serializers.CharField(max_length=16)


class Withdrawal(Body):
    """Why an entry goes; needed of who runs the event."""

    reason = serializers.CharField(max_length=LONGEST_REASON, required=False, allow_blank=True)


class NewProtest(Body):
    """What is wrong."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class Scores(Body):
    """What the sides of a table with real cards have scored: a line for each deal, or one for all of them, as the rules
    have it; in each line the points of every side. Who sends what the others have sent says yes to it."""

    scores = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS), min_length=2, max_length=7
        ),
        min_length=1,
        max_length=max(DEALS),
    )


def typed(shape: type[Body], name: str, form: Any) -> str:
    """One field of a page's form, checked as a program's is. Raises ValidationError."""
    body = shape(data={name: form.get(name, "")})
    body.is_valid(raise_exception=True)
    return str(body.validated_data[name])


PARTNERS = ("partner1", "partner2")
"""The fields of a page in which one names with whom one enters."""


def entry(form: Any) -> dict[str, Any]:
    """Who enters, out of a page's form. Raises ValidationError."""
    named = [form[name] for name in PARTNERS if form.get(name)]
    body = NewEntry(data={"partners": named, "alone": form.get("alone", False)})
    body.is_valid(raise_exception=True)
    checked: dict[str, Any] = body.validated_data
    return checked
