"""What the database keeps of reports. All free text lies in one table, where it can be erased; the rest holds none.

No row is ever deleted: people and clubs of whom there is a report are not either.
"""

import hashlib
import secrets
import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.clubs.models import Club
from accounts.models import User


class Kind(models.TextChoices):
    """What is reported."""

    CHAT = "chat", _("a message in a chat")
    ANNOUNCEMENT = "announcement", _("an announcement")
    PERSON = "person", _("a person's name or behaviour")


class Cause(models.TextChoices):
    """Why, in short."""

    INSULT = "insult", _("Insult, threat or harassment")
    HATE = "hate", _("Hatred of a group of people")
    NAME = "name", _("An offensive name")
    CHEATING = "cheating", _("Cheating, or signals between partners")
    SPAM = "spam", _("Advertising, or too much of the same")
    OTHER = "other", _("Something else")


class Outcome(models.TextChoices):
    """What is decided, the mildest first. From `text_removed` on a text that was reported goes too."""

    NOTHING = "nothing", _("Nothing follows")
    WARNING = "warning", _("A warning")
    TEXT_REMOVED = "text_removed", _("The text is removed")
    CHAT_OFF = "chat_off", _("No chat for a time")
    REMOVED = "removed", _("Removed from the club")
    BANNED = "banned", _("Banned from the club")


class Words(models.Model):
    """A free text and who wrote it. Erased, it is empty and without its salt, so that no digest tells what it was."""

    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    salt = models.CharField(max_length=64)
    text = models.TextField()

    def __str__(self) -> str:
        return f"words of {self.author_id}"

    @property
    def digest(self) -> str:
        """SHA-256(salt ‖ text), which a log may hold."""
        return hashlib.sha256(bytes.fromhex(self.salt) + self.text.encode()).hexdigest()


def write(author: User, text: str) -> Words | None:
    """Keep a text; None for an empty one."""
    return Words.objects.create(author=author, salt=secrets.token_hex(32), text=text) if text else None


def _words() -> "models.ForeignKey[Words | None]":
    return models.ForeignKey(Words, on_delete=models.SET_NULL, null=True, related_name="+")


def _person(null: bool = False) -> "models.ForeignKey[User]":
    return models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=null, related_name="+")


class Report(models.Model):
    """A report, what was decided of it, the appeal, and what was decided of that. How far it is say its times.

    `evidence` is the text as it was when it was reported. Of a table there is the version and the row hash at which it
    then stood, which pins all of its log up to there. `club`: whose officers decide; none: the site's operators.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    reporter = _person()
    person = _person()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    cause = models.CharField(max_length=16, choices=Cause.choices)
    subject = models.UUIDField(null=True)
    game = models.UUIDField(null=True)
    game_version = models.IntegerField(null=True)
    game_hash = models.CharField(max_length=64, blank=True)
    words = _words()
    evidence = _words()
    external_id = models.CharField(max_length=100, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    decided_at = models.DateTimeField(null=True)
    decided_by = _person(null=True)
    outcome = models.CharField(max_length=16, blank=True, choices=Outcome.choices)
    until = models.DateTimeField(null=True)
    decision = _words()

    appealed_at = models.DateTimeField(null=True)
    appeal = _words()
    closed_at = models.DateTimeField(null=True)
    closed_by = _person(null=True)
    upheld = models.BooleanField(null=True)
    closing = _words()

    by_a_club: bool  # told by selectors: whether its club has an officer who may decide it

    class Meta:
        constraints = [models.UniqueConstraint(fields=["reporter", "external_id"], name="safety_report_external_id")]
        indexes = [
            models.Index(fields=["club", "-created_at"], name="safety_report_of_club"),
            models.Index(fields=["person", "until"], name="safety_report_of_person"),
        ]

    def __str__(self) -> str:
        return f"report {self.id}"

    @property
    def state(self) -> str:
        """`open`, `decided`, `appealed` or `closed`."""
        if self.decided_at is None:
            return "open"
        if self.appealed_at is None:
            return "decided"
        return "appealed" if self.closed_at is None else "closed"

    @property
    def waits(self) -> bool:
        """Whether somebody is to decide."""
        return self.state in ("open", "appealed")

    @property
    def may_be_appealed(self) -> bool:
        """Whether the person may still turn to somebody else."""
        return self.state == "decided" and self.outcome != Outcome.NOTHING
