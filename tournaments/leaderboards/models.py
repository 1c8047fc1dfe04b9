"""What the database keeps of ratings. `outcomes`, the streams of events and the rulings are the truth; facts are read
from them, all else is folded from the facts. Ids of people and clubs are opaque: they outlive whom they name."""

import uuid

from django.db import models
from django.db.models import F, Q


class Fact(models.Model):
    """A game that is over, as it counts now, at its number in `outcomes`; corrected, it changes here and stays here.

    `why`: the code of the reason why it does not count, empty if it does; `sides`: who is rated, by side; `cause`: what
    changed it last; `of_event`: the digest of what its event said of it when it was judged.
    """

    number = models.BigIntegerField(primary_key=True)
    game = models.UUIDField(unique=True)
    at = models.DateTimeField()
    club = models.UUIDField(null=True)
    tournament = models.UUIDField(null=True)
    pool = models.CharField(max_length=16, blank=True)
    why = models.CharField(max_length=16, blank=True)
    status = models.CharField(max_length=16)
    deals = models.SmallIntegerField()
    totals = models.JSONField()
    sides = models.JSONField()
    ranks = models.JSONField()
    cause = models.CharField(max_length=80, blank=True)
    of_event = models.CharField(max_length=16, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["pool", "number"], name="leaderboards_counted", condition=Q(why="")),
            models.Index(fields=["club", "-number"], name="leaderboards_of_club", condition=Q(club__isnull=False)),
            models.Index(fields=["tournament"], name="leaderboards_of_event", condition=Q(tournament__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.why or 'rated'}"


class Part(models.Model):
    """A person in a game that is over. `rated`: it is they who are rated for their seat; `net`: their side's points
    beyond the mean of the others, ×60 so that any table's mean is whole."""

    pk = models.CompositePrimaryKey("fact", "person")
    fact = models.ForeignKey(Fact, on_delete=models.CASCADE, related_name="parts")
    person = models.UUIDField()
    side = models.SmallIntegerField()
    rated = models.BooleanField()
    net = models.IntegerField()

    class Meta:
        indexes = [models.Index(fields=["person", "-fact"], name="leaderboards_games_of")]

    def __str__(self) -> str:
        return f"{self.person} in {self.fact_id}"


class Pool(models.Model):
    """How far a pool is counted: up to `position`, by this algorithm. `changed`: the least number of a fact that is
    another since, and why; `generation` goes up with each recount."""

    name = models.CharField(max_length=16, primary_key=True)
    algorithm = models.CharField(max_length=160)
    position = models.BigIntegerField(default=0)
    generation = models.IntegerField(default=0)
    changed = models.BigIntegerField(null=True)
    cause = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return f"{self.name} up to {self.position}"


class Rating(models.Model):
    """What is known of a person in a pool; mu and sigma ×10⁶."""

    pk = models.CompositePrimaryKey("pool", "person")
    pool = models.CharField(max_length=16)
    person = models.UUIDField(db_index=True)
    mu = models.IntegerField()
    sigma = models.IntegerField()
    games = models.IntegerField()
    week = models.IntegerField()
    shown = models.IntegerField()

    class Meta:
        indexes = [models.Index(fields=["pool", "-shown"], name="leaderboards_best")]

    def __str__(self) -> str:
        return f"{self.person} in {self.pool}: {self.shown}"


class Point(models.Model):
    """What one game did to a person's rating: their history."""

    pk = models.CompositePrimaryKey("number", "person")
    number = models.BigIntegerField()
    person = models.UUIDField()
    pool = models.CharField(max_length=16)
    at = models.DateTimeField()
    mu_before = models.IntegerField()
    sigma_before = models.IntegerField()
    mu = models.IntegerField()
    sigma = models.IntegerField()
    games = models.IntegerField()

    class Meta:
        indexes = [
            models.Index(fields=["person", "pool", "-number"], name="leaderboards_history"),
            models.Index(fields=["pool", "number"], name="leaderboards_points"),
        ]

    def __str__(self) -> str:
        return f"{self.person} after {self.number}"


class Checkpoint(models.Model):
    """All ratings of a pool after a game, from which a recount may begin."""

    pk = models.CompositePrimaryKey("pool", "position")
    pool = models.CharField(max_length=16)
    position = models.BigIntegerField()
    state = models.JSONField()
    hash = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.pool} at {self.position}"


class Recount(models.Model):
    """That a pool was counted anew from a game on, why, and how many ratings are others."""

    pk = models.CompositePrimaryKey("pool", "generation")
    pool = models.CharField(max_length=16)
    generation = models.IntegerField()
    since = models.BigIntegerField()
    changed = models.IntegerField()
    cause = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.pool} {self.generation}: {self.changed} changed"


class Ruling(models.Model):
    """That a game shall not count, or shall again: who said so (None: the site's operator), when and why. Never
    changed, but that the text is erased with its author."""

    id = models.BigAutoField(primary_key=True)
    game = models.UUIDField()
    annulled = models.BooleanField()
    actor = models.UUIDField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    text = models.TextField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["game", "-id"], name="leaderboards_rulings")]

    def __str__(self) -> str:
        return f"{self.game}: {'annulled' if self.annulled else 'counts again'}"


class Look(models.Model):
    """Up to which version an event was looked at for what it says of its games and how it ended."""

    tournament = models.UUIDField(primary_key=True)
    version = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.tournament} at {self.version}"


class Placing(models.Model):
    """Where a person came in an event that is final, and the event points for it."""

    pk = models.CompositePrimaryKey("tournament", "person")
    tournament = models.UUIDField()
    person = models.UUIDField(db_index=True)
    club = models.UUIDField()
    starts_at = models.DateTimeField()
    rank = models.IntegerField()
    points = models.IntegerField()

    class Meta:
        indexes = [models.Index(fields=["club", "starts_at"], name="leaderboards_placings")]

    def __str__(self) -> str:
        return f"{self.person} in {self.tournament}: {self.rank}"


class Season(models.Model):
    """A time over which a club adds event points up: from the one day to the other, both in it, where the club is.
    `best`: how many of the events count; None: two of three."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.UUIDField()
    name = models.CharField(max_length=60)
    begins = models.DateField()
    ends = models.DateField()
    best = models.SmallIntegerField(null=True)
    external_id = models.CharField(max_length=100, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "external_id"], name="leaderboards_season_external_id"),
            models.CheckConstraint(condition=Q(ends__gte=F("begins")), name="leaderboards_season_ends_later"),
            models.CheckConstraint(condition=Q(best=None) | Q(best__gte=1), name="leaderboards_season_best"),
        ]
        indexes = [models.Index(fields=["club", "-begins"], name="leaderboards_seasons")]

    def __str__(self) -> str:
        return self.name


class Listing(models.Model):
    """Somebody who wants to stand on the leaderboard that everybody sees."""

    person = models.UUIDField(primary_key=True)
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.person)
