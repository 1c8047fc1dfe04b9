"""What is asked of events, read and checked: the same shapes for the API and the pages."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts import preferences
from accounts.clubs.serializers import ONE_LINE, ExternalId
from accounts.models import User
from accounts.serializers import Body
from games.api_rulesets import RULES, RulesetField
from tournaments import commands, drafting, services, state
from tournaments.commands import Command
from tournaments.defaults import PACES
from tournaments.formats import FORMATS

LONGEST_ABOUT = 2000
LONGEST_REASON = 500
WEEK, MONTH = 7 * 24 * 60, 60 * 24 * 60
MOST_ROUNDS = 60
DEALS = (1, 2, 4)
OFFERED = sorted({"round_robin", "swiss"} & set(FORMATS))


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
    deals = serializers.ChoiceField(choices=DEALS, required=False)
    ruleset = RulesetField(required=False, help_text=RULES)
    clock = serializers.JSONField(required=False, help_text="As for a table.")
    check_in = serializers.BooleanField(required=False)
    early = serializers.BooleanField(required=False, help_text="A round begins as soon as the one before is over.")
    total_first = serializers.BooleanField(required=False)
    least_entries = serializers.IntegerField(min_value=2, max_value=1000, required=False)
    most_entries = serializers.IntegerField(min_value=2, max_value=1000, required=False)
    entering_ends_minutes = serializers.IntegerField(min_value=0, max_value=WEEK, required=False)
    round_minutes = serializers.IntegerField(min_value=5, max_value=MONTH, required=False)
    grace_minutes = serializers.IntegerField(min_value=0, max_value=WEEK, required=False)
    period_minutes = serializers.IntegerField(
        min_value=5, max_value=MONTH, required=False, help_text="From the beginning of a round to that of the next."
    )
    publish_minutes = serializers.IntegerField(min_value=0, max_value=WEEK, required=False)
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
    """With whom one enters, by name; they are asked."""

    partner = serializers.CharField(max_length=30)
    external_id = ExternalId()


class Withdrawal(Body):
    """Why an entry goes; needed of who runs the event."""

    reason = serializers.CharField(max_length=LONGEST_REASON, required=False, allow_blank=True)


class NewProtest(Body):
    """What is wrong."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class Points(Body):
    """What a director gives an entry instead of a score: match points ×2, VP ×100."""

    match_points = serializers.IntegerField(min_value=0, max_value=2)
    vp = serializers.IntegerField(min_value=0, max_value=2000)
    net = serializers.IntegerField(min_value=-100_000, max_value=100_000, required=False)


DECISIONS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "publish_round": (services.lead, ("round",)),
    "pair_again": (services.lead, ()),
    "meet": (services.lead, ("entries", "reason")),
    "part": (services.lead, ("entries", "reason")),
    "unwish": (services.lead, ("entries", "reason")),
    "extend": (services.lead, ("round", "until", "reason")),
    "close_round": (services.lead, ("round", "reason")),
    "pause": (services.lead, ("reason",)),
    "resume": (services.lead, ()),
    "reschedule": (services.lead, ("starts", "reason")),
    "cancel": (services.lead, ("reason",)),
    "forfeit": (services.decide, ("round", "table", "losers", "reason")),
    "assign": (services.decide, ("round", "table", "points", "reason")),
    "penalize": (services.decide, ("entry", "reason")),
    "answer": (services.decide, ("protest", "reason")),
}
"""What people decide who lead an event: whose it is to do, and what has to be said of it."""


class Decision(Body):
    """What a person decides who leads an event; each decision needs fields of its own, and nearly all a reason."""

    do = serializers.ChoiceField(choices=list(DECISIONS))
    round = serializers.IntegerField(min_value=1, max_value=1000, required=False)
    table = serializers.IntegerField(min_value=1, max_value=1000, required=False)
    entry = serializers.CharField(max_length=16, required=False)
    entries = serializers.ListField(
        child=serializers.CharField(max_length=16), required=False, min_length=2, max_length=2
    )
    until = serializers.DateTimeField(required=False)
    starts = WallTime(required=False, help_text="Of the event, in its zone.")
    losers = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=1), required=False, min_length=1, max_length=2
    )
    points = serializers.DictField(child=Points(), required=False)
    match_points = serializers.IntegerField(min_value=0, max_value=100, required=False)
    vp = serializers.IntegerField(min_value=0, max_value=100_00, required=False)
    protest = serializers.IntegerField(min_value=1, required=False)
    reason = serializers.CharField(max_length=LONGEST_REASON, required=False)

    def validate(self, attrs: Any) -> Any:
        """Each with what it needs."""
        needed = DECISIONS[attrs["do"]][1]
        if missing := [name for name in needed if name not in attrs]:
            raise serializers.ValidationError({name: [_("This is needed.")] for name in missing})
        return attrs


def command_of(asked: dict[str, Any]) -> Command:
    """The command that a decision means."""
    told = asked.get
    match asked["do"]:
        case "publish_round":
            return commands.PublishRound(asked["round"])
        case "pair_again":
            return commands.TryAgain()
        case "meet" | "part" | "unwish" as what:
            one, other = asked["entries"]
            return commands.Wish("" if what == "unwish" else what, (one, other), asked["reason"])
        case "extend":
            return commands.Extend(asked["round"], asked["until"], asked["reason"])
        case "close_round":
            return commands.CloseRound(asked["round"], asked["reason"])
        case "pause":
            return commands.Pause(asked["reason"])
        case "resume":
            return commands.Resume()
        case "reschedule":
            return commands.Reschedule(asked["starts"], asked["reason"])
        case "cancel":
            return commands.Cancel(asked["reason"])
        case "forfeit":
            losers = tuple(sorted(set(asked["losers"])))
            return commands.Rule(asked["round"], asked["table"], asked["reason"], losers)
        case "assign":
            points = {entry: dict(given) for entry, given in asked["points"].items()}
            return commands.Rule(asked["round"], asked["table"], asked["reason"], points=points)
        case "penalize":
            return commands.Penalize(asked["entry"], asked["reason"], told("match_points", 0), told("vp", 0))
    return commands.Answer(asked["protest"], asked["reason"])


def decide(user: User, id_: Any, asked: dict[str, Any], at: Any) -> None:
    """Do what somebody has decided, if it is theirs to decide."""
    DECISIONS[asked["do"]][0](user, id_, command_of(asked), at)


_FIELDS = ("do", "round", "table", "entry", "until", "starts", "match_points", "vp", "protest", "reason")


def typed(shape: type[Body], name: str, form: Any) -> str:
    """One field of a page's form, checked as a program's is. Raises ValidationError."""
    body = shape(data={name: form.get(name, "")})
    body.is_valid(raise_exception=True)
    return str(body.validated_data[name])


def posted(form: Any) -> dict[str, Any]:
    """A decision out of a page's form. Raises ValidationError."""
    told: dict[str, Any] = {name: form[name] for name in _FIELDS if form.get(name)}
    if "entries" in form:
        told["entries"] = form.getlist("entries")
    if "losers" in form:
        told["losers"] = form["losers"].split(",")
    body = Decision(data=told)
    body.is_valid(raise_exception=True)
    checked: dict[str, Any] = body.validated_data
    return checked
