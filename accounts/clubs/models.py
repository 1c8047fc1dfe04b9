"""What the database keeps of clubs.

Two things hold in the database itself (migrations/0002): no club is without an owner at the end of a transaction, and
what the log of changes says is never changed.
"""

import uuid
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Role(models.TextChoices):
    """What somebody is in a club, the highest first."""

    OWNER = "owner", pgettext_lazy("role in a club", "owner")
    ORGANIZER = "organizer", pgettext_lazy("role in a club", "organizer")
    ARBITER = "arbiter", pgettext_lazy("role in a club", "arbiter")
    MEMBER = "member", pgettext_lazy("role in a club", "member")
    GUEST = "guest", pgettext_lazy("role in a club", "guest")


class Joining(models.TextChoices):
    """How one gets into a club."""

    OPEN = "open", _("Open: whoever wants to joins")
    REQUEST = "request", _("By request: an officer lets people in")
    INVITATION = "invitation", _("By invitation: nobody else sees the club")


class Notices(models.TextChoices):
    """How a club's announcements reach a member. They stand on the club's page in any case."""

    MAIL = "mail", _("By e-mail, and on my start page")
    SITE = "site", _("On my start page")
    OFF = "off", _("Only on the club's page")


class Chat(models.TextChoices):
    """When people talk at the club's tables."""

    BETWEEN_DEALS = "between_deals", _("Yes; where partners sit, not while a deal is played")
    ALWAYS = "always", _("Always, also while partners play")
    OFF = "off", _("Not at all")


class Club(models.Model):
    """A club: the row to lock for every change of it. `creator`, an id without a foreign key, outlives the person."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.CharField(max_length=70, unique=True)  # given once: printed cards and bookmarks hold it
    name = models.CharField(max_length=60)
    about = models.TextField(blank=True)
    joining = models.CharField(max_length=16, choices=Joining.choices)
    chat = models.CharField(max_length=16, choices=Chat.choices, default=Chat.BETWEEN_DEALS)
    language = models.CharField(max_length=16, blank=True)
    time_zone = models.CharField(max_length=64, blank=True)
    creator = models.UUIDField()
    external_id = models.CharField(max_length=100, null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["creator", "external_id"], name="clubs_club_external_id"),
            models.UniqueConstraint(
                Upper("name"), name="clubs_club_one_of_each_name", condition=Q(closed_at__isnull=True)
            ),
            models.CheckConstraint(condition=Q(joining__in=Joining.values), name="clubs_club_joining"),
            models.CheckConstraint(condition=Q(chat__in=Chat.values), name="clubs_club_chat"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The time by which the club lives."""
        return ZoneInfo(self.time_zone or "UTC")


class Membership(models.Model):
    """Somebody and a club: a member, somebody who asks to become one, or somebody who is kept out."""

    class State(models.TextChoices):
        """Which of the three."""

        MEMBER = "member"
        ASKED = "asked"
        BANNED = "banned"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    state = models.CharField(max_length=16, choices=State.choices)
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.MEMBER)
    since = models.DateTimeField(auto_now_add=True)
    listed = models.BooleanField(default=True)
    stands_in = models.BooleanField(default=False)  # ready to take an absent player's seat at a table
    notices = models.CharField(max_length=16, choices=Notices.choices, default=Notices.SITE)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="clubs_membership_one_each"),
            models.CheckConstraint(
                condition=Q(state="member", role__in=Role.values) | Q(state__in=("asked", "banned"), role="member"),
                name="clubs_membership_role",
            ),
            models.CheckConstraint(
                condition=Q(state="member") | Q(stands_in=False), name="clubs_membership_stands_in_as_member"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.club_id}: {self.state}"


class Kind(models.TextChoices):
    """How an invitation travels."""

    LINK = "link"
    CARD = "card"
    MAIL = "mail"


class InvitationList(models.Model):
    """A list of addresses that was pasted: what was decided of each line stays, for the report."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="lists")
    creator = models.UUIDField()
    external_id = models.CharField(max_length=100, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "external_id"], name="clubs_list_external_id")]

    def __str__(self) -> str:
        return str(self.id)


class Invitation(models.Model):
    """A way into a club, known by its code. Of the code only a digest is kept (codes.py makes it again from the id)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    role = models.CharField(max_length=16, choices=Role.choices)
    digest = models.CharField(max_length=64, unique=True)
    email = models.EmailField(blank=True)
    uses_left = models.IntegerField(null=True)  # null: as many as like
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    creator = models.UUIDField()
    external_id = models.CharField(max_length=100, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "external_id"], name="clubs_invitation_external_id"),
            models.CheckConstraint(condition=Q(uses_left__isnull=True) | Q(uses_left__gte=0), name="clubs_uses_left"),
            models.CheckConstraint(condition=Q(role__in=("member", "guest")), name="clubs_invitation_role"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} into {self.club_id}"

    @property
    def counts(self) -> bool:
        """Whether it still lets anybody in."""
        return self.withdrawn_at is None and self.expires_at > timezone.now() and self.uses_left != 0


class ListLine(models.Model):
    """A line of a pasted list, what was decided of it, and the invitation that came of it, if one did."""

    list = models.ForeignKey(InvitationList, on_delete=models.CASCADE, related_name="lines")
    number = models.IntegerField()
    text = models.CharField(max_length=300)
    verdict = models.CharField(max_length=32)
    invitation = models.OneToOneField(Invitation, on_delete=models.CASCADE, null=True, related_name="line")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["list", "number"], name="clubs_list_line_number")]

    def __str__(self) -> str:
        return f"line {self.number}"


class Announcement(models.Model):
    """What an officer tells the whole club. The text can be taken down: the log keeps that it was there, not what."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="announcements")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    title = models.CharField(max_length=120)
    text = models.TextField()
    external_id = models.CharField(max_length=100, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "external_id"], name="clubs_announcement_external_id")]

    def __str__(self) -> str:
        return self.title


class Letter(models.Model):
    """One mail to one address: an invitation, or an announcement to a member. Sent at most once (letters.py)."""

    class State(models.TextChoices):
        """How far it has come. `unclear`: whoever was sending it was stopped, so it may have gone out or not."""

        WAITING = "waiting", pgettext_lazy("a letter", "waiting to be sent")
        SENDING = "sending", pgettext_lazy("a letter", "being sent")
        SENT = "sent", pgettext_lazy("a letter", "sent")
        FAILED = "failed", pgettext_lazy("a letter", "could not be sent")
        UNCLEAR = "unclear", pgettext_lazy("a letter", "interrupted: perhaps sent, perhaps not")
        DROPPED = "dropped", pgettext_lazy("a letter", "no longer wanted, not sent")

    NOT_THROUGH = (State.FAILED, State.UNCLEAR)  # for certain: a person may have these sent again

    invitation = models.OneToOneField(Invitation, on_delete=models.CASCADE, null=True, related_name="letter")
    announcement = models.ForeignKey(Announcement, on_delete=models.CASCADE, null=True, related_name="letters")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, null=True, related_name="letters")
    base = models.CharField(max_length=200)  # where the site is reached, for the link in it
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    changed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["announcement", "membership"], name="clubs_letter_one_each"),
            models.CheckConstraint(
                condition=Q(invitation__isnull=False, announcement__isnull=True, membership__isnull=True)
                | Q(invitation__isnull=True, announcement__isnull=False, membership__isnull=False),
                name="clubs_letter_of_one_thing",
            ),
        ]
        indexes = [
            models.Index(fields=["id"], name="clubs_letter_waiting", condition=Q(state="waiting")),
            models.Index(fields=["changed_at"], name="clubs_letter_sending", condition=Q(state="sending")),
        ]

    def __str__(self) -> str:
        return f"letter {self.pk}: {self.state}"


class Change(models.Model):
    """A line of a club's log, written in the transaction of what it tells. Append-only by triggers.

    `actor` and `person` are ids without foreign keys; names are looked up when the log is shown.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="changes")
    at = models.DateTimeField(auto_now_add=True)
    actor = models.UUIDField()
    act = models.CharField(max_length=32)
    person = models.UUIDField(null=True)
    data = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="clubs_change_newest")]

    def __str__(self) -> str:
        return f"{self.act} in {self.club_id}"
