"""What people decide in an event, and who: each decision is a line of one table, for programs and pages alike."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models import User
from accounts.serializers import Body
from tournaments import commands, reserves, services, words
from tournaments.asking import LONGEST_REASON, WallTime
from tournaments.commands import Command
from tournaments.deciding.deadlines import POLICIES
from tournaments.defaults import TABLE_SIZES

Asked = Mapping[str, Any]
A_TABLE = re.compile(r"[1-9][0-9]{0,3}")


class Points(Body):
    """What a director gives an entry instead of a score: match points ×2, VP ×100."""

    match_points = serializers.IntegerField(min_value=0, max_value=2 * (TABLE_SIZES[1] - 1))
    vp = serializers.IntegerField(min_value=0, max_value=2000)
    net = serializers.IntegerField(min_value=-100_000, max_value=100_000, required=False)


class Kind(NamedTuple):
    """A decision: whose it is, what has to be said of it, and the command that it means."""

    door: Callable[[User, Any, Any, Any], None]
    needed: tuple[str, ...]
    command: Callable[[Asked], Command]


def _wish(what: str) -> Kind:
    return Kind(
        services.lead,
        ("entries", "reason"),
        lambda asked: commands.Wish(what, (asked["entries"][0], asked["entries"][1]), asked["reason"]),
    )


def _rule(asked: Asked, **result: Any) -> Command:
    return commands.Rule(asked["round"], asked["table"], asked["reason"], **result)


def _assign(asked: Asked) -> Command:
    return _rule(asked, points={entry: dict(given) for entry, given in asked["points"].items()})


def _close(asked: Asked) -> Command:
    policies = {int(table): policy for table, policy in asked.get("policies", {}).items()}
    return commands.CloseRound(asked["round"], asked["reason"], policies)


def _second(agrees: bool) -> Callable[[Asked], Command]:
    return lambda asked: commands.Second(asked["correction"], agrees, asked.get("reason", ""))


def _by_hand(asked: Asked) -> Command:
    tables = tuple(tuple(tuple(side) for side in table) for table in asked["tables"])
    rests, accepted = tuple(asked.get("rests", ())), tuple(asked.get("accepted", ()))
    return commands.PairByHand(asked["round"], tables, rests, accepted, asked["reason"])


FOR_GOOD = ("close_round", "re_pair", "cancel", "disqualify")
"""What cannot be taken back: a page asks whether it is meant."""
TABLE = ("round", "table", "reason")
DECISIONS: dict[str, Kind] = {
    "publish_round": Kind(services.lead, ("round",), lambda asked: commands.PublishRound(asked["round"])),
    "pair_again": Kind(services.lead, (), lambda asked: commands.TryAgain()),
    "pair_by_hand": Kind(services.lead, ("round", "tables", "reason"), _by_hand),
    "meet": _wish("meet"),
    "part": _wish("part"),
    "unwish": _wish(""),
    "put_together": Kind(
        services.lead,
        ("entries", "reason"),
        lambda asked: commands.PutTogether(tuple(asked["entries"]), asked["reason"]),
    ),
    "extend": Kind(
        services.lead,
        ("round", "until", "reason"),
        lambda asked: commands.Extend(asked["round"], asked["until"], asked["reason"]),
    ),
    "re_pair": Kind(services.lead, ("round", "reason"), lambda asked: commands.RePair(asked["round"], asked["reason"])),
    "rest": Kind(services.rest, ("round",), lambda asked: commands.Rest("", "", asked["round"], True)),
    "unrest": Kind(services.rest, ("round",), lambda asked: commands.Rest("", "", asked["round"], False)),
    "extend_table": Kind(
        services.lead,
        (*TABLE, "until"),
        lambda asked: commands.ExtendTable(asked["round"], asked["table"], asked["until"], asked["reason"]),
    ),
    "adjourn": Kind(
        services.lead,
        (*TABLE, "until"),
        lambda asked: commands.Adjourn(asked["round"], asked["table"], asked["until"], asked["reason"]),
    ),
    "ask_to_adjourn": Kind(
        services.play,
        ("round", "table", "until"),
        lambda asked: commands.AskToAdjourn(asked["round"], asked["table"], asked["until"]),
    ),
    "refuse_to_adjourn": Kind(
        services.play, ("round", "table"), lambda asked: commands.AskToAdjourn(asked["round"], asked["table"], None)
    ),
    "lift": Kind(services.decide, TABLE, lambda asked: commands.Lift(asked["round"], asked["table"], asked["reason"])),
    "close_round": Kind(services.lead, ("round", "reason"), _close),
    "pause": Kind(services.lead, ("reason",), lambda asked: commands.Pause(asked["reason"])),
    "resume": Kind(services.lead, (), lambda asked: commands.Resume()),
    "reschedule": Kind(
        services.lead, ("starts", "reason"), lambda asked: commands.Reschedule(asked["starts"], asked["reason"])
    ),
    "cancel": Kind(services.lead, ("reason",), lambda asked: commands.Cancel(asked["reason"])),
    "real_cards": Kind(
        services.decide,
        TABLE,
        lambda asked: commands.PlayWithRealCards(asked["round"], asked["table"], asked["reason"]),
    ),
    "forfeit": Kind(
        services.decide, (*TABLE, "losers"), lambda asked: _rule(asked, losers=tuple(sorted(set(asked["losers"]))))
    ),
    "score": Kind(services.decide, (*TABLE, "totals"), lambda asked: _rule(asked, totals=tuple(asked["totals"]))),
    "assign": Kind(services.decide, (*TABLE, "points"), _assign),
    "penalize": Kind(
        services.decide,
        ("entry", "reason"),
        lambda asked: commands.Penalize(
            asked["entry"], asked["reason"], asked.get("match_points", 0), asked.get("vp", 0)
        ),
    ),
    "disqualify": Kind(
        services.decide, ("entry", "reason"), lambda asked: commands.Disqualify(asked["entry"], asked["reason"])
    ),
    "substitute": Kind(
        services.substitute,
        ("entry", "leaves", "comes", "reason"),
        lambda asked: commands.Substitute(asked["entry"], asked["leaves"], asked["comes"], asked["reason"]),
    ),
    "name_reserve": Kind(
        reserves.name,
        ("entry", "comes"),
        lambda asked: commands.NameReserve(asked["entry"], asked["comes"], asked.get("reason", "")),
    ),
    "agree_reserve": Kind(services.play, ("entry",), lambda asked: commands.AgreeReserve(asked["entry"])),
    "drop_reserve": Kind(
        reserves.drop,
        ("entry", "leaves"),
        lambda asked: commands.DropReserve(asked["entry"], asked["leaves"], asked.get("reason", "")),
    ),
    "take_seat": Kind(
        reserves.take, ("round", "table"), lambda asked: commands.TakeSeat(asked["round"], asked["table"])
    ),
    "agree": Kind(services.decide, ("correction",), _second(True)),
    "drop": Kind(services.decide, ("correction", "reason"), _second(False)),
    "object": Kind(
        services.object_to,
        ("correction", "reason"),
        lambda asked: commands.Object(asked["correction"], "", asked["reason"]),
    ),
    "answer": Kind(
        services.decide, ("protest", "reason"), lambda asked: commands.Answer(asked["protest"], asked["reason"])
    ),
}
"""What people decide who lead an event, and what who plays has to say to it."""


SIDES = serializers.ListField(
    child=serializers.ListField(child=serializers.CharField(max_length=16), min_length=1, max_length=8),
    min_length=2,
    max_length=8,
)


class Decision(Body):
    """What a person decides who leads an event; each decision needs fields of its own, and nearly all a reason."""

    do = serializers.ChoiceField(choices=list(DECISIONS))
    round = serializers.IntegerField(min_value=1, max_value=1000, required=False)
    table = serializers.IntegerField(min_value=1, max_value=1000, required=False)
    entry = serializers.CharField(max_length=16, required=False)
    entries = serializers.ListField(
        child=serializers.CharField(max_length=16), required=False, min_length=2, max_length=3
    )
    tables = serializers.ListField(
        child=SIDES, required=False, min_length=1, max_length=500, help_text="For pair_by_hand: the entries by side."
    )
    rests = serializers.ListField(child=serializers.CharField(max_length=16), required=False, max_length=1000)
    accepted = serializers.ListField(
        child=serializers.ChoiceField(choices=sorted(words.SOFT_RULES)),
        required=False,
        max_length=len(words.SOFT_RULES),
        help_text="Rules of fair pairing that may be broken, by name.",
    )
    until = serializers.DateTimeField(required=False)
    starts = WallTime(required=False, help_text="Of the event, in its zone.")
    losers = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=TABLE_SIZES[1] - 1),
        required=False,
        min_length=1,
        max_length=TABLE_SIZES[1],
    )
    points = serializers.DictField(child=Points(), required=False)
    totals = serializers.ListField(
        child=serializers.IntegerField(min_value=-100_000, max_value=100_000),
        required=False,
        min_length=2,
        max_length=7,
        help_text="Game points by side.",
    )
    policies = serializers.DictField(
        child=serializers.ChoiceField(choices=POLICIES),
        required=False,
        help_text="By table, what becomes of it if it is not over; else what its latest end would make of it.",
    )
    match_points = serializers.IntegerField(min_value=0, max_value=100, required=False)
    vp = serializers.IntegerField(min_value=0, max_value=100_00, required=False)
    protest = serializers.IntegerField(min_value=1, required=False)
    correction = serializers.IntegerField(min_value=1, required=False)
    leaves = serializers.CharField(
        max_length=30, required=False, help_text="Whose seat it is, or which reserve goes, by name."
    )
    comes = serializers.CharField(
        max_length=30,
        required=False,
        help_text="Who plays from the next round on: a member who stands in; or who is to be a reserve.",
    )
    reason = serializers.CharField(max_length=LONGEST_REASON, required=False)

    def validate_policies(self, told: dict[str, str]) -> dict[str, str]:
        """By the number of a table."""
        if not all(A_TABLE.fullmatch(table) for table in told):
            raise serializers.ValidationError([_("The number of a table is needed.")])
        return told

    def validate(self, attrs: Any) -> Any:
        """Each with what it needs."""
        needed = DECISIONS[attrs["do"]].needed
        if missing := [name for name in needed if name not in attrs]:
            raise serializers.ValidationError({name: [_("This is needed.")] for name in missing})
        if "entries" in needed and attrs["do"] != "put_together" and len(attrs["entries"]) != 2:
            raise serializers.ValidationError({"entries": [_("Two are needed.")]})
        return attrs


def decide(user: User, id_: Any, asked: dict[str, Any], at: Any) -> None:
    """Do what somebody has decided, if it is theirs to decide."""
    kind = DECISIONS[asked["do"]]
    kind.door(user, id_, kind.command(asked), at)


_FIELDS = (
    "do",
    "round",
    "table",
    "entry",
    "until",
    "starts",
    "match_points",
    "vp",
    "protest",
    "correction",
    "leaves",
    "comes",
    "reason",
)


def posted(form: Any) -> dict[str, Any]:
    """A decision out of a page's form. Raises ValidationError.

    `losers` are divided by commas; `totals` come one by one; what an entry gets is `points-ENTRY` and `vp-ENTRY`, the
    VP as people write them; what becomes of a table is `policy-TABLE`.
    """
    told: dict[str, Any] = {name: form[name] for name in _FIELDS if form.get(name)}
    if "entries" in form:
        told["entries"] = form.getlist("entries")
    if "losers" in form:
        told["losers"] = form["losers"].split(",")
    if "totals" in form:
        told["totals"] = form.getlist("totals")
    chosen = {name.partition("-")[2]: form[name] for name in form if name.startswith("policy-")}
    if chosen:
        told["policies"] = chosen
    given = {name.partition("-")[2]: form[name] for name in form if name.startswith("points-")}
    if given:
        told["points"] = {
            entry: {"match_points": value, "vp": _hundredths(form.get(f"vp-{entry}", ""))}
            for entry, value in given.items()
        }
    body = Decision(data=told)
    body.is_valid(raise_exception=True)
    checked: dict[str, Any] = body.validated_data
    return checked


def _hundredths(text: str) -> Any:
    """VP as they are kept; what is no number stays as it is, to be refused as any other."""
    try:
        return round(float(text.replace(",", ".")) * 100)
    except (ValueError, OverflowError):
        return text
