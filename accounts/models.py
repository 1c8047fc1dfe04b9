"""People and the tokens by which programs act in their name."""

import uuid
from datetime import date
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import scopes

# Letters and digits of any script, and what joins them: a name stands in addresses, events and `user:NAME`.
USERNAME = RegexValidator(r"\A\w(?:[\w.-]*\w)?\Z", _("Letters, digits, and between them also . - _"))


def today() -> date:
    """The day, for those who have come just now."""
    return timezone.now().date()


def same_name(name: str) -> str:
    """A name as tries at its password are counted: written in any way it is the same. PostgreSQL goes by upper case."""
    return name.upper().casefold()[:255]


class UserManager(BaseUserManager["User"]):
    """Makes people."""

    def create_user(self, username: str, password: str | None = None, **more: Any) -> "User":
        """A new person; without a password nobody can log in as them."""
        user = self.model(username=self.model.normalize_username(username), **more)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        """The person of this name, however it is capitalised: what logging in asks."""
        return self.get(username__iexact=username)


class User(AbstractBaseUser):
    """A person. `id` is what the log of a game holds of them; the name is looked up when it is shown."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = models.CharField(_("name"), max_length=30, unique=True, validators=[USERNAME])
    email = models.EmailField(_("e-mail address"), blank=True)  # families share one: it belongs to no account alone
    email_confirmed_at = models.DateTimeField(null=True, blank=True)  # when a link mailed there was followed
    new_email = models.EmailField(blank=True)  # the one to be, until a link mailed there is followed
    session_round = models.PositiveIntegerField(default=0)  # counted up, it ends all sessions
    is_active = models.BooleanField(default=True)
    # Made by `manage.py demo`; may log in only where nobody but this machine can reach the site.
    is_demo = models.BooleanField(default=False)
    # Its owner says that a program plays here; the others at the table are told.
    is_program = models.BooleanField(_("a program plays with this account"), default=False)
    is_guest = models.BooleanField(default=False)  # plays without an account, known by a session alone
    created_at = models.DateTimeField(auto_now_add=True)
    seen_on = models.DateField(default=today)  # the last day on which they looked at a page
    deleted_at = models.DateTimeField(null=True, blank=True)  # forgotten: nothing in this row tells who it was

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            # `iexact` compares in upper case, so this is its index too.
            models.UniqueConstraint(Upper("username"), name="accounts_user_one_of_each_name"),
        ]

    def __str__(self) -> str:
        return self.username

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        """What a session must still match: the password, and that nobody has signed out everywhere since."""
        told = self.password + (f"|{self.session_round}" if self.session_round else "")
        return salted_hmac("accounts.session", told, secret=secret, algorithm="sha256").hexdigest()


def every_scope() -> list[str]:
    """What a token may do unless its maker asks for less."""
    return list(scopes.ALL)


class Token(models.Model):
    """What a program shows instead of a password. The token itself is told once and never stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)  # SHA-256 of the token, in hex
    name = models.CharField(max_length=60, blank=True)
    scopes = ArrayField(models.CharField(max_length=16), default=every_scope)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)  # to the minute or so

    def __str__(self) -> str:
        return f"token of {self.user_id}"


class Feed(models.Model):
    """A person's calendar feed. The secret in its address is told once and never stored."""

    user = models.OneToOneField(User, primary_key=True, on_delete=models.CASCADE, related_name="feed")
    digest = models.CharField(max_length=64, unique=True)  # SHA-256 of the secret, in hex
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"feed of {self.user_id}"


class Vacation(models.Model):
    """From when until when somebody is away. Ended early, it ends then; what is past is never changed."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="vacations")
    begins = models.DateTimeField()
    ends = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends__gt=models.F("begins")), name="accounts_vacation_ends_later"
            ),
        ]
        indexes = [models.Index(fields=["user", "begins"], name="accounts_vacation_of")]

    def __str__(self) -> str:
        return f"vacation of {self.user_id}"


class Preference(models.Model):
    """How somebody likes to see things; empty: as for everybody."""

    class Dates(models.TextChoices):
        """How a day is written."""

        ISO = "iso", "2026-11-30"
        DAY_FIRST = "dmy", "30/11/2026"
        MONTH_FIRST = "mdy", "11/30/2026"

    user = models.OneToOneField(User, primary_key=True, on_delete=models.CASCADE, related_name="preference")
    time_zone = models.CharField(max_length=64, blank=True)
    zone_confirmed = models.BooleanField(default=False)  # until then it is what the browser said
    language = models.CharField(max_length=16, blank=True)
    dates = models.CharField(max_length=3, blank=True, choices=Dates.choices)
    quiet_from = models.TimeField(null=True, blank=True)  # both or neither: quiet hours of one's own
    quiet_to = models.TimeField(null=True, blank=True)
    large_cards = models.BooleanField(default=False)
    four_colours = models.BooleanField(default=False)
    lift_one = models.BooleanField(default=False)
    quick_discard = models.BooleanField(default=False)
    no_letters = models.BooleanField(default=False)
    no_motion = models.BooleanField(default=False)
    sounds = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(quiet_from=None, quiet_to=None)
                | models.Q(quiet_from__isnull=False, quiet_to__isnull=False),
                name="accounts_preference_quiet_both",
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"


class Block(models.Model):
    """Somebody whom somebody does not want to meet. The other is never told (`accounts/blocks.py`)."""

    pk = models.CompositePrimaryKey("owner", "blocked")
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.owner_id} blocks {self.blocked_id}"
