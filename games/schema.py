"""How the OpenAPI schema describes the shapes of `serializers` and `requests`. Nothing is checked by these."""

from typing import Any

from rest_framework import serializers

from engine.bots import NAMES
from games.clock import PRESETS


class PlaysFor(serializers.Serializer[Any]):
    """In whose place a seat is played; `returns`: they may come back; `wanted`: they will, after this turn."""

    kind = serializers.ChoiceField(choices=["user", "guest"])
    name = serializers.CharField()
    returns = serializers.BooleanField()
    wanted = serializers.BooleanField()


class Player(serializers.Serializer[Any]):
    """Who holds a seat."""

    kind = serializers.ChoiceField(choices=["user", "bot", "guest"])
    name = serializers.CharField()
    invited = serializers.BooleanField(required=False)
    program = serializers.BooleanField(required=False)

    def get_fields(self) -> dict[str, Any]:
        """The fields; `for` is added here, since it is a word of the language."""
        return super().get_fields() | {"for": PlaysFor(required=False)}


class SeatInList(serializers.Serializer[Any]):
    """A seat in a list of tables; no player: open."""

    player = Player(required=False)
    offered = serializers.BooleanField(required=False, help_text="It looks for somebody who plays on.")


class Want(serializers.Serializer[Any]):
    """To look for somebody who plays a seat from now on; `returns`: its player means to come back (else not)."""

    action_id = serializers.UUIDField()
    wanted = serializers.BooleanField()
    returns = serializers.BooleanField(required=False)


class GameInList(serializers.Serializer[Any]):
    """A table in a list."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    status = serializers.CharField()
    players = serializers.IntegerField()
    teams = serializers.IntegerField()
    seats = SeatInList(many=True)
    ruleset_name = serializers.CharField()
    club = serializers.UUIDField(required=False)


class Games(serializers.Serializer[Any]):
    """A page of tables."""

    games = GameInList(many=True)
    next = serializers.CharField(allow_null=True)


class Legal(serializers.Serializer[Any]):
    """What the viewer may do now: a useful, bounded list."""

    actions = serializers.ListField(child=serializers.DictField())


class GameBody(serializers.Serializer[Any]):
    """A table as the viewer may see it."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    view = serializers.DictField()
    legal = Legal()


class NewGame(serializers.Serializer[Any]):
    """A table to be set up."""

    ruleset = serializers.JSONField(
        help_text='A preset\'s name, that of rules of the club, or an object such as {"base": "classic", "draw": 1}.'
    )
    players = serializers.IntegerField(min_value=2, max_value=7, required=False)
    teams = serializers.IntegerField(min_value=2, max_value=7, required=False)
    seats = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text=f'"me", "open", "user:NAME" or "bot:NAME"; the bots are {", ".join(NAMES)}.',
    )
    visibility = serializers.ChoiceField(choices=["public", "private"], required=False)
    rated = serializers.BooleanField(required=False)
    undo = serializers.BooleanField(
        required=False, help_text="Whether an action can be taken back when all agree. Never at a rated table."
    )
    clock = serializers.JSONField(
        required=False,
        help_text=f'"none", {", ".join(PRESETS)}, or an object: turn_seconds, and if wanted answer_seconds,'
        ' bank_seconds, increment_seconds with bank_cap_seconds, quiet ({"from": "23:00", "to": "08:00"}),'
        " weekends, vacation.",
    )
    external_id = serializers.CharField(required=False, max_length=100)
    club = serializers.UUIDField(required=False, help_text="The club whose table it is; its members may look on.")


class StandsStill(serializers.Serializer[Any]):
    """That a clock stands still. `why`: of others no more than `rest`."""

    until = serializers.DateTimeField(allow_null=True)
    why = serializers.ListField(child=serializers.CharField())


class Item(serializers.Serializer[Any]):
    """A part of the time between the beginning of a decision and its deadline."""

    kind = serializers.CharField()
    seconds = serializers.FloatField()
    says = serializers.CharField()


class SeatTime(serializers.Serializer[Any]):
    """A seat's time. Without a decision to make it has no deadline and nothing to explain."""

    seat = serializers.IntegerField()
    deciding = serializers.ChoiceField(choices=["turn", "answer"], allow_null=True)
    since = serializers.DateTimeField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    turn_seconds = serializers.FloatField()
    bank_seconds = serializers.FloatField()
    stands_still = StandsStill(allow_null=True)
    items = Item(many=True)


class Clock(serializers.Serializer[Any]):
    """The clock of a table: what it grants, as settings and in words, and every seat's time."""

    version = serializers.IntegerField()
    now = serializers.DateTimeField()
    status = serializers.CharField()
    settings = serializers.JSONField()
    preset = serializers.CharField(allow_null=True)
    says = serializers.ListField(child=serializers.CharField())
    seats = SeatTime(many=True)


class Action(serializers.Serializer[Any]):
    """An action: `do` and the parts that go with it."""

    action_id = serializers.UUIDField()
    expected_version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    action = serializers.DictField()
    for_seat = serializers.IntegerField(
        min_value=0, max_value=6, required=False, help_text="For officers of the table's club: the member's seat."
    )


class Nonce(serializers.Serializer[Any]):
    """A seat's own chance for a deal to come."""

    action_id = serializers.UUIDField()
    deal = serializers.IntegerField(min_value=1, max_value=8)
    nonce = serializers.RegexField(r"^[0-9a-f]{64}$")


class Pause(serializers.Serializer[Any]):
    """To want a pause or not to."""

    action_id = serializers.UUIDField()
    agrees = serializers.BooleanField()


class Undo(serializers.Serializer[Any]):
    """To want the action of the row `version` taken back or not."""

    action_id = serializers.UUIDField()
    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    agrees = serializers.BooleanField()


class Resume(serializers.Serializer[Any]):
    """To go on."""

    action_id = serializers.UUIDField()


class Shown(serializers.Serializer[Any]):
    """The version that somebody was shown."""

    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)


class Visit(serializers.Serializer[Any]):
    """The newest version that you have seen, and when it was; 0 and null: none yet."""

    version = serializers.IntegerField()
    at = serializers.DateTimeField(allow_null=True)


class NewPlan(serializers.Serializer[Any]):
    """Something to decide beforehand, for as long as the deal or the game lasts; `yes` of an answer alone."""

    expected_version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    until = serializers.ChoiceField(choices=["deal", "game"])
    yes = serializers.BooleanField(required=False)


class Plan(serializers.Serializer[Any]):
    """Something that you have decided beforehand."""

    kind = serializers.ChoiceField(choices=["answer", "pass"])
    until = serializers.ChoiceField(choices=["deal", "game"])
    yes = serializers.BooleanField(required=False)


class Plans(serializers.Serializer[Any]):
    """All that you have decided beforehand at a table, and of what kinds you can."""

    version = serializers.IntegerField()
    plans = Plan(many=True)
    offered = serializers.ListField(child=serializers.ChoiceField(choices=["answer", "pass"]))


class Freeze(serializers.Serializer[Any]):
    """To let a table rest, and why: all who see the table read it."""

    action_id = serializers.UUIDField()
    reason = serializers.CharField(max_length=300)


class Receipt(serializers.Serializer[Any]):
    """An accepted action and the version of its last row; a dry run answers `ok`, `value`, `minimum` instead."""

    action_id = serializers.UUIDField(required=False)
    version = serializers.IntegerField(required=False)
    ok = serializers.BooleanField(required=False)
    value = serializers.IntegerField(required=False)
    minimum = serializers.IntegerField(required=False)


class Reason(serializers.Serializer[Any]):
    """Why: a code, and its data."""

    code = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        """The fields; `data` is added here, since a serializer has an attribute of that name."""
        return super().get_fields() | {"data": serializers.DictField()}


class Hint(serializers.Serializer[Any]):
    """What a sound player would do, and why: `says` is all of it in words, `why` the reason alone."""

    version = serializers.IntegerField()
    action = serializers.DictField()
    reason = Reason()
    says = serializers.CharField()
    why = serializers.CharField()


class Actor(serializers.Serializer[Any]):
    """Whose doing an event is."""

    kind = serializers.ChoiceField(choices=["user", "bot", "system", "plan", "substitute", "officer"])
    name = serializers.CharField()


class Event(serializers.Serializer[Any]):
    """One event; of what the viewer may not see, `hidden` says how much."""

    version = serializers.IntegerField()
    type = serializers.CharField()
    at = serializers.DateTimeField()
    seat = serializers.IntegerField(allow_null=True)
    actor = Actor()
    action_id = serializers.UUIDField()
    hidden = serializers.DictField(child=serializers.IntegerField(), required=False)

    def get_fields(self) -> dict[str, Any]:
        """The fields; `data` is added here, since a serializer has an attribute of that name."""
        return super().get_fields() | {"data": serializers.DictField()}


class Events(serializers.Serializer[Any]):
    """A page of the log."""

    events = Event(many=True)
    next = serializers.IntegerField(allow_null=True)


class Step(serializers.Serializer[Any]):
    """What an action made of the table. `view`: all of it in the first step of a page, in the others what changed;
    null: there is none any more."""

    version = serializers.IntegerField()
    events = Event(many=True)
    view = serializers.DictField()


class Replay(serializers.Serializer[Any]):
    """A page of a game told again; `version`: where its log stands."""

    version = serializers.IntegerField()
    steps = Step(many=True)
    next = serializers.IntegerField(allow_null=True)


class RowActor(serializers.Serializer[Any]):
    """Whose doing a row is: `id` a person's UUID, a bot's name or `system`."""

    kind = serializers.CharField()
    id = serializers.CharField()


class Opened(serializers.Serializer[Any]):
    """A part that you may see: its digest is SHA-256(salt bytes ‖ canonical JSON of the value)."""

    salt = serializers.CharField()
    value = serializers.JSONField()


class ReasonText(serializers.Serializer[Any]):
    """A reason that is not erased: `data.reason` is SHA-256(salt bytes ‖ text)."""

    salt = serializers.CharField()
    text = serializers.CharField()


class LogRow(serializers.Serializer[Any]):
    """A row of the log. `hash` is SHA-256 of the canonical JSON of `"format": 1`, all fields here but `hash`, `opened`
    and `reason`, and `"previous"`, the hash of the row before."""

    game = serializers.UUIDField()
    version = serializers.IntegerField()
    type = serializers.CharField()
    schema = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = RowActor()
    seat = serializers.IntegerField(required=False)
    action_id = serializers.UUIDField(required=False)
    hidden = serializers.DictField(child=serializers.CharField(), required=False)
    hash = serializers.CharField()
    opened = serializers.DictField(child=Opened(), required=False)
    reason = ReasonText(required=False)

    def get_fields(self) -> dict[str, Any]:
        """The fields; `data` is added here, since a serializer has an attribute of that name."""
        return super().get_fields() | {"data": serializers.DictField()}


class Rows(serializers.Serializer[Any]):
    """A page of the log as it is hashed."""

    rows = LogRow(many=True)
    next = serializers.IntegerField(allow_null=True)


class NewChatMessage(serializers.Serializer[Any]):
    """Something to say; `message_id` is the client's own."""

    message_id = serializers.UUIDField()
    text = serializers.CharField(max_length=500)


class ChatMessage(serializers.Serializer[Any]):
    """What was said; without a text: it was taken away."""

    number = serializers.IntegerField()
    message_id = serializers.UUIDField()
    at = serializers.DateTimeField()
    seat = serializers.IntegerField()
    author = serializers.CharField()
    mine = serializers.BooleanField()
    text = serializers.CharField(allow_null=True)


class ChatClosed(serializers.Serializer[Any]):
    """Why you cannot write: a `deal` is on and partners sit here, the `club` has no chat, or a `decision` about you."""

    because = serializers.CharField()
    until = serializers.DateTimeField(required=False)


class Chat(serializers.Serializer[Any]):
    """A page of a table's chat, and whether you can write now."""

    messages = ChatMessage(many=True)
    next = serializers.IntegerField(allow_null=True)
    open = serializers.BooleanField()
    closed = ChatClosed(allow_null=True)
