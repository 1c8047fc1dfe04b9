"""What somebody is told, by which ways it is to go out, and how they want it."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from accounts.models import User

DEFAULT_LADDER = (24 * 60, 8 * 60, 60)
"""So many minutes before a deadline is somebody reminded who has chosen nothing else."""


def default_ladder() -> list[int]:
    """Of those who have chosen none."""
    return list(DEFAULT_LADDER)


class Channel(models.TextChoices):
    """The ways out of the app; in the app itself everything is listed."""

    MAIL = "mail"
    PUSH = "push"


class Mode(models.TextChoices):
    """How often somebody wants to be told of a kind of thing by a channel."""

    EVERY = "every"
    ONCE = "once"  # and then nothing more until they have looked
    DIGEST = "digest"  # together, once a day
    NEVER = "never"


class Reader(models.Model):
    """How somebody wants to be told; who has no row, as everybody. And when they looked, and were told."""

    user = models.OneToOneField(User, primary_key=True, on_delete=models.CASCADE, related_name="+")
    modes = models.JSONField(default=dict)  # {kind: {channel: mode}}; what is not here is as for everybody
    ladder = ArrayField(models.IntegerField(), default=default_ladder)
    digest_hour = models.SmallIntegerField(default=8, validators=[MinValueValidator(0), MaxValueValidator(23)])
    no_mail = models.BooleanField(default=False)  # nothing by mail at all, whatever the modes
    looked_at = models.DateTimeField(null=True)  # the first look after something had gone out
    mailed_at = models.DateTimeField(null=True)
    pushed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(digest_hour__gte=0, digest_hour__lte=23), name="notices_reader_hour_of_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"how {self.user_id} is told"


class Notice(models.Model):
    """That there is something to tell a person: once for each (person, kind, what it is about, occasion, rung).

    `about` is opaque: the id of a table. `occasion` tells two of a kind apart: of a turn its beginning. `data` holds
    public facts, and no names: those are looked up when it is shown. `over_at`: it waits for nobody any more.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=16)
    about = models.UUIDField()
    occasion = models.BigIntegerField(default=0)
    rung = models.IntegerField(default=0)  # of the ladder, in minutes
    until = models.DateTimeField(null=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "about", "occasion", "rung"], name="notices_notice_once"),
        ]
        indexes = [
            models.Index(fields=["user", "-id"], name="notices_notice_of"),
            models.Index(
                fields=["user"], name="notices_notice_unseen", condition=Q(seen_at__isnull=True, over_at__isnull=True)
            ),
            models.Index(fields=["about"], name="notices_notice_open", condition=Q(over_at__isnull=True)),
            models.Index(fields=["at"], name="notices_notice_at"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class Delivery(models.Model):
    """A notice on its way out by one channel."""

    class State(models.TextChoices):
        """What has become of it."""

        WAITING = "waiting"
        SENDING = "sending"  # claimed by a worker
        SENT = "sent"
        DROPPED = "dropped"  # played, seen or switched off before it went out
        FAILED = "failed"

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")  # the notice's
    channel = models.CharField(max_length=8, choices=Channel.choices)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    due_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    tries = models.SmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel"], name="notices_delivery_once"),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="notices_delivery_waiting", condition=Q(state="waiting")),
            models.Index(fields=["changed_at"], name="notices_delivery_sending", condition=Q(state="sending")),
            models.Index(fields=["changed_at"], name="notices_delivery_changed"),
            models.Index(fields=["user"], name="notices_delivery_of", condition=Q(state="waiting")),
        ]

    def __str__(self) -> str:
        return f"{self.channel} of notice {self.notice_id}: {self.state}"


class Subscription(models.Model):
    """A browser that shows notices: where its push service takes messages, and for which keys."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    endpoint = models.URLField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"a browser of {self.user_id}"

    @property
    def info(self) -> dict[str, Any]:
        """As the browser has told it."""
        return {"endpoint": self.endpoint, "keys": {"p256dh": self.p256dh, "auth": self.auth}}
