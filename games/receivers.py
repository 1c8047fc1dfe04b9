"""What tables do when a person goes: seats that are not played yet become free, and their games are told to them."""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from accounts.notices.signals import ladder_changed
from accounts.safety.models import Report
from accounts.safety.signals import text_removed
from accounts.signals import calendar_changed, exporting, forgetting
from engine.errors import Refused
from games import beforehand, chats, notices, services, table, visits
from games.models import Reason, Seat


@receiver(text_removed)
def empty_message(report: Report, **_: Any) -> None:
    """A message that was reported is taken away."""
    chats.remove(report)


@receiver(forgetting)
def forget_chat(user: User, **_: Any) -> None:
    """What they have said at tables is emptied, also why they froze one."""
    chats.forget(user)
    Reason.objects.filter(author=user.id).update(text="")


@receiver(forgetting)
def forget_visits(user: User, **_: Any) -> None:
    """When they have looked at tables is kept no longer."""
    visits.forget(user.id)


@receiver(forgetting)
def forget_plans(user: User, **_: Any) -> None:
    """What they have decided beforehand is decided no more."""
    beforehand.forget(user.id)


@receiver(forgetting)
def give_seats_back(user: User, **_: Any) -> None:
    """Leave the tables that have not begun. At the others the seat stays, held by a row without a name."""
    held = Seat.objects.filter(kind="user", holder=str(user.id), game__status=table.WAITING)
    for game_id, seat in held.order_by("game_id", "seat").values_list("game_id", "seat"):
        try:
            services.leave(user.id, game_id, seat, timezone.now())
        except Refused:
            continue  # it has begun meanwhile


@receiver(calendar_changed)
def tell_tables(user: User, at: datetime, **_: Any) -> None:
    """Say at the tables that are being played when this person's clock is to rest."""
    services.tell_calendar(user.id, at)


@receiver(ladder_changed)
def remind_anew(user: User, **_: Any) -> None:
    """When they are reminded of their deadlines is another question now."""
    notices.look_again(user.id)


@receiver(exporting)
def own_games(user: User, **_: Any) -> dict[str, Any]:
    """The games where a person has a seat, or another plays in theirs; the log of each is at its address."""
    own = Q(kind="user", holder=str(user.id)) | Q(away=str(user.id))
    seats = Seat.objects.filter(own).select_related("game").order_by("game__created_at")
    return {
        "games": [
            {
                "id": one.game.id,
                "seat": one.seat,
                "status": one.game.status,
                "ruleset": one.game.ruleset_name,
                "created_at": one.game.created_at,
                "events": f"/api/games/{one.game.id}/events",
            }
            for one in seats
        ],
        "chat": chats.of(user),
        "plans": beforehand.all_of(user.id),
        "looks": visits.of(user.id),
    }
