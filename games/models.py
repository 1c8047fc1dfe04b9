"""What the database keeps of tables. The log is the truth; the rest is folded from it or serves it."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper


def no_clock() -> str:
    """The clock of a table that has none."""
    return "none"


class Game(models.Model):
    """One table: the row to lock, and the projection of its log.

    `state` is {"table", "game", "marks", "clock"} after row `version` (games/projector.py); the columns beside
    it are what is searched by. `creator`, like every id of a person in this app, and `club` are opaque: no foreign key,
    they outlive whom and what they name.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.IntegerField(default=0)
    state = models.JSONField(default=dict)
    state_version = models.SmallIntegerField(default=0)
    last_hash = models.CharField(max_length=64, default="")
    status = models.CharField(max_length=16)
    visibility = models.CharField(max_length=16)
    players = models.SmallIntegerField()
    teams = models.SmallIntegerField()
    ruleset_name = models.CharField(max_length=32)
    rules_title = models.CharField(max_length=60, blank=True)  # what the club called these rules then
    creator = models.UUIDField(null=True)
    club = models.UUIDField(null=True)
    rated = models.BooleanField(default=False)
    demo = models.BooleanField(default=False)
    # Known to nobody but those who play there, may stand in there, or lead its club: until its event tells of it.
    held_back = models.BooleanField(default=False, db_default=False)
    clock = models.JSONField(default=no_clock)  # as in the log; what cannot stand is refused by a trigger
    external_id = models.CharField(max_length=100, null=True)
    again_of = models.UUIDField(null=True)  # the game that is played again here; only who played at it says so
    created_at = models.DateTimeField()
    # When the decision that is open is due; when a sweep last took the table up; when the bot that is to act is to be
    # told to a worker (again).
    deadline = models.DateTimeField(null=True)
    swept_at = models.DateTimeField(null=True)
    bot_due = models.DateTimeField(null=True)
    # Up to which version people were told of what happened; when the next of them is to be reminded (games/notices.py).
    noticed = models.IntegerField(default=0)
    notice_due = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["creator", "external_id"], condition=Q(club__isnull=True), name="games_game_external_id"
            ),
            models.UniqueConstraint(fields=["club", "external_id"], name="games_game_external_id_of_club"),
        ]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="games_game_newest"),
            models.Index(
                fields=["club", "-created_at", "-id"], name="games_game_of_club", condition=Q(club__isnull=False)
            ),
            models.Index(fields=["again_of"], name="games_game_again_of", condition=Q(again_of__isnull=False)),
            models.Index(fields=["deadline"], name="games_game_deadline", condition=Q(deadline__isnull=False)),
            models.Index(fields=["bot_due"], name="games_game_bot_due", condition=Q(bot_due__isnull=False)),
            models.Index(fields=["id"], name="games_game_untold", condition=Q(noticed__lt=F("version"), demo=False)),
            models.Index(fields=["notice_due"], name="games_game_notice_due", condition=Q(notice_due__isnull=False)),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Seat(models.Model):
    """Who sits where, folded from the log: what lists search by. `holder`: a user's UUID or a bot's name; `away`: the
    UUID of the person in whose place they play; `offered`: whoever stands in may take the seat."""

    pk = models.CompositePrimaryKey("game", "seat")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seat_rows")
    seat = models.SmallIntegerField()
    kind = models.CharField(max_length=16)
    holder = models.CharField(max_length=64)
    invited = models.BooleanField(default=False)
    away = models.CharField(max_length=64, default="", blank=True)
    offered = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "holder"], condition=Q(kind="user"), name="games_seat_one_each"),
        ]
        indexes = [
            models.Index(fields=["holder", "game"], name="games_seat_of", condition=Q(kind="user")),
            models.Index(fields=["away", "game"], name="games_seat_away_from", condition=~Q(away="")),
            models.Index(fields=["game"], name="games_seat_offered", condition=Q(offered=True)),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.game_id}"


class ClubRuleset(models.Model):
    """Rules that a club keeps under a name: the complete record. `club` and `creator` are opaque, as everywhere."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.UUIDField()
    name = models.CharField(max_length=60)
    ruleset = models.JSONField()
    creator = models.UUIDField()
    external_id = models.CharField(max_length=100, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "external_id"], name="games_clubruleset_external_id"),
            models.UniqueConstraint("club", Upper("name"), name="games_clubruleset_one_of_each_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Event(models.Model):
    """One row of the log, as wire.md describes it. Never changed: triggers refuse UPDATE, DELETE and TRUNCATE."""

    pk = models.CompositePrimaryKey("game", "version")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+")
    version = models.IntegerField()
    type = models.CharField(max_length=32)
    schema = models.SmallIntegerField()
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)
    seat = models.SmallIntegerField(null=True)
    action_id = models.UUIDField(null=True)
    data = models.JSONField()
    hidden = models.JSONField(null=True)  # {name: {"salt", "value"}}
    hash = models.CharField(max_length=64)
    previous = models.CharField(max_length=64, default="")

    def __str__(self) -> str:
        return f"{self.game_id} {self.version} {self.type}"


class Plan(models.Model):
    """What somebody at a table has decided beforehand. Theirs alone, in no log until it acts, and erased with them."""

    pk = models.CompositePrimaryKey("game", "holder", "kind")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    holder = models.UUIDField(db_index=True)
    kind = models.CharField(max_length=16)
    yes = models.BooleanField(null=True)
    deal = models.SmallIntegerField(null=True)  # for this one alone

    def __str__(self) -> str:
        return f"a plan at {self.game_id}"


class Receipt(models.Model):
    """What an action was answered: the same id and action again get the same."""

    pk = models.CompositePrimaryKey("game", "actor", "action_id")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    actor = models.CharField(max_length=64)
    action_id = models.UUIDField()
    digest = models.CharField(max_length=64)  # SHA-256(canon(action))
    version = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.action_id} at {self.version}"


class Secret(models.Model):
    """The secret of a deal's shuffle. Read by the handler of actions and the audit alone, until the deal opens it."""

    pk = models.CompositePrimaryKey("game", "deal")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    deal = models.SmallIntegerField()
    secret = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"deal {self.deal} of {self.game_id}"


class Look(models.Model):
    """Up to which version a person has seen a table at which they sit, and since when. Told to nobody but them."""

    pk = models.CompositePrimaryKey("game", "person")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    person = models.UUIDField(db_index=True)
    version = models.IntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game_id} up to {self.version}"


class Outcome(models.Model):
    """A game that is over, numbered in the order of commits: what ratings and tournaments read.

    `abandoned`: who has left it before its end, [{"seat", "player", "how"}]: whoever won.
    """

    number = models.BigIntegerField(primary_key=True)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="outcome")
    ended_at = models.DateTimeField()
    status = models.CharField(max_length=16)
    totals = models.JSONField()
    winners = models.JSONField()
    abandoned = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.number}: {self.game_id}"


class Reason(models.Model):
    """Why an officer froze a table, which can be erased: the log holds `digest`, SHA-256(salt ‖ text)."""

    pk = models.CompositePrimaryKey("game", "digest")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    salt = models.CharField(max_length=64)
    author = models.UUIDField()
    text = models.TextField()

    def __str__(self) -> str:
        return f"a reason at {self.game_id}"


class Downtime(models.Model):
    """Time in which nobody could act, in the system's own stream. Never changed: the log's triggers guard it too.

    `told`: when it was written down. It counts for the decisions that were open then.
    """

    number = models.IntegerField(primary_key=True)
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    told = models.DateTimeField()
    how = models.CharField(max_length=16)
    hash = models.CharField(max_length=64)
    previous = models.CharField(max_length=64, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(ends__gt=models.F("begins")), name="games_downtime_ends_later"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.begins} to {self.ends}"


class WebSign(models.Model):
    """When a web process last could accept an action: one row for all of them."""

    id = models.SmallIntegerField(primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.at)


class ChatMessage(models.Model):
    """What somebody at a table said to the others. Not part of the log: a text can be taken away, and then is empty.

    `number` comes from one sequence for all tables, so that its gaps tell nobody of a message that they do not see.
    """

    number = models.BigAutoField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    author = models.UUIDField()
    seat = models.SmallIntegerField()
    message_id = models.UUIDField()
    text = models.TextField()
    emptied = models.BooleanField(default=False)
    taken_back_at = models.DateTimeField(
        null=True
    )  # by its author: shown to nobody, but kept to be reported for a time
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "author", "message_id"], name="games_chat_message_once"),
        ]
        indexes = [
            models.Index(fields=["game", "number"], name="games_chat_of_game"),
            models.Index(fields=["author"], name="games_chat_of_author"),
        ]

    def __str__(self) -> str:
        return f"message {self.number}"
