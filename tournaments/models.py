"""What the database keeps of events. The stream is the truth; the rest is folded from it or serves it."""

import uuid

from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KeyTextTransform

TABLE_MADE, GAME_MADE = Q(type="table_made"), KeyTextTransform("game", "data")
"""The rows that tell of a game that was made, and its id there: what the stream itself is searched by."""


class Tournament(models.Model):
    """One event: the row to lock, and the projection of its stream.

    `state` is what `tournaments.state` writes, after row `version`; the columns beside it are what is searched by.
    `club` and all ids of people are opaque: they outlive whom and what they name.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.IntegerField(default=0)
    state = models.JSONField(default=dict)
    state_version = models.SmallIntegerField(default=0)
    last_hash = models.CharField(max_length=64, default="")
    club = models.UUIDField()
    name = models.CharField(max_length=120)
    status = models.CharField(max_length=24)
    starts_at = models.DateTimeField(null=True)
    external_id = models.CharField(max_length=100, null=True)
    rehearses = models.UUIDField(null=True)  # the event whose rehearsal it is
    created_at = models.DateTimeField()
    # When it does something by itself; when a sweep last took it up.
    due_at = models.DateTimeField(null=True)
    swept_at = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True)  # when whom its round waits for is to be reminded next

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "external_id"], name="tournaments_external_id"),
        ]
        indexes = [
            models.Index(fields=["club", "-created_at", "-id"], name="tournaments_of_club"),
            models.Index(fields=["rehearses"], name="tournaments_rehearsals", condition=Q(rehearses__isnull=False)),
            models.Index(fields=["due_at"], name="tournaments_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["remind_at"], name="tournaments_remind", condition=Q(remind_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Event(models.Model):
    """One row of a stream. Never changed: triggers refuse UPDATE, DELETE and TRUNCATE."""

    pk = models.CompositePrimaryKey("tournament", "version")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    version = models.IntegerField()
    type = models.CharField(max_length=32)
    schema = models.SmallIntegerField()
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)
    action_id = models.UUIDField()
    data = models.JSONField()
    hash = models.CharField(max_length=64)
    previous = models.CharField(max_length=64, default="")

    class Meta:
        indexes = [models.Index(GAME_MADE, name="tournaments_games_made", condition=TABLE_MADE)]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.version} {self.type}"


class Text(models.Model):
    """What somebody wrote, a reason. The stream holds its digest alone: it can be erased, and the chain still holds."""

    pk = models.CompositePrimaryKey("tournament", "digest")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)  # SHA-256(salt ‖ canon(text))
    author = models.CharField(max_length=64)
    salt = models.CharField(max_length=64)
    text = models.TextField()

    def __str__(self) -> str:
        return self.text[:40]


class Participant(models.Model):
    """Who is in an event, folded from the stream: nobody is in it twice, also as partner or reserve."""

    pk = models.CompositePrimaryKey("tournament", "person")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="participants")
    person = models.UUIDField()
    entry = models.CharField(max_length=16)
    agreed = models.BooleanField()

    class Meta:
        indexes = [models.Index(fields=["person"], name="tournaments_of_person")]

    def __str__(self) -> str:
        return f"{self.person} in {self.tournament_id}"


class Table(models.Model):
    """The tables of an event and their games, folded from the stream. `over`: its result stands."""

    pk = models.CompositePrimaryKey("tournament", "round", "number")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    round = models.SmallIntegerField()
    number = models.SmallIntegerField()
    game = models.UUIDField(unique=True)
    over = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["game"], name="tournaments_playing", condition=Q(over=False))]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round}"


class Seat(models.Model):
    """Who sits where in a round, folded from the stream: the database itself lets nobody sit twice."""

    pk = models.CompositePrimaryKey("tournament", "round", "person")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    round = models.SmallIntegerField()
    person = models.UUIDField()
    number = models.SmallIntegerField()

    def __str__(self) -> str:
        return f"{self.person} at table {self.number}"


class Template(models.Model):
    """What a club has kept to begin events from: a whole document of rules, under a name."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.UUIDField()
    name = models.CharField(max_length=120)
    rules = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="tournaments_template_name")]

    def __str__(self) -> str:
        return self.name
