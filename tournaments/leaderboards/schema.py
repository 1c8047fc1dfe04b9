"""How the OpenAPI schema describes what `serializers` tells. Nothing is checked by these."""

from typing import Any

from rest_framework import serializers

from tournaments.leaderboards.counting import POOLS

IN_POOL = f"one of {', '.join(POOLS)}"


class Ranked(serializers.Serializer[Any]):
    """Somebody on a board; equal values share a rank."""

    rank = serializers.IntegerField()
    person = serializers.UUIDField()
    name = serializers.CharField()


class RatedLine(Ranked):
    """By rating. `provisional`: too little is known yet."""

    rating = serializers.IntegerField()
    provisional = serializers.BooleanField()
    games = serializers.IntegerField()


class Board(serializers.Serializer[Any]):
    """A page of a board by ratings."""

    pool = serializers.CharField(help_text=IN_POOL)
    rows = RatedLine(many=True)
    next = serializers.CharField(allow_null=True)


class MarginLine(Ranked):
    """By the mean of net points a game."""

    net = serializers.IntegerField()
    games = serializers.IntegerField()


class Margins(serializers.Serializer[Any]):
    """A club's board by margins."""

    pool = serializers.CharField(help_text=IN_POOL)
    least_games = serializers.IntegerField()
    rows = MarginLine(many=True)


class JointLine(serializers.Serializer[Any]):
    """A pair by its joint rating: the mean of what both are rated alone."""

    rank = serializers.IntegerField()
    people = serializers.ListField(child=serializers.UUIDField())
    names = serializers.ListField(child=serializers.CharField())
    rating = serializers.IntegerField()
    provisional = serializers.BooleanField()
    games = serializers.IntegerField(help_text="played together in the club")


class Pairs(serializers.Serializer[Any]):
    """A club's board of pairs."""

    pool = serializers.CharField(help_text=IN_POOL)
    least_games = serializers.IntegerField()
    rows = JointLine(many=True)


class SeasonBody(serializers.Serializer[Any]):
    """A season. `best`: how many events count; null: two of three."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    begins = serializers.DateField()
    ends = serializers.DateField()
    best = serializers.IntegerField(allow_null=True)


class Seasons(serializers.Serializer[Any]):
    """The seasons of a club."""

    seasons = SeasonBody(many=True)


class EventPoints(serializers.Serializer[Any]):
    """Where somebody came in an event, and whether its points count for them."""

    event = serializers.UUIDField()
    name = serializers.CharField()
    rank = serializers.IntegerField()
    points = serializers.IntegerField()
    counts = serializers.BooleanField()


class SeasonLine(Ranked):
    """By event points."""

    points = serializers.IntegerField()
    events = EventPoints(many=True)


class SeasonBoard(SeasonBody):
    """A season with who stands where."""

    events = serializers.IntegerField(help_text="how many events were in it so far")
    counting = serializers.IntegerField(help_text="how many of them count for each")
    rows = SeasonLine(many=True)


class SideBody(serializers.Serializer[Any]):
    """One side of a game that is over."""

    people = serializers.ListField(child=serializers.UUIDField())
    names = serializers.ListField(child=serializers.CharField())
    total = serializers.IntegerField()
    rank = serializers.IntegerField()


class RulingBody(serializers.Serializer[Any]):
    """That a game was taken out of the ratings, or counts again, and why."""

    annulled = serializers.BooleanField()
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_null=True)


class ResultBody(serializers.Serializer[Any]):
    """A game that is over, and whether it counts. `before`, `after`: the rating of whose list it is."""

    number = serializers.IntegerField()
    game = serializers.UUIDField()
    at = serializers.DateTimeField()
    status = serializers.CharField(help_text="finished, truncated or forfeited")
    pool = serializers.CharField(allow_null=True, help_text=IN_POOL)
    rated = serializers.BooleanField()
    reason = serializers.CharField(allow_null=True, help_text="a code, where it does not count")
    reason_text = serializers.CharField(allow_null=True)
    sides = SideBody(many=True)
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)
    ruling = RulingBody(allow_null=True)


class Results(serializers.Serializer[Any]):
    """A page of a club's games that are over."""

    results = ResultBody(many=True)
    next = serializers.CharField(allow_null=True)


class RatingChange(serializers.Serializer[Any]):
    """What a game did to a rating."""

    person = serializers.UUIDField()
    name = serializers.CharField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class GameRating(ResultBody):
    """All that ratings say of a game."""

    changes = RatingChange(many=True)
    rulings = RulingBody(many=True)


class HistoryPoint(serializers.Serializer[Any]):
    """A rating after a game."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    rating = serializers.IntegerField()


class PoolRating(serializers.Serializer[Any]):
    """What is known of somebody in a pool; mu and sigma ×10⁶."""

    pool = serializers.CharField(help_text=IN_POOL)
    rating = serializers.IntegerField()
    mu = serializers.IntegerField()
    sigma = serializers.IntegerField()
    provisional = serializers.BooleanField()
    games = serializers.IntegerField()
    history = HistoryPoint(many=True)


class PersonRatings(serializers.Serializer[Any]):
    """The ratings of somebody, and a page of their games."""

    person = serializers.UUIDField()
    name = serializers.CharField()
    listed = serializers.BooleanField(required=False, help_text="told to themselves")
    ratings = PoolRating(many=True)
    games = ResultBody(many=True)
    next = serializers.CharField(allow_null=True)


class ListedBody(serializers.Serializer[Any]):
    """Whether you stand on the leaderboard that everybody sees."""

    listed = serializers.BooleanField()
