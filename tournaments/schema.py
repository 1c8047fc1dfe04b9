"""How the OpenAPI schema describes what `serializers` tells. Nothing is checked by these."""

from typing import Any

from rest_framework import serializers

from tournaments import blockers, state, words


class EventInList(serializers.Serializer[Any]):
    """An event in a list."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    external_id = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=state.STATUSES)
    starts_at = serializers.DateTimeField(allow_null=True)


class EventList(serializers.Serializer[Any]):
    """A page of events."""

    tournaments = EventInList(many=True)
    next = serializers.CharField(allow_null=True)


class EntryBody(serializers.Serializer[Any]):
    """Who plays as one: the names of its people, who of them has agreed, why it is out if it is, how many it looks for,
    and which other entries it has asked."""

    id = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())
    agreed = serializers.ListField(child=serializers.CharField())
    here = serializers.BooleanField()
    withdrawn = serializers.CharField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    away = serializers.ListField(child=serializers.IntegerField(), help_text="Rounds that they cannot play.")
    external_id = serializers.CharField(allow_null=True)
    wanted = serializers.IntegerField()
    asks = serializers.ListField(child=serializers.CharField())
    reserves = serializers.ListField(child=serializers.CharField())
    ready = serializers.ListField(child=serializers.CharField(), help_text="The reserves who have said yes.")


class TableBody(serializers.Serializer[Any]):
    """A table of a round: entries by side, why they meet, the game, and the result."""

    number = serializers.IntegerField()
    sides = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    reasons = serializers.ListField(child=serializers.DictField())
    status = serializers.CharField()
    game = serializers.UUIDField(allow_null=True)
    totals = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    losers = serializers.ListField(child=serializers.IntegerField())
    fault = serializers.IntegerField(allow_null=True)
    points = serializers.DictField()
    until = serializers.DateTimeField(allow_null=True)
    real = serializers.BooleanField(help_text="It is played with real cards.")
    scores = serializers.DictField(help_text="With real cards: what each side has written down.")
    gone = serializers.ListField(child=serializers.CharField())
    adjournment_asked = serializers.DictField(
        allow_null=True, help_text="Until when it is to be put off, and which entries want that."
    )
    adjourned_until = serializers.DateTimeField(allow_null=True, help_text="It is put off, and goes on then.")


class RoundBody(serializers.Serializer[Any]):
    """A round: when it is played, its tables, who rests, and of what its pairing was made."""

    number = serializers.IntegerField()
    status = serializers.CharField()
    opens_at = serializers.DateTimeField()
    soft_at = serializers.DateTimeField()
    hard_at = serializers.DateTimeField()
    tables = TableBody(many=True)
    rests = serializers.ListField(child=serializers.DictField())
    pairing = serializers.DictField()


class MyPlace(serializers.Serializer[Any]):
    """Where your table is now."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    game = serializers.UUIDField(allow_null=True, help_text="None: with real cards.")


class MyPart(serializers.Serializer[Any]):
    """You in this event."""

    entry = serializers.CharField()
    agreed = serializers.BooleanField()
    table = MyPlace(allow_null=True)


class CorrectionBody(serializers.Serializer[Any]):
    """A correction that waits for a second officer or for `until`: type and data of the row that it would be."""

    correction = serializers.IntegerField()
    ruling = serializers.DictField()
    until = serializers.DateTimeField()
    objected = serializers.BooleanField()


class EventBody(serializers.Serializer[Any]):
    """An event as you may see it. `rules` stand from its publication on, which `rules_hash` shows."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=state.STATUSES)
    rules = serializers.DictField()
    rules_hash = serializers.CharField()
    starts_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    entries = EntryBody(many=True)
    rounds = RoundBody(many=True)
    void = RoundBody(many=True, help_text="Those that were paired anew after they were told.")
    all_rounds = serializers.IntegerField(allow_null=True)
    corrections = CorrectionBody(many=True)
    standings = serializers.DictField(allow_null=True)
    mine = MyPart(allow_null=True)


class StandingsBody(serializers.Serializer[Any]):
    """Who stands where, and who met whom: for each entry and each it met, what came of it."""

    standings = serializers.DictField(allow_null=True)
    crosstable = serializers.DictField(child=serializers.DictField())


class WaitsBody(serializers.Serializer[Any]):
    """Somebody who is to act."""

    seat = serializers.IntegerField()
    name = serializers.CharField()
    until = serializers.DateTimeField(allow_null=True)


class BlockerBody(serializers.Serializer[Any]):
    """What holds an event up."""

    kind = serializers.ChoiceField(choices=blockers.KINDS)
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    game = serializers.UUIDField(allow_null=True)
    deal = serializers.IntegerField()
    deals = serializers.IntegerField()
    waits = WaitsBody(many=True)
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    entry = serializers.CharField(allow_null=True)
    protest = serializers.IntegerField(allow_null=True)
    code = serializers.CharField(allow_blank=True)


class BlockerList(serializers.Serializer[Any]):
    """All of it."""

    blockers = BlockerBody(many=True)


class SpanBody(serializers.Serializer[Any]):
    """When something ends: as it goes, and at the latest."""

    expected = serializers.DateTimeField()
    latest = serializers.DateTimeField()


class TableForecast(serializers.Serializer[Any]):
    """When a table ends."""

    table = serializers.IntegerField()
    expected = serializers.DateTimeField()


class ForecastIn(serializers.Serializer[Any]):
    """When a round and its event end; `sure`: whether that is measured or the plan."""

    round = SpanBody(allow_null=True)
    played = SpanBody()
    final = SpanBody()
    sure = serializers.ChoiceField(choices=sorted(words.SURE))
    deals_measured = serializers.IntegerField()
    seconds_for_a_deal = serializers.IntegerField()
    tables = TableForecast(many=True)


class ForecastBody(serializers.Serializer[Any]):
    """The forecast of an event that is running."""

    forecast = ForecastIn(allow_null=True)


class AssumedBody(serializers.Serializer[Any]):
    """A result that is missing, and what was taken for it."""

    table = serializers.IntegerField()
    totals = serializers.ListField(child=serializers.IntegerField())


class DryRunBody(serializers.Serializer[Any]):
    """The next pairing as it would be now, or why there is none."""

    round = serializers.IntegerField()
    proposed = serializers.BooleanField(help_text="It is the round's pairing already, and only not told yet.")
    pairing = serializers.DictField(allow_null=True)
    failed = serializers.DictField(allow_null=True)
    assumed = AssumedBody(many=True)


class RowActor(serializers.Serializer[Any]):
    """Whose doing it was."""

    kind = serializers.CharField()
    name = serializers.CharField()


class RowBody(serializers.Serializer[Any]):
    """One row of the event's stream."""

    version = serializers.IntegerField()
    type = serializers.CharField()
    at = serializers.DateTimeField()
    actor = RowActor()
    reason = serializers.CharField(allow_null=True, allow_blank=True)
    hash = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        """The fields; `data` is added here, since a serializer has an attribute of that name."""
        return super().get_fields() | {"data": serializers.DictField()}


class RowList(serializers.Serializer[Any]):
    """A page of the stream; `next` is the version to ask for `since`."""

    rows = RowBody(many=True)
    next = serializers.IntegerField(allow_null=True)
