"""What the database keeps of club nights. The stream of a series is the truth; its row is folded from it."""

import uuid

from django.db import models
from django.db.models import Q


class Series(models.Model):
    """Club nights that recur: the row to lock, and the projection of its stream (`plan` writes `state`).

    `due_at`: when a sweep looks at it next; None: never again.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.IntegerField(default=0)
    state = models.JSONField(default=dict)
    last_hash = models.CharField(max_length=64, default="")
    club = models.UUIDField()
    external_id = models.CharField(max_length=100, null=True)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "external_id"], name="nights_external_id")]
        indexes = [
            models.Index(fields=["club", "-created_at", "-id"], name="nights_of_club"),
            models.Index(fields=["due_at"], name="nights_due", condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Change(models.Model):
    """One row of a series' stream. Never changed: triggers refuse UPDATE, DELETE and TRUNCATE."""

    pk = models.CompositePrimaryKey("series", "version")
    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="+")
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

    def __str__(self) -> str:
        return f"{self.series_id} {self.version} {self.type}"


class Night(models.Model):
    """A night that is an event: one for each series and day, by the database itself, and one for each event."""

    pk = models.CompositePrimaryKey("series", "day")
    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="nights")
    day = models.DateField()
    event = models.UUIDField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event"], name="nights_event_is_one_night")]

    def __str__(self) -> str:
        return f"{self.day} of {self.series_id}"


class ClubFeed(models.Model):
    """The secret address of a club's calendar feed, as far as it is kept: its number. The address is made from it and
    the site's secret key; another number, another address."""

    club = models.UUIDField(primary_key=True)
    number = models.IntegerField(default=1)
    off = models.BooleanField(default=False)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"address {self.number} of {self.club}"
